import type { PaceUnits } from '@pacewright/pace';
import { type AthleteSpeeds, titleOf } from '@pacewright/script';

import { prepareWorkout } from './device-workout.ts';
import { stepLines } from './step-lines.ts';
import { plainLine } from './text.ts';

/** A workout on a day, such as "2026-11-17". A later `version` replaces an event that was imported before. */
export type CalendarEntry = {
  id: string;
  day: string;
  /** Written before the title, because an all-day event has no time. */
  timeOfDay?: 'am' | 'pm' | null | undefined;
  title: string;
  /** Empty for an activity other than running. */
  script: string;
  notes?: string | undefined;
  version?: number | undefined;
  /** The paces it was run with, if they differ from the athlete's current ones. */
  speeds?: AthleteSpeeds | undefined;
};

export type CalendarOptions = {
  name: string;
  /** The time of writing, such as "2026-11-14T08:00:00Z". */
  writtenAt: string;
  speeds: AthleteSpeeds;
  units: PaceUnits;
  /** How often a calendar that subscribed should ask again, such as "PT1H". */
  refresh?: string | undefined;
};

/** Writes workouts as all-day events in iCalendar format (RFC 5545). */
export function writeCalendar(entries: readonly CalendarEntry[], options: CalendarOptions): string {
  return [...writeCalendarParts(entries, options)].join('');
}

/** The same in parts, one for each event, for a server that has others to serve in between. */
export function* writeCalendarParts(
  entries: readonly CalendarEntry[],
  { name, writtenAt, speeds, units, refresh }: CalendarOptions,
): Generator<string, void> {
  const stamp = writtenAt.replaceAll(/[-:]|\.\d+/g, '');
  yield joinLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Pacewright//Workouts//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    ...(refresh
      ? [`REFRESH-INTERVAL;VALUE=DURATION:${refresh}`, `X-PUBLISHED-TTL:${refresh}`]
      : []),
  ]);
  for (const entry of entries) {
    const {
      id,
      day,
      timeOfDay,
      title,
      script,
      notes = '',
      version = 0,
      speeds: own = speeds,
    } = entry;
    yield joinLines([
      'BEGIN:VEVENT',
      `UID:${escaped(uidOf(id))}`,
      `DTSTAMP:${stamp}`,
      `SEQUENCE:${version}`,
      `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${dayAfter(day).replaceAll('-', '')}`,
      `SUMMARY:${timeOfDay ? `${timeOfDay.toUpperCase()}: ` : ''}${escaped(titleOf({ title: plainLine(title), script }))}`,
      `DESCRIPTION:${escaped(descriptionOf({ title, script }, notes, own, units))}`,
      // A run does not make its day busy.
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]);
  }
  yield joinLines(['END:VCALENDAR']);
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** The same in every file and feed, so that a calendar with two of them shows an entry once. */
function uidOf(id: string): string {
  return `${id}@pacewright`;
}

function descriptionOf(
  workout: { title: string; script: string },
  notes: string,
  speeds: AthleteSpeeds,
  units: PaceUnits,
): string {
  if (workout.script === '') return notes;
  const prepared = prepareWorkout(workout, speeds);
  const lines = prepared.ok
    ? [...stepLines(prepared.workout.items, units), ...prepared.notes]
    : [prepared.reason];
  return [workout.script, '', ...lines, ...(notes ? ['', notes] : [])].join('\n');
}

/** Plain arithmetic on days: no hours and no time zones to go wrong. */
function dayAfter(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  if (date < daysIn(year, month)) return dayText(year, month, date + 1);
  return month < 12 ? dayText(year, month + 1, 1) : dayText(year + 1, 1, 1);
}

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function dayText(year: number, month: number, date: number): string {
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}`;
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0');
}

/** Section 3.3.11. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

const LINE_OCTETS = 75;

/** Section 3.1: lines of up to 75 octets, cut between characters; the next one begins with a space. */
function folded(line: string): string {
  let text = '';
  let octets = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > LINE_OCTETS) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}
