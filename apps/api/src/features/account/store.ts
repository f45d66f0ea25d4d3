import * as z from 'zod/mini';
import { hasEntries } from '../../calendar/sub-selects.ts';
import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** Serializes the deletion with every other change of the account. */
export async function lockAccount(db: Db, userId: string): Promise<void> {
  await db.query(sql`select 1 from app_user where user_id = ${userId} for update`);
}

/** Records the deletion. The sign-in remains to be deleted until `finishDeletion`. */
export async function addDeletion(
  db: Db,
  { userId, uid, now }: { userId: string; uid: string; now: Date },
): Promise<void> {
  await db.query(sql`
    insert into account_deletion (deleted_user_id, firebase_uid, requested_at)
    values (${userId}, ${uid}, ${now})
    on conflict (deleted_user_id) do update set firebase_uid = excluded.firebase_uid`);
}

/** Whether the athlete has stored anything that needs a verified email. */
export async function hasData(db: Db, userId: string): Promise<boolean> {
  const { rows } = await db.query(sql`
    select 1 from training_paces where user_id = ${userId}
    union all select 1 from race where user_id = ${userId}
    union all select 1 from workout where user_id = ${userId}
    union all select 1 from app_user u where u.user_id = ${userId} and ${hasEntries(sql`u.user_id`)}
    union all select 1 from calendar_feed where user_id = ${userId}
    union all select 1 from api_access where user_id = ${userId}
    union all select 1 from oauth_code where user_id = ${userId}
    union all select 1 from plan where user_id = ${userId}
    union all select 1 from season where user_id = ${userId}
    union all select 1 from activity where user_id = ${userId}
    union all select 1 from activity_deletion where user_id = ${userId}
    union all select 1 from garmin_connection where user_id = ${userId}
    union all select 1 from garmin_consent where user_id = ${userId}
    limit 1`);
  return rows.length > 0;
}

/** All other tables of the athlete reference this row and cascade. */
export async function deleteUser(db: Db, userId: string): Promise<void> {
  await db.query(sql`delete from app_user where user_id = ${userId}`);
}

export async function finishDeletion(db: Db, userId: string): Promise<void> {
  await db.query(sql`
    update account_deletion set firebase_uid = null where deleted_user_id = ${userId}`);
}

/** Records the deletions of another database that are not deleted here, to be finished by `finishDeletions`. */
export async function copyDeletions(from: Db, to: Db): Promise<number> {
  const { rows } = await from.query(sql`select deleted_user_id as id from account_deletion`);
  const { rowCount } = await to.query(sql`
    insert into account_deletion (deleted_user_id, firebase_uid, requested_at)
    select user_id, firebase_uid, now() from app_user
    where user_id = any(${rows.map(({ id }) => String(id))}::uuid[])
    on conflict (deleted_user_id) do update set firebase_uid = excluded.firebase_uid`);
  return rowCount ?? 0;
}

const deletion = z.object({ userId: z.string(), uid: z.string() });

export type Deletion = z.infer<typeof deletion>;

/** A page of deletions whose sign-in still exists. */
export async function listUnfinished(
  db: Db,
  { before, after, limit }: { before: Date; after: string; limit: number },
): Promise<Deletion[]> {
  const { rows } = await db.query(sql`
    select deleted_user_id as "userId", firebase_uid as uid from account_deletion
    where firebase_uid is not null and requested_at < ${before} and deleted_user_id > ${after}
    order by deleted_user_id
    limit ${limit}`);
  return rows.map((row) => deletion.parse(row));
}

/** Deletes records that are older than any backup. */
export async function pruneFinished(db: Db, before: Date): Promise<void> {
  await db.query(sql`
    delete from account_deletion where firebase_uid is null and requested_at < ${before}`);
}
