-- The number of weeks of a season's plan, so that an entry can say "week 5 of 12" without reading the base. Null until the
-- season is saved again. The check is not valid so that no row is read; every row has null.
alter table season
  add column week_count smallint,
  add constraint season_week_count_check check (week_count > 0) not valid;
