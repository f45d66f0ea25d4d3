import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

/** The server for test databases. The database in the URL is not used. */
const SERVER = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export type TestDatabase = { url: string; drop: () => Promise<void> };

/** Creates a database for one test file: a copy of the migrated template, or an empty one. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const name = `pacewright_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await createDatabase(name, empty ? undefined : inject('templateDatabase'));
  return { url: serverUrl(name), drop: () => dropDatabase(name) };
}

export async function createDatabase(name: string, template = 'template1'): Promise<void> {
  await onServer(`create database ${name} template ${template}`);
}

export async function dropDatabase(name: string): Promise<void> {
  await onServer(`drop database if exists ${name} with (force)`);
}

export function serverUrl(database: string): string {
  const url = new URL(SERVER);
  url.pathname = `/${database}`;
  return url.href;
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: SERVER });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
