import { DAYS_TO_UNDO, type SavedReading } from '@pacewright/contract';
import type { Entry, Season } from '@pacewright/plan';
import * as z from 'zod/mini';
import {
  insertSeasonEntries,
  listSeasonEntries,
  releaseSeasonEntries,
  removeSeasonEntries,
  type SeasonEntry,
  updateSeasonEntries,
} from '../../calendar/season-entries.ts';
import { countedEntries, editedDays } from '../../calendar/sub-selects.ts';
import type { Db } from '../../db/database.ts';
import { LOWEST_ID } from '../../db/ids.ts';
import { isoTime, LIMIT_BYTES, LIMIT_BYTES_END } from '../../db/page.ts';
import { sql } from '../../db/sql.ts';
import type { IdempotencyKey } from '../../http/idempotency.ts';
import { isSame, type SeasonState } from './season-actions.ts';
import type { OldRows } from '../../jobs/retention.ts';

/** All seasons as JSON texts, the newest first. There is a cap, and none has more than a few hundred bytes. */
export async function listSeasons(db: Db, userId: string): Promise<string[]> {
  const { rows } = await db.query(sql`
    select json_build_object(${SUMMARY})::text as json from ${SEASONS}
    where s.user_id = ${userId} and ${IS_LISTED}
    order by s.season_id desc`);
  return rows.map(({ json }) => String(json));
}

export async function countSeasons(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query(sql`
    select count(*)::int as seasons from ${SEASONS} where s.user_id = ${userId} and ${IS_LISTED}`);
  return Number(rows[0]?.['seasons']);
}

/** One season as JSON text, with the actions that can be undone. */
export async function findSeasonText(
  db: Db,
  userId: string,
  id: string,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await db.query(sql`
    select json_build_object(${SUMMARY}, 'text', s.text, 'waitingText', s.waiting_text,
      'anchor', s.anchor, 'shifts', s.shifts, 'edited', ${editedDays(sql`s`)}, 'actions', (
        select coalesce(json_agg(json_build_object('id', a.action_id, 'kind', a.kind,
          'at', ${isoTime(sql`a.made_at`)}) order by a.action_id desc), '[]')
        from season_action a
        where a.user_id = s.user_id and a.season_id = s.season_id and a.undone_at is null
          and a.made_at > ${undoDeadline(now)}))::text as json
    from ${SEASONS}
    where s.user_id = ${userId} and s.season_id = ${id}`);
  return rows.map(({ json }) => String(json))[0];
}

/** A season with its entries. Entries with other ids may be among them that have left it. */
export async function findSeason(
  db: Db,
  userId: string,
  id: string,
  released: readonly Pick<Entry, 'id' | 'key'>[] = [],
): Promise<SeasonState | undefined> {
  const { rows } = await db.query(sql`
    select title, text, waiting_text as "waitingText", anchor, to_char(first_day, 'YYYY-MM-DD') as "firstDay",
      base, shifts, to_char(paused_on, 'YYYY-MM-DD') as "pausedOn", ${isoTime(sql`ended_at`)} as "endedAt"
    from season
    where user_id = ${userId} and season_id = ${id}`);
  const [row] = rows;
  if (!row) return undefined;
  const releasedIds = released.map((entry) => entry.id);
  const entries = await listSeasonEntries(db, userId, id, releasedIds);
  const keys = new Map(released.map((entry) => [entry.id, entry.key]));
  return {
    ...parseState(row),
    entries: entries.map(({ key, isHeld, timeOfDay, ...stored }) => {
      const entry = { ...stored, ...(timeOfDay && { timeOfDay }) };
      const status = key === null ? 'released' : isHeld ? 'held' : 'scheduled';
      return { ...entry, key: key ?? keys.get(entry.id) ?? '', status };
    }),
  };
}

export async function addSeason(
  db: Db,
  userId: string,
  id: string,
  { planId, now }: { planId: string | undefined; now: Date },
  state: SeasonState,
): Promise<void> {
  const { title, text, anchor, firstDay, base, shifts } = state;
  await db.query(sql`
    insert into season (user_id, season_id, plan_id, title, text, anchor, first_day, base, shifts, week_count,
      created_at)
    values (${userId}, ${id}, ${planId}, ${title}, ${text}, ${JSON.stringify(anchor)}, ${firstDay},
      ${JSON.stringify(base)}, ${JSON.stringify(shifts)}, ${countWeeks(base)}, ${now})`);
}

/** The last week that has a day; its number begins the day's key. Null without days. */
function countWeeks(base: SeasonState['base']): number | null {
  return base.reduce((last, { key }) => Math.max(last, Number.parseInt(key, 10)), 0) || null;
}

