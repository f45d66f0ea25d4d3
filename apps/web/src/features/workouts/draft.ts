import type { SavedWorkout } from '@pacewright/contract';
import * as z from 'zod/mini';

/** What is being written. */
export type WorkoutText = { title: string; script: string; notes: string; tags: string[] };

const draft = z.object({
  title: z.string(),
  script: z.string(),
  notes: z.string(),
  tags: z.array(z.string()),
  /** The version it was begun on; a new workout has none. */
  version: z.nullable(z.number()),
  /** Sent with every attempt to save a new workout, so that they make one. */
  idempotencyKey: z.string(),
  savedAt: z.number(),
});

export type Draft = z.infer<typeof draft>;

export const EMPTY: WorkoutText = { title: '', script: '', notes: '', tags: [] };

const PREFIX = 'pacewright.draft.';
const DAYS_KEPT = 30;

/** What was typed here and never saved. `id` is the workout's, or "new". */
export function readDraft(id: string, now = Date.now()): Draft | undefined {
  try {
    const kept = localStorage.getItem(PREFIX + id);
    const parsed = kept ? z.safeParse(draft, JSON.parse(kept)).data : undefined;
    if (parsed && now - parsed.savedAt <= DAYS_KEPT * 86_400_000) return parsed;
    if (kept) localStorage.removeItem(PREFIX + id);
    return undefined;
  } catch {
    // Forbidden or spoilt storage holds no draft.
    return undefined;
  }
}

/** Keeps what is typed on this device. Says whether it could. */
export function writeDraft(id: string, kept: Omit<Draft, 'savedAt'>, now = Date.now()): boolean {
  try {
    localStorage.setItem(PREFIX + id, JSON.stringify({ ...kept, savedAt: now }));
    return true;
  } catch {
    return false;
  }
}

export function removeDraft(id: string): void {
  try {
    localStorage.removeItem(PREFIX + id);
  } catch {
    // Nothing is kept where storage is forbidden.
  }
}

export function textOf({ title, script, notes, tags }: SavedWorkout | Draft): WorkoutText {
  return { title, script, notes, tags };
}

export function isSameText(one: WorkoutText, other: WorkoutText): boolean {
  return (
    one.title === other.title &&
    one.script === other.script &&
    one.notes === other.notes &&
    one.tags.join('\n') === other.tags.join('\n')
  );
}
