-- Workouts of the library that an athlete wants at Garmin, and what Garmin has of them. There is something
-- to do while the two differ; the worker brings Garmin to what is wanted.
create table garmin_workout (
  user_id        uuid not null,
  workout_id     uuid not null,
  -- The account it was sent to. Another account knows nothing of it.
  garmin_user_id varchar(64) not null,
  -- Wanted for itself. Otherwise it is there for the days it stands on.
  is_wanted      boolean not null,
  -- As it was when the athlete sent it, or changed it after that. Paces that change later change nothing here.
  title          varchar(200)  not null,
  script         varchar(5000) not null,
  paces          json not null,
  content_hash   bytea not null,
  -- Ids of 64 bits, as text: nothing is computed with them.
  garmin_id      varchar(19),
  owner_id       varchar(19),
  sent_hash      bytea,
  sent_at        timestamptz,
  -- Why nothing is done until the athlete acts, and what Garmin said.
  problem        varchar(20),
  detail         varchar(300),
  -- The call that is under way. One that is found here by the next job never got its answer.
  call_id        uuid,
  primary key (user_id, workout_id),
  foreign key (user_id, workout_id) references workout (user_id, workout_id) on delete cascade
);

-- Days that workouts stand on at Garmin. Not a reference to the calendar: an entry that is removed there
-- still has to be removed at Garmin.
create table garmin_schedule (
  user_id    uuid not null,
  entry_id   uuid not null,
  workout_id uuid not null,
  is_wanted  boolean not null,
  day        date not null,
  garmin_id  varchar(19),
  sent_day   date,
  problem    varchar(20),
  detail     varchar(300),
  call_id    uuid,
  primary key (user_id, entry_id),
  foreign key (user_id, workout_id) references garmin_workout (user_id, workout_id) on delete cascade
);

create index garmin_schedule_workout on garmin_schedule (user_id, workout_id);
create index garmin_schedule_day on garmin_schedule (user_id, day);

-- The journal of calls about workouts: a row before each call, completed by its answer.
create table garmin_call (
  user_id    uuid not null references app_user (user_id) on delete cascade,
  call_id    uuid not null,
  workout_id uuid not null,
  entry_id   uuid,
  action     varchar(20) not null,
  started_at timestamptz not null,
  ended_at   timestamptz,
  -- "accepted", or the kind of failure.
  outcome    varchar(20),
  primary key (user_id, call_id),
  check ((ended_at is null) = (outcome is null))
);
