import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiProblem } from '../api/problem.ts';
import { isReachable, subscribeReachable } from '../api/reachability.ts';
import { useAthlete } from '../session/session-context.ts';
import { listLockedDrafts, lockDraft } from './draft-locks.ts';
import { removeDraft, storeDraft, type StoredDraft } from './draft-store.ts';
import { messageOf } from '../../ui/message-of.ts';

/** Anything that is saved with a version, as the server has it. */
type Versioned = { id: string; version: number };

/** Unsaved changes to something. */
export type DraftOf<Text> = Text & StoredDraft;

/** How one kind of text is written, stored on this device and saved. */
export type DraftKind<Text extends object, Saved extends Versioned, Draft extends DraftOf<Text>> = {
  /** A new one, without anything written. */
  empty: Text;
  textOf: (saved: Saved | Draft) => Text;
  isSameText: (one: Text, other: Text) => boolean;
  /** Whether a saved version has this text, normalized as the API does. */
  isSavedAs: (saved: Saved, text: Text) => boolean;
  /** The text after an edit. */
  edit: (text: Text, edits: Partial<Text>, base: Saved | undefined) => Text;
  /** The text as it is saved. */
  prepare: (text: Text) => Text;
  /** The reasons why a text cannot be saved, by field. */
  validate: (text: Text) => { at: string; message: string }[];
  /** The draft with the id of what it belongs to, null for a new one. */
  toDraft: (draft: DraftOf<Text>, id: string | null) => Draft;
  listDrafts: (athleteId: string, id: string | null) => Promise<Draft[]>;
  /** The stored version, when a save was refused because of its version. */
  currentOf: (
    error: unknown,
    code: 'STALE_VERSION' | 'IDEMPOTENCY_KEY_REUSED',
  ) => Saved | undefined;
};

/** The calls that save. */
export type DraftSaving<Text, Saved> = {
  create: (text: Text, idempotencyKey: string) => Promise<Saved>;
  change: (text: Text, base: Saved) => Promise<Saved>;
  /** Saves a text beside another device's: in a copy, or in the same one if it has room for both. */
  keepBoth: (mine: Text, theirs: Saved, idempotencyKey: string) => Promise<Saved>;
  /** Called after each save, also one that had to wait for the network. */
  onSaved: (saved: Saved) => void | Promise<void>;
};

/** Unsaved changes, and the version that was edited. A new text has none. */
type Changes<Text, Saved> = { text: Text; base: Saved | undefined };

type State<Text, Saved> = {
  /** The key of the draft, and the idempotency key of a new text. */
  key: string;
  /** Undefined while nothing is changed: the text then follows the server's. */
  changes?: Changes<Text, Saved> | undefined;
  /** The last response to a save from here. */
  saved?: Saved | undefined;
  /** Saved by the athlete while the API was unreachable, so it is sent when it answers again. */
  isWaiting?: boolean | undefined;
};

/**
 * A text in an editor: stored on this device with every change, saved on demand, and never overwritten by
 * another device.
 */
