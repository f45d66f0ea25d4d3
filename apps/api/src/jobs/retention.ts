import type { Database, Db } from '../db/database.ts';
import { sql, type Statement } from '../db/sql.ts';
import { jobForAll } from './definition.ts';
import type { JobHandler, JobRun } from './worker.ts';

/** Rows that are deleted for good when their age has passed a deadline. */
export type OldRows = {
  table: Statement;
  /** The column that names a row of an athlete. */
  id: Statement;
  age: Statement;
  /** "order by" the age, where an index has it. */
  order?: Statement;
  deadline: (now: Date) => Date | string;
};

const BATCH_SIZE = 500;

/** A job that deletes old rows of all athletes each night. */
export function retentionJob(name: string, cron: string, kinds: readonly OldRows[]) {
  const definition = jobForAll(name);

  async function deleteAll(db: Database, now: Date, { isStopping }: JobRun): Promise<void> {
    // In batches, to keep locks short.
    for (const kind of kinds)
      while (!isStopping() && (await deleteOldRows(db, kind, now)) === BATCH_SIZE);
  }

  return {
    definition,
    handler: ({ db, now }: { db: Database; now: () => Date }): JobHandler => ({
      definition,
      concurrency: 1,
      cron,
      run: (_data, run) => deleteAll(db, now(), run),
    }),
  };
}

/** Deletes one batch. Returns the number of deleted rows. */
export async function deleteOldRows(db: Db, kind: OldRows, now: Date): Promise<number> {
  const { table, id, age, order = sql`` } = kind;
  const { rowCount } = await db.query(sql`
    delete from ${table} t
    using (
      select user_id, ${id} as id from ${table}
      where ${age} <= ${kind.deadline(now)}
      ${order}
      limit ${BATCH_SIZE}
      for update skip locked) as old
    where t.user_id = old.user_id and t.${id} = old.id`);
  return rowCount ?? 0;
}
