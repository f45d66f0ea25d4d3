import { validateWorkout, type SavedWorkout, titleWithSuffix } from '@pacewright/contract';
import { suggestTitle, titleOf } from '@pacewright/script';
import { type DraftKind, useDraft } from '../../platform/drafts/use-draft.ts';
import {
  type Draft,
  EMPTY,
  isSameText,
  isSavedAs,
  listDrafts,
  textOf,
  type WorkoutText,
} from './draft.ts';
import { currentOf, useChangeWorkout, useSaveWorkout } from './workouts-queries.ts';

const WORKOUT: DraftKind<WorkoutText, SavedWorkout, Draft> = {
  empty: EMPTY,
  textOf,
  isSameText,
  isSavedAs,
  edit: followSteps,
  // A workout without a title gets one from its steps.
  prepare: withTitle,
  validate: validateWorkout,
  toDraft: (draft, workoutId) => ({ ...draft, workoutId }),
  listDrafts,
  currentOf,
};

/** A workout in the editor, see `useDraft`. */
export function useWorkoutDraft(
  id: string,
  stored: SavedWorkout | undefined,
  start: Partial<WorkoutText> | undefined,
  onSaved: (saved: SavedWorkout) => Promise<void>,
) {
  const save = useSaveWorkout();
  const change = useChangeWorkout();
  const saving = {
    create: (workout: WorkoutText, idempotencyKey: string) =>
      save.mutateAsync({ id, workout, idempotencyKey }),
    change: (workout: WorkoutText, base: SavedWorkout) =>
      change.mutateAsync({ id: base.id, workout, version: base.version }),
    keepBoth: (mine: WorkoutText, _theirs: SavedWorkout, idempotencyKey: string) =>
      save.mutateAsync({
        workout: { ...mine, title: titleWithSuffix(mine.title, ' (mine)') },
        idempotencyKey,
      }),
    onSaved,
  };
  return useDraft(WORKOUT, saving, stored, start);
}

/** A title that was saved from the steps changes with them, until the athlete types another. */
function followSteps(
  text: WorkoutText,
  edits: Partial<WorkoutText>,
  base: SavedWorkout | undefined,
): WorkoutText {
  const next = { ...text, ...edits };
  if (!base || base.title !== suggestTitle(base.reading.workout)) return next;
  const isSuggested = next.title === titleOf({ title: '', script: text.script });
  return isSuggested ? withTitle({ ...next, title: '' }) : next;
}

function withTitle(text: WorkoutText): WorkoutText {
  return { ...text, title: titleOf(text) };
}
