import { setTimeout as wait } from 'node:timers/promises';
import { audit } from './audit.ts';
import type { Fault, System } from './faults.ts';
import { startLoad } from './load.ts';
import { waitUntil } from './wait.ts';

/** The outcome of one fault. Times are in seconds. */
export type Result = {
  title: string;
  acknowledged: number;
  lost: string[];
  duplicates: string[];
  wrong: string[];
  /** Requests that were answered with 503 and Retry-After. */
  unavailable: number;
  /** Requests whose connection broke. */
  broken: number;
  secondsWithoutWrites: number;
  secondsUntilReady: number;
  secondsWithoutPages: number;
  highestLatency: number;
  unknownDeliveries: number;
  /** Processes that ended, and were not killed. */
  crashes: number;
};

/** Load before the fault and after the recovery. */
const BEFORE = 2_000;
const AFTER = 2_000;

/** Causes a fault under load, waits until everything has recovered, and compares what is stored. */
export async function measure(
  system: Omit<System, 'load'>,
  { title, cause }: Pick<Fault, 'title' | 'cause'>,
): Promise<Result> {
  const { cluster, product, google } = system;
  await waitUntilReady(system);
  const crashesBefore = product.crashes();
  const load = await startLoad(product, google);
  try {
    await wait(BEFORE);
    load.resetFigures();
    const started = performance.now();
    await cause({ ...system, load });
    await waitUntilReady(system);
    const readyAt = performance.now();
    await waitUntil(() => (load.acknowledgedAt.at(-1) ?? 0) > readyAt, 'a write is acknowledged');
    await wait(AFTER);
    await load.stop();
    const findings = await audit(cluster, product, load.athletes);
    return {
      title,
      acknowledged: load.acknowledgedAt.length,
      wrong: load.wrong,
      unavailable: load.unavailable(),
      broken: load.broken(),
      secondsWithoutWrites: longestGap(load.acknowledgedAt, started) / 1000,
      secondsUntilReady: (readyAt - started) / 1000,
      secondsWithoutPages: load.longestUnready() / 1000,
      highestLatency: load.highestLatency() / 1000,
      crashes: product.crashes() - crashesBefore,
      ...findings,
    };
  } finally {
    await load.stop().catch(() => {});
  }
}

/** Waits until every process serves, and every write is replicated. */
export async function waitUntilReady({ cluster, product }: Omit<System, 'load'>): Promise<void> {
  await waitUntil(
    async () =>
      product.redis.isRunning() && (await product.isReady()) && (await cluster.isHealthy()),
    'every process is ready, and three nodes replicate',
  );
}

/** Between two acknowledgements, after a time. */
function longestGap(times: number[], from: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  let longest = 0;
  for (const [index, time] of sorted.entries())
    if (time > from) longest = Math.max(longest, time - (sorted[index - 1] ?? from));
  return longest;
}
