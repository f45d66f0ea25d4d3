-- Recorded runs: the part that calendars show. Small, so that a month is one short read.
create table activity (
  user_id      uuid not null references app_user (user_id) on delete cascade,
  activity_id  uuid not null,
  -- Where it came from and its id there, so that the same run is stored once.
  source       varchar(16) not null check (source in ('file')),
  source_id    varchar(64) not null,
  started_at   timestamptz not null,
  -- By the clock of the watch.
  day          date not null check (day between '1970-01-01' and '2199-12-31'),
  seconds      integer not null check (seconds between 1 and 86400),
  metres       real check (metres >= 0),
  entry_id     uuid,
  summary      varchar(300),
  pace_seconds json not null,
  outline      bytea not null check (octet_length(outline) <= 120),
  effort       smallint check (effort between 1 and 10),
  primary key (user_id, activity_id),
  unique (user_id, source, source_id),
  unique (user_id, entry_id),
  foreign key (user_id, entry_id) references calendar_entry (user_id, entry_id)
    on delete set null (entry_id)
);

create index activity_day on activity (user_id, day, activity_id);

-- Read only when one run is opened.
create table activity_detail (
  user_id     uuid not null,
  activity_id uuid not null,
  trace       bytea not null check (octet_length(trace) <= 40000),
  watch       json not null,
  comparison  json,
  notes       varchar(2000) not null,
  primary key (user_id, activity_id),
  foreign key (user_id, activity_id) references activity (user_id, activity_id) on delete cascade
);

-- The trace is deflated already; compressing it again costs time and saves nothing.
alter table activity_detail alter column trace set storage external;
