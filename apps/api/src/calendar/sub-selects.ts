import { sql, type Statement } from '../db/sql.ts';

// What statements about other tables ask of the calendar. An argument is a column or a table of such a statement.

/** An expression: the days of season s whose content the athlete changed, as its text has them, as JSON. */
export function editedDays(s: Statement): Statement {
  return sql`(
    select coalesce(json_agg(planned.value order by planned.value ->> 'day'), '[]')
    from calendar_entry e
    join json_array_elements(${s}.base) as planned on planned.value ->> 'key' = e.plan_key
    where e.user_id = ${s}.user_id and e.season_id = ${s}.season_id and e.done_at is null
      and not e.is_held
      and (e.kind, e.title, e.script, e.notes) is distinct from
        (planned.value ->> 'kind', planned.value ->> 'title', planned.value ->> 'script',
          planned.value ->> 'notes'))`;
}

/**
 * A row of season s: how many entries it has, how many of them are no rest days, how many are done, and their last day.
 * Counts through the index by season.
 */
export function countedEntries(s: Statement): Statement {
  return sql`(
    select count(*)::int as entries, count(*) filter (where e.kind is distinct from 'rest')::int as to_do,
      count(e.done_at)::int as done, max(e.day) as last_day
    from calendar_entry e
    where e.user_id = ${s}.user_id and e.season_id = ${s}.season_id)`;
}

export function hasEntries(userId: Statement): Statement {
  return sql`exists (select from calendar_entry e where e.user_id = ${userId})`;
}

export function isEntryDone(userId: Statement, entryId: Statement): Statement {
  return sql`exists (
    select from calendar_entry e
    where e.user_id = ${userId} and e.entry_id = ${entryId} and e.done_at is not null)`;
}

/** Whether its season is paused, or it is a rest day, such as a skipped one. Null for an entry that does not exist. */
export function isEntryOff(userId: Statement, entryId: Statement): Statement {
  return sql`(
    select e.is_held or coalesce(e.kind <> 'run', false) from calendar_entry e
    where e.user_id = ${userId} and e.entry_id = ${entryId})`;
}
