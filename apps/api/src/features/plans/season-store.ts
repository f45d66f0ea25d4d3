import * as z from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { LOWEST_ID } from '../../db/ids.ts';
import { isoTime, LIMIT_BYTES, LIMIT_BYTES_END } from '../../db/page.ts';
import { sql } from '../../db/sql.ts';

/** All seasons as JSON texts, the newest first. There is a cap, and none has more than a few hundred bytes. */
export async function listSeasons(db: Db, userId: string): Promise<string[]> {
  const { rows } = await db.query(sql`
    select json_build_object(${SUMMARY})::text as json from ${SEASONS}
    where s.user_id = ${userId}
    order by s.season_id desc`);
  return rows.map(({ json }) => String(json));
}

/** Counts through the index by season. */
const SEASONS = sql`season s
  cross join lateral (
    select count(*)::int as entries, count(e.done_at)::int as done, max(e.day) as last_day
    from calendar_entry e
    where e.user_id = s.user_id and e.season_id = s.season_id) as counted`;

const SUMMARY = sql`'id', s.season_id, 'planId', s.plan_id, 'title', s.title, 'firstDay', s.first_day,
  'lastDay', counted.last_day, 'entryCount', counted.entries, 'doneCount', counted.done,
  'pausedOn', s.paused_on, 'endedAt', ${isoTime(sql`s.ended_at`)},
  'createdAt', ${isoTime(sql`s.created_at`)}`;

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
