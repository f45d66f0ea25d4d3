import { clearConsent } from '../features/garmin/consent.ts';
import { listNotesDraftsOf } from '../features/activities/notes-draft.ts';
import { listEntryDraftsOf } from '../features/plans/entry-draft.ts';
import { listPlanDraftsOf } from '../features/plans/plan-draft.ts';
import { titleOfPlan } from '../features/plans/plan-title.ts';
import { listDraftsOf } from '../features/workouts/draft.ts';
import { removeDrafts } from '../platform/drafts/draft-store.ts';
import { hasUnsavedChanges } from '../ui/unsaved-work.ts';

export type UnsavedWork = {
  /** Everything that has a draft on this device. */
  titles: string[];
};

/** The work that signing out would delete: drafts on this device, and changes in this tab or another. */
export async function findUnsavedWork(athleteId: string): Promise<UnsavedWork | undefined> {
  // A browser that refuses storage has no drafts.
  const workouts = await listDraftsOf(athleteId).catch(() => []);
  const plans = await listPlanDraftsOf(athleteId).catch(() => []);
  const entries = await listEntryDraftsOf(athleteId).catch(() => []);
  const notes = await listNotesDraftsOf(athleteId).catch(() => []);
  const titles = [
    ...[...workouts, ...entries].map(({ title }) => title.trim() || 'Untitled workout'),
    ...plans.map(({ text }) => titleOfPlan(text)),
    ...notes.map(() => 'Notes on a run'),
  ];
  return titles.length > 0 || (await hasUnsavedChanges()) ? { titles } : undefined;
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
