import { execFile } from 'node:child_process';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '@pacewright/free-ports';

const execute = promisify(execFile);
const INSTALLED = '/usr/lib/postgresql';

export type PostgresServer = { url: string; stop: () => Promise<void> };

/** Starts a PostgreSQL server of Debian's package, in a folder and on a port of its own. */
export async function startPostgres(): Promise<PostgresServer> {
  const versions = (await readdir(INSTALLED)).toSorted((one, other) => Number(one) - Number(other));
  const bin = join(INSTALLED, String(versions.at(-1)), 'bin');
  const folder = await mkdtemp(join(tmpdir(), 'pacewright-postgres-'));
  const data = join(folder, 'data');
  const port = await findFreePort();
  const isRoot = process.getuid?.() === 0;
  // PostgreSQL does not run as root.
  if (isRoot) await chown(folder, await idOf('-u'), await idOf('-g'));
  const run = (program: string, ...args: string[]) =>
    isRoot
      ? execute('runuser', ['-u', 'postgres', '--', join(bin, program), ...args], { cwd: folder })
      : execute(join(bin, program), args, { cwd: folder });

  await run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200`;
  await run('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-w', '-o', options, 'start');
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function idOf(option: '-u' | '-g'): Promise<number> {
  return Number((await execute('id', [option, 'postgres'])).stdout);
}
