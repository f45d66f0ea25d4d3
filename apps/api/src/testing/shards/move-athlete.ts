import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import type { Directory } from './directory.ts';

/** Tables with an athlete's rows that stay where they are: the look-up by Garmin's id, and the record of deletions. */
const NOT_MOVED = ['garmin_account', 'account_deletion'];

/**
 * Moves an athlete to another server. Their statements wait meanwhile. If it fails, the athlete is where they were; it
 * can be repeated.
 */
export async function moveAthlete(
  userId: string,
  { servers, to, directory }: { servers: readonly Client[]; to: number; directory: Directory },
): Promise<{ rows: number }> {
  let moved = 0;
  await directory.whileStopped(userId, to, async () => {
    const source = servers[directory.serverOf(userId)];
    const target = servers[to];
    if (!source || !target || source === target) throw new Error('There is nothing to move');
    const tables = await listTables(source);
    await source.query('begin isolation level repeatable read');
    await target.query('begin');
    try {
      // A copy that a failed attempt has left.
      await target.query('delete from app_user where user_id = $1', [userId]);
      for (const table of tables) moved += await copyRows(table, userId, { source, target });
      await moveJobs(userId, { source, target });
      await source.query('delete from app_user where user_id = $1', [userId]);
      // The copy first: an athlete on both servers is found by the directory, one on neither is lost.
      await target.query('commit');
      await source.query('commit');
    } catch (error) {
      await target.query('rollback');
      await source.query('rollback');
      throw error;
    }
  });
  return { rows: moved };
}

/** The tables of athletes, each after those that it refers to. */
async function listTables(server: Client): Promise<string[]> {
  const { rows } = await server.query<{ name: string; references: string[] }>(
    `select c.relname as name, array(
       select k.confrelid::regclass::text from pg_constraint k
       where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as references
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and c.relname <> all ($1) order by c.relname`,
    [NOT_MOVED],
  );
  const sorted: string[] = [];
  while (sorted.length < rows.length) {
    const next = rows.find(
      ({ name, references }) =>
        !sorted.includes(name) && references.every((other) => sorted.includes(other)),
    );
    if (!next) throw new Error('Tables refer to each other in a circle');
    sorted.push(next.name);
  }
  return sorted;
}

type Servers = { source: Client; target: Client };

/** Copies the rows of a table, and compares them. */
async function copyRows(table: string, userId: string, { source, target }: Servers) {
  const rows = await source.query<{ all: string | null; count: number }>(
    `select json_agg(t)::text as all, count(*)::int as count from ${table} t where user_id = $1`,
    [userId],
  );
  await target.query(
    `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`,
    [rows.rows[0]?.all ?? '[]'],
  );
  const [before, after] = await Promise.all(
    [source, target].map((server) => hashRows(server, table, userId)),
  );
  if (before !== after) throw new Error(`The copy of ${table} differs`);
  return rows.rows[0]?.count ?? 0;
}

async function hashRows(server: Client, table: string, userId: string): Promise<string> {
  const { rows } = await server.query<{ row: string }>(
    `select t::text as row from ${table} t where user_id = $1`,
    [userId],
  );
  const hash = createHash('sha256');
  for (const { row } of rows.toSorted((one, other) => (one.row < other.row ? -1 : 1)))
    hash.update(row);
  return hash.digest('hex');
}

/** Jobs of the athlete that have not started. */
async function moveJobs(userId: string, { source, target }: Servers): Promise<void> {
  const { rows } = await source.query<{ all: string | null }>(
    `with moved as (
       delete from pgboss.job where singleton_key = $1 and state in ('created', 'retry') returning *)
     select json_agg(moved)::text as all from moved`,
    [userId],
  );
  await target.query(
    `insert into pgboss.job select * from json_populate_recordset(null::pgboss.job, $1::json)
     on conflict do nothing`,
    [rows[0]?.all ?? '[]'],
  );
}
