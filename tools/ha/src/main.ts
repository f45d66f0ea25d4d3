import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findFreePorts } from '@pacewright/free-ports';
import { startCluster } from './cluster.ts';
import { type Fault, FAULTS, QUICK_KILLS, type System } from './faults.ts';
import { startGoogle } from './google.ts';
import { measure, type Result, waitUntilReady } from './measure.ts';
import { startProduct } from './product.ts';
import { describe } from './report.ts';
import { waitUntil } from './wait.ts';

// Faults under load: `node tools/ha/src/main.ts`. See docs/measurements.md.
const { values: options } = parseArgs({
  options: {
    /** The faults of the short run, and the planted bug. */
    short: { type: 'boolean', default: false },
    /** Only these faults, by id, separated by commas. */
    only: { type: 'string' },
    /** This many kills at random moments instead. */
    kills: { type: 'string' },
  },
});

const MAX_MILLISECONDS_BETWEEN_KILLS = 3_000;
/** Of the cluster and the product. */
const PORTS = 50;

const started = performance.now();
const folder = mkdtempSync(join(tmpdir(), 'pacewright-ha-'));
// PostgreSQL runs as another user.
chmodSync(folder, 0o755);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const isolated = !options.short && options.kills === undefined && process.getuid?.() === 0;
const [basePort = 0] = await findFreePorts(PORTS);
const google = await startGoogle({ folder, port: basePort });
const cluster = await startCluster({ folder, basePort: basePort + 1, isolated });
log(`the cluster is up after ${secondsSince(started)} s`);
let hasPassed = false;
try {
  const results = await withProduct(false, (parts) => {
    if (options.kills !== undefined) return runKills(parts, Number(options.kills));
    return options.short ? runShort(parts) : runFaults(parts);
  });
  hasPassed = results.length > 0 && results.every(isClean);
  if (options.kills === undefined && options.only === undefined && !(await isBugCaught())) {
    log('the planted bug was NOT caught');
    hasPassed = false;
  }
} finally {
  await cluster.stop();
  google.close();
  if (hasPassed) rmSync(folder, { recursive: true, force: true });
  else log(`logs are in ${folder}`);
}
log(`${hasPassed ? 'passed' : 'FAILED'} after ${secondsSince(started)} s`);
process.exit(hasPassed ? 0 : 1);

type Parts = Omit<System, 'load'>;

async function withProduct<T>(
  isBugPlanted: boolean,
  work: (parts: Parts) => Promise<T>,
): Promise<T> {
  const product = await startProduct({
    folder,
    basePort: basePort + 1,
    cluster,
    google,
    isBugPlanted,
  });
  try {
    return await work({ cluster, product, google });
  } catch (error) {
    log(product.logTails());
    log(cluster.logTails());
    throw error;
  } finally {
    await product.stop();
  }
}

async function runFaults(parts: Parts): Promise<Result[]> {
  const ids = options.only?.split(',');
  const chosen = FAULTS.filter(({ id }) => !ids || ids.includes(id));
  const results: Result[] = [];
  for (const fault of chosen) {
    if (fault.needsIsolation && !isolated) {
      log(`skipped, because it needs root: ${fault.title}`);
      continue;
    }
    if (fault.id === 'disk-full') await moveToSmallDisk();
    const result = await measure(parts, fault);
    log(`figure: ${describe(result)}`);
    results.push(result);
  }
  return results;
}

/** Some faults in a row, under one load and with one audit. */
async function runShort(parts: Parts): Promise<Result[]> {
  const chosen = FAULTS.filter(({ isShort }) => isShort);
  const cause: Fault['cause'] = async (system) => {
    for (const fault of chosen) {
      await fault.cause(system);
      await waitUntilReady(parts);
    }
  };
  const title = chosen.map((fault) => fault.title).join('; ');
  const result = await measure(parts, { title, cause });
  log(`figure: ${describe(result)}`);
  return [result];
}

/** Only the synchronous standby can be switched to, so it may take several times. */
async function moveToSmallDisk(): Promise<void> {
  const node = cluster.nodeWithSmallDisk;
  if (node === undefined) throw new Error('No node has a small disk');
  await waitUntil(async () => {
    if ((await cluster.findPrimary()) === node) return true;
    if (await cluster.isHealthy()) await cluster.switchOver().catch(() => {});
    return false;
  }, 'the node with a small disk is the primary');
}

/** A run with many kills, each at a random moment, also while an earlier one is not recovered from. */
async function runKills(parts: Parts, kills: number): Promise<Result[]> {
  const counts = new Map<string, number>();
  const cause: Fault['cause'] = async (system) => {
    for (let kill = 1; kill <= kills; kill++) {
      await wait(Math.random() * MAX_MILLISECONDS_BETWEEN_KILLS);
      const { title, cause: causeKill } = drawKill();
      // Without a second node that has everything, a kill may lose what it must.
      await waitUntil(cluster.isHealthy, 'three nodes replicate');
      await causeKill(system);
      counts.set(title, (counts.get(title) ?? 0) + 1);
      log(`kill ${kill} of ${kills}: ${title}, ${system.load.acknowledgedAt.length} writes so far`);
    }
  };
  const result = await measure(parts, { title: '', cause });
  const parted = [...counts].map(([title, count]) => `${count} of ${title}`).join(', ');
  const titled = { ...result, title: `${kills} kills: ${parted}` };
  log(describe(titled));
  return [titled];
}

function drawKill(): (typeof QUICK_KILLS)[number] {
  const lots = QUICK_KILLS.flatMap((kill) => Array.from({ length: kill.weight }, () => kill));
  const drawn = lots[Math.floor(Math.random() * lots.length)];
  if (!drawn) throw new Error('There is nothing to kill');
  return drawn;
}

/** An API that acknowledges before it commits answers reads wrongly, and loses writes when it is killed. */
async function isBugCaught(): Promise<boolean> {
  const fault = FAULTS.find(({ id }) => id === 'kill-api');
  if (!fault) throw new Error('There is no such fault');
  const result = await withProduct(true, (parts) =>
    measure(parts, {
      ...fault,
      title: 'planted bug: acknowledged before the commit, kill -9 an API process',
    }),
  );
  log(describe(result));
  return !isClean(result);
}

function isClean({ lost, duplicates, wrong, acknowledged, crashes }: Result): boolean {
  // A process that is started while there is no primary ends, and is started again.
  const hasCrashed = options.kills === undefined && crashes > 0;
  const isRight = lost.length + duplicates.length + wrong.length === 0;
  return acknowledged > 0 && isRight && !hasCrashed;
}

function secondsSince(time: number): string {
  return ((performance.now() - time) / 1000).toFixed(0);
}

function log(text: string): void {
  process.stdout.write(`${text}\n`);
}
