import { listRefusals, savedWorkout, type SavedWorkout } from '@pacewright/contract';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiProblem } from '../../api/client.ts';
import {
  type Draft,
  EMPTY,
  isSameText,
  readDraft,
  removeDraft,
  textOf,
  type WorkoutText,
  writeDraft,
} from './draft.ts';
import { useChangeWorkout, useSaveWorkout } from './workouts-queries.ts';

/**
 * A workout being written: kept on this device with every change, saved on demand, and never lost to
 * someone else's save.
 */
export function useWorkoutDraft(
  stored: SavedWorkout | undefined,
  start: Partial<WorkoutText> | undefined,
) {
  const id = stored?.id ?? 'new';
  const [found, setFound] = useState(() => findDraft(id, stored));
  const [text, setText] = useState<WorkoutText>(() =>
    stored ? textOf(stored) : { ...EMPTY, ...start },
  );
  const [base, setBase] = useState(stored);
  const [key, setKey] = useState<string>(() => crypto.randomUUID());
  const [isKept, setIsKept] = useState(true);
  const [theirs, setTheirs] = useState<SavedWorkout>();
  const [refusals, setRefusals] = useState<Record<string, string>>({});
  const save = useSaveWorkout();
  const change = useChangeWorkout();
  const isChanged = !isSameText(text, base ? textOf(base) : EMPTY);

  function edit(changes: Partial<WorkoutText>): void {
    const next = { ...text, ...changes };
    setText(next);
    // Until the runner has chosen, the draft that was found stays as it is.
    if (found) return;
    if (isSameText(next, base ? textOf(base) : EMPTY)) removeDraft(id);
    else
      setIsKept(writeDraft(id, { ...next, version: base?.version ?? null, idempotencyKey: key }));
  }

  async function store(
    next: WorkoutText,
    version = base?.version,
  ): Promise<SavedWorkout | undefined> {
    const refused = listRefusals(next);
    setRefusals(Object.fromEntries(refused.map(({ at, message }) => [at, message])));
    if (refused.length > 0) return undefined;

    try {
      const saved =
        base && version !== undefined
          ? await change.mutateAsync({ id: base.id, workout: next, version })
          : await save.mutateAsync({ workout: next, idempotencyKey: key });
      settle(saved);
      return saved;
    } catch (error) {
      const current =
        error instanceof ApiProblem && error.code === 'STALE_VERSION'
          ? z.safeParse(savedWorkout, error.current).data
          : undefined;
      if (!current) throw error;
      setTheirs(current);
      return undefined;
    }
  }

  function settle(saved: SavedWorkout): void {
    removeDraft(id);
    setBase(saved);
    setText(textOf(saved));
    setTheirs(undefined);
    setKey(crypto.randomUUID());
  }

  return {
    text,
    edit,
    isChanged,
    /** The device refused to keep the draft: it lives in this tab only. */
    isKept,
    isSaving: save.isPending || change.isPending,
    refusals,
    save: (next: WorkoutText = text) => store(next),
    /** Left over from a tab that was closed or crashed. */
    found,
    takeFound: () => {
      if (found) {
        setText(textOf(found));
        setKey(found.idempotencyKey);
        // Saving on top of a version that has moved on is a conflict, and is shown as one.
        if (base && found.version !== null) setBase({ ...base, version: found.version });
      }
      setFound(undefined);
    },
    dropFound: () => setFound(undefined),
    conflict: theirs && {
      theirs,
      keepMine: () => store(text, theirs.version),
      takeTheirs: () => settle(theirs),
      saveCopy: async () => {
        const copy = await save.mutateAsync({
          workout: { ...text, title: `${text.title} (mine)` },
          idempotencyKey: key,
        });
        removeDraft(id);
        return copy;
      },
      close: () => setTheirs(undefined),
    },
  };
}

function findDraft(id: string, stored: SavedWorkout | undefined): Draft | undefined {
  const draft = readDraft(id);
  return draft && !isSameText(draft, stored ? textOf(stored) : EMPTY) ? draft : undefined;
}
