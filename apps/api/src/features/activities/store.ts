import { MAX_ACTIVITIES, type NewActivity, type NewComparison } from '@pacewright/contract';
import * as z from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { LOWEST_ID, newId } from '../../db/ids.ts';
import { isoTime, LIMIT_BYTES, LIMIT_BYTES_END } from '../../db/page.ts';
import { sql } from '../../db/sql.ts';

/** A run with its response as JSON text. */
export type StoredActivity = z.infer<typeof activityRow>;

/** The position of the last run of a page. */
export type Cursor = { day: string; id: string };

const START: Cursor = { day: '-infinity', id: LOWEST_ID };
const MAX_PER_PAGE = 500;

export async function listActivities(
  db: Db,
  userId: string,
  { from, to }: { from: string; to: string },
  after: Cursor = START,
): Promise<{ activities: StoredActivity[]; isMore: boolean }> {
  const { rows } = await db.query(sql`
    select ${COLUMNS} from activity a
    where a.user_id = ${userId} and a.day between ${from} and ${to}
      and (a.day, a.activity_id) > (${after.day}::date, ${after.id})
    order by a.day, a.activity_id
    limit ${MAX_PER_PAGE + 1}`);
  return {
    activities: rows.slice(0, MAX_PER_PAGE).map(parseActivity),
    isMore: rows.length > MAX_PER_PAGE,
  };
}

/** Without the detail. */
export async function findActivity(
  db: Db,
  userId: string,
  id: string,
): Promise<StoredActivity | undefined> {
  const { rows } = await db.query(sql`
    select ${COLUMNS} from activity a where a.user_id = ${userId} and a.activity_id = ${id}`);
  return rows.map(parseActivity)[0];
}

export async function findDetail(
  db: Db,
  userId: string,
  id: string,
): Promise<StoredActivity | undefined> {
  const { rows } = await db.query(sql`
    select ${DETAIL_COLUMNS} from ${DETAILS}
    where a.user_id = ${userId} and a.activity_id = ${id}`);
  return rows.map(parseActivity)[0];
}

/**
 * The stored run that is the same: by its source, or by the second it began if one of the two came from Garmin. Nobody runs
 * twice at once, and a run that was added by hand is the one that Garmin sends later.
 */
export async function findSame(
  db: Db,
  userId: string,
  {
    source,
    sourceId,
    day,
    startedAt,
  }: Pick<NewActivity, 'source' | 'sourceId' | 'day' | 'startedAt'>,
): Promise<StoredActivity | undefined> {
  const { rows } = await db.query(sql`
    select ${COLUMNS} from activity a
    where a.user_id = ${userId} and a.source = ${source} and a.source_id = ${sourceId}
    union all
    select ${COLUMNS} from activity a
    where a.user_id = ${userId} and a.day between ${day}::date - 1 and ${day}::date + 1
      and date_trunc('second', a.started_at) = date_trunc('second', ${startedAt}::timestamptz)
      and 'garmin' in (a.source, ${source})
    limit 1`);
  return rows.map(parseActivity)[0];
}

/** Whether a run began in this second. */
export async function hasRunAt(db: Db, userId: string, startedAt: Date): Promise<boolean> {
  const { rows } = await db.query(sql`
    select 1 from activity
    where user_id = ${userId}
      and day between (${startedAt}::timestamptz)::date - 1 and (${startedAt}::timestamptz)::date + 1
      and date_trunc('second', started_at) = date_trunc('second', ${startedAt}::timestamptz)`);
  return rows.length > 0;
}

/** A run that came from Garmin, with its detail. */
export async function findFromGarmin(
  db: Db,
  userId: string,
  sourceId: string,
): Promise<StoredActivity | undefined> {
  const { rows } = await db.query(sql`
    select ${DETAIL_COLUMNS} from ${DETAILS}
    where a.user_id = ${userId} and a.source = 'garmin' and a.source_id = ${sourceId}`);
  return rows.map(parseActivity)[0];
}

export async function countActivities(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query(sql`
    select count(*)::int as activities from activity where user_id = ${userId}`);
  return Number(rows[0]?.['activities']);
}

