import { clearConsent } from '../features/garmin/consent.ts';
import { listPlanDraftsOf } from '../features/plans/plan-draft.ts';
import { titleOfPlan } from '../features/plans/plan-title.ts';
import { listDraftsOf } from '../features/workouts/draft.ts';
import { removeDrafts } from '../platform/drafts/draft-store.ts';
import { hasUnsavedChanges } from '../ui/unsaved-work.ts';

export type UnsavedWork = {
  /** The workouts and plans that have a draft on this device. */
  titles: string[];
};

/** The work that signing out would delete: drafts on this device, and changes in this tab or another. */
export async function findUnsavedWork(athleteId: string): Promise<UnsavedWork | undefined> {
  // A browser that refuses storage has no drafts.
  const workouts = await listDraftsOf(athleteId).catch(() => []);
  const plans = await listPlanDraftsOf(athleteId).catch(() => []);
  if (workouts.length + plans.length === 0 && !(await hasUnsavedChanges())) return undefined;
  return {
    titles: [
      ...workouts.map(({ title }) => title.trim() || 'Untitled workout'),
      ...plans.map(({ text }) => titleOfPlan(text)),
    ],
  };
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
