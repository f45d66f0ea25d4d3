-- Morning or afternoon, for a day with two sessions. The check is not valid so that no row is read; every row is null.
alter table calendar_entry
  add column time_of_day varchar(2),
  add constraint calendar_entry_time_of_day_check check (time_of_day in ('am', 'pm')) not valid;
