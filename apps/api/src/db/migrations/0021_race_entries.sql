-- Whether an entry with its own content is a race, so that the days until it can be counted. Without a check on its kind,
-- because the release before changes the kind and does not know of races.
alter table calendar_entry add column is_race boolean not null default false;
