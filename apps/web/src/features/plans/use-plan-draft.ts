import { planTextProblem, type SavedPlan } from '@pacewright/contract';
import { type DraftKind, useDraft } from '../../platform/drafts/use-draft.ts';
import { listPlanDrafts, type PlanDraft, type PlanText } from './plan-draft.ts';
import { renamePlan } from './plan-title.ts';
import { currentPlanOf, useChangePlan, useSavePlan } from './plans-queries.ts';

const PLAN: DraftKind<PlanText, SavedPlan, PlanDraft> = {
  empty: { text: '' },
  textOf: ({ text }) => ({ text }),
  isSameText: (one, other) => one.text === other.text,
  isSavedAs: (saved, { text }) => saved.text === text,
  edit: (text, edits) => ({ ...text, ...edits }),
  prepare: (text) => text,
  validate: ({ text }) => {
    const problem = planTextProblem(text);
    return problem === undefined ? [] : [{ at: '/text', message: problem }];
  },
  nameCopy: ({ text }) => ({ text: renamePlan(text, ' (mine)') }),
  toDraft: ({ key, athleteId, version, text, savedAt }, planId) => ({
    key,
    athleteId,
    planId,
    version,
    text,
    savedAt,
  }),
  listDrafts: listPlanDrafts,
  currentOf: currentPlanOf,
};

/** A plan in the editor, see `useDraft`. */
export function usePlanDraft(stored: SavedPlan | undefined, start: PlanText | undefined) {
  const save = useSavePlan();
  const change = useChangePlan();
  const saving = {
    create: ({ text }: PlanText, idempotencyKey: string) =>
      save.mutateAsync({ text, idempotencyKey }),
    change: ({ text }: PlanText, { id, version }: SavedPlan) =>
      change.mutateAsync({ id, text, version }),
    isPending: save.isPending || change.isPending,
  };
  return useDraft(PLAN, saving, stored, start);
}
