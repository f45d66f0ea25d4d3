-- The library. An id is made by the API and tells the workout's age, so that the primary key is at the
-- same time the order of the pages, newest first, and every range of days is a range of keys.
create table workout (
  user_id      uuid not null references app_user (user_id) on delete cascade,
  workout_id   uuid not null,
  title        varchar(200)  not null check (title ~ '\S'),
  script       varchar(5000) not null check (script ~ '\S'),
  notes        varchar(5000) not null,
  tags         json not null,
  -- What was read from the script. Derived: saving the script again makes it anew.
  reading      json not null,
  -- What the workout is found by, one term a line: word, #tag, @T. They stand in workout_term too.
  search       text not null,
  version      integer not null default 1 check (version > 0),
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  deleted_at   timestamptz,
  -- The Idempotency-Key it was saved with, and a hash of what was said then.
  request_key  varchar(255),
  request_hash bytea,
  primary key (user_id, workout_id),
  unique (user_id, request_key),
  check ((request_key is null) = (request_hash is null))
);

create index workout_deleted on workout (user_id, deleted_at) where deleted_at is not null;

-- Finds workouts by term, within one athlete. Only of workouts that are not deleted. Refers to the athlete
-- and not to the workout: without an index by workout, which nothing else needs, a cascade would be slow.
create table workout_term (
  user_id    uuid not null references app_user (user_id) on delete cascade,
  term       text collate "C" not null check (term <> ''),
  workout_id uuid not null,
  primary key (user_id, term, workout_id)
);