/** Everything that decides whether a run from Garmin is stored, in one statement. Needs the athlete's lock. */
export async function findObstacles(
  db: Db,
  userId: string,
  {
    sourceId,
    day,
    startedAt,
    entryId,
  }: Pick<NewActivity, 'sourceId' | 'day' | 'startedAt' | 'entryId'>,
): Promise<z.infer<typeof obstacles>> {
  const { rows } = await db.query(sql`
    select
      exists (
        select 1 from activity_deletion
        where user_id = ${userId} and source_id = ${sourceId}) as "isDeleted",
      exists (
        select 1 from activity
        where user_id = ${userId} and source = 'garmin' and source_id = ${sourceId}) as "isReceived",
      exists (
        select 1 from activity
        where user_id = ${userId} and day between ${day}::date - 1 and ${day}::date + 1
          and date_trunc('second', started_at) = date_trunc('second', ${startedAt}::timestamptz))
        as "isKnown",
      exists (
        select 1 from activity
        where user_id = ${userId} and entry_id = ${entryId}::uuid) as "isEntryTaken",
      (select count(*) from activity where user_id = ${userId}) >= ${MAX_ACTIVITIES} as "isFull"`);
  return obstacles.parse(rows[0]);
}

const obstacles = z.object({
  isDeleted: z.boolean(),
  /** From Garmin. */
  isReceived: z.boolean(),
  /** By the second it began. */
  isKnown: z.boolean(),
  isEntryTaken: z.boolean(),
  isFull: z.boolean(),
});

/** Returns the id. Needs the athlete's lock, and that the source is new. */
export async function addActivity(db: Db, userId: string, added: NewActivity): Promise<string> {
  const id = newId();
  await db.query(sql`
    with added as (
      insert into activity (user_id, activity_id, source, source_id, started_at, day, seconds, metres,
        entry_id, summary, pace_seconds, outline, effort)
      values (${userId}, ${id}, ${added.source}, ${added.sourceId}, ${added.startedAt}, ${added.day},
        ${added.seconds}, ${added.metres}, ${added.entryId}, ${added.summary},
        ${JSON.stringify(added.paceSeconds)}, ${Buffer.from(added.outline, 'base64')},
        ${added.effort}))
    insert into activity_detail (user_id, activity_id, trace, watch, comparison, notes)
    values (${userId}, ${id}, ${Buffer.from(added.trace, 'base64')},
      ${JSON.stringify(added.watch)}, ${added.comparison && JSON.stringify(added.comparison)},
      ${added.notes})`);
  return id;
}

/** Whether another run belongs to the entry. */
export async function isEntryTaken(
  db: Db,
  userId: string,
  entryId: string,
  exceptId: string | null = null,
): Promise<boolean> {
  const { rows } = await db.query(sql`
    select 1 from activity
    where user_id = ${userId} and entry_id = ${entryId} and activity_id is distinct from ${exceptId}`);
  return rows.length > 0;
}

/** Those of the entries that a run belongs to. */
export async function listTakenEntries(
  db: Db,
  userId: string,
  entryIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.query(sql`
    select entry_id as id from activity
    where user_id = ${userId} and entry_id = any(${[...entryIds]}::uuid[])`);
  return new Set(rows.map(({ id }) => String(id)));
}

export async function setComparison(
  db: Db,
  userId: string,
  id: string,
  { entryId, summary, paceSeconds, comparison }: NewComparison,
): Promise<void> {
  await db.query(sql`
    update activity set entry_id = ${entryId}, summary = ${summary},
      pace_seconds = ${JSON.stringify(paceSeconds)}
    where user_id = ${userId} and activity_id = ${id}`);
  await db.query(sql`
    update activity_detail set comparison = ${comparison && JSON.stringify(comparison)}
    where user_id = ${userId} and activity_id = ${id}`);
}

export async function setNotes(
  db: Db,
  userId: string,
  id: string,
  { notes, effort }: { notes: string; effort: number | null },
): Promise<void> {
  await db.query(sql`
    update activity set effort = ${effort} where user_id = ${userId} and activity_id = ${id}`);
  await db.query(sql`
    update activity_detail set notes = ${notes}, notes_version = notes_version + 1
    where user_id = ${userId} and activity_id = ${id}`);
}

/** Replaces the recording of a run by a longer one of the same, and its comparison. Notes stay. */
export async function replaceRecording(
  db: Db,
  userId: string,
  id: string,
  changed: Pick<
    NewActivity,
    'seconds' | 'metres' | 'outline' | 'trace' | 'watch' | 'summary' | 'paceSeconds' | 'comparison'
  >,
): Promise<void> {
  await db.query(sql`
    update activity set seconds = ${changed.seconds}, metres = ${changed.metres},
      outline = ${Buffer.from(changed.outline, 'base64')}, summary = ${changed.summary},
      pace_seconds = ${JSON.stringify(changed.paceSeconds)}
    where user_id = ${userId} and activity_id = ${id}`);
  await db.query(sql`
    update activity_detail set trace = ${Buffer.from(changed.trace, 'base64')},
      watch = ${JSON.stringify(changed.watch)},
      comparison = ${changed.comparison && JSON.stringify(changed.comparison)}
    where user_id = ${userId} and activity_id = ${id}`);
}

