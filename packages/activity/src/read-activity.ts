import { FILE_TYPE_WORKOUT, STEP, WORKOUT } from '@pacewright/delivery/fit-profile';

import {
  ACTIVITY,
  FIELD_DESCRIPTION,
  FILE_TYPE_ACTIVITY,
  FILE_TYPES_PLANNED,
  FIT_EPOCH,
  LAP,
  MESSAGE,
  SESSION,
  SPAN,
  SPORT,
  TIME_IN_ZONE,
} from './activity-profile.ts';
import { scanFit, type FitLayout, type FitProblem } from './fit-scan.ts';
import { BASE_TYPE } from './fit-values.ts';
import {
  identityOf,
  lapOf,
  numbersOf,
  sessionOf,
  textOf,
  timerEventOf,
  watchStepOf,
  type Numbers,
  type Row,
} from './message-rows.ts';
import { readColumns, type DescribedField } from './record-columns.ts';
import { type ClockChange, createRecordIndex } from './record-index.ts';
import type { ActivityReading, FileIdentity } from './recorded-activity.ts';

/** A day of records every second is about 4 MB. */
export const MAX_ACTIVITY_BYTES = 16 * 1024 * 1024;
const MAX_ROWS = 10_000;
/** Below, a timestamp counts from when the watch was switched on and is no date. */
const FIRST_DATE = 0x10000000;

/** D1: reads the bytes of a FIT activity. Never throws; a damaged file is read as far as possible. */
export function readActivity(bytes: Uint8Array): ActivityReading {
  if (bytes.length > MAX_ACTIVITY_BYTES) return { ok: false, reason: 'too-big' };
  const collected = createCollected();
  const { files, problems } = scanFit(bytes, createCollector(bytes, collected));
  return files === 0 ? { ok: false, reason: 'not-fit' } : activityOf(bytes, collected, problems);
}

type RowKind = 'laps' | 'sessions' | 'events' | 'steps';

/** What the messages of a file said. */
type Collected = {
  records: ReturnType<typeof createRecordIndex>;
  rows: Record<RowKind, Row[]>;
  described: Map<number, DescribedField>;
  found: {
    identity?: FileIdentity;
    workoutFile?: FileIdentity;
    workoutName?: string;
    utcOffsetSeconds?: number | undefined;
    zoneBounds?: number[] | undefined;
    sport?: number | undefined;
  };
  /** The number of records before each file of a chain. */
  fileStarts: Set<number>;
  isFull: boolean;
};

function createCollected(): Collected {
  return {
    records: createRecordIndex(),
    rows: { laps: [], sessions: [], events: [], steps: [] },
    described: new Map(),
    found: {},
    fileStarts: new Set(),
    isFull: false,
  };
}

/** Returns what collects the messages of a file, one after the other. */
function createCollector(bytes: Uint8Array, collected: Collected) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { records, rows, described, found, fileStarts } = collected;
  return add;

  function add(layout: FitLayout, at: number, time: number): void {
    switch (layout.message) {
      case MESSAGE.record:
        // A record without a time has no place in the run.
        if (time > 0 && !records.add(layout, at, time)) collected.isFull = true;
        return;
      case MESSAGE.lap:
        return addRow('laps', layout, at, time);
      case MESSAGE.session:
        return addRow('sessions', layout, at, time);
      case MESSAGE.event:
        return addRow('events', layout, at, time);
      case MESSAGE.workoutStep:
        return addRow('steps', layout, at, time);
      case MESSAGE.sport:
        found.sport ??= numbersOf(view, layout, at).get(SPORT.sport);
        return;
      case MESSAGE.fileId: {
        fileStarts.add(records.count());
        // A chained file has several; the activity's identifies it.
        const identity = identityOf(numbersOf(view, layout, at));
        if (!found.identity || identity.type === FILE_TYPE_ACTIVITY) found.identity = identity;
        return;
      }
      case MESSAGE.trainingFile: {
        const file = identityOf(numbersOf(view, layout, at));
        if (file.type === FILE_TYPE_WORKOUT) found.workoutFile = file;
        return;
      }
      case MESSAGE.workout: {
        const name = textOf(bytes, layout, at, WORKOUT.name);
        if (name !== '') found.workoutName = name;
        return;
      }
      case MESSAGE.activity: {
        const local = numbersOf(view, layout, at).get(ACTIVITY.localTime);
        if (local !== undefined) found.utcOffsetSeconds = utcOffset(local - time);
        return;
      }
      case MESSAGE.fieldDescription:
        return describeField(numbersOf(view, layout, at));
      case MESSAGE.timeInZone:
        if (numbersOf(view, layout, at).get(TIME_IN_ZONE.message) === MESSAGE.session)
          found.zoneBounds = zoneBoundsIn(bytes, layout, at) ?? found.zoneBounds;
    }
  }

  function addRow(kind: RowKind, layout: FitLayout, at: number, time: number): void {
    if (rows[kind].length >= MAX_ROWS) {
      collected.isFull = true;
      return;
    }
    const name = kind === 'steps' ? textOf(bytes, layout, at, STEP.name) : '';
    const numbers = numbersOf(view, layout, at);
    rows[kind].push({ time, name, numbers, recordsBefore: records.count() });
  }

  function describeField(numbers: Numbers): void {
    const developer = numbers.get(FIELD_DESCRIPTION.developer);
    const number = numbers.get(FIELD_DESCRIPTION.number);
    if (developer === undefined || number === undefined) return;
    described.set((developer << 8) | number, {
      type: (numbers.get(FIELD_DESCRIPTION.baseType) ?? BASE_TYPE.byte) & 0x1f,
      message: numbers.get(FIELD_DESCRIPTION.nativeMessage) ?? -1,
      field: numbers.get(FIELD_DESCRIPTION.nativeField) ?? -1,
      scale: numbers.get(FIELD_DESCRIPTION.scale) ?? 1,
    });
  }
}

