import type { NewRace } from '@pacewright/contract';
import {
  checkRaceDate,
  RACE_DISTANCES,
  RACE_REFUSALS,
  type RaceReading,
  readRace,
  readRaceTime,
  type RaceTimeReading,
  suggestTime,
} from '@pacewright/pace';

/** The texts of the form. */
export type RaceForm = {
  /** Metres of a standard distance, or 'own'. */
  distance: string;
  ownDistance: string;
  ownUnit: keyof typeof METRES;
  hours: string;
  minutes: string;
  seconds: string;
  /** The value of a date input, such as 2026-11-16. */
  racedOn: string;
};

export type RaceField = 'distance' | 'time' | 'racedOn';

export type RaceFormReading =
  | { kind: 'empty' }
  | {
      kind: 'refused';
      field: RaceField;
      message: string;
      /** Times in seconds that the runner may have meant. */
      choices: number[];
    }
  /** Without a date it counts as today's. */
  | { kind: 'read'; race: NewRace; isDated: boolean; reading: GoodReading };

type GoodReading = Extract<RaceReading, { ok: true }>;

/** A race mile, not the pace unit's 1609.34. */
const METRES = { km: 1000, miles: 1609.344 };

/** Reads the form. Without a time it counts as empty. */
export function readRaceForm(typed: RaceForm, today: string): RaceFormReading {
  const form = splitResult(typed);
  if (!form.hours && !form.minutes && !form.seconds) return { kind: 'empty' };

  const time = readTime(form);
  if (!time.ok)
    return { kind: 'refused', field: 'time', message: time.message, choices: time.choices };

  const result = { distance: readDistance(form), timeInSeconds: time.seconds };
  const reading = readRace(result);
  if (!reading.ok) {
    const field = reading.field === 'distance' ? 'distance' : 'time';
    const meant = suggestTime(result);
    const choices = meant === undefined ? [] : [meant];
    return { kind: 'refused', field, message: reading.message, choices };
  }
  const isDated = form.racedOn !== '';
  const racedOn = isDated ? form.racedOn : today;
  const wrongDate = checkRaceDate(racedOn, today);
  if (wrongDate) return { kind: 'refused', field: 'racedOn', message: wrongDate, choices: [] };

  return { kind: 'read', race: { ...result, racedOn }, isDated, reading };
}

/** The initial form. */
export function emptyRaceForm(): RaceForm {
  return {
    distance: '5000',
    ownDistance: '',
    ownUnit: 'km',
    hours: '',
    minutes: '',
    seconds: '',
    racedOn: '',
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

/** A time split into its three fields. */
export function timeFields(timeInSeconds: number) {
  // Rounded to a thousandth, so that 59.9999 does not show as 60.
  const thousandths = Math.round(timeInSeconds * 1000);
  const seconds = (thousandths % 60_000) / 1000;
  const minutes = Math.floor(thousandths / 60_000);
  return {
    hours: String(Math.floor(minutes / 60)),
    minutes: String(minutes % 60),
    seconds: padded(String(seconds)),
  };
}

/** Splits what was typed or pasted into one field into all three, "19:57", or into the distance as well, "5k 19:57". */
export function normalizeTime(typed: RaceForm): RaceForm {
  const form = splitResult(typed);
  const whole = wholeTime(form);
  const time = whole === undefined ? undefined : readRaceTime(whole, readDistance(form));
  return time?.ok ? { ...form, ...timeFields(time.seconds) } : typed;
}

const RESULT = /^\s*(\d+(?:[.,]\d+)?)\s*(k|mi)[a-z]*[\s,]+(?:in\s+)?(\d+:.+)$/i;

/** The form with its distance and time apart, if one of its fields has both. */
function splitResult(form: RaceForm): RaceForm {
  const [, figure = '', unit, time] = RESULT.exec(wholeTime(form) ?? '') ?? [];
  if (time === undefined) return form;
  const ownUnit = unit?.toLowerCase() === 'k' ? 'km' : 'miles';
  const metres = readDistance({ ...form, distance: 'own', ownDistance: figure, ownUnit });
  const race = RACE_DISTANCES.find((one) => Math.abs(one.metres - metres) < SAME_METRES);
  return {
    ...form,
    distance: race ? String(race.metres) : 'own',
    ownDistance: race ? '' : figure,
    ownUnit,
    hours: time,
    minutes: '',
    seconds: '',
  };
}

/** As far as 21.1 km are from a half marathon, and 26.2 miles from a marathon. */
const SAME_METRES = 40;

/** The field that contains a whole time, if one does. */
function wholeTime({ hours, minutes, seconds }: RaceForm): string | undefined {
  const typed = [hours, minutes, seconds].filter((text) => text.trim() !== '');
  const isAlone = typed.length === 1 && seconds.trim() === '';
  return (
    typed.find((text) => text.includes(':')) ??
    [hours, minutes].find((text) => /[^\d\s]|\d\s+\d/.test(text)) ??
    (isAlone ? typed.find((text) => text.trim().length > 2) : undefined)
  );
}

function readTime(form: RaceForm): RaceTimeReading {
  const { hours, minutes, seconds } = form;
  const whole = wholeTime(form);
  if (whole !== undefined) return readRaceTime(whole, readDistance(form));

  // Each field has a unit, so the value is unambiguous. 75 minutes without hours are valid.
  const [h, m, s] = [hours, minutes, seconds].map((text) => Number(text.trim() || 0)) as [
    number,
    number,
    number,
  ];
  const isTime = s >= 0 && s < 60 && m < (h > 0 ? 60 : 10_000);
  return isTime
    ? { ok: true, seconds: h * 3600 + m * 60 + s }
    : { ok: false, message: RACE_REFUSALS.time_invalid, choices: [] };
}

function readDistance({ distance, ownDistance, ownUnit }: RaceForm): number {
  if (distance !== 'own') return Number(distance);
  // Accept 7,4 for 7.4. An empty text is no distance, but Number would return 0.
  const typed = ownDistance.trim().replace(',', '.');
  return typed === '' ? Number.NaN : Number(typed) * METRES[ownUnit];
}

function padded(seconds: string): string {
  return /^\d(\.|$)/.test(seconds.trim()) ? `0${seconds.trim()}` : seconds;
}
