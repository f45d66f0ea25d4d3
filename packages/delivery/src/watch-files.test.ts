import { crc32 } from 'node:zlib';
import { Decoder, Stream } from '@garmin/fitsdk';
import { trainingPaces } from '@pacewright/pace';
import { expect, test } from 'vitest';

import { describeFit } from './fit-describe.ts';
import { encodeWatchFiles, type DatedWorkout } from './watch-files.ts';

const SPEEDS = { vdot: 50, trainingPaces: trainingPaces(50) };

function on(day: string, id: string, script: string, title = id): DatedWorkout {
  return { id, title, script, day, speeds: SPEEDS };
}

function archiveOf(workouts: DatedWorkout[]) {
  const files = encodeWatchFiles(workouts);
  if (!files.ok) throw new Error(files.reason);
  return { ...files, entries: readArchive(files.bytes) };
}

test('a week is a file for each workout, one with their days, and instructions', () => {
  const { entries, workouts } = archiveOf([
    on('2026-11-17', 'Intervals', '15m E + 5x(3m I + 2m jog) + 10m E'),
    on('2026-11-19', 'Easy', '40m E'),
    on('2026-11-22', 'Easy', '40m E'),
  ]);
  expect(workouts).toBe(2);
  expect([...entries.keys()]).toEqual([
    'NEWFILES/intervals.fit',
    'NEWFILES/easy.fit',
    'NEWFILES/schedule.fit',
    'read-me.txt',
  ]);
  const easy = describeFit(entries.get('NEWFILES/easy.fit')!);
  expect(easy.ok && easy.workout.title).toBe('Easy');
});

test('the days name the workouts by the identity of their files, as Garmin’s own SDK reads them', () => {
  const { entries } = archiveOf([
    on('2026-11-17', 'Intervals', '5x(3m I + 2m jog)'),
    on('2026-11-19', 'Easy', '40m E'),
    on('2026-11-22', 'Easy', '40m E'),
  ]);
  const serials = ['intervals', 'easy', 'easy'].map(
    (name) => decode(entries.get(`NEWFILES/${name}.fit`)!).fileIdMesgs?.[0]?.serialNumber,
  );
  const { fileIdMesgs, scheduleMesgs } = decode(entries.get('NEWFILES/schedule.fit')!);
  expect(fileIdMesgs?.[0]?.type).toBe('schedules');
  expect(
    scheduleMesgs?.map(({ serialNumber, scheduledTime }) => [
      serialNumber,
      // A local time in seconds since the last day of 1989.
      new Date(Date.UTC(1989, 11, 31) + scheduledTime * 1000).toISOString(),
    ]),
  ).toEqual([
    [serials[0], '2026-11-17T00:00:00.000Z'],
    [serials[1], '2026-11-19T00:00:00.000Z'],
    [serials[2], '2026-11-22T00:00:00.000Z'],
  ]);
});

test('a workout whose script differs on one day is a file of its own', () => {
  const { entries, workouts } = archiveOf([
    on('2026-11-17', 'Easy', '40m E'),
    on('2026-11-19', 'Easy', '50m E'),
  ]);
  expect(workouts).toBe(2);
  const [first, second] = ['easy', 'easy-2'].map((name) =>
    decode(entries.get(`NEWFILES/${name}.fit`)!),
  );
  expect(first?.fileIdMesgs?.[0]?.serialNumber).not.toBe(second?.fileIdMesgs?.[0]?.serialNumber);
});

test('a workout with a mistake is left out and named', () => {
  const { workouts, skipped } = archiveOf([
    on('2026-11-17', 'Easy', '40m E'),
    on('2026-11-19', 'Track', '400m R'),
  ]);
  expect(workouts).toBe(1);
  expect(skipped).toEqual(['Track: Fix the problem in the script first.']);
});

test('days without a workout make no archive', () => {
  expect(encodeWatchFiles([])).toEqual({
    ok: false,
    reason: 'There are no workouts on these days.',
  });
});

test('a workout called schedule does not replace the days', () => {
  const { entries } = archiveOf([on('2026-11-17', 'Schedule', '40m E')]);
  expect([...entries.keys()].slice(0, 2)).toEqual([
    'NEWFILES/schedule-2.fit',
    'NEWFILES/schedule.fit',
  ]);
});

type Messages = {
  fileIdMesgs?: { type: string; serialNumber: number }[];
  scheduleMesgs?: { serialNumber: number; scheduledTime: number }[];
};

function decode(bytes: Uint8Array): Messages {
  const { messages, errors } = new Decoder(Stream.fromByteArray([...bytes])).read();
  expect(errors).toEqual([]);
  return messages as Messages;
}

/** By the directory at the end, like a program that opens archives, with every checksum compared. */
function readArchive(zip: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = zip.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  const files = new Map<string, Uint8Array>();
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    expect(view.getUint32(at, true)).toBe(0x02014b50);
    const size = view.getUint32(at + 24, true);
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(zip.subarray(at + 46, at + 46 + nameLength));
    const file = view.getUint32(at + 42, true);
    expect(view.getUint32(file, true)).toBe(0x04034b50);
    const start = file + 30 + view.getUint16(file + 26, true) + view.getUint16(file + 28, true);
    const bytes = zip.subarray(start, start + size);
    expect(crc32(bytes)).toBe(view.getUint32(at + 16, true));
    files.set(name, bytes);
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  expect(at).toBe(end);
  return files;
}
