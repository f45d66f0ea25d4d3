import type { Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';

/** Every row of every table as text, those of the jobs too: to look for what must not be there. */
export async function readEverything(db: Db): Promise<string> {
  const { rows: tables } = await db.query(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss')`);
  let text = '';
  for (const { name } of tables) {
    const { rows } = await db.query({ text: `select t::text from ${String(name)} t`, values: [] });
    text += JSON.stringify(rows);
  }
  return text;
}