/** Saves a state, and the entries that differ from another, with the readings of their scripts. Needs the athlete's lock. */
export async function saveSeason(
  db: Db,
  userId: string,
  id: string,
  { before, after }: { before: Season; after: SeasonState },
  readings: Readings,
): Promise<void> {
  const { title, text, waitingText, anchor, firstDay, base, shifts, pausedOn, endedAt } = after;
  await db.query(sql`
    update season set title = ${title}, text = ${text}, waiting_text = ${waitingText},
      anchor = ${JSON.stringify(anchor)}, first_day = ${firstDay}, base = ${JSON.stringify(base)},
      shifts = ${JSON.stringify(shifts)}, week_count = ${countWeeks(base)}, paused_on = ${pausedOn}, ended_at = ${endedAt},
      version = version + 1
    where user_id = ${userId} and season_id = ${id}`);
  const { old, removed, changed } = compareEntries(before, after);
  const rows: SeasonEntry[] = changed.map((entry) => ({
    ...entry,
    // Null for an entry whose script is the same.
    reading:
      old.get(entry.id)?.script === entry.script ? null : findReading(readings, entry.script),
    seasonId: entry.status === 'released' ? null : id,
    key: entry.status === 'released' ? null : entry.key,
    isHeld: entry.status === 'held',
  }));
  const isOld = ({ id: entryId }: SeasonEntry) => old.has(entryId);
  await removeSeasonEntries(db, userId, removed);
  await updateSeasonEntries(db, userId, rows.filter(isOld));
  await insertSeasonEntries(
    db,
    userId,
    rows.filter((entry) => !isOld(entry)),
  );
}

/** By script. */
export type Readings = ReadonlyMap<string, SavedReading>;

/** The scripts whose readings saving a state needs. */
export function listScriptsToRead(before: Season, after: Season): Set<string> {
  const old = new Map(before.entries.map(({ id, script }) => [id, script]));
  return new Set(
    after.entries.flatMap(({ id, script }) => (old.get(id) === script ? [] : [script])),
  );
}

function findReading(readings: Readings, script: string): SavedReading {
  const reading = readings.get(script);
  if (!reading) throw new Error('A script was not read before it was saved');
  return reading;
}

/** The entries that differ between two states. */
function compareEntries(before: Season, after: Season) {
  const old = new Map(before.entries.map((entry) => [entry.id, entry]));
  const made = new Set(after.entries.map((entry) => entry.id));
  return {
    old,
    removed: [...old.keys()].filter((id) => !made.has(id)),
    changed: after.entries.filter((entry) => {
      const was = old.get(entry.id);
      return !was || !isSame(was, entry);
    }),
  };
}

/** Whether the athlete has the plan, deleted or not. */
export async function hasPlan(db: Db, userId: string, planId: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    select 1 from plan where user_id = ${userId} and plan_id = ${planId}`);
  return rowCount === 1;
}

/** Everything that undoing an action needs: of the entries, only those that it changed. */
export type StoredAction = {
  id: string;
  before: SeasonState;
  after: SeasonState;
  /** The entries that it removed from the athlete's watch, too. */
  sent: readonly string[];
};

export async function addAction(
  db: Db,
  userId: string,
  {
    id,
    seasonId,
    kind,
    before,
    after,
    sent,
    now,
    request,
  }: StoredAction & {
    seasonId: string;
    kind: string;
    now: Date;
    request: IdempotencyKey | undefined;
  },
): Promise<void> {
  const { old, removed, changed } = compareEntries(before, after);
  const ids = new Set([...removed, ...changed.map((entry) => entry.id)]);
  const entries = [...old.values()].filter((entry) => ids.has(entry.id));
  const was = { ...before, entries, sent };
  await db.query(sql`
    insert into season_action (user_id, action_id, season_id, kind, made_at, before, after, request_key,
      request_hash)
    values (${userId}, ${id}, ${seasonId}, ${kind}, ${now}, ${JSON.stringify(was)},
      ${JSON.stringify({ ...after, entries: changed })}, ${request?.key}, ${request?.hash})`);
  await pruneActions(db, userId, seasonId);
}

const MAX_ACTIONS_OF_SEASON = 20;
const MAX_ACTIONS = 200;
/** Of all actions of an athlete, as they are stored. An ordinary one has a few kilobytes. */
const MAX_ACTION_BYTES = 8_000_000;

/** Deletes the oldest actions above a maximum, because each has a copy of the season. The newest of all is kept. */
async function pruneActions(db: Db, userId: string, seasonId: string): Promise<void> {
  await db.query(sql`
    delete from season_action where user_id = ${userId} and action_id in (
      (select action_id from season_action
        where user_id = ${userId} and season_id = ${seasonId}
        order by action_id desc offset ${MAX_ACTIONS_OF_SEASON})
      union all
      (select action_id from (
          select action_id, row_number() over newer as place,
            sum(pg_column_size(before) + pg_column_size(after)) over newer as bytes
          from season_action
          where user_id = ${userId}
          window newer as (order by action_id desc)) as stored
        where place > ${MAX_ACTIONS} or (place > 1 and bytes > ${MAX_ACTION_BYTES})))`);
}

/** The season of the action that was sent with this key, and whether the request is the same. */
export async function findByIdempotencyKey(
  db: Db,
  userId: string,
  { key, hash }: IdempotencyKey,
): Promise<{ seasonId: string; isSameRequest: boolean } | undefined> {
  const { rows } = await db.query(sql`
    select season_id as id, request_hash = ${hash} as same from season_action
    where user_id = ${userId} and request_key = ${key}`);
  return rows.map(({ id, same }) => ({ seasonId: String(id), isSameRequest: same === true }))[0];
}

/** The newest action of a season that was not undone. */
export async function findNewestAction(
  db: Db,
  userId: string,
  seasonId: string,
  now: Date,
): Promise<StoredAction | undefined> {
  const { rows } = await db.query(sql`
    select action_id as id, before, after from season_action
    where user_id = ${userId} and season_id = ${seasonId} and undone_at is null
      and made_at > ${undoDeadline(now)}
    order by action_id desc
    limit 1`);
  return rows.map(({ id, before, after }) => {
    // Written by addAction from the same types, or by an earlier version, which had no list.
    const { sent = [], ...state } = before as SeasonState & { sent?: readonly string[] };
    return { id: String(id), before: state, after: after as SeasonState, sent };
  })[0];
}

export async function isUndone(
  db: Db,
  userId: string,
  seasonId: string,
  actionId: string,
): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    select 1 from season_action
    where user_id = ${userId} and season_id = ${seasonId} and action_id = ${actionId}
      and undone_at is not null`);
  return rowCount === 1;
}

