import * as z from 'zod/mini';
import { draftFields, readDrafts } from '../../platform/drafts/draft-store.ts';

const draft = z.object({
  ...draftFields,
  /** As it was written; the rest is how it was read then. */
  line: z.string(),
  day: z.string(),
  title: z.string(),
  script: z.string(),
});

/** A line of the write box that was not sent yet, stored on this device. */
export type LineDraft = z.infer<typeof draft>;

/** The lines of an athlete that wait on this device, in the order in which they were written. */
export async function listLineDraftsOf(athleteId: string): Promise<LineDraft[]> {
  return (await readDrafts(draft))
    .filter((one) => one.athleteId === athleteId)
    .sort((one, other) => one.savedAt - other.savedAt);
}
