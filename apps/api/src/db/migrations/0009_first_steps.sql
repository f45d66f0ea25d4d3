-- How many of the three first steps are behind the athlete, done or skipped. Whoever has paces or workouts
-- already is past them.
alter table app_user
  add column first_steps smallint not null default 0 check (first_steps between 0 and 3);

update app_user set first_steps = 3
where user_id in (select user_id from training_paces union select user_id from workout);
