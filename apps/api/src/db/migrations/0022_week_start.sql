-- The day on which the weeks of the athlete's calendar begin. The check is not valid so that no row is read; every row
-- has the default.
alter table app_user
  add column week_start varchar(6) not null default 'monday',
  add constraint app_user_week_start_check check (week_start in ('monday', 'sunday')) not valid;
