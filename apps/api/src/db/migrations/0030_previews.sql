-- Changes that an assistant has shown and not yet made, and for a day what undoes those it made.
create table api_preview (
  user_id     uuid not null,
  preview_id  varchar(30) not null,
  access_id   uuid not null,
  today       date not null,
  changes     json not null,
  -- A hash of everything that the changes depend on.
  fingerprint varchar(100) not null,
  -- The response, once they are made.
  result      json,
  -- The entries of the calendar before and after, so that they can be put back as they were.
  undo        json,
  expires_at  timestamptz not null,
  primary key (user_id, preview_id),
  foreign key (user_id, access_id) references api_access (user_id, access_id) on delete cascade
);
