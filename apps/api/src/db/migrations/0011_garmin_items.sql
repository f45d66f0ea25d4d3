-- One row for each thing that an athlete wants at Garmin: a workout, or a day that a workout is planned for.
-- The desired and the remote state stand side by side; the reconciler makes the remote one equal.
create table garmin_item (
  user_id         uuid not null,
  -- The workout's own id, or the id of the calendar entry.
  item_id         uuid not null,
  workout_id      uuid not null,
  kind            varchar(8) not null check (kind in ('workout', 'schedule')),
  -- The account it belongs to. Other accounts know nothing of it.
  garmin_user_id  varchar(64) not null,
  -- The athlete's request. It outlives the deletion of the workout in the library, so that restoring the
  -- workout restores its deliveries.
  requested       boolean not null,
  -- Desired state of a workout: its source, and the request body that was made from it.
  content         json,
  body            json,
  -- Desired state of a schedule.
  day             date,
  desired_rev     integer not null,
  -- Ids of 64 bits, as text: nothing is computed with them.
  remote_id       varchar(19),
  owner_id        varchar(19),
  remote_rev      integer,
  -- The day that Garmin was last asked for; a lost response is looked up there.
  remote_day      date,
  sent_at         timestamptz,
  -- The request under way. One without a remote id that is found by the next job never got its response.
  lease           uuid,
  attempts        integer not null default 0,
  -- Pending while it is set.
  next_attempt_at timestamptz,
  error           varchar(20),
  detail          varchar(300),
  primary key (user_id, item_id),
  foreign key (user_id, workout_id) references workout (user_id, workout_id) on delete cascade,
  check (case kind when 'workout' then content is not null and day is null and item_id = workout_id
    else content is null and body is null and day is not null end)
);

create index garmin_item_workout on garmin_item (user_id, workout_id);
create index garmin_item_day on garmin_item (user_id, day);
create index garmin_item_pending on garmin_item (user_id, next_attempt_at)
  where next_attempt_at is not null;

-- No server has had an agreement with Garmin so far, so there is nothing to carry over. The tables stay
-- for a version that still runs during the roll-out; a later migration drops them.
delete from garmin_workout;
delete from garmin_call;

alter table garmin_link rename to garmin_connection;
-- Tokens of an ended connection are kept for a week, so that an outage that looked like an end can be undone.
alter table garmin_connection drop constraint garmin_link_check;
alter table garmin_connection
  add check (num_nonnulls(tokens, key_version, access_expires_at, refresh_expires_at) in (0, 4)),
  add check (ended_at is not null or tokens is not null),
  -- One process refreshes at a time; a lease instead of a lock, so that no connection waits for Garmin.
  add column refresh_lease_until timestamptz,
  -- Garmin has reported that the athlete disconnected; checked before it is acted on.
  add column deregistration_reported_at timestamptz,
  -- Requests of the athlete's current day (UTC), against Garmin's daily limit.
  add column calls_on date,
  add column calls integer not null default 0;
create index garmin_connection_idle on garmin_connection (user_id, refreshed_at) where ended_at is null;
create index garmin_connection_key on garmin_connection (user_id, key_version) where tokens is not null;
create index garmin_connection_ended on garmin_connection (user_id, ended_at) where ended_at is not null;
-- For a version that still runs during the roll-out.
create view garmin_link as
  select user_id, garmin_user_id, tokens, key_version, access_expires_at, refresh_expires_at, refreshed_at,
    permissions, permissions_at, connected_at, ended_at
  from garmin_connection;

-- The budget of requests that all processes share, as a token bucket.
create table garmin_budget (
  name         varchar(20) primary key,
  tokens       double precision not null,
  refilled_at  timestamptz not null,
  paused_until timestamptz
);

-- Notifications that were received and not yet processed, one row for each account and kind.
create table garmin_notification (
  garmin_user_id varchar(64) not null,
  kind           varchar(20) not null,
  received_at    timestamptz not null,
  primary key (garmin_user_id, kind)
);
