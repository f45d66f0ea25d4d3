import * as z from 'zod/mini';
import type { Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { OWN_TITLE } from './title.ts';

/** A calendar entry: of a workout, which it has no more once it is done, or with its own content. */
export type Entry = z.infer<typeof entryRow>;

/** A calendar entry that is not done. */
export async function findEntryToSend(
  db: Db,
  userId: string,
  entryId: string,
): Promise<Entry | undefined> {
  const { rows } = await db.query(sql`
    select ${ENTRY_COLUMNS} from calendar_entry e
    where e.user_id = ${userId} and e.entry_id = ${entryId} and e.done_at is null and not e.is_held`);
  return rows.map((row) => entryRow.parse(row))[0];
}

/** Calendar entries by id, done or not, and also those of a paused season. */
export async function findEntries(
  db: Db,
  userId: string,
  entryIds: readonly string[],
): Promise<Map<string, Entry>> {
  const { rows } = await db.query(sql`
    select ${ENTRY_COLUMNS} from calendar_entry e
    where e.user_id = ${userId} and e.entry_id = any(${entryIds}::uuid[])`);
  return new Map(rows.map((row) => entryRow.parse(row)).map((entry) => [entry.id, entry]));
}

const ENTRY_COLUMNS = sql`e.entry_id as id, e.workout_id as "workoutId", to_char(e.day, 'YYYY-MM-DD') as day, e.kind,
  ${OWN_TITLE} as title,
  coalesce(e.script, '') as script`;

const entryRow = z.object({
  id: z.string(),
  workoutId: z.nullable(z.string()),
  day: z.string(),
  /** Null without its own content. */
  kind: z.nullable(z.enum(['run', 'rest', 'other'])),
  /** Of its own content. */
  title: z.string(),
  script: z.string(),
});
