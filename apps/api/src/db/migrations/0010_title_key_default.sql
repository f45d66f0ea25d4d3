-- 0008 made title_key required, and the release before it does not know the column. With a default its saves
-- succeed during a roll-out and after a rollback. Such a workout sorts first by name until it is saved again.
alter table workout alter column title_key set default '';
