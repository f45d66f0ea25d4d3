import type { Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';

/** All rows of all tables as text, to search for secrets. */
export async function readAllRows(db: Db): Promise<string> {
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
