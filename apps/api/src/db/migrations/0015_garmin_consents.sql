-- The consents of athletes who connected Garmin, one row for each time.
create table garmin_consent (
  user_id      uuid not null references app_user (user_id) on delete cascade,
  agreed_at    timestamptz not null,
  -- The version of our text, GARMIN_CONSENT_TEXTS in the contract. Null for connections of earlier releases.
  text_version smallint,
  -- As Garmin names them, joined by commas; null if Garmin had not sent them yet.
  permissions  text,
  withdrawn_at timestamptz,
  primary key (user_id, agreed_at)
);

insert into garmin_consent (user_id, agreed_at, permissions)
select user_id, connected_at, permissions from garmin_connection;

-- Empty since 0011, which left them to the release before it.
drop view garmin_link;
drop table garmin_schedule;
drop table garmin_workout;
drop table garmin_call;
