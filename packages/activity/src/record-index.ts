// Where each record is in the file, its time and its layout: twelve bytes per record. The columns are read from the
// file afterwards, one by one.

import type { FitLayout, FitProblem } from './fit-scan.ts';

export type RecordIndex = {
  /** False if the file has more records or layouts than any watch writes. */
  add: (layout: FitLayout, at: number, time: number) => boolean;
  count: () => number;
  /** Records of one recording, ascending in time. Where the timer ran on, a jump of the clock does not end it. */
  sorted: (
    problems: Set<FitProblem>,
    isTimerRunningAt: (record: number) => boolean,
  ) => SortedRecords;
};

/** FIT seconds before a clock that was wrong was set, and the correction. */
export type ClockChange = { from: number; to: number; by: number };

export type SortedRecords = {
  /** FIT seconds, offsets in the file and indices of `layouts`, by record. */
  times: Uint32Array;
  offsets: Uint32Array;
  layoutIds: Uint32Array;
  layouts: FitLayout[];
  /** The column entry of each record. Records of one second share an entry. */
  entries: Uint32Array;
  length: number;
  clockChange: ClockChange | undefined;
};

/** Two days of records every second, or five and a half at every third. */
const MAX_RECORDS = 500_000;
/** Watches write a handful. */
const MAX_LAYOUTS = 1000;
/** Beyond this a gap separates two recordings, or a clock that was wrong until the first fix. */
const MAX_GAP_SECONDS = 6 * 3600;
/** A minute of records every second shows that the clock is right now. */
const MIN_RECORDS_AFTER = 60;
const FIRST_CAPACITY = 4096;

export function createRecordIndex(): RecordIndex {
  let count = 0;
  let times = new Uint32Array(FIRST_CAPACITY);
  let offsets = new Uint32Array(FIRST_CAPACITY);
  let layoutIds = new Uint32Array(FIRST_CAPACITY);
  const layouts: FitLayout[] = [];
  const knownIds = new Map<string, number>();
  let last: { layout: FitLayout; id: number } | undefined;

  function add(layout: FitLayout, at: number, time: number): boolean {
    if (count >= MAX_RECORDS) return false;
    if (last?.layout !== layout) last = { layout, id: idOf(layout) };
    if (last.id < 0) return false;
    if (count === times.length) {
      times = doubled(times);
      offsets = doubled(offsets);
      layoutIds = doubled(layoutIds);
    }
    times[count] = time;
    offsets[count] = at;
    layoutIds[count] = last.id;
    count++;
    return true;
  }

  /** Some watches define the same layout before every record. */
  function idOf(layout: FitLayout): number {
    if (layouts.length >= MAX_LAYOUTS) return -1;
    const { isLittleEndian, fields, developerFields } = layout;
    const signature = JSON.stringify([isLittleEndian, fields, developerFields]);
    const known = knownIds.get(signature);
    if (known !== undefined) return known;
    knownIds.set(signature, layouts.length);
    return layouts.push(layout) - 1;
  }

  function sorted(
    problems: Set<FitProblem>,
    isTimerRunningAt: (record: number) => boolean,
  ): SortedRecords {
    // Of damaged bytes any time can be read.
    const clockChange =
      problems.size > 0 ? undefined : setClock(times.subarray(0, count), isTimerRunningAt);
    const order = orderOf(times.subarray(0, count), problems);
    const sortedTimes = inOrder(times, order);
    return {
      times: sortedTimes,
      offsets: inOrder(offsets, order),
      layoutIds: inOrder(layoutIds, order),
      layouts,
      ...entriesOf(sortedTimes),
      clockChange,
    };
  }

  return { add, count: () => count, sorted };
}

/** A watch sets its clock at the first fix. The records before it, by the old clock, move to those behind it. */
function setClock(
  times: Uint32Array,
  isTimerRunningAt: (record: number) => boolean,
): ClockChange | undefined {
  let jump = 0;
  for (let record = 1; record < times.length; record++) {
    const gap = (times[record] ?? 0) - (times[record - 1] ?? 0);
    if (Math.abs(gap) <= MAX_GAP_SECONDS) continue;
    if (jump > 0) return undefined;
    jump = record;
  }
  if (jump === 0 || times.length - jump < MIN_RECORDS_AFTER || !isTimerRunningAt(jump))
    return undefined;
  const before = times.subarray(0, jump);
  let [from, to] = [Infinity, 0];
  for (const time of before) [from, to] = [Math.min(from, time), Math.max(to, time)];
  const by = (times[jump] ?? 0) - 1 - to;
  if (from + by < 1) return undefined;
  for (let record = 0; record < jump; record++) times[record] = (times[record] ?? 0) + by;
  return { from, to, by };
}

/** Ascending in time, and of several recordings the longest. */
function orderOf(times: Uint32Array, problems: Set<FitProblem>): Uint32Array {
  const order = new Uint32Array(times.length);
  let isSorted = true;
  for (let record = 0; record < order.length; record++) {
    order[record] = record;
    if (record > 0 && (times[record] ?? 0) < (times[record - 1] ?? 0)) isSorted = false;
  }
  if (!isSorted) order.sort((one, other) => (times[one] ?? 0) - (times[other] ?? 0) || one - other);

  const ascending = inOrder(times, order);
  let longest = { from: 0, to: 0 };
  let from = 0;
  for (let at = 1; at <= order.length; at++) {
    const isEnd =
      at === order.length || (ascending[at] ?? 0) - (ascending[at - 1] ?? 0) > MAX_GAP_SECONDS;
    if (!isEnd) continue;
    if (at - from > longest.to - longest.from) longest = { from, to: at };
    from = at;
  }
  if (longest.to - longest.from < order.length) problems.add('time-jump');
  return order.subarray(longest.from, longest.to);
}

function inOrder(column: Uint32Array, order: Uint32Array): Uint32Array {
  const values = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at++) values[at] = column[order[at] ?? 0] ?? 0;
  return values;
}

function entriesOf(times: Uint32Array): Pick<SortedRecords, 'entries' | 'length'> {
  const entries = new Uint32Array(times.length);
  let entry = 0;
  for (let at = 1; at < times.length; at++) {
    if (times[at] !== times[at - 1]) entry++;
    entries[at] = entry;
  }
  return { entries, length: times.length === 0 ? 0 : entry + 1 };
}

function doubled(column: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(column.length * 2);
  larger.set(column);
  return larger;
}
