import type { SavedWorkout } from '@pacewright/contract';
import * as z from 'zod/mini';
import { draftFields, listRecentDrafts, readDrafts } from '../../platform/drafts/draft-store.ts';

/** The fields of a workout that the athlete writes. */
export type WorkoutText = { title: string; script: string; notes: string; tags: string[] };

export const EMPTY: WorkoutText = { title: '', script: '', notes: '', tags: [] };

const draft = z.object({
  ...draftFields,
  /** Null for a new workout. */
  workoutId: z.nullable(z.string()),
  title: z.string(),
  script: z.string(),
  notes: z.string(),
  tags: z.array(z.string()),
});

/** Unsaved changes, stored on this device. */
export type Draft = z.infer<typeof draft>;

/** The drafts of a workout that were left behind on this device, the newest first. */
export function listDrafts(athleteId: string, workoutId: string | null): Promise<Draft[]> {
  return listRecentDrafts(
    draft,
    (one) => one.athleteId === athleteId && one.workoutId === workoutId,
  );
}

/** All drafts of an athlete on this device. */
export async function listDraftsOf(athleteId: string): Promise<Draft[]> {
  return (await readDrafts(draft)).filter((one) => one.athleteId === athleteId);
}

export function textOf({ title, script, notes, tags }: WorkoutText): WorkoutText {
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

/** Whether a saved workout has this text, normalized as the API does. */
export function isSavedAs(saved: SavedWorkout, text: WorkoutText): boolean {
  return isSameText(textOf(saved), { ...text, title: text.title.trim() });
}