function activityOf(
  bytes: Uint8Array,
  collected: Collected,
  problems: Set<FitProblem>,
): ActivityReading {
  const { records, rows, described, found, isFull } = collected;
  const type = found.identity?.type;
  // A watch that lost power may not have written the type; its records are proof enough.
  if (type !== undefined && type !== FILE_TYPE_ACTIVITY)
    if (records.count() === 0 || FILE_TYPES_PLANNED.includes(type))
      return { ok: false, reason: 'not-an-activity' };
  if (isFull) problems.add('too-long');

  const sorted = records.sorted(problems, (record) => isTimerRunningAt(record, collected));
  if (sorted.clockChange)
    for (const row of Object.values(rows).flat()) setClock(row, sorted.clockChange);
  const zero = sorted.times[0] ?? firstStart([...rows.sessions, ...rows.laps]);
  if (zero === undefined) return { ok: false, reason: 'nothing-recorded' };
  return {
    ok: true,
    activity: {
      identity: found.identity ?? identityOf(new Map()),
      startedAt: zero + FIT_EPOCH,
      utcOffsetSeconds: found.utcOffsetSeconds,
      ...readColumns(bytes, sorted, described),
      laps: rows.laps.map((row) => lapOf(row, zero)).sort((one, other) => one.start - other.start),
      sessions: rows.sessions.map((row) => sessionOf(row, zero)),
      sports: sportsOf(rows, found.sport),
      timer: rows.events.flatMap((row) => timerEventOf(row, zero) ?? []),
      workout: {
        name: found.workoutName,
        steps: rows.steps.map(watchStepOf).sort((one, other) => one.index - other.index),
        file: found.workoutFile,
      },
      zoneBounds: found.zoneBounds,
      problems: [...problems],
    },
  };
}

/** Whether the timer ran on from one record of a file to the next. */
function isTimerRunningAt(record: number, { rows, fileStarts }: Collected): boolean {
  const last = rows.events
    .filter(({ recordsBefore }) => recordsBefore <= record)
    .findLast((row) => timerEventOf(row, 0));
  return !fileStarts.has(record) && last !== undefined && timerEventOf(last, 0)?.isStart === true;
}

/** A time by the clock before it was set. */
function setClock(row: Row, { from, to, by }: ClockChange): void {
  const isBefore = (time: number) => time >= from - 60 && time <= to + 60;
  if (isBefore(row.time)) row.time += by;
  const start = row.numbers.get(SPAN.startTime);
  if (start !== undefined && isBefore(start)) row.numbers.set(SPAN.startTime, start + by);
}

function sportsOf(rows: Record<RowKind, Row[]>, setting: number | undefined): number[] {
  const sportsIn = (kind: RowKind, field: number) =>
    rows[kind].flatMap(({ numbers }) => numbers.get(field) ?? []);
  const found = [
    sportsIn('sessions', SESSION.sport),
    sportsIn('laps', LAP.sport),
    setting === undefined ? [] : [setting],
  ];
  // 0 is any sport, and says nothing if there is another.
  const named = found.find((sports) => sports.some((sport) => sport !== 0));
  return [...new Set(named ?? found.flat())];
}

function firstStart(rows: readonly Row[]): number | undefined {
  let first: number | undefined;
  for (const { numbers } of rows) {
    const start = numbers.get(SPAN.startTime) ?? 0;
    if (start >= FIRST_DATE && (first === undefined || start < first)) first = start;
  }
  return first;
}

/** Time zones go from -12 to +14 hours, in quarters; any other difference is a wrong clock. */
function utcOffset(difference: number): number | undefined {
  const rounded = Math.round(difference / 900) * 900;
  return rounded >= -43_200 && rounded <= 50_400 ? rounded : undefined;
}

/** Six ascending heart rates, or none. */
function zoneBoundsIn(bytes: Uint8Array, layout: FitLayout, at: number): number[] | undefined {
  const field = layout.fields.find(
    ({ number, type }) => number === TIME_IN_ZONE.heartRateBounds && type === BASE_TYPE.uint8,
  );
  if (!field || field.size < 6) return undefined;
  const bounds = [...bytes.subarray(at + field.offset, at + field.offset + 6)];
  const isValid = bounds.every(
    (bound, index) => bound < 0xff && (index === 0 || bound > (bounds[index - 1] ?? 0)),
  );
  return isValid ? bounds : undefined;
}
