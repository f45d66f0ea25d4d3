-- The last day on which another calendar read the feed, so that its owner notices a reader.
alter table calendar_feed add column last_read_at timestamptz;
