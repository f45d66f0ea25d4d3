import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type FakeGarmin, startFakeGarmin } from '@pacewright/garmin-stand-in';
import type { Cluster } from './cluster.ts';
import type { Google } from './google.ts';
import { createService, type Service } from './service.ts';
import { fetchStatus, waitUntil } from './wait.ts';

/** Two API processes behind a balancer, two workers, Redis and the fake Garmin. */
export type Product = {
  /** The address of the balancer. */
  url: string;
  apis: Service[];
  workers: Service[];
  redis: Service;
  garmin: FakeGarmin;
  isReady: () => Promise<boolean>;
  /** How often processes have ended without a signal. */
  crashes: () => number;
  /** Replaces all processes one after the other by a version with one more migration. */
  deploy: () => Promise<void>;
  logTails: () => string;
  stop: () => Promise<void>;
};

const API = fileURLToPath(new URL('../../../apps/api/', import.meta.url));
const WEBHOOK_SECRET = 'a-path-for-one-machine-no-secret';
const PROCESSES = [1, 2];

type Options = {
  folder: string;
  basePort: number;
  cluster: Cluster;
  google: Google;
  /** Loads the planted bug into the API. */
  isBugPlanted: boolean;
};

export async function startProduct(options: Options): Promise<Product> {
  const { folder, basePort, cluster, google, isBugPlanted } = options;
  const databasePort = basePort + 20;
  const balancerPort = basePort + 21;
  const redisPort = basePort + 22;
  const apiPort = (index: number) => basePort + 23 + index;
  const workerPort = (index: number) => basePort + 26 + index;
  const url = `http://127.0.0.1:${balancerPort}`;
  const redirectUri = `${url}/garmin/callback`;
  const log = (name: string) => `${folder}/${name}.log`;

  const garmin = await startFakeGarmin({
    port: basePort + 30,
    partner: { redirectUris: [redirectUri] },
    webhookUrl: `${url}/api/garmin/webhooks/${WEBHOOK_SECRET}`,
  });
  await garmin.control.changeLimits({ perMinute: 1_000_000, perUserAndDay: 1_000_000 });
  const settings = {
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
    DATABASE_URL: `postgres://postgres@127.0.0.1:${databasePort}/pacewright`,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    // All athletes share one address.
    RATE_LIMIT_FACTOR: '1000000',
    TRUST_PROXY: '127.0.0.1',
    // Short, so that Google is asked during every fault.
    ACCOUNT_CHECK_SECONDS: '10',
    // Above two checks of the balancer.
    DRAIN_SECONDS: '3',
    JOB_SUPERVISE_SECONDS: '2',
    ...google.settings,
    GARMIN_CLIENT_ID: garmin.partner.id,
    GARMIN_CLIENT_SECRET: garmin.partner.secret,
    GARMIN_REDIRECT_URI: redirectUri,
    GARMIN_WEBHOOK_SECRET: WEBHOOK_SECRET,
    GARMIN_TOKEN_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}`,
    GARMIN_CONSENT_URL: `${garmin.url}/oauth2Confirm`,
    GARMIN_TOKEN_URL: `${garmin.url}/di-oauth2-service/oauth/token`,
    GARMIN_API_URL: garmin.url,
    GARMIN_CALLS_PER_MINUTE: '1000000',
    GARMIN_CALLS_PER_ATHLETE_AND_DAY: '1000000',
  };

  const configFile = `${folder}/haproxy.cfg`;
  writeFileSync(configFile, balancerConfig({ cluster, databasePort, balancerPort, apiPort }));
  const balancer = createService({
    name: 'haproxy',
    command: ['/usr/sbin/haproxy', '-db', '-f', configFile],
    logFile: log('haproxy'),
  });
  const redis = createService({
    name: 'redis',
    command: [
      'redis-server',
      '--bind',
      '127.0.0.1',
      '--port',
      String(redisPort),
      '--save',
      '',
      '--dir',
      folder,
    ],
    logFile: log('redis'),
  });

  const bug = new URL('./acknowledge-early.ts', import.meta.url).href;
  const createApi = (index: number, source: string) =>
    createService({
      name: `api${index}`,
      command: [
        process.execPath,
        ...google.nodeArguments,
        ...(isBugPlanted ? ['--import', bug] : []),
        `${source}src/main.ts`,
      ],
      env: { ...settings, PORT: String(apiPort(index)) },
      logFile: log(`api${index}`),
      restart: true,
    });
  const createWorker = (index: number, source: string) =>
    createService({
      name: `worker${index}`,
      command: [process.execPath, ...google.nodeArguments, `${source}src/worker.ts`],
      env: { ...settings, WORKER_PORT: String(workerPort(index)) },
      logFile: log(`worker${index}`),
      restart: true,
    });
  const apis = PROCESSES.map((index) => createApi(index, API));
  const workers = PROCESSES.map((index) => createWorker(index, API));

  const isApiReady = async (index: number) =>
    (await fetchStatus(`http://127.0.0.1:${apiPort(index)}/api/health/ready`)) === 200;
  const isWorkerReady = async (index: number) =>
    (await fetchStatus(`http://127.0.0.1:${workerPort(index)}/health/ready`)) === 200;
  async function isReady(): Promise<boolean> {
    const ready = await Promise.all([
      ...PROCESSES.map(isApiReady),
      ...PROCESSES.map(isWorkerReady),
      fetchStatus(`${url}/api/health/ready`).then((status) => status === 200),
    ]);
    return ready.every(Boolean);
  }

  const migrate = async (source: string) => {
    const env = { PATH: process.env['PATH'], ...settings };
    await promisify(execFile)(process.execPath, [`${source}src/migrate.ts`], { env });
  };
  const all = () => [...apis, ...workers, redis, balancer];
  const logTails = () =>
    all()
      .map((each) => `--- ${each.name}\n${each.logTail()}`)
      .join('\n');
  async function stop(): Promise<void> {
    await Promise.all([...apis, ...workers].map((each) => each.stop()));
    await Promise.all([balancer.stop(), redis.stop(), garmin.stop()]);
  }

  try {
    balancer.start();
    redis.start();
    // The balancer has to find the primary first.
    await waitUntil(
      () =>
        migrate(API).then(
          () => true,
          () => false,
        ),
      'the database is migrated',
      60,
    );
    for (const each of [...apis, ...workers]) each.start();
    await waitUntil(isReady, 'the product is ready');
  } catch (error) {
    process.stderr.write(`${logTails()}\n`);
    await stop();
    throw error;
  }

  return {
    url,
    apis,
    workers,
    redis,
    garmin,
    isReady,
    crashes: () => all().reduce((sum, each) => sum + each.crashes(), 0),
    deploy: async () => {
      const next = copyWithMigration(folder);
      await migrate(next);
      for (const [at, index] of PROCESSES.entries()) {
        await apis[at]?.stop();
        const api = (apis[at] = createApi(index, next));
        api.start();
        await waitUntil(() => isApiReady(index), `${api.name} is ready`);
        await workers[at]?.stop();
        const worker = (workers[at] = createWorker(index, next));
        worker.start();
        await waitUntil(() => isWorkerReady(index), `${worker.name} is ready`);
      }
    },
    logTails,
    stop,
  };
}

