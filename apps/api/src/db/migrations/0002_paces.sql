-- Races an athlete ran. One that is added again is the same race, so a retried save adds it once.
create table race (
  user_id         uuid not null references app_user (user_id) on delete cascade,
  race_id         uuid not null,
  raced_on        date not null check (raced_on >= '1900-01-01'),
  distance        double precision not null check (distance between 800 and 100000),
  time_in_seconds double precision not null check (time_in_seconds > 0 and time_in_seconds <= 86400),
  created_at      timestamptz not null default now(),
  primary key (user_id, race_id),
  unique (user_id, raced_on, distance, time_in_seconds)
);

-- What an athlete trains by. Speeds in m/s, the slower end first, never rounded. The ranges that follow
-- from vdot can be computed at any time; "edited" names those that were changed by hand.
create table training_paces (
  user_id    uuid primary key references app_user (user_id) on delete cascade,
  pace_units varchar(8) not null check (pace_units in ('imperial', 'metric')),
  vdot       double precision check (vdot > 0 and vdot <= 100),
  race_id    uuid,
  e_from     double precision not null,
  e_to       double precision not null,
  m_from     double precision not null,
  m_to       double precision not null,
  t_from     double precision not null,
  t_to       double precision not null,
  i_from     double precision not null,
  i_to       double precision not null,
  r_from     double precision not null,
  r_to       double precision not null,
  edited     varchar(5) not null check (edited ~ '^E?M?T?I?R?$'),
  updated_at timestamptz not null default now(),
  foreign key (user_id, race_id) references race (user_id, race_id),
  -- NaN sorts above infinity, so the last test keeps both out.
  check ((e_from = 0 and e_to = 0) or (e_from > 0 and e_from <= e_to and e_to < 'infinity')),
  check ((m_from = 0 and m_to = 0) or (m_from > 0 and m_from <= m_to and m_to < 'infinity')),
  check ((t_from = 0 and t_to = 0) or (t_from > 0 and t_from <= t_to and t_to < 'infinity')),
  check ((i_from = 0 and i_to = 0) or (i_from > 0 and i_from <= i_to and i_to < 'infinity')),
  check ((r_from = 0 and r_to = 0) or (r_from > 0 and r_from <= r_to and r_to < 'infinity'))
);
