import { validateWorkout, type SavedWorkout, titleWithSuffix } from '@pacewright/contract';
import { suggestTitle, titleOf } from '@pacewright/script';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAthlete } from '../../platform/session/session-context.ts';
import { lockDraft, listLockedDrafts } from './draft-locks.ts';
import {
  type Draft,
  EMPTY,
  isSameText,
  isSavedAs,
  storeDraft,
  listDrafts,
  removeDraft,
  textOf,
  type WorkoutText,
} from './draft.ts';
import { currentOf, useChangeWorkout, useSaveWorkout } from './workouts-queries.ts';

/** Unsaved changes, and the version that was edited. A new workout has none. */
type Changes = { text: WorkoutText; base: SavedWorkout | undefined };

type State = {
  /** The key of the draft, and the idempotency key of a new workout. */
  key: string;
  /** Undefined while nothing is changed: the text then follows the server's. */
  changes?: Changes | undefined;
  /** The last response to a save from here. */
  saved?: SavedWorkout | undefined;
};

/**
 * A workout in the editor: stored on this device with every change, saved on demand, and never overwritten by
 * another device.
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
  const [isStored, setIsStored] = useState(true);
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({});
  const [conflict, setConflict] = useState<{ mine: WorkoutText; theirs: SavedWorkout }>();
  /** Sent without a response, so it may have been saved. */
  const [unconfirmed, setUnconfirmed] = useState<WorkoutText>();
  const { found, setFound } = useFoundDrafts(user.id, workoutId, stored, state.key);
  const save = useSaveWorkout();
  const change = useChangeWorkout();
  const isSaving = save.isPending || change.isPending;

  useEffect(() => {
    const controller = new AbortController();
    lockDraft(state.key, controller.signal);
    return () => controller.abort();
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

  function storeText(of: Pick<Draft, 'key' | 'workoutId' | 'version'>, next: WorkoutText): void {
    storeDraft({ ...next, ...of, athleteId: user.id }).then(
      () => setIsStored(true),
      () => setIsStored(false),
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
    storeText({ key: now.key, workoutId: base?.id ?? null, version: base?.version ?? null }, next);
  }

  /** The changes on the screen, as the draft they are stored as. None if nothing is changed. */
  function draftIn({ key, changes: unsaved }: State): Draft[] {
    if (!unsaved) return [];
    const { text: typed, base } = unsaved;
    const of = { workoutId: base?.id ?? null, version: base?.version ?? null };
    return [{ ...typed, ...of, key, athleteId: user.id, savedAt: Date.now() }];
  }

  function adoptSaved(saved: SavedWorkout, shown: WorkoutText): SavedWorkout {
    const next = { key: crypto.randomUUID(), workoutId: saved.id, version: saved.version };
    const now = textIn(latest.current);
    void removeDraft(latest.current.key);
    setUnconfirmed(undefined);
    setConflict(undefined);
    if (isSameText(now, shown)) {
      update({ key: next.key, saved });
    } else {
      // Typed while the save was in flight, so it is still unsaved.
      update({ key: next.key, saved, changes: { text: now, base: saved } });
      storeText(next, now);
    }
    return saved;
  }

  /**
   * Saves a text, as a new workout or on top of a version. Undefined if the athlete has to resolve a conflict
   * first.
   */
  async function store(
    next: WorkoutText,
    base: SavedWorkout | undefined,
  ): Promise<SavedWorkout | undefined> {
    const shown = textIn(latest.current);
    const attempt = (version: SavedWorkout | undefined) =>
      version
        ? change.mutateAsync({ id: version.id, workout: next, version: version.version })
        : save.mutateAsync({ workout: next, idempotencyKey: latest.current.key });
    try {
      return adoptSaved(await attempt(base), shown);
    } catch (error) {
      const current =
        currentOf(error, 'STALE_VERSION') ?? currentOf(error, 'IDEMPOTENCY_KEY_REUSED');
      if (!current) {
        setUnconfirmed(next);
        throw error;
      }
      // The conflict is with an earlier attempt from here, whose response was lost.
      if (unconfirmed && isSavedAs(current, unconfirmed))
        return adoptSaved(await attempt(current), shown);
      setConflict({ mine: next, theirs: current });
      return undefined;
    }
  }

  async function isOpenInOtherTab(draft: Draft): Promise<boolean> {
    const isLocked = (await listLockedDrafts()).has(draft.key);
    if (isLocked) setFound((previous) => previous.filter((one) => one.key !== draft.key));
    return isLocked;
  }

  const isOutdated =
    isChanged &&
    !isSaving &&
    server !== undefined &&
    changes.base !== undefined &&
    server.version > changes.base.version &&
    !(unconfirmed && isSavedAs(server, unconfirmed));

  return {
    text,
    /** The current text, for actions outside of rendering. */
    latest: () => textIn(latest.current),
    edit,
    isChanged,
    /** The version on the screen if nothing is changed. */
    server,
    /** False if the browser refuses to store the draft, which is then in this tab only. */
    isStored,
    isSaving,
    fieldErrors,
    /** Saves the current text. A workout without a title gets one from its steps. */
    save: async (onInvalid: (field: string) => void) => {
      const next = withTitle(textIn(latest.current));
      const invalid = validateWorkout(next);
      setFieldErrors(Object.fromEntries(invalid.map(({ at, message }) => [at, message])));
      if (invalid[0]) {
        onInvalid(invalid[0].at);
        return undefined;
      }
      const now = latest.current;
      return store(next, now.changes ? now.changes.base : serverIn(now));
    },
    /** Opens the conflict dialog when another device saved while there are changes here. */
    compare: isOutdated
      ? () => setConflict({ mine: withTitle(textIn(latest.current)), theirs: server })
      : undefined,
    /** A draft from a tab that was closed or crashed. */
    found: found[0],
    restoreFound: async (draft: Draft) => {
      if (await isOpenInOtherTab(draft)) return;
      const replaced = draftIn(latest.current);
      const { version } = draft;
      // Saving on top of an older version is a conflict, and is shown as one.
      const base = server && version !== null ? { ...server, version } : server;
      // Rendered at once, because a letter typed before the editor shows the draft would replace it.
      flushSync(() => {
        update({ ...latest.current, key: draft.key, changes: { text: textOf(draft), base } });
        // Last, so that restoring again and again goes through all of them.
        setFound((previous) => [...previous.filter((one) => one.key !== draft.key), ...replaced]);
      });
    },
    discardFound: async (draft: Draft) => {
      if (await isOpenInOtherTab(draft)) return;
      void removeDraft(draft.key);
      setFound((previous) => previous.filter((one) => one.key !== draft.key));
    },
    conflict: conflict && {
      ...conflict,
      keepMine: () => store(conflict.mine, conflict.theirs),
      takeTheirs: () => adoptSaved(conflict.theirs, textIn(latest.current)),
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
  const showDrafts = useEffectEvent((drafts: Draft[], locked: Set<string>) =>
    setFound(
      drafts.filter(
        (draft) =>
          draft.key !== ownKey &&
          !locked.has(draft.key) &&
          !isSameText(draft, stored ? textOf(stored) : EMPTY),
      ),
    ),
  );

  useEffect(() => {
    let isCurrent = true;
    void Promise.all([listDrafts(athleteId, workoutId), listLockedDrafts()]).then(
      ([drafts, locked]) => isCurrent && showDrafts(drafts, locked),
      // Without storage there are no drafts.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [athleteId, workoutId]);

  return { found, setFound };
}
