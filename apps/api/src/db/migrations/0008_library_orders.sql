-- The library in two more orders: by the last change, and by name.

-- The title as names are ordered: "Über 5x400" is "uber 000005x000400". Made by the API with every save.
alter table workout add column title_key text collate "C";
update workout set title_key = lower(title);
alter table workout alter column title_key set not null;

create index workout_changed on workout (user_id, updated_at, workout_id);
create index workout_title on workout (user_id, title_key, workout_id);
