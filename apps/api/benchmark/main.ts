import { parseArgs } from 'node:util';
import { migrate } from '../src/db/migrate.ts';
import { serverUrl } from '../src/testing/server-urls.ts';
import { createDatabase, dropDatabase } from '../src/testing/test-database.ts';
import { CASES, RUN_CASES } from './cases.ts';
import { dropSize, provideSize, type Size } from './growth-databases.ts';
import type { Duration } from './load.ts';
import { type Plan, type Result, startGrowth, startMeasurement } from './measure.ts';
import {
  type GrowthOfCase,
  writeBreakdown,
  writeGrowth,
  writeGrowthOfRuns,
  writeRatios,
} from './report.ts';
import { seedAthletes } from './seed.ts';

// The product against the bare engine on the same rows, in alternating rounds; docs/measurements.md explains it.

const { values: options } = parseArgs({
  options: {
    /** For every change: fewer rows and rounds, no breakdown, and a floor under the ratios. */
    short: { type: 'boolean', default: false },
    /** The product alone on databases of three sizes. */
    growth: { type: 'boolean', default: false },
    /** With --growth: runs instead of workouts. */
    runs: { type: 'boolean', default: false },
    /** The largest number of workouts or runs for --growth. */
    rows: { type: 'string', default: '10000000' },
    /** Only creates the databases of --growth; those of an interrupted run that are complete are used. */
    seed: { type: 'boolean', default: false },
    /** Leaves the databases of --growth for the next run. */
    keep: { type: 'boolean', default: false },
    /** Only cases whose name contains this. */
    only: { type: 'string', default: '' },
  },
});

const FULL: Plan = {
  connections: 32,
  rounds: 15,
  round: { seconds: 0.6, minRequests: 100 },
  warmUp: { seconds: 2, minRequests: 2000 },
};
const SHORT: Plan = {
  connections: 32,
  rounds: 9,
  round: { seconds: 0.25, minRequests: 40 },
  warmUp: { seconds: 0.75, minRequests: 600 },
};
/** As many requests in every round, because each save adds a row. */
const GROWTH: Plan = {
  connections: 32,
  rounds: 21,
  round: { seconds: 0, minRequests: 200 },
  warmUp: { seconds: 0, minRequests: 500 },
};
/** Few at a time, because the latency of a queue says little about a query. */
const GROWTH_OF_RUNS: Plan = { ...GROWTH, connections: 4 };
const PROFILE: Duration = { seconds: 3, minRequests: 1000 };

/** Part of the usual share that must be reached: a busy machine must not fail a change, a query without an index must. */
const FLOOR = 0.4;
const MAX_ATTEMPTS = 3;

const SIZES = options.runs ? [100_000, 10_000_000] : [100_000, 1_000_000, 10_000_000];

const isChosen = ({ name }: { name: string }) => name.includes(options.only);
const cases = CASES.filter(isChosen);
if (options.growth) await measureGrowth();
else await withDatabase(options.short ? checkFloor : compare);

async function withDatabase(work: (databaseUrl: string) => Promise<void>): Promise<void> {
  const database = `pacewright_benchmark_${process.pid}`;
  await createDatabase(database);
  try {
    await migrate(serverUrl(database));
    await work(serverUrl(database));
  } finally {
    await dropDatabase(database);
  }
}

async function compare(databaseUrl: string): Promise<void> {
  const athletes = 1000;
  await seedAthletes(databaseUrl, athletes);
  const measurement = await startMeasurement({ databaseUrl, athletes });
  const results: Result[] = [];
  try {
    for (const each of cases) {
      const result = await measurement.measure(each, FULL);
      const parts = await measurement.profile(each, PROFILE);
      result.bare.parts = parts.bare;
      result.product.parts = parts.product;
      print(result);
      results.push(result);
    }
  } finally {
    await measurement.close();
  }
  console.log(writeBreakdown(results));
  console.log(writeRatios(results));
}

async function checkFloor(databaseUrl: string): Promise<void> {
  const athletes = 100;
  await seedAthletes(databaseUrl, athletes);
  const measurement = await startMeasurement({ databaseUrl, athletes });
  const failed: string[] = [];
  try {
    for (const each of cases) {
      const floor = FLOOR * each.usual;
      let ratio = 0;
      for (let attempt = 0; attempt < MAX_ATTEMPTS && (attempt === 0 || ratio < floor); attempt++) {
        const result = await measurement.measure(each, SHORT);
        print(result);
        ratio = Math.max(ratio, result.ratio);
      }
      if (ratio < floor)
        failed.push(
          `${each.name}: ${ratio.toFixed(2)} of the bare engine, below ${floor.toFixed(2)}`,
        );
    }
  } finally {
    await measurement.close();
  }
  for (const line of failed) console.log(`Too slow: ${line}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

async function measureGrowth(): Promise<void> {
  const sizes: Size[] = [];
  for (const rows of SIZES.filter((size) => size <= Number(options.rows)))
    sizes.push(await provideSize(options.runs ? 'runs' : 'workouts', rows));
  if (options.seed) return;
  const plan = options.runs ? GROWTH_OF_RUNS : GROWTH;
  const measurement = await startGrowth(sizes);
  const results: GrowthOfCase[] = [];
  try {
    for (const each of options.runs ? RUN_CASES.filter(isChosen) : cases) {
      const result = { name: each.name, sizes: await measurement.measure(each, plan) };
      for (const { growth, p95Growth, figures } of result.sizes) {
        const { requests, p95, nodeCpu = 0, postgresCpu = 0 } = figures;
        console.log(
          `${each.name}: CPU ${growth?.toFixed(2)}, p95 ${p95Growth.toFixed(2)}, ${requests.toFixed(0)}/s, ` +
            `p95 ${p95.toFixed(1)} ms, CPU ${nodeCpu.toFixed(0)} + ${postgresCpu.toFixed(0)} µs`,
        );
      }
      results.push(result);
    }
  } finally {
    await measurement.close();
  }
  console.log((options.runs ? writeGrowthOfRuns : writeGrowth)(sizes, results));
  if (!options.keep) for (const size of sizes) await dropSize(size);
}

function print({ name, target, ratio, bare, product }: Result): void {
  const cpu = [bare, product]
    .map(({ nodeCpu = 0, postgresCpu = 0 }) => `${nodeCpu.toFixed(0)} + ${postgresCpu.toFixed(0)}`)
    .join(' / ');
  console.log(
    `figure: ${name}: ${ratio.toFixed(2)}${target ? ` (target ${target.toFixed(2)})` : ''}, ` +
      `${bare.requests.toFixed(0)} / ${product.requests.toFixed(0)} requests/s, ` +
      `p50 ${bare.p50.toFixed(1)} / ${product.p50.toFixed(1)} ms, ` +
      `p99 ${bare.p99.toFixed(1)} / ${product.p99.toFixed(1)} ms, CPU ${cpu} µs`,
  );
}
