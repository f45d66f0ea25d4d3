import type { NewRace } from '@pacewright/contract';
import {
  checkRaceDate,
  parseRaceTime,
  RACE_DISTANCES,
  RACE_REFUSALS,
  type RaceReading,
  readRace,
  suggestTime,
} from '@pacewright/pace';

/** What stands in the form, as typed. */
export type RaceForm = {
  /** Metres of a standard distance, or 'own'. */
  distance: string;
  ownDistance: string;
  ownUnit: keyof typeof METRES;
  hours: string;
  minutes: string;
  seconds: string;
  /** As a date input has it: 2026-11-16. */
  racedOn: string;
};

export type RaceField = 'distance' | 'time' | 'racedOn';

export type RaceFormReading =
  | { kind: 'empty' }
  | {
      kind: 'refused';
      field: RaceField;
      message: string;
      /** The time in seconds that was probably meant. */
      meant?: number | undefined;
    }
  | { kind: 'read'; race: NewRace; reading: Extract<RaceReading, { ok: true }> };

/** A race mile, not the pace unit's 1609.34. */
const METRES = { km: 1000, miles: 1609.344 };

/** Reads the form. It is empty until a time is typed. */
export function readRaceForm(form: RaceForm, today: string): RaceFormReading {
  if (!form.hours && !form.minutes && !form.seconds) return { kind: 'empty' };

  const time = readTime(form);
  if (!time.ok) return { kind: 'refused', field: 'time', message: time.message };

  const result = { distance: readDistance(form), timeInSeconds: time.seconds };
  const reading = readRace(result);
  if (!reading.ok) {
    const field = reading.field === 'distance' ? 'distance' : 'time';
    return { kind: 'refused', field, message: reading.message, meant: suggestTime(result) };
  }
  const wrongDate = checkRaceDate(form.racedOn, today);
  if (wrongDate) return { kind: 'refused', field: 'racedOn', message: wrongDate };

  return { kind: 'read', race: { ...result, racedOn: form.racedOn }, reading };
}

/** A form to begin with. */
export function emptyRaceForm(today: string): RaceForm {
  return {
    distance: '5000',
    ownDistance: '',
    ownUnit: 'km',
    hours: '',
    minutes: '',
    seconds: '',
    racedOn: today,
  };
}

export function raceFormOf({ distance, timeInSeconds, racedOn }: NewRace): RaceForm {
  const isStandard = RACE_DISTANCES.some(({ metres }) => metres === distance);
  return {
    distance: isStandard ? String(distance) : 'own',
    ownDistance: isStandard ? '' : String(distance / METRES.km),
    ownUnit: 'km',
    ...timeFields(timeInSeconds),
    racedOn,
  };
}

/** A time spread over its three fields. */
export function timeFields(timeInSeconds: number) {
  const hours = Math.floor(timeInSeconds / 3600);
  const minutes = Math.floor(timeInSeconds / 60) % 60;
  // A thousandth is more than any clock of a race shows, and hides what a remainder leaves behind.
  const seconds = Number((timeInSeconds % 60).toFixed(3));
  return { hours: String(hours), minutes: String(minutes), seconds: padded(seconds) };
}

/** What typing or pasting into one of the three fields does to all of them: "19:57" fills two. */
export function typeTime(field: 'hours' | 'minutes' | 'seconds', text: string): Partial<RaceForm> {
  if (!text.includes(':')) return { [field]: text };
  const time = parseRaceTime(text);
  return time.ok ? timeFields(time.seconds) : { [field]: text };
}

function readTime({ hours, minutes, seconds }: RaceForm) {
  const odd = [hours, minutes].find((text) => text && !/^\d{1,4}$/.test(text.trim()));
  // Asked what it makes of the odd text, the reader says how to write it.
  if (odd !== undefined) return parseRaceTime(odd);

  // More than 59 minutes are fine without hours: "75 min 30 s".
  const time = [...(Number(hours) > 0 ? [hours] : []), minutes || '0', padText(seconds || '0')];
  const read = parseRaceTime(time.map((part) => part.trim()).join(':'));
  return read.ok ? read : { ok: false as const, message: RACE_REFUSALS.time_invalid };
}

function readDistance({ distance, ownDistance, ownUnit }: RaceForm): number {
  if (distance !== 'own') return Number(distance);
  // Many write 7,4 for 7.4. Nothing typed is no distance, where Number would see 0.
  const typed = ownDistance.trim().replace(',', '.');
  return typed === '' ? Number.NaN : Number(typed) * METRES[ownUnit];
}

function padded(seconds: number): string {
  return padText(String(seconds));
}

function padText(seconds: string): string {
  return /^\d(\.|$)/.test(seconds.trim()) ? `0${seconds.trim()}` : seconds;
}
