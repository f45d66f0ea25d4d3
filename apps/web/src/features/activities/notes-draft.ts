import * as z from 'zod/mini';
import { draftFields, listRecentDrafts, readDrafts } from '../../platform/drafts/draft-store.ts';

/** The athlete's notes on a run, and how hard it felt. */
export type RunNotes = { notes: string; effort: number | null };

const draft = z.object({
  ...draftFields,
  activityId: z.string(),
  notes: z.string(),
  effort: z.nullable(z.number()),
});

/** Unsaved notes on a run, stored on this device. */
export type NotesDraft = z.infer<typeof draft>;

/** The drafts of a run's notes that were left behind on this device, the newest first. */
export function listNotesDrafts(athleteId: string, id: string | null): Promise<NotesDraft[]> {
  return listRecentDrafts(draft, (one) => one.athleteId === athleteId && one.activityId === id);
}

/** All drafts of notes of an athlete on this device. */
export async function listNotesDraftsOf(athleteId: string): Promise<NotesDraft[]> {
  return (await readDrafts(draft)).filter((one) => one.athleteId === athleteId);
}
