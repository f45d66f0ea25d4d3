import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@pacewright/free-ports';
import { PROJECT } from '../src/testing/identity.ts';

export type Server = {
  /** The application_name of its connections. */
  name: 'bare' | 'pacewright';
  port: number;
  /** CPU time of the process so far, in microseconds; undefined on a system without /proc. */
  cpuTime: () => number | undefined;
  profile: (work: () => Promise<unknown>) => Promise<Profiler.Profile>;
  stop: () => Promise<void>;
};

type Settings = { databaseUrl: string; googlePort: number };

const POOL_SIZE = 10;

/** The product as in production: its own process with verified tokens, limits, validation, headers, logs and metrics. */
export function startProduct({ databaseUrl, googlePort }: Settings): Promise<Server> {
  return startServer('pacewright', '../src/main.ts', {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    FIREBASE_PROJECT_ID: PROJECT,
    // A few athletes stand for many, and are counted but not rejected.
    RATE_LIMIT_FACTOR: '100000',
    GOOGLE_PORT: String(googlePort),
    // The service account is that of a machine at Google.
    GCE_METADATA_HOST: `127.0.0.1:${googlePort}`,
    METADATA_SERVER_DETECTION: 'assume-present',
  });
}

export function startBare({ databaseUrl, googlePort }: Settings): Promise<Server> {
  return startServer('bare', './bare.ts', {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    GOOGLE_PORT: String(googlePort),
  });
}

async function startServer(
  name: Server['name'],
  file: string,
  settings: Record<string, string>,
): Promise<Server> {
  const port = await findFreePort();
  const child = spawn(
    process.execPath,
    ['--import', new URL('./inside.ts', import.meta.url).href, pathOf(file)],
    {
      env: { PATH: process.env['PATH'], PORT: String(port), ...settings },
      // Logs are written, and nobody reads them.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  const ended = once(child, 'exit');
  await waitForPort(port, child);
  return {
    name,
    port,
    cpuTime: () => cpuTimeOf(child.pid),
    profile: async (work) => {
      await ask(child, 'start');
      await work();
      return (await ask(child, 'stop')) as Profiler.Profile;
    },
    stop: async () => {
      // Otherwise the channel for its profile keeps the process running after a signal.
      child.disconnect();
      await ended;
    },
  };
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

async function ask(child: ChildProcess, message: 'start' | 'stop'): Promise<unknown> {
  const answer = once(child, 'message');
  child.send(message);
  return (await answer)[0];
}

async function waitForPort(port: number, child: ChildProcess): Promise<void> {
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.end();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}

/** CPU time of all threads of a process, in microseconds. */
export function cpuTimeOf(pid: number | undefined): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.reduce((sum, thread) => {
      const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(
        ' ',
      );
      return sum + Number(nanoseconds) / 1000;
    }, 0);
  } catch {
    return undefined;
  }
}
