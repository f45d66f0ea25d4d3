-- An athlete who has registered. The key is made from the Firebase uid (see ids.ts), so every table of
-- an athlete's can start with it, and be spread by it, without a look-up.
create table app_user (
  user_id      uuid primary key,
  firebase_uid varchar(128) not null check (firebase_uid <> ''),
  username     varchar(64)  not null check (char_length(btrim(username)) >= 3),
  email        varchar(320) not null check (email like '%_@_%'),
  avatar       text check (char_length(avatar) <= 64000),
  created_at   timestamptz  not null default now(),
  updated_at   timestamptz  not null default now()
);
