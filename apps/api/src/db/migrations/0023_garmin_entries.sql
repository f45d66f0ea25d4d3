-- no-transaction
-- Calendar entries with their own script at Garmin. Their items have the entry instead of a workout of the library, and
-- ids of their own, because the day of a workout that the entry showed before has the id of the entry. The entry is not a
-- reference: one that is deleted still has to be removed at Garmin. Every row has a workout, so both constraints hold.
alter table garmin_item
  add column if not exists entry_id uuid,
  alter column workout_id drop not null,
  drop constraint if exists garmin_item_source_check,
  add constraint garmin_item_source_check check (num_nonnulls(workout_id, entry_id) = 1) not valid,
  drop constraint if exists garmin_item_athlete,
  add constraint garmin_item_athlete foreign key (user_id) references app_user (user_id)
    on delete cascade not valid;
alter table garmin_item validate constraint garmin_item_source_check;
alter table garmin_item validate constraint garmin_item_athlete;
drop index concurrently if exists garmin_item_entry;
create unique index concurrently garmin_item_entry on garmin_item (user_id, entry_id, kind);
