import { METRES_PER_UNIT } from '@pacewright/pace';

/** The longest step: a day, or a distance nobody has run in one. */
export const MAX_SECONDS = 86_400;
export const MAX_METRES = 400_000;

/** F1: `1h05m20s`, the one spelling of a time. Parts of a second need the one unit that may have decimals. */
export function writeTime(seconds: number): string {
  if (!Number.isInteger(seconds)) return `${seconds}s`;

  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = seconds % 60;
  if (hours === 0 && minutes === 0) return `${rest}s`;

  const tail = rest > 0 ? `${pad(rest)}s` : '';
  if (hours === 0) return `${minutes}m${tail}`;
  return minutes === 0 && tail === '' ? `${hours}h` : `${hours}h${pad(minutes)}m${tail}`;
}

/** F1: whole kilometres, then hundredths of a mile, then metres below 2 km and kilometres above. */
export function writeDistance(metres: number): string {
  const { value, unit } = measureOf(metres);
  return `${value}${unit}`;
}

/** The same choice of unit for people: "5 km", "1 mi", "400 m". */
export function formatDistance(metres: number): string {
  const { value, unit } = measureOf(metres);
  return `${value} ${unit === 'mtr' ? 'm' : unit}`;
}

/** `4:30-4:20/km`, the slower end first (F4). */
export function writePace({
  slow,
  fast,
  per,
}: {
  slow: number;
  fast: number;
  per: string;
}): string {
  const ends = [slow, fast].map((value) => `${Math.floor(value / 60)}:${pad(value % 60)}`);
  return `${slow === fast ? ends[0] : ends.join('-')}/${per}`;
}

/** Rounded to a decimal place and no further, so that what is written is read as the same number. */
export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

function measureOf(metres: number): { value: number; unit: 'km' | 'mi' | 'mtr' } {
  if (metres >= 1000 && metres % 1000 === 0) return { value: metres / 1000, unit: 'km' };

  const miles = round(metres / METRES_PER_UNIT.imperial, 2);
  if (miles > 0 && round(miles * METRES_PER_UNIT.imperial, 4) === metres)
    return { value: miles, unit: 'mi' };
  if (metres < 2000) return { value: metres, unit: 'mtr' };
  return { value: round(metres / 1000, 7), unit: 'km' };
}
