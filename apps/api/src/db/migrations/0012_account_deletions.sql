-- Accounts that were deleted lately. Written in the transaction that removes the athlete's rows, and checked by
-- registrations: a token outlives its account, and must not register it again. No reference to the athlete, who
-- is gone; their id is a hash of the sign-in's.
create table account_deletion (
  deleted_user_id uuid primary key,
  -- Null once the sign-in is deleted too; until then the worker tries.
  firebase_uid    varchar(128),
  requested_at    timestamptz not null
);
