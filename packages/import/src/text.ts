import { readDate, weekdayIn } from './days.ts';
import {
  addWorkout,
  emptyFound,
  refusal,
  storable,
  workoutOf,
  type ImportOptions,
  type Reading,
} from './result.ts';
import { findSessions, type PastedSession } from './split-sessions.ts';

const LIMITS = { characters: 200_000, sessions: 1000 };

/** The sessions of any text. Its lines are in scripts or notes; the questions are the mistakes of the scripts. */
export function readText(source: string, { weekStart }: ImportOptions): Reading {
  const sessions = findSessions(storable(source.replaceAll(/\r\n?/g, '\n')), LIMITS);
  if (!sessions.ok) return refusal(sessions.message);
  const found = emptyFound();
  const place = createPlacer(weekStart === 'sunday' ? 6 : 0);
  for (const session of sessions.sessions) {
    const { title, script, notes } = session;
    const planDay = place(session);
    const [heading = ''] = title.split(': ');
    const date = readDate(heading.replace(/^[a-z]{3,9}\.?,?\s+(?=\d)/i, ''));
    const day = date.kind === 'day' ? { day: date.day } : planDay && { planDay };
    addWorkout(found, workoutOf({ title, script, notes, source: script, ...day }));
  }
  return { ok: true, ...found };
}

const WEEK = /\b(?:week|wk)\s*(\d{1,2})\b/i;

/** Weeks as the text counts them. Otherwise an earlier weekday than the one before begins the next. */
function createPlacer(firstWeekday: number) {
  let week = 1;
  let previous = -1;
  return ({ title, notes }: PastedSession) => {
    const [label = ''] = title.split(': ');
    const heading = notes.split('\n').findLast((line) => /^(?:week|wk)\s*\d/i.test(line)) ?? '';
    const written = (WEEK.exec(label) ?? WEEK.exec(heading))?.[1];
    const weekday = weekdayIn(label);
    if (written !== undefined) [week, previous] = [Number(written), -1];
    if (weekday === undefined || week === 0) return undefined;
    const place = (weekday - firstWeekday + 7) % 7;
    if (place < previous) week++;
    previous = place;
    return { week, weekday };
  };
}
