import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { serverUrl, serverUrls } from './server-urls.ts';

export type TestDatabase = {
  url: string;
  /** On each server. */
  urls: string[];
  drop: () => Promise<void>;
};

/** Creates a database for one test file: a copy of the migrated template, or an empty one. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const name = `pacewright_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await createDatabase(name, empty ? 'template0' : inject('templateDatabase'));
  return { url: serverUrl(name), urls: serverUrls(name), drop: () => dropDatabase(name) };
}

/** Creates a database with the present content of another, whose connections are closed. */
export async function copyTestDatabase(url: string): Promise<TestDatabase> {
  const source = new URL(url).pathname.slice(1);
  const name = `${source}_copy`;
  await onServers(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${source}'`,
  );
  await createDatabase(name, source);
  return { url: serverUrl(name), urls: serverUrls(name), drop: () => dropDatabase(name) };
}

export async function createDatabase(name: string, template = 'template1'): Promise<void> {
  await onServers(
    `create database ${name} template ${template}`,
    // Test data need not survive a crash of the server, so no commit waits for the disk.
    `alter database ${name} set synchronous_commit = off`,
  );
}

export async function dropDatabase(name: string): Promise<void> {
  await onServers(`drop database if exists ${name} with (force)`);
}

async function onServers(...statements: string[]): Promise<void> {
  for (const connectionString of serverUrls('postgres')) {
    const client = new Client({ connectionString });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }
}
