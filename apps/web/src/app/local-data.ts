import { clearConsent } from '../features/garmin/consent.ts';
import { listDraftsOf, removeDrafts } from '../features/workouts/draft.ts';
import { hasUnsavedChanges } from '../ui/unsaved-work.ts';

export type UnsavedWork = {
  /** The workouts that have a draft on this device. */
  titles: string[];
};

/** The work that signing out would delete: drafts on this device, and changes in this tab or another. */
export async function findUnsavedWork(athleteId: string): Promise<UnsavedWork | undefined> {
  // A browser that refuses storage has no drafts.
  const drafts = await listDraftsOf(athleteId).catch(() => []);
  if (drafts.length === 0 && !(await hasUnsavedChanges())) return undefined;
  return { titles: drafts.map(({ title }) => title.trim() || 'Untitled workout') };
}

/** Removes the data of an athlete's work from this device, other than the sign-in. */
export async function removeDataOf(athleteId: string): Promise<void> {
  clearConsent();
  await removeDrafts((owner) => owner === athleteId);
}

export async function removeDataOfOthers(athleteId: string): Promise<void> {
  clearConsent({ except: athleteId });
  await removeDrafts((owner) => owner !== athleteId);
}
