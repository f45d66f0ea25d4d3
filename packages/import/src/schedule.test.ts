import { encodeSchedule, encodeWatchFiles } from '@pacewright/delivery';
import { trainingPaces } from '@pacewright/pace';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { placeOnDays, readImport, readZip } from './index.ts';

const SPEEDS = { vdot: 50, trainingPaces: trainingPaces(50) };
const OPTIONS = { units: 'metric' } as const;

/** Reads an archive as the screen does, file by file. */
async function readArchive(bytes: Uint8Array) {
  const archive = await readZip(bytes);
  if (!archive.ok) throw new Error(archive.reason);
  const readings = archive.files
    .filter(({ name }) => name.endsWith('.fit'))
    .map((file) => readImport(file.bytes, OPTIONS))
    .map((reading) => {
      if (!reading.ok) throw new Error(reading.reason);
      return reading;
    });
  return {
    workouts: readings.flatMap(({ workouts }) => workouts),
    schedule: readings.flatMap(({ schedule }) => schedule),
  };
}

const anyDay = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const planned = fc.record({ day: anyDay, title: fc.constantFrom('Easy', 'Track', 'Long run') });

test('the files for a watch come back with their days', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(planned, { minLength: 1, maxLength: 12 }), async (entries) => {
      const files = encodeWatchFiles(
        entries.map(({ day, title }) => ({ id: title, title, script: '40m', day, speeds: SPEEDS })),
      );
      if (!files.ok) throw new Error(files.reason);
      const { workouts, schedule } = await readArchive(files.bytes);
      const placed = placeOnDays(workouts, schedule);
      expect(placed.unplaced).toEqual([]);
      expect(placed.workouts.map(({ title, day }) => `${day} ${title}`).toSorted()).toEqual(
        entries.map(({ title, day }) => `${day} ${title}`).toSorted(),
      );
    }),
    { numRuns: 50 },
  );
});

test('days of other workouts are named, and a workout without a day has none', () => {
  const reading = readImport(encodeSchedule([{ id: 'other', day: '2026-11-17' }]), OPTIONS);
  if (!reading.ok) throw new Error(reading.reason);
  const workout = { title: 'Easy', script: '40m', notes: '', tags: [], source: '', losses: [] };
  expect(placeOnDays([workout], reading.schedule)).toEqual({
    workouts: [workout],
    unplaced: reading.schedule,
  });
  expect(reading.schedule).toMatchObject([{ day: '2026-11-17' }]);
});
