-- Days on which an athlete runs a workout. What is still to be run is shown as its workout is now; what is
-- done keeps what was run and in which paces, whatever becomes of the workout.
create table calendar_entry (
  user_id         uuid not null references app_user (user_id) on delete cascade,
  entry_id        uuid not null,
  day             date not null check (day between '1970-01-01' and '2199-12-31'),
  -- The order within a day. Equal ones are ordered by id.
  position        integer not null check (position >= 0),
  workout_id      uuid,
  done_at         timestamptz,
  -- Not a reference: the workout may be gone.
  done_workout_id uuid,
  done_title      varchar(200),
  done_script     varchar(5000),
  done_reading    json,
  done_paces      json,
  request_key     varchar(255),
  request_hash    bytea,
  primary key (user_id, entry_id),
  unique (user_id, request_key),
  foreign key (user_id, workout_id) references workout (user_id, workout_id) on delete cascade,
  check (num_nonnulls(done_at, done_workout_id, done_title, done_script, done_reading, done_paces)
    = case when workout_id is null then 6 else 0 end),
  check ((request_key is null) = (request_hash is null))
);

create index calendar_entry_day on calendar_entry (user_id, day, position, entry_id);
create index calendar_entry_workout on calendar_entry (user_id, workout_id);
