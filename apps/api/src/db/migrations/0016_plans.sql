-- Plans, and the seasons they make on a calendar. Every table begins with the athlete; nothing refers across athletes.

-- A plan is a text. Nothing that is read from it is stored but its title, for lists.
create table plan (
  user_id      uuid not null references app_user (user_id) on delete cascade,
  plan_id      uuid not null,
  title        varchar(200)   not null,
  text         varchar(20000) not null check (text ~ '\S'),
  version      integer not null default 1 check (version > 0),
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  deleted_at   timestamptz,
  request_key  varchar(255),
  request_hash bytea,
  primary key (user_id, plan_id),
  unique (user_id, request_key),
  check ((request_key is null) = (request_hash is null))
);

create index plan_deleted on plan (user_id, deleted_at) where deleted_at is not null;

-- A plan on the calendar. It has its own copy of the text, because the plan may change or be deleted.
create table season (
  user_id      uuid not null references app_user (user_id) on delete cascade,
  season_id    uuid not null,
  -- Not a reference: the plan may be deleted.
  plan_id      uuid,
  title        varchar(200)   not null,
  text         varchar(20000) not null,
  -- A text that was given while the season was paused.
  waiting_text varchar(20000),
  -- The day of the start or of a race: {"kind": "race", "day": "2027-04-18", "key": "12 Sun"}.
  anchor       json not null,
  first_day    date not null,
  -- Every day of the text as it was last applied. Only read whole.
  base         json not null,
  -- By how many days everything from a day on was moved: [{"from": "2027-02-01", "days": 14}].
  shifts       json not null,
  paused_on    date,
  ended_at     timestamptz,
  version      integer not null default 1 check (version > 0),
  created_at   timestamptz not null,
  primary key (user_id, season_id)
);

-- An action on a season, so that it can be undone: the season and the entries that it changed, before and after.
create table season_action (
  user_id      uuid not null,
  action_id    uuid not null,
  season_id    uuid not null,
  kind         varchar(10) not null check (kind in ('start', 'text', 'move', 'pause', 'resume', 'end')),
  made_at      timestamptz not null,
  undone_at    timestamptz,
  before       json not null,
  after        json not null,
  request_key  varchar(255),
  request_hash bytea,
  primary key (user_id, action_id),
  unique (user_id, request_key),
  foreign key (user_id, season_id) references season (user_id, season_id) on delete cascade,
  check ((request_key is null) = (request_hash is null))
);

create index season_action_season on season_action (user_id, season_id, action_id);

-- An entry shows a workout of the library, or has its own content. One of a season has its key in the plan.
alter table calendar_entry
  drop constraint calendar_entry_check,
  add column kind         varchar(5) check (kind in ('run', 'rest', 'other')),
  add column title        varchar(200),
  add column script       varchar(5000),
  add column notes        varchar(5000),
  add column alternatives json,
  -- Derived from the script.
  add column reading      json,
  add column season_id    uuid,
  add column plan_key     varchar(12),
  -- Off the calendar while its season is paused.
  add column is_held      boolean not null default false,
  add unique (user_id, season_id, plan_key),
  add foreign key (user_id, season_id) references season (user_id, season_id),
  add check (num_nonnulls(workout_id, kind, done_workout_id) = 1),
  add check (num_nonnulls(kind, title, script, notes, alternatives, reading) in (0, 6)),
  add check (num_nonnulls(done_at, done_title, done_script, done_reading, done_paces) in (0, 5)),
  add check (workout_id is null or done_at is null),
  add check (done_workout_id is null or done_at is not null),
  add check ((season_id is null) = (plan_key is null)),
  add check (season_id is null or kind is not null),
  add check (not is_held or (season_id is not null and done_at is null));
