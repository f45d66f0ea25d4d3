-- An athlete's link with a Garmin account. It stays when Garmin ends it, without its tokens, to ask the
-- athlete to sign in again.
create table garmin_link (
  user_id            uuid primary key references app_user (user_id) on delete cascade,
  garmin_user_id     varchar(64) not null check (garmin_user_id <> ''),
  -- Both tokens together, encrypted; key_version says with which key. Nothing else of them is kept.
  tokens             bytea,
  key_version        integer,
  access_expires_at  timestamptz,
  refresh_expires_at timestamptz,
  refreshed_at       timestamptz not null,
  -- As Garmin names them, joined by commas; null until Garmin has told.
  permissions        text,
  -- When they were as they are here. What Garmin tells of an earlier time comes too late.
  permissions_at     timestamptz not null,
  connected_at       timestamptz not null,
  ended_at           timestamptz,
  check (num_nonnulls(tokens, key_version, access_expires_at, refresh_expires_at)
    = case when ended_at is null then 4 else 0 end)
);

-- Whose Garmin account it is: what Garmin sends knows only its own id. No reference to the athlete, who
-- may live on another server; what there is in garmin_link decides.
create table garmin_account (
  garmin_user_id varchar(64) primary key,
  user_id        uuid not null
);

-- Links that have ended here and not yet at Garmin. They outlive the athlete's account, and go as soon as
-- Garmin has been told.
create table garmin_revocation (
  revocation_id  uuid primary key,
  garmin_user_id varchar(64) not null,
  tokens         bytea not null,
  key_version    integer not null,
  expires_at     timestamptz not null,
  created_at     timestamptz not null default now()
);
