import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Database, Db } from './database.ts';
import { sql } from './sql.ts';

type Migration = { name: string; text: string; checksum: string };

const FOLDER = new URL('./migrations/', import.meta.url);

/**
 * Brings the database to the newest schema and returns the names of what it applied. Refuses to start
 * on a database whose applied migrations are not the ones in the folder.
 */
export async function migrate(database: Database, folder: URL = FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder);
  return database.inTransaction(async (db) => {
    // Held until commit, so a second process starting up waits here instead of migrating twice.
    await db.query(sql`select pg_advisory_xact_lock(hashtext('pacewright migrate'))`);
    await db.query(sql`
      create table if not exists schema_migration (
        name       text primary key,
        checksum   text not null,
        applied_at timestamptz not null default now()
      )`);
    const applied = await listApplied(db);
    refuseDrift(migrations, applied);

    const due = migrations.filter(({ name }) => !applied.has(name));
    for (const { name, text, checksum } of due) {
      await db.query({ text, values: [] });
      await db.query(
        sql`insert into schema_migration (name, checksum) values (${name}, ${checksum})`,
      );
    }
    return due.map(({ name }) => name);
  });
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

async function listApplied(db: Db): Promise<Map<string, string>> {
  const { rows } = await db.query(sql`select name, checksum from schema_migration`);
  return new Map(rows.map((row) => [String(row['name']), String(row['checksum'])]));
}

function refuseDrift(migrations: Migration[], applied: Map<string, string>): void {
  for (const [name, checksum] of applied) {
    const migration = migrations.find((candidate) => candidate.name === name);
    if (!migration)
      throw new Error(`The database has migration ${name}, which this version does not know`);
    if (migration.checksum !== checksum)
      throw new Error(
        `Migration ${name} was edited after it was applied. Restore it and write a new one`,
      );
  }
}
