// Records of a file to columns. Positions measure a run without a distance (D3) and stay inside this module.

import { MESSAGE, RECORD } from './activity-profile.ts';
import type { FitLayout } from './fit-scan.ts';
import { containsNumber, readNumber } from './fit-values.ts';
import type { SortedRecords } from './record-index.ts';
import type { RecordColumns, RecordedActivity } from './recorded-activity.ts';

/** A developer's field that replaces one of the profile. */
export type DescribedField = { type: number; message: number; field: number; scale: number };

/** By the developer's index in the high byte and the field's number in the low one. */
export type DescribedFields = ReadonlyMap<number, DescribedField>;

type Column = 'metres' | 'speed' | 'heartRate' | 'altitude' | 'cadence' | 'power';

/** A value is the number divided by `divisor`, plus `shift`: multiplied by 0.01 it would not be exact. */
type Scale = { number: number; divisor: number; shift: number };

/** Fields of a column. A later one overrides an earlier one where it has a number. */
const SCALES: Record<Column, readonly Scale[]> = {
  metres: [{ number: RECORD.distance, divisor: 100, shift: 0 }],
  speed: [
    { number: RECORD.speed, divisor: 1000, shift: 0 },
    { number: RECORD.enhancedSpeed, divisor: 1000, shift: 0 },
  ],
  heartRate: [{ number: RECORD.heartRate, divisor: 1, shift: 0 }],
  altitude: [
    { number: RECORD.altitude, divisor: 5, shift: -500 },
    { number: RECORD.enhancedAltitude, divisor: 5, shift: -500 },
  ],
  // Recorded of one foot.
  cadence: [{ number: RECORD.cadence, divisor: 1 / 2, shift: 0 }],
  power: [{ number: RECORD.power, divisor: 1, shift: 0 }],
};
const FRACTIONAL_CADENCE: Scale = { number: RECORD.fractionalCadence, divisor: 64, shift: 0 };
const LATITUDE: Scale = { number: RECORD.latitude, divisor: 2 ** 31 / 180, shift: 0 };
const LONGITUDE: Scale = { number: RECORD.longitude, divisor: 2 ** 31 / 180, shift: 0 };
const METRES_PER_DEGREE = 111_195;
/** Seconds between two records beyond which nobody ran: a pause. */
const MAX_RUNNING_GAP = 10;

type Source = { offset: number; type: number; divisor: number; shift: number };
type Values = Float64Array | Float32Array;

export function readColumns(
  bytes: Uint8Array,
  sorted: SortedRecords,
  described: DescribedFields,
): Pick<RecordedActivity, 'records' | 'distanceSource'> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { length } = sorted;
  const fill = (values: Values, find: (layout: FitLayout) => Source[]) =>
    fillColumn(view, sorted, values, find);
  const column = <Type extends Values>(name: Column, values: Type): Type => {
    fill(values.fill(NaN), (layout) => sourcesOf(layout, name, described));
    return values;
  };

  const records: RecordColumns = {
    length,
    time: timesOf(sorted),
    metres: column('metres', new Float64Array(length)),
    speed: column('speed', new Float32Array(length)),
    heartRate: column('heartRate', new Float32Array(length)),
    altitude: column('altitude', new Float32Array(length)),
    cadence: column('cadence', new Float32Array(length)),
    power: column('power', new Float32Array(length)),
  };
  // Some watches write 0 while the strap is missing.
  for (let at = 0; at < length; at++) if (records.heartRate[at] === 0) records.heartRate[at] = NaN;
  const fractions = new Float32Array(length);
  fill(fractions, (layout) => nativeSource(layout, FRACTIONAL_CADENCE));
  for (let at = 0; at < length; at++)
    records.cadence[at] = (records.cadence[at] ?? NaN) + (fractions[at] ?? 0);
  unpackSpeedDistance(bytes, sorted, records);

  return { records, distanceSource: completeDistance(records, fill) };
}

function timesOf({ times, entries, length }: SortedRecords): Float64Array {
  const zero = times[0] ?? 0;
  const time = new Float64Array(length);
  for (let at = 0; at < times.length; at++) time[entries[at] ?? 0] = (times[at] ?? 0) - zero;
  return time;
}

/** Of several records in one second the last number wins. */
function fillColumn(
  view: DataView,
  { offsets, layoutIds, layouts, entries }: SortedRecords,
  values: Values,
  find: (layout: FitLayout) => Source[],
): void {
  const sources = layouts.map(find);
  if (sources.every((list) => list.length === 0)) return;
  for (let at = 0; at < offsets.length;) {
    // Records of one layout come in long runs, so its sources are looked up once for each run.
    const id = layoutIds[at] ?? 0;
    let end = at + 1;
    while (end < offsets.length && layoutIds[end] === id) end++;
    const isLittleEndian = layouts[id]?.isLittleEndian ?? true;
    for (const { offset, type, divisor, shift } of sources[id] ?? [])
      for (let each = at; each < end; each++) {
        const value = readNumber(view, (offsets[each] ?? 0) + offset, type, isLittleEndian);
        if (!Number.isNaN(value)) values[entries[each] ?? 0] = value / divisor + shift;
      }
    at = end;
  }
}

