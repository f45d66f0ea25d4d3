-- Whether the athlete registered with an address that nobody had verified, and has not verified it since. False for
-- rows of the previous version, which must not lose a name to somebody who signs in with Google.
alter table app_user add column is_unverified boolean not null default false;
