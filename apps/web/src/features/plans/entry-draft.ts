import * as z from 'zod/mini';
import { draftFields, listRecentDrafts, readDrafts } from '../../platform/drafts/draft-store.ts';

/** The fields of one run on the calendar that the athlete writes. */
export type EntryText = { title: string; script: string; notes: string };

const draft = z.object({
  ...draftFields,
  entryId: z.string(),
  title: z.string(),
  script: z.string(),
  notes: z.string(),
});

/** Unsaved changes to one entry of the calendar, stored on this device. */
export type EntryDraft = z.infer<typeof draft>;

/** The drafts of an entry that were left behind on this device, the newest first. */
export function listEntryDrafts(athleteId: string, id: string | null): Promise<EntryDraft[]> {
  return listRecentDrafts(draft, (one) => one.athleteId === athleteId && one.entryId === id);
}

/** All drafts of entries of an athlete on this device. */
export async function listEntryDraftsOf(athleteId: string): Promise<EntryDraft[]> {
  return (await readDrafts(draft)).filter((one) => one.athleteId === athleteId);
}
