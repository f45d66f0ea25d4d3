import { listRefusals, type SavedWorkout, titleWithSuffix } from '@pacewright/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAthlete } from '../../session/session-context.ts';
import {
  type Draft,
  EMPTY,
  isSameText,
  isSavedAs,
  keepDraft,
  listDrafts,
  removeDraft,
  textOf,
  type WorkoutText,
} from './draft.ts';
import { currentOf, useChangeWorkout, useSaveWorkout } from './workouts-queries.ts';

/**
 * A workout being written: kept on this device with every change, saved on demand, and never lost to
 * someone else's save.
 */
export function useWorkoutDraft(
  stored: SavedWorkout | undefined,
  start: Partial<WorkoutText> | undefined,
) {
  const { user } = useAthlete();
  const workoutId = stored?.id ?? null;
  const [text, setText] = useState<WorkoutText>(() =>
    stored ? textOf(stored) : { ...EMPTY, ...start },
  );
  /** What is on the screen when an answer comes, which may be later than what was sent. */
  const latest = useRef(text);
  const [base, setBase] = useState(stored);
  const [key, setKey] = useState<string>(() => crypto.randomUUID());
  const [isKept, setIsKept] = useState(true);
  const [refusals, setRefusals] = useState<Record<string, string>>({});
  const [conflict, setConflict] = useState<{ mine: WorkoutText; theirs: SavedWorkout }>();
  /** Sent without an answer: it may have been saved all the same. */
  const unanswered = useRef<WorkoutText>(undefined);
  const { found, setFound } = useFoundDrafts(user.id, workoutId, stored, key);
  const save = useSaveWorkout();
  const change = useChangeWorkout();
  const isChanged = !isSameText(text, base ? textOf(base) : EMPTY);

  function show(next: WorkoutText): void {
    latest.current = next;
    setText(next);
  }

  function keep(of: Pick<Draft, 'key' | 'workoutId' | 'version'>, next: WorkoutText): void {
    keepDraft({ ...next, ...of, athleteId: user.id, savedAt: Date.now() }).then(
      () => setIsKept(true),
      () => setIsKept(false),
    );
  }

  function edit(changes: Partial<WorkoutText>): void {
    const next = { ...latest.current, ...changes };
    show(next);
    if (isSameText(next, base ? textOf(base) : EMPTY)) void removeDraft(key);
    // A new workout that was saved a moment ago is no longer new, although its own page is yet to come.
    else keep({ key, workoutId: base?.id ?? null, version: base?.version ?? null }, next);
  }

  function settle(saved: SavedWorkout, shown: WorkoutText): SavedWorkout {
    const next = { key: crypto.randomUUID(), workoutId: saved.id, version: saved.version };
    void removeDraft(key);
    unanswered.current = undefined;
    setConflict(undefined);
    setBase(saved);
    setKey(next.key);
    // What was typed while the save was under way is the next thing to save.
    if (isSameText(latest.current, shown)) show(textOf(saved));
    else keep(next, latest.current);
    return saved;
  }

  /** Saves a text, as a new workout or on top of a version. Undefined if the runner has to decide first. */
  async function store(
    next: WorkoutText,
    onTopOf: SavedWorkout | undefined,
  ): Promise<SavedWorkout | undefined> {
    const shown = latest.current;
    const attempt = (version: SavedWorkout | undefined) =>
      version
        ? change.mutateAsync({ id: version.id, workout: next, version: version.version })
        : save.mutateAsync({ workout: next, idempotencyKey: key });
    try {
      return settle(await attempt(onTopOf), shown);
    } catch (error) {
      const current =
        currentOf(error, 'STALE_VERSION') ?? currentOf(error, 'IDEMPOTENCY_KEY_REUSED');
      if (!current) {
        unanswered.current = next;
        throw error;
      }
      // An attempt from here whose answer was lost is nobody else's.
      if (unanswered.current && isSavedAs(current, unanswered.current))
        return settle(await attempt(current), shown);
      setConflict({ mine: next, theirs: current });
      return undefined;
    }
  }

  return {
    text,
    /** The text at the moment of asking, for what is done with it on demand. */
    latest: () => latest.current,
    edit,
    isChanged,
    /** The device refused to keep the draft: it lives in this tab only. */
    isKept,
    isSaving: save.isPending || change.isPending,
    refusals,
    save: async (next: WorkoutText) => {
      const refused = listRefusals(next);
      setRefusals(Object.fromEntries(refused.map(({ at, message }) => [at, message])));
      return refused.length > 0 ? undefined : store(next, base);
    },
    /** Left over from a tab that was closed or crashed. */
    found: found[0],
    takeFound: ({ key: foundKey, version, ...draft }: Draft) => {
      show(textOf(draft));
      setKey(foundKey);
      // Saving on top of a version that has moved on is a conflict, and is shown as one.
      if (base && version !== null) setBase({ ...base, version });
      setFound(found.filter((one) => one.key !== foundKey));
    },
    dropFound: ({ key: foundKey }: Draft) => {
      void removeDraft(foundKey);
      setFound(found.filter((one) => one.key !== foundKey));
    },
    conflict: conflict && {
      ...conflict,
      keepMine: () => store(conflict.mine, conflict.theirs),
      takeTheirs: () => settle(conflict.theirs, latest.current),
      saveCopy: async () => {
        const title = titleWithSuffix(conflict.mine.title, ' (mine)');
        const copy = { ...conflict.mine, title };
        const saved = await save.mutateAsync({ workout: copy, idempotencyKey: copyKey(key) });
        void removeDraft(key);
        return saved;
      },
      close: () => setConflict(undefined),
    },
  };
}

/** For the copy beside a workout that was made with the key itself. */
function copyKey(key: string): string {
  return `${key}-copy`;
}

function useFoundDrafts(
  athleteId: string,
  workoutId: string | null,
  stored: SavedWorkout | undefined,
  ownKey: string,
) {
  const [found, setFound] = useState<Draft[]>([]);
  const take = useEffectEvent((drafts: Draft[]) =>
    setFound(
      drafts.filter(
        (draft) => draft.key !== ownKey && !isSameText(draft, stored ? textOf(stored) : EMPTY),
      ),
    ),
  );

  useEffect(() => {
    let isCurrent = true;
    void listDrafts(athleteId, workoutId).then(
      (drafts) => isCurrent && take(drafts),
      // Where nothing can be kept, nothing was left behind.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [athleteId, workoutId]);

  return { found, setFound };
}
