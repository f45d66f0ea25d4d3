import { parseArgs } from 'node:util';
import { migrate } from '../src/db/migrate.ts';
import { serverUrl } from '../src/testing/server-urls.ts';
import { createDatabase, dropDatabase } from '../src/testing/test-database.ts';
import { CASES } from './cases.ts';
import { dropSize, provideSize, type Size } from './growth-databases.ts';
import type { Duration } from './load.ts';
import { type Plan, type Result, startGrowth, startMeasurement } from './measure.ts';
import {
  type GrowthOfCase,
  writeBreakdown,
  writeGrowth,
  writeRatios,
  writeSection,
} from './report.ts';
import { seedAthletes } from './seed.ts';

// The product against the bare engine on the same rows, in alternating rounds; docs/performance.md explains it.

const { values: options } = parseArgs({
  options: {
    /** For every change: fewer rows and rounds, no breakdown, and a floor under the ratios. */
    short: { type: 'boolean', default: false },
    /** The product alone on databases of three sizes. */
    growth: { type: 'boolean', default: false },
    /** The largest number of workouts for --growth. */
    workouts: { type: 'string', default: '10000000' },
    /** Only creates the databases of --growth; those of an interrupted run that are complete are used. */
    seed: { type: 'boolean', default: false },
    /** Leaves the databases of --growth for the next run. */
    keep: { type: 'boolean', default: false },
    /** Only cases whose name contains this. */
    only: { type: 'string', default: '' },
  },
});

const FULL: Plan = {
  rounds: 15,
  round: { seconds: 0.6, minRequests: 100 },
  warmUp: { seconds: 2, minRequests: 2000 },
};
const SHORT: Plan = {
  rounds: 9,
  round: { seconds: 0.25, minRequests: 40 },
  warmUp: { seconds: 0.75, minRequests: 600 },
};
/** As many requests in every round, because each save adds a row. */
const GROWTH: Plan = {
  rounds: 21,
  round: { seconds: 0, minRequests: 200 },
  warmUp: { seconds: 0, minRequests: 500 },
};
const PROFILE: Duration = { seconds: 3, minRequests: 1000 };

/** Part of the usual share that must be reached: a busy machine must not fail a change, a query without an index must. */
const FLOOR = 0.4;
const MAX_ATTEMPTS = 3;

const SIZES = [100_000, 1_000_000, 10_000_000];

const cases = CASES.filter(({ name }) => name.includes(options.only));
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
  const markdown = `${writeRatios(results)}\n\n${writeBreakdown(results)}`;
  if (options.only) console.log(markdown);
  else writeSection('ratios', markdown);
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
  for (const workouts of SIZES.filter((size) => size <= Number(options.workouts)))
    sizes.push(await provideSize(workouts));
  if (options.seed) return;
  const measurement = await startGrowth(sizes);
  const results: GrowthOfCase[] = [];
  try {
    for (const each of cases) {
      const result = { name: each.name, sizes: await measurement.measure(each, GROWTH) };
      for (const { growth, figures } of result.sizes) {
        const { requests, nodeCpu = 0, postgresCpu = 0 } = figures;
        console.log(
          `${each.name}: ${growth?.toFixed(2)}, ${requests.toFixed(0)}/s, ` +
            `CPU ${nodeCpu.toFixed(0)} + ${postgresCpu.toFixed(0)} µs`,
        );
      }
      results.push(result);
    }
  } finally {
    await measurement.close();
  }
  const markdown = writeGrowth(sizes, results);
  if (options.only) console.log(markdown);
  else writeSection('growth', markdown);
  if (!options.keep) for (const { workouts } of sizes) await dropSize(workouts);
}

function print({ name, target, ratio, bare, product }: Result): void {
  const cpu = [bare, product]
    .map(({ nodeCpu = 0, postgresCpu = 0 }) => `${nodeCpu.toFixed(0)} + ${postgresCpu.toFixed(0)}`)
    .join(' / ');
  console.log(
    `${name}: ${ratio.toFixed(2)}${target ? ` (target ${target.toFixed(2)})` : ''}, ` +
      `${bare.requests.toFixed(0)} / ${product.requests.toFixed(0)} requests/s, ` +
      `p50 ${bare.p50.toFixed(1)} / ${product.p50.toFixed(1)} ms, ` +
      `p99 ${bare.p99.toFixed(1)} / ${product.p99.toFixed(1)} ms, CPU ${cpu} µs`,
  );
}