export async function markActionUndone(
  db: Db,
  userId: string,
  actionId: string,
  now: Date,
): Promise<void> {
  await db.query(sql`
    update season_action set undone_at = ${now}
    where user_id = ${userId} and action_id = ${actionId}`);
}

/** Deletes a season. Its entries become the athlete's own. */
export async function deleteSeason(db: Db, userId: string, id: string): Promise<void> {
  await releaseSeasonEntries(db, userId, id);
  await db.query(sql`delete from season where user_id = ${userId} and season_id = ${id}`);
}

/** Actions that can no longer be undone. */
export const OLD_ACTIONS: OldRows = {
  table: sql`season_action`,
  id: sql`action_id`,
  age: sql`made_at`,
  order: sql`order by made_at`,
  deadline: undoDeadline,
};

/** All seasons with their actions, in pages of JSON. */
export async function* exportSeasons(db: Db, userId: string): AsyncGenerator<string[]> {
  for (let after: string | undefined = LOWEST_ID; after !== undefined;) {
    const { rows }: Awaited<ReturnType<Db['query']>> = await db.query(sql`
      select id, json from ${LIMIT_BYTES}
      select s.season_id as id, json_build_object('id', s.season_id, 'planId', s.plan_id,
        'title', s.title, 'text', s.text, 'waitingText', s.waiting_text, 'anchor', s.anchor,
        'firstDay', s.first_day, 'base', s.base, 'shifts', s.shifts, 'pausedOn', s.paused_on,
        'endedAt', ${isoTime(sql`s.ended_at`)}, 'createdAt', ${isoTime(sql`s.created_at`)},
        'actions', (
          select coalesce(json_agg(json_build_object('id', a.action_id, 'kind', a.kind,
            'at', ${isoTime(sql`a.made_at`)}, 'undoneAt', ${isoTime(sql`a.undone_at`)})
            order by a.action_id), '[]')
          from season_action a
          where a.user_id = s.user_id and a.season_id = s.season_id))::text as json
      from season s
      where s.user_id = ${userId} and s.season_id > ${after}
      order by s.season_id
      limit 20 ${LIMIT_BYTES_END}`);
    const page = rows.map((row) => exportedRow.parse(row));
    yield page.map(({ json }) => json);
    after = page.at(-1)?.id;
  }
}

const exportedRow = z.object({ id: z.string(), json: z.string() });

function undoDeadline(now: Date): Date {
  return new Date(now.getTime() - DAYS_TO_UNDO * 24 * 3600 * 1000);
}

const SEASONS = sql`season s
  cross join lateral ${countedEntries(sql`s`)} as counted`;

// A season whose start was undone is stored only so that a repeated request finds it.
const IS_LISTED = sql`(s.ended_at is null or counted.entries > 0)`;

const SUMMARY = sql`'id', s.season_id, 'planId', s.plan_id, 'title', s.title, 'firstDay', s.first_day,
  'lastDay', counted.last_day, 'entryCount', counted.to_do, 'doneCount', counted.done,
  'pausedOn', s.paused_on, 'endedAt', ${isoTime(sql`s.ended_at`)},
  'createdAt', ${isoTime(sql`s.created_at`)}`;

const stateRow = z.object({
  title: z.string(),
  text: z.string(),
  waitingText: z.nullable(z.string()),
  // Written by this module from the same types.
  anchor: z.custom<SeasonState['anchor']>((value) => typeof value === 'object'),
  firstDay: z.string(),
  base: z.custom<SeasonState['base']>((value) => Array.isArray(value)),
  shifts: z.custom<SeasonState['shifts']>((value) => Array.isArray(value)),
  pausedOn: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
});

function parseState(value: unknown): Omit<SeasonState, 'entries'> {
  const row = stateRow.parse(value);
  return {
    ...row,
    waitingText: row.waitingText ?? undefined,
    pausedOn: row.pausedOn ?? undefined,
    endedAt: row.endedAt ?? undefined,
  };
}
