import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import type { Db } from './database.ts';
import { sql } from './sql.ts';

type Migration = { name: string; text: string; checksum: string };

type Options = {
  folder?: URL;
  /** How long to wait for a lock before letting others have their turn, and how often to try. */
  lockTimeoutMilliseconds?: number;
  attempts?: number;
  /** Hears of each attempt that did not get its lock. */
  onRetry?: (name: string) => void;
};

const FOLDER = new URL('./migrations/', import.meta.url);

/**
 * Brings the database to the newest schema and returns the names of what it applied. Uses a connection of its
 * own, because a migration may take longer than any statement of a request. Each file is one transaction,
 * unless it starts with "-- no-transaction".
 */
export async function migrate(
  url: string,
  { folder = FOLDER, lockTimeoutMilliseconds = 3_000, attempts = 100, onRetry }: Options = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new Client({ connectionString: url, application_name: 'pacewright migrate' });
  await client.connect();

  /** A statement that waits for a lock makes all later ones wait behind it, so it gives up soon and returns. */
  async function retryLocked(name: string, work: () => Promise<unknown>): Promise<void> {
    for (let attempt = 1; ; attempt++)
      try {
        await work();
        return;
      } catch (error) {
        if (attempt === attempts || !isLockTimeout(error)) throw error;
        onRetry?.(name);
        await wait(lockTimeoutMilliseconds * Math.random());
      }
  }

  try {
    await client.query(`set statement_timeout = 0`);
    await client.query(`set lock_timeout = ${lockTimeoutMilliseconds}`);
    // Held until the connection ends, so that only one process migrates at a time.
    await retryLocked('the other that migrates', () =>
      client.query(`select pg_advisory_lock(hashtext('pacewright migrate'))`),
    );
    await client.query(`
      create table if not exists schema_migration (
        name       text primary key,
        checksum   text not null,
        applied_at timestamptz not null default now()
      )`);
    const due = listDue(migrations, await listApplied(client));
    for (const migration of due) await retryLocked(migration.name, () => apply(client, migration));
    return due.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/**
 * Throws unless every migration of this release is applied as it is here. A database with more is fine: the
 * release before must run on it during a deployment, and again after a rollback.
 */
export async function requireMigrated(db: Db, folder: URL = FOLDER): Promise<void> {
  const applied = await listApplied(db).catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === UNDEFINED_TABLE) return new Map();
    throw error;
  });
  const due = listDue(await readMigrations(folder), applied);
  if (due.length > 0)
    throw new Error(
      `The database lacks ${due.map(({ name }) => name).join(', ')}. Run apps/api/src/migrate.ts first`,
    );
}

const UNDEFINED_TABLE = '42P01';
const LOCK_NOT_AVAILABLE = '55P03';

function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE;
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, index) => {
      if (!name.startsWith(`${String(index + 1).padStart(4, '0')}_`))
        throw new Error(`Migration ${name} is out of order: number ${index + 1} was due`);
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function listApplied(db: Db | Client): Promise<Map<string, string>> {
  const { rows } = await db.query(sql`select name, checksum from schema_migration`);
  return new Map(rows.map((row) => [String(row['name']), String(row['checksum'])]));
}

function listDue(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const edited = migrations.find(
    ({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum,
  );
  if (edited)
    throw new Error(
      `Migration ${edited.name} was edited after it was applied. Restore it and write a new one`,
    );
  return migrations.filter(({ name }) => !applied.has(name));
}

async function apply(client: Client, { name, text, checksum }: Migration): Promise<void> {
  const remember = () =>
    client.query(sql`insert into schema_migration (name, checksum) values (${name}, ${checksum})`);

  if (text.startsWith('-- no-transaction')) {
    // One by one: PostgreSQL wraps statements that are sent together in a transaction.
    for (const statement of text.split(/;\s*$/m)) await client.query(statement);
    await remember();
    return;
  }
  await client.query('begin');
  try {
    await client.query(text);
    await remember();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
