import { listOf, textOf, type Json } from './json-values.ts';
import {
  addWorkout,
  emptyFound,
  refusal,
  storable,
  workoutOf,
  type Found,
  type Reading,
} from './result.ts';

/** The workouts of our own export: the library, and the planned days of the calendar. */
export function readExport(json: Json): Reading {
  const found = emptyFound();
  for (const workout of listOf(json['workouts'])) add(workout, found);
  for (const entry of listOf(json['calendar'])) {
    const what = `${textOf(entry['title']) || 'A workout'} on ${textOf(entry['day'])}`;
    if (entry['done']) found.skipped.push({ what, why: 'already completed' });
    else if (textOf(entry['script']).trim() === '') found.skipped.push({ what, why: 'not a run' });
    else add(entry, found, textOf(entry['day']));
  }
  for (const [key, name] of OTHER_PARTS) {
    const count = listOf(json[key]).length;
    if (count > 0) found.skipped.push({ what: `${count} ${name}`, why: 'not workouts' });
  }
  const { workouts, skipped } = found;
  if (workouts.length === 0 && skipped.length === 0) return refusal('This export has no workouts.');
  return { ok: true, ...found };
}

const OTHER_PARTS = [
  ['races', 'races'],
  ['plans', 'plans'],
  ['seasons', 'seasons'],
  ['activities', 'runs'],
] as const;

const MAX_TAGS = 20;

function add(workout: Json, found: Found, day?: string): void {
  const [title, script] = [textOf(workout['title']), storable(textOf(workout['script']))];
  const own = workout['own'];
  const notes =
    textOf(workout['notes']) ||
    textOf(typeof own === 'object' && own && 'notes' in own ? own.notes : '');
  if (script.trim() === '') {
    found.skipped.push({ what: title || 'A workout', why: 'no script' });
    return;
  }
  const tags = Array.isArray(workout['tags']) ? workout['tags'] : [];
  const texts = tags.filter((tag) => typeof tag === 'string').slice(0, MAX_TAGS);
  addWorkout(found, workoutOf({ title, script, notes, tags: texts, ...(day ? { day } : {}) }));
}