/** A developer's field may replace one of the profile. The watch's own overrides it. */
function sourcesOf(layout: FitLayout, column: Column, described: DescribedFields): Source[] {
  const scales = SCALES[column];
  const sources: Source[] = [];
  for (const { developer, number, offset, size } of layout.developerFields) {
    const description = described.get((developer << 8) | number);
    if (description?.message !== MESSAGE.record) continue;
    const { type, field, scale } = description;
    if (!scales.some((each) => each.number === field) || !containsNumber({ type, size })) continue;
    // In the unit, not in the profile's scale.
    const divisor = (scale || 1) / (column === 'cadence' ? 2 : 1);
    sources.push({ offset, type, divisor, shift: 0 });
  }
  for (const scale of scales) sources.push(...nativeSource(layout, scale));
  return sources;
}

function nativeSource(layout: FitLayout, { number, divisor, shift }: Scale): Source[] {
  const field = layout.fields.find((each) => each.number === number);
  if (!field || !containsNumber(field)) return [];
  return [{ offset: field.offset, type: field.type, divisor, shift }];
}

/** An old field of three bytes: twelve bits of speed, and twelve of a distance that wraps around. */
function unpackSpeedDistance(
  bytes: Uint8Array,
  { offsets, layoutIds, layouts, entries }: SortedRecords,
  { metres, speed }: RecordColumns,
): void {
  const packed = layouts.map(
    ({ fields }) =>
      fields.find(({ number, size }) => number === RECORD.packedSpeedDistance && size === 3)
        ?.offset,
  );
  if (packed.every((offset) => offset === undefined)) return;
  let [sum, before] = [0, 0];
  for (let at = 0; at < offsets.length; at++) {
    const offset = packed[layoutIds[at] ?? 0];
    if (offset === undefined) continue;
    const place = (offsets[at] ?? 0) + offset;
    const [low = 255, middle = 255, high = 255] = bytes.subarray(place, place + 3);
    if (low === 255 && middle === 255 && high === 255) continue;
    const distance = (middle >> 4) | (high << 4);
    sum += ((distance - before) & 0xfff) / 16;
    before = distance;
    speed[entries[at] ?? 0] = (low | ((middle & 0x0f) << 8)) / 100;
    metres[entries[at] ?? 0] = sum;
  }
}

/** D3: a run without a distance is measured by its positions, or by its speed. */
function completeDistance(
  records: RecordColumns,
  fill: (values: Values, find: (layout: FitLayout) => Source[]) => void,
): RecordedActivity['distanceSource'] {
  const { length, metres, speed } = records;
  if (hasNumbers(metres)) return 'file';
  const latitudes = new Float64Array(length).fill(NaN);
  const longitudes = new Float64Array(length).fill(NaN);
  fill(latitudes, (layout) => nativeSource(layout, LATITUDE));
  fill(longitudes, (layout) => nativeSource(layout, LONGITUDE));
  measurePositions(latitudes, longitudes, metres);
  if (hasNumbers(metres)) return 'positions';
  if (!hasNumbers(speed)) return 'none';
  integrateSpeed(records);
  return 'speed';
}

function measurePositions(
  latitudes: Float64Array,
  longitudes: Float64Array,
  metres: Float64Array,
): void {
  let [latitude, longitude, sum] = [NaN, NaN, 0];
  for (let at = 0; at < metres.length; at++) {
    const [north = NaN, east = NaN] = [latitudes[at], longitudes[at]];
    if (!(Math.abs(north) <= 90 && Math.abs(east) <= 180)) continue;
    if (!Number.isNaN(latitude)) {
      const up = (north - latitude) * METRES_PER_DEGREE;
      const along = (east - longitude) * METRES_PER_DEGREE * Math.cos((north * Math.PI) / 180);
      sum += Math.hypot(up, along);
    }
    [latitude, longitude] = [north, east];
    metres[at] = sum;
  }
}

function integrateSpeed({ length, time, speed, metres }: RecordColumns): void {
  let sum = 0;
  for (let at = 0; at < length; at++) {
    const seconds = at === 0 ? 0 : (time[at] ?? 0) - (time[at - 1] ?? 0);
    const here = speed[at] ?? NaN;
    if (!Number.isNaN(here) && seconds <= MAX_RUNNING_GAP) sum += here * seconds;
    metres[at] = sum;
  }
}

/** At least two above zero. */
function hasNumbers(column: Values): boolean {
  const isMeasured = (value: number) => value > 0;
  const first = column.findIndex(isMeasured);
  return first >= 0 && column.subarray(first + 1).some(isMeasured);
}
