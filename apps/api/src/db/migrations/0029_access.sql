-- Keys that an athlete makes for scripts and assistants.
create table api_access (
  user_id      uuid        not null references app_user (user_id) on delete cascade,
  access_id    uuid        not null,
  name         varchar(80) not null,
  scopes       varchar(20)[] not null check (cardinality(scopes) between 1 and 5),
  -- SHA-256 of the key, which is stored nowhere. Null once it is revoked.
  token_hash   bytea check (octet_length(token_hash) = 32),
  -- The last four characters, by which its owner knows it again.
  token_hint   char(4)     not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  last_used_on date,
  primary key (user_id, access_id),
  unique (user_id, token_hash)
);

-- What a key wrote. The time is in the id, a UUIDv7.
create table api_write (
  user_id   uuid not null,
  write_id  uuid not null,
  access_id uuid not null,
  what      varchar(300) not null,
  -- The texts that were replaced or removed.
  before    json,
  primary key (user_id, write_id),
  foreign key (user_id, access_id) references api_access (user_id, access_id) on delete cascade
);
