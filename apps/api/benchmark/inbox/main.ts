import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { migrate } from '../../src/db/migrate.ts';
import { findFreePort } from '@pacewright/free-ports';
import { serverUrl } from '../../src/testing/server-urls.ts';
import { createDatabase, dropDatabase } from '../../src/testing/test-database.ts';
import { createCpuClock } from './cpu-clock.ts';
import { ATHLETES, WEBHOOK_SECRET } from './runs.ts';
import { seedConnected, TOKEN_KEY } from './seed.ts';
import type { SenderReport } from './sender.ts';

// Notifications about runs at a fixed rate, while workers are killed; docs/measurements.md explains it.

const { values: options } = parseArgs({
  options: {
    /** Notifications a second. */
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
    workers: { type: 'string', default: '2' },
    /** Seconds between two kills of a worker; 0 kills none. */
    'kill-every': { type: 'string', default: '10' },
    /** Added to the niceness of the workers, as if they had fewer shares of the CPU than the API. */
    nice: { type: 'string', default: '10' },
    /** How long to wait for the inbox to become empty. */
    'drain-seconds': { type: 'string', default: '1800' },
  },
});
const [rate, seconds, workerCount] = [
  Number(options.rate),
  Number(options.seconds),
  Number(options.workers),
];
const killEvery = Number(options['kill-every']);
const drainSeconds = Number(options['drain-seconds']);
if (!(rate > 0 && seconds > 0 && workerCount > 0))
  throw new Error('--rate, --seconds and --workers are numbers above 0');

const days = Math.ceil((rate * seconds) / ATHLETES);
const database = `pacewright_inbox_${process.pid}`;
const databaseUrl = serverUrl(database);
await createDatabase(database);
const client = new Client({ connectionString: databaseUrl });
/** Its own, because the other one counts rows meanwhile. */
const observer = new Client({ connectionString: databaseUrl });
const cpu = createCpuClock();
const children = new Set<ReturnType<typeof fork>>();
try {
  await Promise.all([client.connect(), observer.connect()]);
  // As in production: an answer is sent after its commit is on the disk.
  await client.query(`alter database ${database} reset synchronous_commit`);
  await migrate(databaseUrl);
  await seedConnected(databaseUrl, days);
  process.exitCode = (await measure()) ? 0 : 1;
} finally {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all([client.end(), observer.end()]);
  await dropDatabase(database);
}

