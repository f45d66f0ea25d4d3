import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { OldRows } from '../../jobs/retention.ts';

/** Entries of the calendar as rows: before a change, and after it. */
export type EntryRows = { ids: string[]; before: unknown[]; after: unknown[] };

export type Preview = {
  today: string;
  changes: unknown;
  fingerprint: string;
  result: Record<string, unknown> | null;
  undo: EntryRows | null;
};

const MINUTE = 60_000;
/** A preview lives for 15 minutes, and one that was applied for a day, in which it can be undone. */
const LIFETIME = 15 * MINUTE;
const LIFETIME_OF_UNDO = 24 * 60 * MINUTE;
const MAX_PREVIEWS = 20;

/** Keeps a preview of the athlete; the oldest above the most are forgotten. */
export async function addPreview(
  db: Db,
  userId: string,
  preview: Pick<Preview, 'today' | 'changes' | 'fingerprint'> & { accessId: string },
  now: Date,
): Promise<{ previewId: string; expiresAt: string }> {
  const previewId = `pv_${randomBytes(15).toString('base64url')}`;
  const expiresAt = new Date(now.getTime() + LIFETIME);
  await db.query(sql`
    delete from api_preview where user_id = ${userId} and (expires_at <= ${now} or preview_id in (
      select preview_id from api_preview where user_id = ${userId}
      order by expires_at desc offset ${MAX_PREVIEWS - 1}))`);
  await db.query(sql`
    insert into api_preview (user_id, preview_id, access_id, today, changes, fingerprint, expires_at)
    values (${userId}, ${previewId}, ${preview.accessId}, ${preview.today},
      ${JSON.stringify(preview.changes)}::json, ${preview.fingerprint}, ${expiresAt})`);
  return { previewId, expiresAt: expiresAt.toISOString() };
}

const previewRow = z.object({
  today: z.string(),
  changes: z.unknown(),
  fingerprint: z.string(),
  result: z.nullable(z.record(z.string(), z.unknown())),
  undo: z.nullable(
    z.object({
      ids: z.array(z.string()),
      before: z.array(z.unknown()),
      after: z.array(z.unknown()),
    }),
  ),
});

/** A preview of this athlete and this key. */
export async function findPreview(
  db: Db,
  userId: string,
  { previewId, accessId, now }: { previewId: string; accessId: string; now: Date },
): Promise<Preview | undefined> {
  const { rows } = await db.query(sql`
    select today::text as today, changes, fingerprint, result, undo from api_preview
    where user_id = ${userId} and preview_id = ${previewId} and access_id = ${accessId}
      and expires_at > ${now}`);
  return rows.map((row) => previewRow.parse(row))[0];
}

/** Keeps the result of a preview that was applied, and what undoes it. */
export async function setResult(
  db: Db,
  userId: string,
  previewId: string,
  { result, undo, now }: { result: object; undo: EntryRows | undefined; now: Date },
): Promise<void> {
  await db.query(sql`
    update api_preview set result = ${JSON.stringify(result)}::json, undo = ${undo ? JSON.stringify(undo) : null}::json,
      expires_at = ${new Date(now.getTime() + LIFETIME_OF_UNDO)}
    where user_id = ${userId} and preview_id = ${previewId}`);
}

/** Previews that can neither be applied nor undone. */
export const OLD_PREVIEWS: OldRows = {
  table: sql`api_preview`,
  id: sql`preview_id`,
  age: sql`expires_at`,
  deadline: (now) => now,
};
