import { type CalendarEntry, calendarEntry, validateEntryContent } from '@pacewright/contract';
import { followScript, titleOf } from '@pacewright/script';
import { useRef } from 'react';
import * as z from 'zod/mini';
import { ApiProblem } from '../../platform/api/problem.ts';
import { type DraftKind, useDraft } from '../../platform/drafts/use-draft.ts';
import { readInFull } from '../../workout/use-reading.ts';
import {
  type PlanChange,
  useAddEntry,
  useChangeEntry,
  useChangePlanOfEntry,
  useChangeWorkoutOfEntry,
} from './change-entry-queries.ts';
import { type EntryDraft, type EntryText, listEntryDrafts } from './entry-draft.ts';

/** What an edit of a run changes: its day only, its workout in the library, or its plan. */
export type EditTarget = 'day' | 'workout' | 'plan';

type Target = { kind: 'day' | 'workout' } | { kind: 'plan'; plan: PlanChange };

export type SavedEntry = CalendarEntry & { version: number };

const ENTRY: DraftKind<EntryText, SavedEntry, EntryDraft> = {
  empty: { title: '', script: '', notes: '' },
  textOf: entryText,
  isSameText,
  isSavedAs: (saved, text) => isSameText(entryText(saved), text),
  edit: followSteps,
  prepare: (text) => ({ ...text, title: titleOf(text) }),
  validate: (text) => validateEntryContent({ kind: 'run', ...text }),
  toDraft: (draft, id) => ({ ...draft, entryId: id ?? '' }),
  listDrafts: listEntryDrafts,
  currentOf: (error, code) => {
    if (!(error instanceof ApiProblem) || error.code !== code) return undefined;
    const { data } = z.safeParse(calendarEntry, error.current);
    return data && withVersion(data);
  },
};

/** A title from the steps changes with them, until the athlete types another. */
function followSteps(text: EntryText, edits: Partial<EntryText>): EntryText {
  const { script } = edits;
  const title = script === undefined ? text.title : followScript(text, script);
  return { ...text, title, ...edits };
}

/** A run of the calendar in the editor, see `useDraft`. */
export function useEntryDraft(
  entry: CalendarEntry,
  onSaved: (saved: SavedEntry, target: EditTarget, undo?: () => Promise<unknown>) => Promise<void>,
) {
  const change = useChangeEntry();
  const changeWorkout = useChangeWorkoutOfEntry();
  const add = useAddEntry();
  const changePlan = useChangePlanOfEntry();
  const target = useRef<Target>({ kind: 'day' });
  const undo = useRef<() => Promise<unknown>>(undefined);
  const create = async (text: EntryText, idempotencyKey: string) => {
    const { day, timeOfDay } = entry;
    const content = { kind: 'run' as const, ...text };
    return withVersion(
      await add.mutateAsync({ day, timeOfDay: timeOfDay ?? undefined, content, idempotencyKey }),
    );
  };
  const saving = {
    create,
    change: async (text: EntryText, saved: SavedEntry) => {
      const { id, version } = saved;
      undo.current = undefined;
      if (target.current.kind === 'workout') {
        await changeWorkout.mutateAsync({ entry: saved, text });
        return { ...saved, ...text, version: version + 1 };
      }
      if (target.current.kind === 'plan') {
        const { plan } = target.current;
        const { actionId } = await changePlan.change.mutateAsync({ entry: saved, ...plan });
        if (actionId) undo.current = () => changePlan.undo.mutateAsync({ ...plan, actionId });
        return { ...saved, ...text, version: version + 1 };
      }
      return withVersion(
        await change.mutateAsync({ id, version, content: { kind: 'run' as const, ...text } }),
      );
    },
    keepBoth: (mine: EntryText, _theirs: SavedEntry, idempotencyKey: string) =>
      create(mine, idempotencyKey),
    onSaved: (saved: SavedEntry) => onSaved(saved, target.current.kind, undo.current),
  };
  const draft = useDraft(ENTRY, saving, withVersion(entry), undefined);
  const { save } = draft;
  return {
    ...draft,
    saveAs: async (chosen: Target) => {
      target.current = chosen;
      // The title may follow the steps.
      await readInFull();
      return save();
    },
  };
}

/** An entry that an earlier version stored on the device has none, so its first save is a conflict if it changed. */
function withVersion(entry: CalendarEntry): SavedEntry {
  return { ...entry, version: entry.version ?? 0 };
}

/** The text of an entry; its notes are its own or those of its workout. */
export function entryText(one: CalendarEntry | EntryDraft): EntryText {
  const { title, script, notes } = one;
  return { title, script, notes: ('own' in one ? one.own?.notes : undefined) ?? notes ?? '' };
}

function isSameText(one: EntryText, other: EntryText): boolean {
  return one.title === other.title && one.script === other.script && one.notes === other.notes;
}
