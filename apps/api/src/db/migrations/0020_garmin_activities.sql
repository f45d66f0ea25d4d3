-- Runs may come from Garmin. The new check is for new rows; those that exist satisfied the narrower one.
alter table activity drop constraint activity_source_check;
alter table activity
  add constraint activity_source_check check (source in ('file', 'garmin')) not valid;

-- Runs from Garmin that were deleted, here or there, so that a repeated notification does not restore them.
create table activity_deletion (
  user_id    uuid not null references app_user (user_id) on delete cascade,
  source_id  varchar(64) not null,
  deleted_at timestamptz not null,
  primary key (user_id, source_id)
);

-- Notifications about activities, until their effect is stored. Its length is the backlog, so it has no other index.
create table garmin_inbox (
  garmin_user_id varchar(64) not null,
  kind           varchar(8) not null check (kind in ('file', 'deleted')),
  -- Garmin's id of the activity.
  summary_id     varchar(64) not null,
  -- Unix seconds.
  started_at     bigint,
  -- Answers once, for a day.
  callback_url   varchar(1000),
  -- The run of the file, without positions, stored as soon as it is fetched.
  reading        json,
  is_read        boolean not null default false,
  -- Rises with each notification, so that a row is not deleted for an older one.
  version        integer not null default 1,
  attempts       smallint not null default 0,
  received_at    timestamptz not null,
  -- The next attempt, or the end of a worker's lease.
  due_at         timestamptz not null,
  primary key (garmin_user_id, kind, summary_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