/** A copy of the API with a migration that adds a column and an index to the busiest table. */
function copyWithMigration(folder: string): string {
  const copy = `${folder}/next-version/apps/api/`;
  mkdirSync(copy, { recursive: true });
  cpSync(`${API}src`, `${copy}src`, { recursive: true });
  cpSync(`${API}package.json`, `${copy}package.json`);
  symlinkSync(`${API}node_modules`, `${copy}node_modules`);
  const migrations = `${copy}src/db/migrations/`;
  const number = String(readdirSync(migrations).length + 1).padStart(4, '0');
  writeFileSync(`${migrations}${number}_deploy.sql`, MIGRATION);
  return copy;
}

const MIGRATION = `-- no-transaction
alter table workout add column if not exists deployed text not null default 'yes';
create index concurrently if not exists workout_deployed on workout (user_id, deployed);
`;

type BalancerSettings = {
  cluster: Cluster;
  databasePort: number;
  balancerPort: number;
  apiPort: (index: number) => number;
};

function balancerConfig({
  cluster,
  databasePort,
  balancerPort,
  apiPort,
}: BalancerSettings): string {
  const nodes = cluster.nodes.map(
    ({ node, host, port, checkPort }) =>
      `  server pg${node} ${host}:${port} check port ${checkPort}`,
  );
  const apis = PROCESSES.map((index) => `  server api${index} 127.0.0.1:${apiPort(index)} check`);
  return `
global
  maxconn 2000
defaults
  timeout connect 1s
  timeout check 2s
  option redispatch
  retries 3
listen database
  mode tcp
  bind 127.0.0.1:${databasePort}
  timeout client 1h
  timeout server 1h
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fastinter 200ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.join('\n')}
listen api
  mode http
  bind 127.0.0.1:${balancerPort}
  timeout client 60s
  timeout server 60s
  timeout http-keep-alive 60s
  option forwardfor
  option httpchk GET /api/health/ready
  default-server inter 500ms fall 2 rise 1
${apis.join('\n')}
`;
}
