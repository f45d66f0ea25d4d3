import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import type { Db } from './database.ts';
import { sql } from './sql.ts';

type Migration = { name: string; text: string; checksum: string };

type Options = {
  folder?: URL;
  /** Time to wait for a lock before other statements get their turn. */
  lockTimeoutMilliseconds?: number;
  attempts?: number;
  /** Called after each attempt that did not get its lock. */
  onRetry?: (name: string) => void;
};

const FOLDER = new URL('./migrations/', import.meta.url);

/**
 * Applies all pending migrations and returns their names. Uses its own connection, because a migration may take
 * longer than the statement timeout. Each file is one transaction, unless it starts with "-- no-transaction".
 */
export async function migrate(
  url: string,
  { folder = FOLDER, lockTimeoutMilliseconds = 3_000, attempts = 100, onRetry }: Options = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new Client({ connectionString: url, application_name: 'pacewright migrate' });
  await client.connect();

  /** A statement that waits for a lock blocks all later ones, so it gives up early and is retried. */
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
    // Held until the connection ends, so that only one process migrates at a time. Polled, because an index that is
    // built concurrently waits for every running statement, also for one that waits for this lock.
    for (let attempt = 1; !(await takeLock(client)); attempt++) {
      if (attempt === MAX_POLLS) throw new Error('Another process is migrating the database');
      await wait(POLL_MILLISECONDS);
    }
    await client.query(`
      create table if not exists schema_migration (
        name       text primary key,
        checksum   text not null,
        applied_at timestamptz not null default now()
      )`);
    const pending = listPending(migrations, await listApplied(client));
    for (const migration of pending)
      await retryLocked(migration.name, () => apply(client, migration));
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/**
 * Throws unless every migration of this release is applied unchanged. Newer migrations are allowed, so that the
 * previous release runs during a deployment and after a rollback.
 */
export async function requireMigrated(db: Db, folder: URL = FOLDER): Promise<void> {
  const applied = await listApplied(db).catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === UNDEFINED_TABLE) return new Map();
    throw error;
  });
  const pending = listPending(await readMigrations(folder), applied);
  if (pending.length > 0)
    throw new Error(
      `The database lacks ${pending.map(({ name }) => name).join(', ')}. Run apps/api/src/migrate.ts first`,
    );
}

const POLL_MILLISECONDS = 250;
/** Five minutes. */
const MAX_POLLS = 1200;

/** Takes the lock if it is free. */
async function takeLock(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select pg_try_advisory_lock(hashtext('pacewright migrate')) as is_taken`,
  );
  return rows[0]?.is_taken === true;
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
        throw new Error(`Migration ${name} is out of order: expected number ${index + 1}`);
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function listApplied(db: Db | Client): Promise<Map<string, string>> {
  const { rows } = await db.query(sql`select name, checksum from schema_migration`);
  return new Map(rows.map((row) => [String(row['name']), String(row['checksum'])]));
}

function listPending(migrations: Migration[], applied: Map<string, string>): Migration[] {
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
  const recordApplied = () =>
    client.query(sql`insert into schema_migration (name, checksum) values (${name}, ${checksum})`);

  if (text.startsWith('-- no-transaction')) {
    // One by one, because PostgreSQL runs a multi-statement query in a transaction.
    for (const statement of splitStatements(text)) await client.query(statement);
    await recordApplied();
    return;
  }
  await client.query('begin');
  try {
    await client.query(text);
    await recordApplied();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** The statements of a file without a transaction: each ends a line with a semicolon. */
export function splitStatements(text: string): string[] {
  return text.split(/;\s*$/m);
}
