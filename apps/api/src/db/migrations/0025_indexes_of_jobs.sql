-- no-transaction
-- For jobs that look at all athletes: they would otherwise read these tables whole, once for each batch.
drop index concurrently if exists season_action_made;
create index concurrently season_action_made on season_action (made_at);
drop index concurrently if exists garmin_account_athlete;
create index concurrently garmin_account_athlete on garmin_account (user_id, garmin_user_id);
drop index concurrently if exists garmin_inbox_due;
create index concurrently garmin_inbox_due on garmin_inbox (due_at);
