-- What a skipped day without a plan was, so that it can be put back: its workout of the library, as it was then, or its own
-- content with its reading. A plan has it in its text.
alter table calendar_entry add column skipped json;
