-- Searches read the workouts themselves, see decision 0172. No version that still runs uses the table.
drop table workout_term;
