-- Apps, such as assistants, that an athlete connected: access with tokens that are replaced each hour. Null for keys.
alter table api_access
  add column client_id        varchar(500),
  add column token_expires_at timestamptz,
  -- SHA-256 of the secret that all refresh tokens of the access share, and of the only one that still works.
  add column family_hash      bytea,
  add column refresh_hash     bytea;

-- Codes that an app exchanges for its tokens, once.
create table oauth_code (
  user_id      uuid          not null references app_user (user_id) on delete cascade,
  code_hash    bytea         not null check (octet_length(code_hash) = 32),
  client_id    varchar(500)  not null,
  client_name  varchar(80)   not null,
  redirect_uri varchar(2000) not null,
  -- SHA-256 of the app's verifier, as base64url.
  challenge    char(43)      not null,
  scopes       varchar(20)[] not null check (cardinality(scopes) between 1 and 5),
  expires_at   timestamptz   not null,
  -- What it was exchanged for.
  access_id    uuid,
  primary key (user_id, code_hash)
);
