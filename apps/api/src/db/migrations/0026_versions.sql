-- Counts the changes of an entry's own content, and of the notes on a run, so that no device overwrites another's.
alter table calendar_entry add column version integer not null default 1;
alter table activity_detail add column notes_version integer not null default 1;