export function useDraft<Text extends object, Saved extends Versioned, Draft extends DraftOf<Text>>(
  kind: DraftKind<Text, Saved, Draft>,
  { create, change, keepBoth, onSaved }: DraftSaving<Text, Saved>,
  stored: Saved | undefined,
  start: Partial<Text> | undefined,
) {
  const { textOf, isSameText, isSavedAs } = kind;
  const { user } = useAthlete();
  const id = stored?.id ?? null;
  const [initial] = useState<Text>(() => ({ ...kind.empty, ...start }));
  const [state, setState] = useState<State<Text, Saved>>(() => ({ key: crypto.randomUUID() }));
  /** The state at the moment a response arrives, which may be ahead of the last render. */
  const latest = useRef(state);
  const isLeaving = useRef(false);
  const isBusy = useRef(false);
  const [isSaving, setIsSaving] = useState(false);
  /** False after the screen was left, when a response must no longer navigate. */
  const isShown = useRef(true);
  const [isStored, setIsStored] = useState(true);
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({});
  const [conflict, setConflict] = useState<{ mine: Text; theirs: Saved }>();
  /** The reason why the last save failed. */
  const [failure, setFailure] = useState<string>();
  /** Sent without a response, so it may have been saved. */
  const [unconfirmed, setUnconfirmed] = useState<Text>();
  const { found, setFound } = useFoundDrafts(kind, user.id, id, stored, state.key);

  useEffect(() => {
    const controller = new AbortController();
    lockDraft(state.key, controller.signal);
    return () => controller.abort();
  }, [state.key]);

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const server = serverIn(state);
  const text = textIn(state);
  const { changes, isWaiting = false } = state;
  const isChanged = isChangedIn(state);

  function isChangedIn(at: State<Text, Saved>): boolean {
    const current = serverIn(at);
    if (!at.changes) return false;
    return at.isWaiting || !isSameText(at.changes.text, current ? textOf(current) : initial);
  }

  function serverIn({ saved }: Pick<State<Text, Saved>, 'saved'>): Saved | undefined {
    // The cache may still get the response to a request from before the save.
    return stored && saved && saved.version > stored.version ? saved : (stored ?? saved);
  }

  function textIn(at: Pick<State<Text, Saved>, 'changes' | 'saved'>): Text {
    const current = serverIn(at);
    return at.changes?.text ?? (current ? textOf(current) : initial);
  }

  function update(next: State<Text, Saved>): void {
    latest.current = next;
    setState(next);
  }

  /** Shows the changes, and stores them on this device. */
  function updateChanges(next: State<Text, Saved> & { changes: Changes<Text, Saved> }): void {
    update(next);
    storeDraft(toDraft(next)).then(
      () => setIsStored(true),
      () => setIsStored(false),
    );
  }

  function toDraft({
    key,
    changes: { text: written, base },
    isWaiting: sendsLater = false,
  }: State<Text, Saved> & { changes: Changes<Text, Saved> }): Draft {
    const version = base?.version ?? null;
    const common = { key, athleteId: user.id, version, savedAt: readClock(), sendsLater };
    return kind.toDraft({ ...written, ...common }, base?.id ?? null);
  }

  function edit(edits: Partial<Text>): void {
    const now = latest.current;
    const base = now.changes ? now.changes.base : serverIn(now);
    const next = kind.edit(textIn(now), edits, base);
    if (isSameText(next, base ? textOf(base) : initial)) {
      update({ key: now.key, saved: now.saved });
      void removeDraft(now.key);
      return;
    }
    updateChanges({ ...now, changes: { text: next, base } });
  }

  function adoptSaved(saved: Saved, shown: Text): Saved {
    const key = crypto.randomUUID();
    const now = textIn(latest.current);
    void removeDraft(latest.current.key);
    setUnconfirmed(undefined);
    setConflict(undefined);
    if (isSameText(now, shown)) {
      update({ key, saved });
    } else {
      // Typed while the save was in flight, so it is still unsaved.
      updateChanges({ key, saved, changes: { text: now, base: saved } });
    }
    return saved;
  }

  /**
   * Saves a text, as a new one or on top of a version. Undefined if the athlete has to resolve a conflict
   * first.
   */
  async function store(next: Text, base: Saved | undefined): Promise<Saved | undefined> {
    const shown = textIn(latest.current);
    const send = (version: Saved | undefined) =>
      version ? change(next, version) : create(next, latest.current.key);
    try {
      return adoptSaved(await send(base), shown);
    } catch (error) {
      const current =
        kind.currentOf(error, 'STALE_VERSION') ?? kind.currentOf(error, 'IDEMPOTENCY_KEY_REUSED');
      if (!current) {
        setUnconfirmed(next);
        throw error;
      }
      // The conflict is with an earlier attempt from here, whose response was lost.
      if (unconfirmed && isSavedAs(current, unconfirmed))
        return adoptSaved(await send(current), shown);
      setConflict({ mine: next, theirs: current });
      return undefined;
    }
  }

  /** Runs one save at a time. A failure is shown, and the draft stays. */
  async function attempt(saving: () => Promise<Saved | undefined>): Promise<Saved | undefined> {
    if (isBusy.current) return undefined;
    isBusy.current = true;
    setIsSaving(true);
    setFailure(undefined);
    try {
      const saved = await saving();
      if (!saved) keepDraft({ isWaiting: false });
      else if (isShown.current) await onSaved(saved);
      return saved;
    } catch (error) {
      setFailure(messageOf(error));
      keepDraft({ isWaiting: error instanceof ApiProblem && error.code === 'UNREACHABLE' });
      return undefined;
    } finally {
      isBusy.current = false;
      setIsSaving(false);
    }
  }

  /** After a save that failed, also of a text that was not changed since it was opened. */
  function keepDraft(outcome: { isWaiting: boolean }): void {
    const now = latest.current;
    const kept = now.changes ?? { text: textIn(now), base: serverIn(now) };
    updateChanges({ ...now, changes: kept, ...outcome });
  }

  async function save(onInvalid?: (field: string) => void): Promise<Saved | undefined> {
    const now = latest.current;
    const base = now.changes ? now.changes.base : serverIn(now);
    // Without changes there is nothing to send.
    if (base && !isChangedIn(now)) return base;
    const next = kind.prepare(textIn(now));
    const invalid = kind.validate(next);
    setFieldErrors(Object.fromEntries(invalid.map(({ at, message }) => [at, message])));
    if (!invalid[0]) return attempt(() => store(next, base));
    onInvalid?.(invalid[0].at);
    return undefined;
  }

  useWhenReachable(isWaiting, () => void save());

  async function isOpenInOtherTab(draft: Draft): Promise<boolean> {
    const isLocked = (await listLockedDrafts()).has(draft.key);
    if (isLocked) setFound((previous) => previous.filter((one) => one.key !== draft.key));
    return isLocked;
  }

  const isOutdated =
    isChanged &&
    !isSaving &&
    server !== undefined &&
    changes?.base !== undefined &&
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
    failure,
    /** Saved here while the API was unreachable; sent when it answers, also after the screen was left. */
    isWaiting,
    /** Saves the current text. Undefined if it could not be saved. */
    save,
    /** Whether leaving now would leave changes behind that the athlete has not saved. */
    hasUnsaved: () =>
      !isLeaving.current && isChangedIn(latest.current) && !latest.current.isWaiting,
    /** Leaves the screen without a question. The draft stays. */
    leave: () => {
      isLeaving.current = true;
    },
    /** Opens the conflict dialog when another device saved while there are changes here. */
    compare: isOutdated
      ? () => setConflict({ mine: kind.prepare(textIn(latest.current)), theirs: server })
      : undefined,
    /** A draft from a tab that was closed or crashed. */
    found: found[0],
    restoreFound: async (draft: Draft) => {
      if (await isOpenInOtherTab(draft)) return;
      const now = latest.current;
      const replaced = now.changes ? [toDraft({ ...now, changes: now.changes })] : [];
      const { key, version, sendsLater } = draft;
      // Saving on top of an older version is a conflict, and is shown as one.
      const base = server && version !== null ? { ...server, version } : server;
      // Rendered at once, because a letter typed before the editor shows the draft would replace it.
      flushSync(() => {
        const restored = { text: textOf(draft), base };
        update({ key, changes: restored, saved: now.saved, isWaiting: sendsLater });
        // Appended, so that restoring repeatedly goes through all drafts.
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
      keepMine: () => void attempt(() => store(conflict.mine, conflict.theirs)),
      takeTheirs: () => {
        setFailure(undefined);
        return adoptSaved(conflict.theirs, textIn(latest.current));
      },
      keepBoth: () =>
        void attempt(async () => {
          const shown = textIn(latest.current);
          const { mine, theirs } = conflict;
          const saved = await keepBoth(mine, theirs, copyKey(latest.current.key));
          adoptSaved(saved.id === theirs.id ? saved : theirs, shown);
          return saved;
        }),
      close: () => setConflict(undefined),
    },
  };
}

/** Calls back each time the API becomes reachable again, while `isWaiting`. */
function useWhenReachable(isWaiting: boolean, onReachable: () => void): void {
  const call = useEffectEvent(onReachable);
  useEffect(() => {
    if (!isWaiting) return undefined;
    return subscribeReachable(() => {
      if (isReachable()) call();
    });
  }, [isWaiting]);
}

/** Called by events only. */
function readClock(): number {
  return Date.now();
}

/** The original key already belongs to the first one; a copy needs its own. */
function copyKey(key: string): string {
  return `${key}-copy`;
}

function useFoundDrafts<Text extends object, Saved extends Versioned, Draft extends DraftOf<Text>>(
  { empty, textOf, isSameText, listDrafts }: DraftKind<Text, Saved, Draft>,
  athleteId: string,
  id: string | null,
  stored: Saved | undefined,
  ownKey: string,
) {
  const [found, setFound] = useState<Draft[]>([]);
  const showDrafts = useEffectEvent((drafts: Draft[], locked: Set<string>) =>
    setFound(
      drafts.filter(
        (draft) =>
          draft.key !== ownKey &&
          !locked.has(draft.key) &&
          !isSameText(textOf(draft), stored ? textOf(stored) : empty),
      ),
    ),
  );

  useEffect(() => {
    let isCurrent = true;
    void Promise.all([listDrafts(athleteId, id), listLockedDrafts()]).then(
      ([drafts, locked]) => isCurrent && showDrafts(drafts, locked),
      // Without storage there are no drafts.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [listDrafts, athleteId, id]);

  return { found, setFound };
}
