-- A private link to the athlete's calendar, which other calendars poll.
create table calendar_feed (
  user_id    uuid primary key references app_user (user_id) on delete cascade,
  -- SHA-256 of the secret in the link, which is stored nowhere.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null
);
