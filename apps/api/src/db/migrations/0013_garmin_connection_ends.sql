-- The ends of connections in the last hour, which are counted before another one ends. A table of its own, because an
-- index of garmin_connection starts with the athlete. No reference to the athlete, because only the number matters.
create table garmin_connection_end (
  ended_at timestamptz not null,
  end_id   uuid not null,
  primary key (ended_at, end_id)
);

insert into garmin_connection_end (ended_at, end_id)
select ended_at, gen_random_uuid() from garmin_connection where ended_at > now() - interval '1 hour';
