import { plural } from '@pacewright/pace';
import { raceTarget, writeScript } from '@pacewright/script';

import {
  addWorkout,
  emptyFound,
  oneLine,
  refusal,
  storable,
  workoutOf,
  type Found,
  type ImportOptions,
  type Reading,
} from './result.ts';
import type { TrainingSession } from './training/cells.ts';
import { guess } from './training/guess.ts';
import { readTraining, type Training } from './training/read-training.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const MAX_QUOTED = 80;

/** The workouts of any text: those of a day are on it, and other lines are listed as skipped. */
export function readText(
  source: string,
  { units, weekStart, today, answers, cuts, onRead }: ImportOptions,
): Reading {
  const text = storable(source);
  const training = readTraining(text, {
    units,
    ...(weekStart && { weekStart }),
    ...(today !== undefined && { today }),
    ...(answers && { answers }),
    ...(cuts && { cuts }),
    ...(onRead && { onRead }),
  });
  const { sessions, leftovers, blocks, questions, corrections } = training;
  // A session on no day is not lost: it is one without a day.
  const lost = sessions.length === 0 ? [] : blocks.filter(({ from, to }) => to > from);
  if (lost.length === 0 && !sessions.some(({ kind }) => kind === 'run' || kind === 'race'))
    return refusal(reasonOf(training));
  const found = { ...emptyFound(), questions, corrections };
  for (const session of sessions) addSession(found, session, text);
  for (const { text: script, from, to } of lost)
    addWorkout(
      found,
      workoutOf({ title: '', ...guess(script), source: script, place: { from, to } }),
    );
  const restDays = sessions.filter(({ kind }) => kind === 'rest').length;
  if (restDays > 0) found.skipped.push({ what: plural(restDays, 'day'), why: 'nothing to run' });
  for (const one of leftovers)
    if (!lost.some(({ from }) => from === one.from))
      skip(found, one.text, 'not a workout', one.to > one.from ? one.from : undefined);
  return { ok: true, ...found };
}

function reasonOf({ blocks: [block] }: Training): string {
  return block?.text ?? NOTHING_TO_RUN;
}

const NOTHING_TO_RUN =
  'No workouts found. Include a distance or duration, like “Tue: 6 x 800 m, 2 min jog”.';

function addSession(found: Found, session: TrainingSession, text: string): void {
  const { week, weekday, date, kind, notes, from, to } = session;
  if (kind === 'rest' && session.questions.length > 0) {
    addOptional(found, session);
    return;
  }
  if (kind === 'rest') {
    if (notes !== '') skip(found, notes, 'next to a day without a run');
    return;
  }
  const day =
    date === undefined ? weekday !== undefined && { planDay: { week, weekday } } : { day: date };
  const label = date === undefined && weekday !== undefined ? `${DAYS[weekday]}: ` : '';
  const source = text
    .slice(from, to)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
  const place = { from, to };
  const isUnclear = kind === 'other' && { isUnclear: true as const };
  const script = scriptOf(session);
  const title = `${label}${session.title}`;
  const [asked] = session.questions;
  const question = asked && { question: asked };
  const own = { title, script, notes, source, place, ...day, ...isUnclear, ...question };
  addWorkout(found, workoutOf(own));
}

/** What may be done instead of a rest is there to be chosen. */
function addOptional(found: Found, session: TrainingSession): void {
  const { week, weekday, date, notes, source, from, to } = session;
  const day =
    date === undefined ? weekday !== undefined && { planDay: { week, weekday } } : { day: date };
  const script = session.questions[0]?.answers.at(-1)?.script ?? source;
  const place = { from, to };
  const own = { title: '', script, notes, source, place, ...day, isUnclear: true as const };
  addWorkout(found, workoutOf(own));
}

/** A race is run at its own pace. Other activities have their words. */
function scriptOf({ kind, script, title, source, metres = 0 }: TrainingSession): string {
  if (kind === 'other') return title || source;
  if (kind === 'run' || script !== '' || metres === 0) return script || title;
  const amount = { kind: 'distance' as const, metres };
  return writeScript({ items: [{ kind: 'step', amount, target: raceTarget(metres) }] });
}

function skip({ skipped }: Found, text: string, why: string, at?: number): void {
  const line = oneLine(text);
  const short = line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED).toWellFormed()}…` : line;
  if (short !== '') skipped.push({ what: `“${short}”`, why, ...(at !== undefined && { at }) });
}
