import { chownSync } from 'node:fs';
import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@pacewright/free-ports';
import { Client } from 'pg';
import { asPostgres, run } from './run.ts';

/** A PostgreSQL server of its own, in a temporary folder and on a free port. */
export type Cluster = {
  /** The folder, which belongs to the user that PostgreSQL runs as. */
  home: string;
  dataFolder: string;
  port: number;
  urlOf: (database: string) => string;
  start: () => Promise<void>;
  stop: () => Promise<void>;
  query: (statement: string, database?: string) => Promise<Record<string, unknown>[]>;
  /** Stops the server and deletes the folder. */
  remove: () => Promise<void>;
};

type Options = {
  /** Lines of its postgresql.conf. */
  settings?: string;
  /** Variables for the server, and so for its archive command. */
  env?: (home: string, port: number) => Record<string, string>;
};

export async function createCluster({ settings = '', env }: Options = {}): Promise<Cluster> {
  const programs = await findPrograms();
  const home = await mkdtemp(join(tmpdir(), 'pacewright-database-'));
  if (process.getuid?.() === 0) {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((of) => run(['id', of, 'postgres'])));
    chownSync(home, Number(uid), Number(gid));
  }
  const port = await findFreePort();
  const dataFolder = join(home, 'data');
  const control = (...args: string[]) =>
    run(asPostgres([join(programs, 'pg_ctl'), '-D', dataFolder, '-w', '-t', '3600', ...args]), {
      cwd: home,
      env: { ...process.env, ...env?.(home, port) },
    });
  const initialize = ['-D', dataFolder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  await run(asPostgres([join(programs, 'initdb'), ...initialize]), { cwd: home });
  await appendFile(
    join(dataFolder, 'postgresql.conf'),
    `listen_addresses = '127.0.0.1'\nport = ${port}\nunix_socket_directories = '${home}'\n${settings}\n`,
  );

  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const isRunning = () =>
    control('status').then(
      () => true,
      () => false,
    );
  const stop = () => control('-m', 'fast', 'stop').then(() => {});
  return {
    home,
    dataFolder,
    port,
    urlOf,
    start: () => control('-l', join(home, 'server.log'), 'start').then(() => {}),
    stop,
    query: async (statement, database = 'postgres') => {
      const client = new Client({ connectionString: urlOf(database) });
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(statement)).rows;
      } finally {
        await client.end();
      }
    },
    remove: async () => {
      if (await isRunning()) await control('-m', 'immediate', 'stop');
      // An archive command that runs in the background may still add a file.
      await rm(home, { recursive: true, maxRetries: 20 });
    },
  };
}

/** The newest version that Debian's packages have installed. */
async function findPrograms(): Promise<string> {
  const versions = await readdir(DEBIAN).catch(() => []);
  const newest = versions.map(Number).sort((a, b) => b - a)[0];
  if (newest === undefined) throw new Error('PostgreSQL is missing: apt-get install postgresql');
  return join(DEBIAN, String(newest), 'bin');
}

const DEBIAN = '/usr/lib/postgresql';
