import { readDate } from './days.ts';
import { addWorkout, emptyFound, refusal, storable, workoutOf, type Reading } from './result.ts';
import { findSessions } from './split-sessions.ts';

const LIMITS = { characters: 200_000, sessions: 1000 };

/** The sessions of any text. Its lines are in scripts or notes; the questions are the mistakes of the scripts. */
export function readText(source: string): Reading {
  const sessions = findSessions(storable(source.replaceAll(/\r\n?/g, '\n')), LIMITS);
  if (!sessions.ok) return refusal(sessions.message);
  const found = emptyFound();
  for (const { title, script, notes } of sessions.sessions) {
    const [heading = ''] = title.split(': ');
    const date = readDate(heading.replace(/^[a-z]{3,9}\.?,?\s+(?=\d)/i, ''));
    const day = date.kind === 'day' ? { day: date.day } : {};
    addWorkout(found, workoutOf({ title, script, notes, source: script, ...day }));
  }
  return { ok: true, ...found };
}
