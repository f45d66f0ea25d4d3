import { Client } from 'pg';
import type { Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { serverUrl } from './test-database.ts';

/** How many athletes, with 200 workouts each, are beside the one that is measured. */
export const ATHLETES_BESIDE = Number(process.env['SCALE_ATHLETES'] ?? 50);

/** Runs statements that take longer than the API would wait for any. */
export async function unhurried(
  db: Db,
  work: (query: (text: string) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const { rows } = await db.query(sql`select current_database() as name`);
  const client = new Client({ connectionString: serverUrl(String(rows[0]?.['name'])) });
  await client.connect();
  try {
    await work((text) => client.query(text));
  } finally {
    await client.end();
  }
}
