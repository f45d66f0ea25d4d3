import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAthlete } from '../session/session-context.ts';
import { listLockedDrafts, lockDraft } from './draft-locks.ts';
import { removeDraft, storeDraft, type StoredDraft } from './draft-store.ts';

/** Anything that is saved with a version, as the server has it. */
type Versioned = { id: string; version: number };

/** Unsaved changes to something, and the version that was edited. */
export type DraftOf<Text> = Text & StoredDraft & { version: number | null };

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
  /** The text of a second copy beside the first. */
  nameCopy: (text: Text) => Text;
  /** The draft with the id of what it belongs to, null for a new one. */
  toDraft: (draft: DraftOf<Text>, id: string | null) => Draft;
  listDrafts: (athleteId: string, id: string | null) => Promise<Draft[]>;
  /** The stored version, when a save was refused because of its version. */
  currentOf: (
    error: unknown,
    code: 'STALE_VERSION' | 'IDEMPOTENCY_KEY_REUSED',
  ) => Saved | undefined;
};

/** The two calls that save. */
export type DraftSaving<Text, Saved> = {
  create: (text: Text, idempotencyKey: string) => Promise<Saved>;
  change: (text: Text, base: Saved) => Promise<Saved>;
  isPending: boolean;
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
};

/**
 * A text in an editor: stored on this device with every change, saved on demand, and never overwritten by
 * another device.
 */
export function useDraft<Text extends object, Saved extends Versioned, Draft extends DraftOf<Text>>(
  kind: DraftKind<Text, Saved, Draft>,
  { create, change, isPending: isSaving }: DraftSaving<Text, Saved>,
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
  const [isStored, setIsStored] = useState(true);
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({});
  const [conflict, setConflict] = useState<{ mine: Text; theirs: Saved }>();
  /** Sent without a response, so it may have been saved. */
  const [unconfirmed, setUnconfirmed] = useState<Text>();
  const { found, setFound } = useFoundDrafts(kind, user.id, id, stored, state.key);

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

  function toDraft(written: Text, key: string, base: Saved | undefined): Draft {
    const version = base?.version ?? null;
    const draft = { ...written, key, athleteId: user.id, version, savedAt: readClock() };
    return kind.toDraft(draft, base?.id ?? null);
  }

  function storeText(next: Text, key: string, base: Saved | undefined): void {
    storeDraft(toDraft(next, key, base)).then(
      () => setIsStored(true),
      () => setIsStored(false),
    );
  }

  function edit(edits: Partial<Text>): void {
    const now = latest.current;
    const base = now.changes ? now.changes.base : serverIn(now);
    const next = kind.edit(textIn(now), edits, base);
    if (isSameText(next, base ? textOf(base) : initial)) {
      update({ ...now, changes: undefined });
      void removeDraft(now.key);
      return;
    }
    update({ ...now, changes: { text: next, base } });
    storeText(next, now.key, base);
  }

  /** The changes on the screen, as the draft they are stored as. None if nothing is changed. */
  function draftIn({ key, changes: unsaved }: State<Text, Saved>): Draft[] {
    return unsaved ? [toDraft(unsaved.text, key, unsaved.base)] : [];
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
      update({ key, saved, changes: { text: now, base: saved } });
      storeText(now, key, saved);
    }
    return saved;
  }

  /**
   * Saves a text, as a new one or on top of a version. Undefined if the athlete has to resolve a conflict
   * first.
   */
  async function store(next: Text, base: Saved | undefined): Promise<Saved | undefined> {
    const shown = textIn(latest.current);
    const attempt = (version: Saved | undefined) =>
      version ? change(next, version) : create(next, latest.current.key);
    try {
      return adoptSaved(await attempt(base), shown);
    } catch (error) {
      const current =
        kind.currentOf(error, 'STALE_VERSION') ?? kind.currentOf(error, 'IDEMPOTENCY_KEY_REUSED');
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
    /** Saves the current text. */
    save: async (onInvalid: (field: string) => void) => {
      const next = kind.prepare(textIn(latest.current));
      const invalid = kind.validate(next);
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
      ? () => setConflict({ mine: kind.prepare(textIn(latest.current)), theirs: server })
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
        const { key } = latest.current;
        const saved = await create(kind.nameCopy(conflict.mine), copyKey(key));
        void removeDraft(key);
        return saved;
      },
      close: () => setConflict(undefined),
    },
  };
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