/** Deletes a run. One from Garmin is remembered, because Garmin may send it again. */
export async function deleteActivity(
  db: Db,
  userId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await db.query(sql`
    delete from activity where user_id = ${userId} and activity_id = ${id}
    returning source, source_id as "sourceId"`);
  const [deleted] = rows;
  if (deleted?.['source'] === 'garmin')
    await rememberDeletion(db, userId, String(deleted['sourceId']), at);
  return deleted !== undefined;
}

/** Deletes a run that was deleted at Garmin, also one that is yet to come. Returns whether there was one. */
export async function deleteFromGarmin(
  db: Db,
  userId: string,
  sourceId: string,
  at: Date,
): Promise<boolean> {
  await rememberDeletion(db, userId, sourceId, at);
  const { rowCount } = await db.query(sql`
    delete from activity
    where user_id = ${userId} and source = 'garmin' and source_id = ${sourceId}`);
  return rowCount === 1;
}

/** Up to as many as an athlete may have runs. */
async function rememberDeletion(db: Db, userId: string, sourceId: string, at: Date): Promise<void> {
  await db.query(sql`
    insert into activity_deletion (user_id, source_id, deleted_at)
    select ${userId}, ${sourceId}, ${at}
    where (select count(*) from activity_deletion where user_id = ${userId}) < ${MAX_ACTIVITIES}
    on conflict (user_id, source_id) do nothing`);
}

export async function isDeleted(db: Db, userId: string, sourceId: string): Promise<boolean> {
  const { rows } = await db.query(sql`
    select 1 from activity_deletion where user_id = ${userId} and source_id = ${sourceId}`);
  return rows.length > 0;
}

/** For a run that is stored again after it was deleted. */
export async function revokeDeletion(db: Db, userId: string, sourceId: string): Promise<void> {
  await db.query(sql`
    delete from activity_deletion where user_id = ${userId} and source_id = ${sourceId}`);
}

/** All runs with their details, in pages of JSON. */
export async function* exportActivities(db: Db, userId: string): AsyncGenerator<string[]> {
  for (let after: Cursor | undefined = START; after !== undefined;) {
    const { rows }: Awaited<ReturnType<Db['query']>> = await db.query(sql`
      select id, day, json from ${LIMIT_BYTES} select ${DETAIL_COLUMNS} from ${DETAILS}
      where a.user_id = ${userId}
        and (a.day, a.activity_id) > (${after.day}::date, ${after.id})
      order by a.day, a.activity_id
      limit 100 ${LIMIT_BYTES_END}`);
    const page = rows.map(parseActivity);
    yield page.map(({ json }) => json);
    after = page.at(-1);
  }
}

const DETAILS = sql`activity a
  join activity_detail d on d.user_id = a.user_id and d.activity_id = a.activity_id`;

const KEYS = sql`a.activity_id as id, to_char(a.day, 'YYYY-MM-DD') as day`;

const FIELDS = sql`'id', a.activity_id, 'source', a.source, 'sourceId', a.source_id, 'day', a.day,
  'startedAt', ${isoTime(sql`a.started_at`)}, 'seconds', a.seconds, 'metres', a.metres,
  'entryId', a.entry_id, 'summary', a.summary, 'paceSeconds', a.pace_seconds,
  'outline', translate(encode(a.outline, 'base64'), E'\n', ''), 'effort', a.effort`;

// The response as JSON text; what is stored as JSON is copied.
const COLUMNS = sql`${KEYS}, json_build_object(${FIELDS})::text as json`;

const DETAIL_COLUMNS = sql`${KEYS}, json_build_object(${FIELDS}, 'notes', d.notes,
  'trace', translate(encode(d.trace, 'base64'), E'\n', ''), 'watch', d.watch,
  'comparison', d.comparison, 'version', d.notes_version)::text as json`;

const activityRow = z.object({ id: z.string(), day: z.string(), json: z.string() });

function parseActivity(value: unknown): StoredActivity {
  return activityRow.parse(value);
}
