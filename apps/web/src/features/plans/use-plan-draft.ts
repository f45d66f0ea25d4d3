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
  toDraft: (draft, planId) => ({ ...draft, planId }),
  listDrafts: listPlanDrafts,
  currentOf: currentPlanOf,
};

/** A plan in the editor, see `useDraft`. */
export function usePlanDraft(
  id: string,
  stored: SavedPlan | undefined,
  start: PlanText | undefined,
  onSaved: (saved: SavedPlan) => Promise<void>,
) {
  const save = useSavePlan();
  const change = useChangePlan();
  const saving = {
    create: ({ text }: PlanText, idempotencyKey: string) =>
      save.mutateAsync({ id, text, idempotencyKey }),
    change: ({ text }: PlanText, base: SavedPlan) =>
      change.mutateAsync({ id: base.id, text, version: base.version }),
    keepBoth: ({ text }: PlanText, _theirs: SavedPlan, idempotencyKey: string) =>
      save.mutateAsync({ text: renamePlan(text, ' (mine)'), idempotencyKey }),
    onSaved,
  };
  return useDraft(PLAN, saving, stored, start);
}