async function measure(): Promise<boolean> {
  const [apiPort, garminPort] = [await findFreePort(), await findFreePort()];
  const garminUrl = `http://127.0.0.1:${garminPort}`;
  const webhookUrl = `http://127.0.0.1:${apiPort}/api/garmin/webhooks/${WEBHOOK_SECRET}`;
  const settings = productSettings(garminUrl);
  const garmin = start('Garmin', './garmin.ts', {
    PORT: String(garminPort),
    DAYS: String(days),
    WEBHOOK_URL: webhookUrl,
  });
  await once(garmin, 'message');
  start('API', '../../src/main.ts', { ...settings, PORT: String(apiPort) });
  const startWorker = () => {
    const worker = start('workers', '../../src/worker.ts', settings);
    setPriority(worker.pid ?? 0, Number(options.nice));
    return worker;
  };
  const workers = Array.from({ length: workerCount }, startWorker);
  while (!(await isReady(apiPort)) || (await countConnections()) < workerCount) await wait(100);

  let kills = 0;
  const killing = setInterval(
    () => {
      const place = kills++ % workers.length;
      cpu.read();
      workers[place]?.kill('SIGKILL');
      workers[place] = startWorker();
    },
    killEvery > 0 ? killEvery * 1000 : 2 ** 31 - 1,
  );
  const watching = setInterval(() => void watchPostgres(), 500);
  await watchPostgres();
  cpu.lap();
  const startedAt = performance.now();
  const sender = start('sender', './sender.ts', {
    API_PORT: String(apiPort),
    GARMIN_URL: garminUrl,
    RATE: String(rate),
    SECONDS: String(seconds),
  });
  const senderCpu = setInterval(() => cpu.read(), 100);
  const [sent] = (await once(sender, 'message')) as [SenderReport];
  clearInterval(senderCpu);
  clearInterval(killing);
  const sendingSeconds = (performance.now() - startedAt) / 1000;
  const sendingCpu = cpu.lap();
  const backlog = await countRows('garmin_inbox');
  const sentAt = performance.now();
  while ((await countRows('garmin_inbox')) > 0) {
    if (performance.now() - sentAt > drainSeconds * 1000) break;
    await wait(250);
  }
  const drainedIn = (performance.now() - sentAt) / 1000;
  const drainingCpu = cpu.lap();
  clearInterval(watching);
  garmin.send('report');
  const [counts] = (await once(garmin, 'message')) as [Record<string, number>];

  const left = await countRows('garmin_inbox');
  const stored = await countRows('activity');
  const distinct = await countRows('(select distinct user_id, started_at from activity) as run');
  // Rows of repeated notifications may be left besides their runs, so nothing is known before the inbox is empty.
  const lost = left > 0 ? '?' : sent.runs - distinct;
  const lines = [
    `${rate}/s for ${seconds} s, ${workerCount} workers (nice ${options.nice}), ${kills} kills`,
    `acknowledged ${sent.acknowledged} (${(sent.acknowledged / sent.seconds).toFixed(0)}/s) about ${sent.runs} runs, repeated after a failure ${sent.failed}`,
    `answer: p50 ${ms(sent.sinceSent.p50)}, p99 ${ms(sent.sinceSent.p99)}, max ${ms(sent.sinceSent.max)}; from the due time: p50 ${ms(sent.sinceDue.p50)}, p99 ${ms(sent.sinceDue.p99)}, max ${ms(sent.sinceDue.max)}`,
    `stored ${stored}, lost ${lost}, duplicates ${stored - distinct}, still in the inbox ${left}`,
    `Garmin: ${Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}`,
    `backlog after the last notification ${backlog}, ${left > 0 ? 'not empty' : 'empty'} ${drainedIn.toFixed(1)} s later (${((backlog - left) / drainedIn).toFixed(0)}/s)`,
    `cores while sending: ${writeCores(sendingCpu, sendingSeconds)}`,
    `cores while draining: ${writeCores(drainingCpu, drainedIn)}`,
    `CPU for each run: ${writeCosts([sendingCpu, drainingCpu], stored)}`,
  ];
  console.log(lines.join('\n'));
  return lost === 0 && stored === distinct;
}

function start(role: string, file: string, env: Record<string, string>) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { PATH: process.env['PATH'], ...env },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  cpu.watch(role, child.pid);
  return child;
}

function productSettings(garminUrl: string): Record<string, string> {
  return {
    NODE_ENV: 'development',
    DATABASE_URL: databaseUrl,
    FIREBASE_PROJECT_ID: 'demo-pacewright',
    GARMIN_CLIENT_ID: 'benchmark',
    GARMIN_CLIENT_SECRET: 'benchmark',
    GARMIN_REDIRECT_URI: 'http://127.0.0.1:8080/garmin/callback',
    GARMIN_WEBHOOK_SECRET: WEBHOOK_SECRET,
    GARMIN_TOKEN_KEYS: `1:${TOKEN_KEY.toString('base64')}`,
    GARMIN_CONSENT_URL: `${garminUrl}/oauth2Confirm`,
    GARMIN_TOKEN_URL: `${garminUrl}/token`,
    GARMIN_API_URL: garminUrl,
    GARMIN_CALLS_PER_MINUTE: '1000000',
    GARMIN_CALLS_PER_ATHLETE_AND_DAY: '1000000',
  };
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
    (response) => response.ok,
    () => false,
  );
}

/** Workers that read the inbox. */
async function countConnections(): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(distinct application_name || client_port)::int as count from pg_stat_activity
     where datname = current_database() and query like '%garmin_inbox%' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
}

async function watchPostgres(): Promise<void> {
  const { rows } = await observer.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() or backend_type in ('walwriter', 'checkpointer')`,
  );
  for (const { pid } of rows) cpu.watch('PostgreSQL', pid);
  cpu.read();
}

async function countRows(table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from ${table}`,
  );
  return rows[0]?.count ?? 0;
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}

function writeCores(times: Map<string, number>, during: number): string {
  return [...times].map(([role, time]) => `${role} ${(time / during).toFixed(2)}`).join(', ');
}

function writeCosts(laps: Map<string, number>[], runs: number): string {
  return [...(laps[0]?.keys() ?? [])]
    .map((role) => {
      const time = laps.reduce((sum, lap) => sum + (lap.get(role) ?? 0), 0);
      return `${role} ${((time * 1000) / runs).toFixed(2)} ms`;
    })
    .join(', ');
}
