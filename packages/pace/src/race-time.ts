import { RACE_REFUSALS, readRace } from './race.ts';

export type RaceTimeReading =
  | {
      ok: true;
      seconds: number;
      /** "1:45:00", if it differs from the text. */
      readAs?: string | undefined;
    }
  | {
      ok: false;
      message: string;
      /** The possible times in seconds. */
      choices: number[];
    };

/**
 * Reads a finish time as people type it: "19:57", "1:31:35", "3:43.1", "2431", "24.31", "4h05". "1:45" is 105
 * minutes for a half marathon and 105 seconds for 800 m, so the distance (in metres) decides between readings:
 * only possible times count. If two are possible, the athlete has to choose.
 */
export function readRaceTime(text: string, distance: number): RaceTimeReading {
  const typed = text.trim();
  const candidates = [...new Set(candidatesOf(typed))];
  const [first] = candidates;
  if (first === undefined) return { ok: false, message: RACE_REFUSALS.time_invalid, choices: [] };

  const possible = candidates.filter((timeInSeconds) => readRace({ distance, timeInSeconds }).ok);
  if (possible.length > 1) {
    const times = possible.map(formatRaceTime).join(' or ');
    return { ok: false, message: `Did you mean ${times}?`, choices: possible };
  }
  const seconds = possible[0] ?? first;
  const readAs = clockSeconds(typed) === seconds ? undefined : formatRaceTime(seconds);
  return { ok: true, seconds, readAs };
}

/** Writes a finish time to the whole second: "19:57", "1:31:35". */
export function formatRaceTime(seconds: number): string {
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** No valid time is longer. */
const MAX_LENGTH = 20;

/** Every possible meaning of a text in seconds, the most literal first. */
function candidatesOf(typed: string): number[] {
  if (typed.length > MAX_LENGTH) return [];
  const withUnits = readUnits(typed);
  if (withUnits !== undefined) return [withUnits];

  const separators = typed.match(/\s*[:.,]\s*|\s+/g)?.map((separator) => separator.trim()) ?? [];
  const groups = typed.split(/\s*[:.,]\s*|\s+/);
  if (!groups.every((group) => /^\d{1,6}$/.test(group))) return [];
  const [first = '', second = '', third = ''] = groups;
  switch (groups.length) {
    case 1:
      return readDigits(first);
    case 2:
      return isDecimal(separators[0]) && second.length === 1
        ? [(Number(first) + Number(second) / 10) * 60, (Number(first) + Number(second) / 10) * 3600]
        : readTwo(first, second);
    case 3: {
      const clock = clockOf(first, second, third);
      const withFraction = isDecimal(separators[1]) ? clockOf('0', first, second, third) : [];
      return separators[0] === ':' ? [...withFraction, ...clock] : [...clock, ...withFraction];
    }
    case 4:
      return isDecimal(separators[2]) ? clockOf(first, second, third, groups[3]) : [];
    default:
      return [];
  }
}

function isDecimal(separator: string | undefined): boolean {
  return separator === '.' || separator === ',';
}

/** 45 is minutes or hours, 2431 is 24:31 or 24 h 31, 14530 is 1:45:30. */
function readDigits(digits: string): number[] {
  const [head, tail] = [digits.slice(0, -2), digits.slice(-2)];
  if (digits.length > 4) return clockOf(head.slice(0, -2), head.slice(-2), tail);
  const whole = digits.length < 4 ? [Number(digits) * 60, ...hoursOf(digits, '0')] : [];
  return digits.length < 3 ? whole : [...whole, ...readTwo(head, tail)];
}

/** Minutes and seconds, or hours and minutes. */
function readTwo(first: string, second: string): number[] {
  if (second.length !== 2 || first.length > 4) return [];
  return Number(second) < 60
    ? [Number(first) * 60 + Number(second), ...hoursOf(first, second)]
    : [];
}

function hoursOf(hours: string, minutes: string): number[] {
  return Number(hours) < 24 ? [Number(hours) * 3600 + Number(minutes) * 60] : [];
}

function clockOf(hours: string, minutes: string, seconds: string, fraction = ''): number[] {
  const isClock = seconds.length === 2 && Number(seconds) < 60 && hours.length <= 2;
  const areMinutes =
    minutes.length <= 2 ? Number(minutes) < 60 : hours === '0' && minutes.length <= 4;
  if (!isClock || !areMinutes || fraction.length > 3) return [];
  return [Number(hours) * 3600 + Number(minutes) * 60 + Number(`${seconds}.${fraction || 0}`)];
}

/** "4h05", "1 h 45 min", "24m31s", "24'31". Undefined without a unit. */
function readUnits(typed: string): number | undefined {
  const [, hours, minutesOfHour = '0', secondsOfMinute = '0'] = IN_HOURS.exec(typed) ?? [];
  if (hours !== undefined)
    return Number(minutesOfHour) < 60 && Number(secondsOfMinute) < 60
      ? Number(hours) * 3600 + Number(minutesOfHour) * 60 + Number(secondsOfMinute)
      : undefined;
  const [, minutes, seconds = '0'] = IN_MINUTES.exec(typed) ?? [];
  return minutes === undefined || Number(seconds) >= 60
    ? undefined
    : Number(minutes) * 60 + Number(seconds);
}

const IN_HOURS =
  /^(\d{1,2})\s*h(?:(?:ou)?rs?)?\s*(?:(\d{1,2})\s*(?:m(?:in(?:ute)?s?)?|['’′:])?\s*(?:(?<=\D)(\d{1,2})\s*(?:s(?:ec(?:ond)?s?)?|["”″])?)?)?$/i;
const IN_MINUTES =
  /^(\d{1,3})\s*(?:m(?:in(?:ute)?s?)?|['’′])\s*(?:(\d{1,2})\s*(?:s(?:ec(?:ond)?s?)?|["”″])?)?$/i;

/** The seconds of a text in the format of formatRaceTime, with or without a fraction. */
function clockSeconds(typed: string): number | undefined {
  const match = /^(?:(\d{1,2}):([0-5]?\d)|(\d{1,4})):([0-5]\d(?:\.\d{1,3})?)$/.exec(typed);
  if (!match) return undefined;
  const [, hours = '0', minutesOfHour, minutes, seconds] = match;
  return Number(hours) * 3600 + Number(minutesOfHour ?? minutes) * 60 + Number(seconds);
}
