import type { SavedReading } from '@pacewright/contract';
import type { Entry } from '@pacewright/plan';
import * as z from 'zod/mini';
import type { Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { ENTRIES, IS_VISIBLE } from './entries.ts';
import { SHOWN_TITLE } from './title.ts';

/** The entries of a season, and those of these ids, which may have left it. */
export async function listSeasonEntries(
  db: Db,
  userId: string,
  seasonId: string,
  others: readonly string[],
): Promise<z.infer<typeof entryRow>[]> {
  const { rows } = await db.query(sql`
    select entry_id as id, plan_key as key, to_char(day, 'YYYY-MM-DD') as day, time_of_day as "timeOfDay", kind, title, script,
      is_race as "isRace", notes, alternatives, done_at is not null as "isDone", is_held as "isHeld"
    from calendar_entry
    where user_id = ${userId} and kind is not null
      and (season_id = ${seasonId} or entry_id = any(${others}::uuid[]))
    order by day, entry_id`);
  return rows.map((row) => entryRow.parse(row));
}

/** An entry as its season has it. A reading that is null stays as it is. */
export type SeasonEntry = Omit<Entry, 'key' | 'status'> & {
  key: string | null;
  reading: SavedReading | null;
  seasonId: string | null;
  isHeld: boolean;
};

export async function removeSeasonEntries(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db.query(sql`
    delete from calendar_entry where user_id = ${userId} and entry_id = any(${ids}::uuid[])`);
}

/** Needs the athlete's lock. */
export async function updateSeasonEntries(
  db: Db,
  userId: string,
  entries: readonly SeasonEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await db.query(sql`
    with owner as (select ${userId}::uuid as id),
    rows as (
      select row_number() over () as place, r.* from json_to_recordset(${JSON.stringify(entries)}) as r ${ROW}),
    ${PLACED}
    update calendar_entry e set
      day = p.day, position = case when e.day = p.day then e.position else p.position end,
      time_of_day = p."timeOfDay", kind = p.kind, title = p.title, script = p.script, is_race = coalesce(p."isRace", false), notes = p.notes,
      alternatives = p.alternatives, reading = coalesce(p.reading, e.reading),
      season_id = p."seasonId", plan_key = p.key, is_held = p."isHeld",
      version = e.version + ((e.kind, e.title, e.script, e.notes, e.is_race) is distinct from
        (p.kind, p.title, p.script, p.notes, coalesce(p."isRace", false)))::int
    from placed p
    where e.user_id = ${userId} and e.entry_id = p.id`);
}

/** Needs the athlete's lock. */
export async function insertSeasonEntries(
  db: Db,
  userId: string,
  entries: readonly SeasonEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await db.query(sql`
    with owner as (select ${userId}::uuid as id),
    rows as (
      select row_number() over () as place, r.* from json_to_recordset(${JSON.stringify(entries)}) as r ${ROW}),
    ${PLACED}
    insert into calendar_entry (user_id, entry_id, day, position, time_of_day, kind, title, script, is_race, notes,
      alternatives, reading, season_id, plan_key, is_held)
    select ${userId}::uuid, p.id, p.day, p.position, p."timeOfDay", p.kind, p.title, p.script, coalesce(p."isRace", false), p.notes,
      p.alternatives, p.reading, p."seasonId", p.key, p."isHeld"
    from placed p`);
}

// An entry that changes its day is put at the end of the day. Rows are in the order of the plan.
const PLACED = sql`placed as (
  select r.*, coalesce((
      select max(e.position) from calendar_entry e where e.user_id = owner.id and e.day = r.day), -1)
    + row_number() over (partition by r.day order by r.place) as position
  from rows r, owner)`;

const ROW = sql`(id uuid, day date, "timeOfDay" text, kind text, title text, script text, "isRace" boolean,
  notes text, alternatives json, reading json, "seasonId" uuid, key text, "isHeld" boolean)`;

/** Makes the entries of a season the athlete's own. */
export async function releaseSeasonEntries(
  db: Db,
  userId: string,
  seasonId: string,
): Promise<void> {
  await db.query(sql`
    update calendar_entry set season_id = null, plan_key = null
    where user_id = ${userId} and season_id = ${seasonId}`);
}

/** The other entries of some days: of other seasons, and the athlete's own (A13). */
export async function listOthers(
  db: Db,
  userId: string,
  days: readonly string[],
  own: readonly string[],
): Promise<Map<string, { entryCount: number; titles: string[] }>> {
  const { rows } = await db.query(sql`
    select to_char(e.day, 'YYYY-MM-DD') as day, count(*)::int as "entryCount",
      (array_agg(coalesce(e.done_title, ${SHOWN_TITLE}) order by e.position, e.entry_id))[1:3] as titles
    from ${ENTRIES}
    where e.user_id = ${userId} and e.day = any(${days}::date[]) and e.entry_id <> all(${own}::uuid[])
      and ${IS_VISIBLE}
    group by e.day
    order by e.day`);
  return new Map(
    rows.map((row) => {
      const { day, ...others } = othersRow.parse(row);
      return [day, others];
    }),
  );
}

const option = z.object({
  kind: z.enum(['run', 'rest', 'other']),
  title: z.string(),
  script: z.string(),
  isRace: z.optional(z.boolean()),
});

const entryRow = z.object({
  id: z.string(),
  key: z.nullable(z.string()),
  day: z.string(),
  timeOfDay: z.nullable(z.enum(['am', 'pm'])),
  ...option.shape,
  notes: z.string(),
  alternatives: z.array(option),
  isDone: z.boolean(),
  isHeld: z.boolean(),
});

const othersRow = z.object({
  day: z.string(),
  entryCount: z.number(),
  titles: z.array(z.string()),
});
