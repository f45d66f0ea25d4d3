import { readScript } from '@pacewright/script';

import { dayOf } from './days.ts';
import { isRestDay, judgeText } from './judge-text.ts';
import {
  addWorkout,
  emptyFound,
  oneLine,
  refusal,
  storable,
  workoutOf,
  type Found,
  type ImportOptions,
  type Loss,
  type Reading,
} from './result.ts';

const MAX_CHARACTERS = 3_000_000;
const MAX_EVENTS = 5000;

/** The events of a calendar (RFC 5545) that are workouts. Ours are read exactly, others as text. */
export function readICalendar(source: string, { answers }: ImportOptions): Reading {
  if (source.length > MAX_CHARACTERS)
    return refusal('This calendar is too large. Export fewer months at a time.');
  const lines = source
    .replace(/^\ufeff/, '')
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r?\n/);
  const isOurs = lines.some((line) => line.startsWith('PRODID:-//Pacewright//'));
  const found = emptyFound();
  const events = readEvents(lines);
  for (const event of events.slice(0, MAX_EVENTS)) addEvent(event, isOurs, found);
  if (!isOurs) askMiles(found, answers?.minutes);
  if (events.length > MAX_EVENTS)
    found.skipped.push({
      what: `${events.length - MAX_EVENTS} more events`,
      why: `calendars can have up to ${MAX_EVENTS} events`,
    });
  if (found.workouts.length === 0)
    return refusal('We found no workouts in this calendar. Try another one.');
  return { ok: true, ...found };
}

type Event = Map<string, string>;

function readEvents(lines: readonly string[]): Event[] {
  const events: Event[] = [];
  let event: Event | undefined;
  // Alarms inside of an event have descriptions, too.
  let depth = 0;
  for (const line of lines) {
    const [, name = '', value = ''] =
      /^([\w-]+)(?:;[^:"]*(?:"[^"]*"[^:"]*)*)?:(.*)$/.exec(line) ?? [];
    const key = name.toUpperCase();
    if (key === 'BEGIN' && /^VEVENT$/i.test(value)) {
      event = new Map();
      depth = 0;
    } else if (key === 'BEGIN') depth++;
    else if (key === 'END' && /^VEVENT$/i.test(value)) {
      if (event) events.push(event);
      event = undefined;
    } else if (key === 'END') depth--;
    else if (event && depth === 0 && !event.has(key)) event.set(key, value);
  }
  return events;
}

function addEvent(event: Event, isOurs: boolean, found: Found): void {
  const text = (name: string) => unescaped(event.get(name) ?? '').trim();
  const title = oneLine(text('SUMMARY'));
  // Our own files write the time of day there.
  const summary = isOurs ? title.replace(/^[AP]M: /, '') : title;
  const description = text('DESCRIPTION');
  const start = event.get('DTSTART') ?? '';
  const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)/.exec(start) ?? [];
  const day = dayOf(Number(year), Number(month), Number(date));
  const skip = (why: string) => found.skipped.push({ what: summary || 'An event', why });
  if (/^CANCELLED$/i.test(text('STATUS'))) return void skip('cancelled');
  if (day === undefined) return void skip('no date');
  const read = isOurs ? readDescription(description, true) : readBest(summary, description);
  if (!read && (isRestDay(summary) || /^rest\b/i.test(summary))) return void skip('nothing to run');
  if (!read) return void skip('no workout found');

  const losses: Loss[] = [];
  if (event.has('RRULE')) losses.push({ what: 'repeating event', instead: 'first day only' });
  if (/T\d/.test(start)) losses.push({ what: 'event time', instead: 'day only' });
  const location = oneLine(text('LOCATION'));
  const notes = [read.notes, location && `Location: ${location}`].filter(Boolean).join('\n');
  const { script } = read;
  addWorkout(found, workoutOf({ title: summary, script, notes, day, source: script, losses }));
}

type Read = { script: string; notes: string };

/** A description that begins with a script. The lines after it in ours are the script in words. */
function readDescription(description: string, isOurs: boolean): Read | undefined {
  const [script = '', ...rest] = description.split(/\n[ \t]*\n/);
  const { workout, diagnostics } = readScript(script);
  const isRight =
    workout.items.length > 0 && diagnostics.every(({ severity }) => severity !== 'error');
  if (!isRight && !(isOurs && script.trim() !== '')) return undefined;
  return { script: script.trim(), notes: isOurs ? '' : rest.join('\n\n') };
}

/** The text with more steps, or with fewer mistakes. The other one becomes the title or the notes. */
function readBest(title: string, description: string): Read | undefined {
  // Some calendars have a label there.
  const summary = title.replace(/^\[[^\]]{1,40}\]\s*/, '');
  const [ofSummary, ofDescription] = [judgeText(summary), judgeText(description)];
  const whole = readDescription(description, false);
  const ofWhole = judgeText(whole?.script ?? '');
  const isRicher = ({ steps }: typeof ofSummary) => !(steps < 2 && ofSummary.steps > 1);
  if (whole && (!ofSummary.isSession || (ofWhole.isSession && isRicher(ofWhole)))) return whole;
  const isDescription =
    ofDescription.isSession &&
    (!ofSummary.isSession ||
      (isRicher(ofDescription) && ofDescription.mistakes < ofSummary.mistakes));
  if (isDescription) return { script: description, notes: '' };
  return ofSummary.isSession || TOTAL.test(summary)
    ? { script: summary, notes: description }
    : undefined;
}

/** A list of steps behind its sum. */
const TOTAL = /^\d+(?:\.\d+)?\s?(?:km|mi|miles?|min)\s+total:/i;

/** A whole run of so few minutes, or of miles. */
const SHORT_RUN =
  /^(\d{1,2}(?:\.\d+)?)\s?m(?:\s+(?:(?:easy|long|recovery|steady)\s+)?(?:run|jog))?$/i;
const MAX_MILES = 30;
/** Nobody goes out for so few minutes. */
const MIN_MINUTES = 10;
const UNITS = { Miles: 'mi', Minutes: 'min' } as const;

/** In other calendars a run of "3 m" may be miles: asked once for the whole file. */
function askMiles({ workouts, questions }: Found, answer: number | undefined): void {
  const asked = workouts.flatMap((workout) => {
    const length = SHORT_RUN.exec(workout.script)?.[1];
    return length !== undefined && Number(length) <= MAX_MILES ? [{ workout, length }] : [];
  });
  const [first] = asked;
  if (!first) return;
  const isMiles = asked.some(({ length }) => Number(length) < MIN_MINUTES);
  const choices = isMiles ? (['Miles', 'Minutes'] as const) : (['Minutes', 'Miles'] as const);
  const chosen = answer === 1 ? 1 : 0;
  questions.push({
    id: 'minutes',
    text: `What is “${first.workout.script}”?`,
    choices: [...choices],
    chosen,
  });
  for (const { workout, length } of asked)
    workout.script = workout.script.replace(/^[\d.]+\s?m/i, `${length} ${UNITS[choices[chosen]]}`);
}

function unescaped(text: string): string {
  const plain = text.replaceAll(/\\([nN;,\\])/g, (_, character: string) =>
    character.toLowerCase() === 'n' ? '\n' : character,
  );
  return storable(plain);
}
