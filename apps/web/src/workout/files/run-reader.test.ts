import { packTrace, unpackTrace } from '@pacewright/activity';
import { recordScript } from '@pacewright/activity/testing';
import { trainingPaces } from '@pacewright/pace';
import { expect, test } from 'vitest';
import { fromBase64, inflate } from './bytes.ts';
import { createRunReader } from './run-reader.ts';
import { warmUp } from './warm-up.ts';

const REPS = '15m E + 5x(3m I + 2m E) + 10m E';
const PACES = { trainingPaces: trainingPaces(50), vdot: 50 };

async function prepare(bytes: Uint8Array<ArrayBuffer>, script = REPS) {
  const reader = createRunReader();
  const reading = await reader.read(new Blob([bytes]));
  if (!reading.ok) throw new Error(reading.problem.title);
  const { withPlans, own } = await reader.compare({
    plans: [{ title: 'Threes', script, paces: PACES }],
    paces: PACES.trainingPaces,
    units: 'metric',
  });
  return { file: reading.file, judged: withPlans[0], own };
}

test('a file is read, compared with its plan, and said in a sentence', async () => {
  const { file, judged, own } = await prepare(recordScript(REPS));
  expect(file).toMatchObject({ day: '2026-11-17', startedAt: '2026-11-17T17:04:13.000Z' });
  expect(judged?.summary).toMatch(/five/i);
  expect(judged?.comparison?.result).toMatchObject({ kind: 'compared', method: 'steps' });
  expect(judged?.paceSeconds.I).toBeCloseTo(15 * 60, -2);
  expect(own).toMatchObject({ summary: null, comparison: null });
});

test('a comparison can be asked for before the file is read', async () => {
  const reader = createRunReader();
  const viewing = reader.view(new Blob([recordScript(REPS)]));
  const { withPlans } = await reader.compare({
    plans: [{ title: 'Threes', script: REPS, paces: PACES }],
    paces: PACES.trainingPaces,
    units: 'metric',
  });
  expect(withPlans[0]?.comparison?.result).toMatchObject({ kind: 'compared', method: 'steps' });
  const viewed = await viewing;
  if (!viewed.ok) throw new Error(viewed.problem.title);
  expect(viewed.watch.steps).not.toEqual([]);
  // No position leaves the reader.
  expect(Object.keys(viewed.run).sort()).toEqual(
    'altitude clock heartRate laps metres pauses seconds speed'.split(' '),
  );
});

test('the code is warmed up with a run that is read and compared like one of a watch', () => {
  expect(warmUp()?.comparison?.result).toMatchObject({
    kind: 'compared',
    method: 'steps',
    isSamePlan: true,
  });
});

test('D3: positions change nothing but the hash of the file', async () => {
  const [plain, placed] = await Promise.all([
    prepare(recordScript(REPS)),
    prepare(recordScript(REPS, { hasPositions: true })),
  ]);
  expect(placed.file.sourceId).not.toBe(plain.file.sourceId);
  expect({ ...placed.file, sourceId: '' }).toEqual({ ...plain.file, sourceId: '' });
  expect(placed.judged).toEqual(plain.judged);
});

test('the trace gives the run back, and nothing else is in it', async () => {
  const { file } = await prepare(recordScript(REPS, { hasPositions: true }));
  const bytes = await inflate(fromBase64(file.trace));
  const run = unpackTrace(bytes);
  if (!run) throw new Error('no trace');
  expect(run.seconds).toBe(file.seconds);
  expect(packTrace(run)).toEqual(bytes);
});

test.each([
  [new Uint8Array([1, 2, 3]), 'Can’t read this file'],
  [recordScript('45m E').slice(0, 60), 'Nothing recorded'],
])('a damaged file says what is wrong', async (bytes, title) => {
  const reading = await createRunReader().read(new Blob([bytes]));
  expect(reading).toMatchObject({ ok: false, problem: { title, isFailure: true } });
});
