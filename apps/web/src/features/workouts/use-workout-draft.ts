import { listRefusals, type SavedWorkout, titleWithSuffix } from '@pacewright/contract';
import { suggestTitle, titleOf } from '@pacewright/script';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAthlete } from '../../session/session-context.ts';
import { holdDraft, listHeldDrafts } from './draft-locks.ts';
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

/** Unsaved changes, and the version they were made to. A new workout has none. */
type Changes = { text: WorkoutText; base: SavedWorkout | undefined };

type State = {
  /** Of the draft on this device, and of the request that saves a new workout. */
  key: string;
  /** Undefined while nothing is changed: the text is then the server's, whatever it becomes. */
  changes?: Changes | undefined;
  /** The last response to a save from here. */
  saved?: SavedWorkout | undefined;
};

/**
 * A workout being written: stored on this device with every change, saved on demand, and never lost to
 * someone else's save.
 */
export function useWorkoutDraft(
  stored: SavedWorkout | undefined,
  start: Partial<WorkoutText> | undefined,
) {
  const { user } = useAthlete();
  const workoutId = stored?.id ?? null;
  const [initial] = useState<WorkoutText>(() => ({ ...EMPTY, ...start }));
  const [state, setState] = useState<State>(() => ({ key: crypto.randomUUID() }));
  /** The state at the moment a response arrives, which may be ahead of the last render. */
  const latest = useRef(state);
  const [isKept, setIsKept] = useState(true);
  const [refusals, setRefusals] = useState<Record<string, string>>({});
  const [conflict, setConflict] = useState<{ mine: WorkoutText; theirs: SavedWorkout }>();
  /** Sent without a response: it may have been saved all the same. */
  const [unanswered, setUnanswered] = useState<WorkoutText>();
  const { found, setFound } = useFoundDrafts(user.id, workoutId, stored, state.key);
  const save = useSaveWorkout();
  const change = useChangeWorkout();
  const isSaving = save.isPending || change.isPending;

  useEffect(() => {
    const leaving = new AbortController();
    holdDraft(state.key, leaving.signal);
    return () => leaving.abort();
  }, [state.key]);

  const server = serverIn(state);
  const text = textIn(state);
  const { changes } = state;
  const isChanged =
    changes !== undefined && !isSameText(changes.text, server ? textOf(server) : initial);

  function serverIn({ saved }: Pick<State, 'saved'>): SavedWorkout | undefined {
    // The cache may still get the response to a request from before the save.
    return stored && saved && saved.version > stored.version ? saved : (stored ?? saved);
  }

  function textIn(at: Pick<State, 'changes' | 'saved'>): WorkoutText {
    const current = serverIn(at);
    return at.changes?.text ?? (current ? textOf(current) : initial);
  }

  function update(next: State): void {
    latest.current = next;
    setState(next);
  }

  function keep(of: Pick<Draft, 'key' | 'workoutId' | 'version'>, next: WorkoutText): void {
    keepDraft({ ...next, ...of, athleteId: user.id }).then(
      () => setIsKept(true),
      () => setIsKept(false),
    );
  }

  function edit(edits: Partial<WorkoutText>): void {
    const now = latest.current;
    const base = now.changes ? now.changes.base : serverIn(now);
    const next = followSteps(textIn(now), edits, base);
    if (isSameText(next, base ? textOf(base) : initial)) {
      update({ ...now, changes: undefined });
      void removeDraft(now.key);
      return;
    }
    update({ ...now, changes: { text: next, base } });
    keep({ key: now.key, workoutId: base?.id ?? null, version: base?.version ?? null }, next);
  }

  function settle(saved: SavedWorkout, shown: WorkoutText): SavedWorkout {
    const next = { key: crypto.randomUUID(), workoutId: saved.id, version: saved.version };
    const now = textIn(latest.current);
    void removeDraft(latest.current.key);
    setUnanswered(undefined);
    setConflict(undefined);
    if (isSameText(now, shown)) {
      update({ key: next.key, saved });
    } else {
      // Typed while the save was in flight, so it is the next thing to save.
      update({ key: next.key, saved, changes: { text: now, base: saved } });
      keep(next, now);
    }
    return saved;
  }

  /** Saves a text, as a new workout or on top of a version. Undefined if the runner has to decide first. */
  async function store(
    next: WorkoutText,
    onTopOf: SavedWorkout | undefined,
  ): Promise<SavedWorkout | undefined> {
    const shown = textIn(latest.current);
    const attempt = (version: SavedWorkout | undefined) =>
      version
        ? change.mutateAsync({ id: version.id, workout: next, version: version.version })
        : save.mutateAsync({ workout: next, idempotencyKey: latest.current.key });
    try {
      return settle(await attempt(onTopOf), shown);
    } catch (error) {
      const current =
        currentOf(error, 'STALE_VERSION') ?? currentOf(error, 'IDEMPOTENCY_KEY_REUSED');
      if (!current) {
        setUnanswered(next);
        throw error;
      }
      // An attempt from here whose response was lost is nobody else's.
      if (unanswered && isSavedAs(current, unanswered))
        return settle(await attempt(current), shown);
      setConflict({ mine: next, theirs: current });
      return undefined;
    }
  }

  async function isOpenElsewhere(draft: Draft): Promise<boolean> {
    const isHeld = (await listHeldDrafts()).has(draft.key);
    if (isHeld) setFound((before) => before.filter((one) => one.key !== draft.key));
    return isHeld;
  }

  const isOutdated =
    isChanged &&
    !isSaving &&
    server !== undefined &&
    changes.base !== undefined &&
    server.version > changes.base.version &&
    !(unanswered && isSavedAs(server, unanswered));

  return {
    text,
    /** The text at the moment of asking, for what is done with it on demand. */
    latest: () => textIn(latest.current),
    edit,
    isChanged,
    /** The version on the screen if nothing is changed. */
    server,
    /** The device refused to store the draft: it lives in this tab only. */
    isKept,
    isSaving,
    refusals,
    /** Saves what is on the screen. A workout without a title gets one from its steps. */
    save: async (onRefused: (field: string) => void) => {
      const next = withTitle(textIn(latest.current));
      const refused = listRefusals(next);
      setRefusals(Object.fromEntries(refused.map(({ at, message }) => [at, message])));
      if (refused[0]) {
        onRefused(refused[0].at);
        return undefined;
      }
      const now = latest.current;
      return store(next, now.changes ? now.changes.base : serverIn(now));
    },
    /** Opens the conflict dialog when another device saved while there are changes here. */
    compare: isOutdated
      ? () => setConflict({ mine: withTitle(textIn(latest.current)), theirs: server })
      : undefined,
    /** From a tab that was closed or crashed. */
    found: found[0],
    takeFound: async (draft: Draft) => {
      if (await isOpenElsewhere(draft)) return;
      const { version } = draft;
      // Saving on top of a version that has moved on is a conflict, and is shown as one.
      const base = server && version !== null ? { ...server, version } : server;
      update({ ...latest.current, key: draft.key, changes: { text: textOf(draft), base } });
      setFound((before) => before.filter((one) => one.key !== draft.key));
    },
    dropFound: async (draft: Draft) => {
      if (await isOpenElsewhere(draft)) return;
      void removeDraft(draft.key);
      setFound((before) => before.filter((one) => one.key !== draft.key));
    },
    conflict: conflict && {
      ...conflict,
      keepMine: () => store(conflict.mine, conflict.theirs),
      takeTheirs: () => settle(conflict.theirs, textIn(latest.current)),
      saveCopy: async () => {
        const title = titleWithSuffix(conflict.mine.title, ' (mine)');
        const copy = { ...conflict.mine, title };
        const { key } = latest.current;
        const saved = await save.mutateAsync({ workout: copy, idempotencyKey: copyKey(key) });
        void removeDraft(key);
        return saved;
      },
      close: () => setConflict(undefined),
    },
  };
}

/** A title that was saved from the steps changes with them, until the runner types another. */
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

/** The original key already belongs to the first workout; a copy needs its own. */
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
  const take = useEffectEvent((drafts: Draft[], held: Set<string>) =>
    setFound(
      drafts.filter(
        (draft) =>
          draft.key !== ownKey &&
          !held.has(draft.key) &&
          !isSameText(draft, stored ? textOf(stored) : EMPTY),
      ),
    ),
  );

  useEffect(() => {
    let isCurrent = true;
    void Promise.all([listDrafts(athleteId, workoutId), listHeldDrafts()]).then(
      ([drafts, held]) => isCurrent && take(drafts, held),
      // Without storage there are no drafts.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [athleteId, workoutId]);

  return { found, setFound };
}
