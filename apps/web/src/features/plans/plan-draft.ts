import * as z from 'zod/mini';
import { draftFields, listRecentDrafts, readDrafts } from '../../platform/drafts/draft-store.ts';

/** The text of a plan that is being written. */
export type PlanText = { text: string };

const draft = z.object({
  ...draftFields,
  /** Null for a new plan. */
  planId: z.nullable(z.string()),
  text: z.string(),
});

/** Unsaved changes to a plan, stored on this device. */
export type PlanDraft = z.infer<typeof draft>;

/** The drafts of a plan that were left behind on this device, the newest first. */
export function listPlanDrafts(athleteId: string, planId: string | null): Promise<PlanDraft[]> {
  return listRecentDrafts(draft, (one) => one.athleteId === athleteId && one.planId === planId);
}

/** All drafts of plans of an athlete on this device. */
export async function listPlanDraftsOf(athleteId: string): Promise<PlanDraft[]> {
  return (await readDrafts(draft)).filter((one) => one.athleteId === athleteId);
}
