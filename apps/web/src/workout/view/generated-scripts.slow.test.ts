import { decodeShare, encodeShare } from '@pacewright/delivery';
import { DEFAULT_TRAINING_PACES, trainingPaces } from '@pacewright/pace';
import { type AthleteSpeeds, readScript, resolveWorkout, suggestTitle } from '@pacewright/script';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOutChart } from './profile-layout.ts';

// GENERATED_RUNS=200000 runs it at length.
const RUNS = Number(import.meta.env['GENERATED_RUNS'] ?? 2000);

/**
 * The CPU time that a script or link may take, in ms of this thread: a busy machine would add its own waits.
 */
const MAX_MS = 1000;
/** Garbage that is not collected yet. A leak of 1 kB per script is more. */
const MAX_GROWTH_BYTES = 100e6;

const PIECES =
  '15m|3m|90s|1h30m|400mtr|2km|1mi|5k|HM|E|M|T|I|R|Z2|Z9|jog|rest|open|+| + |5x(|99x(|99X (|(|)|x|1|999|0|0.001|1:45|1:60:00|400m|,|.|/|@|é|😀|\n| |\t|Tempo|4:30/km'.split(
    '|',
  );

const digits = fc
  .tuple(fc.constantFrom('9', '1', '0', '5'), fc.integer({ min: 1, max: 400 }))
  .map(([digit, count]) => digit.repeat(count));

const soup = fc
  .array(fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...PIECES) }, digits), { maxLength: 60 })
  .map((pieces) => pieces.join(''));

const sensible = fc
  .array(
    fc.record({
      amount: fc.constantFrom('15m', '3m', '400mtr', '1km', '2mi', '90s', 'open', ''),
      target: fc.constantFrom('E', 'M', 'T', 'I', 'R', 'Z1', 'Z5', 'jog', 'rest', '5k', '90s', ''),
      count: fc.integer({ min: 1, max: 99 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((steps) =>
    steps
      .map(({ amount, target, count }) => `${count}x(${amount} ${target})`.replace(/^1x/, ''))
      .join(' + '),
  );

/** A piece repeated up to the longest possible script. */
const repeated = fc
  .tuple(fc.constantFrom(...PIECES), fc.constantFrom('', ' ', '+'))
  .map(([piece, between]) => `${piece}${between}`.repeat(5000).slice(0, 5000));

const script = fc
  .oneof(
    { weight: 60, arbitrary: soup },
    { weight: 60, arbitrary: sensible },
    { weight: 20, arbitrary: fc.string({ unit: 'binary', maxLength: 100 }) },
    { weight: 1, arbitrary: repeated },
  )
  .map((text) => text.toWellFormed());

const speeds = fc.constantFrom<AthleteSpeeds>(
  { trainingPaces: DEFAULT_TRAINING_PACES },
  { trainingPaces: trainingPaces(15), vdot: 15 },
  { trainingPaces: trainingPaces(85), vdot: 85 },
  { trainingPaces: { ...trainingPaces(50), E: { from: 0, to: 0 }, T: { from: 0, to: 0 } } },
);

test(`${RUNS} generated scripts are read, drawn and shared: no throw, no wait, no invalid number`, async () => {
  let slowest = { ms: 0, text: '' };
  let heapBefore = 0;
  let done = 0;
  await fc.assert(
    fc.asyncProperty(script, speeds, async (text, athlete) => {
      const start = threadMs();
      draw(text, athlete);
      const ms = threadMs() - start;
      if (ms > slowest.ms) slowest = { ms, text };
      const link = await encodeShare({ title: text.slice(0, 40), script: text, notes: text });
      const back = link.ok ? await decodeShare(link.fragment) : undefined;
      if (back && !(back.ok && back.workout.script === text))
        throw new Error('A link lost its script');
      done++;
      if (done === Math.ceil(RUNS / 10)) heapBefore = heapUsed();
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(slowest).toSatisfy(({ ms }: typeof slowest) => ms < MAX_MS);
  const growth = heapUsed() - heapBefore;
  expect(growth).toBeLessThan(MAX_GROWTH_BYTES);
});

test(`${RUNS} generated links are answered, however damaged`, async () => {
  const damage = fc.record({
    at: fc.nat({ max: 200 }),
    drop: fc.nat({ max: 20 }),
    put: fc.stringMatching(/^[\w-]{0,6}$/),
  });
  await fc.assert(
    fc.asyncProperty(script, fc.array(damage, { maxLength: 3 }), async (text, damages) => {
      const link = await encodeShare({ title: 'T', script: text, notes: text.slice(0, 100) });
      let fragment = link.ok ? link.fragment : text;
      for (const { at, drop, put } of damages)
        fragment = fragment.slice(0, at) + put + fragment.slice(at + drop);
      const start = threadMs();
      const reading = await decodeShare(fragment);
      if (reading.ok) draw(reading.workout.script);
      expect(threadMs() - start).toBeLessThan(MAX_MS);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

/** Everything that a page computes from a script before it renders it. */
function draw(text: string, athlete?: AthleteSpeeds): void {
  const { workout, places, totals } = readScript(text, { speeds: athlete });
  const resolved = resolveWorkout(workout, athlete);
  const title = suggestTitle(workout);
  const layouts = (['time', 'distance'] as const).map((axis) =>
    layOutChart({ resolved, places, axis, units: 'metric', width: 700, tickGap: 60 }),
  );
  const numbers = [
    totals.time.seconds,
    totals.distance.metres,
    ...layouts.flatMap(({ blocks, brackets, ticks }) => [
      ...[...blocks, ...brackets].flatMap(({ x, width }) => [x, width]),
      ...ticks.map(({ x }) => x),
    ]),
  ];
  const labels = [title, ...layouts.flatMap(({ ticks }) => ticks.map(({ label }) => label))];
  if (!numbers.every((number) => Number.isFinite(number) && number >= 0))
    throw new Error('A number cannot be drawn');
  if (labels.some((label) => /NaN|Infinity|undefined|null/.test(label)))
    throw new Error('A label makes no sense');
  const counts = layouts.map(({ blocks, ticks }) => blocks.length + ticks.length);
  if (Math.max(...counts) > 2000) throw new Error('Too much to draw');
}

declare const process: {
  memoryUsage: () => { heapUsed: number };
  threadCpuUsage: () => { user: number; system: number };
};

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function heapUsed(): number {
  return process.memoryUsage().heapUsed;
}
