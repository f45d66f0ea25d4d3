import { formatCount } from '@pacewright/pace';
import {
  type ActivityDetail,
  activityDetail,
  MAX_ACTIVITY_NOTES_LENGTH,
} from '@pacewright/contract';
import * as z from 'zod/mini';
import { ApiProblem } from '../../platform/api/problem.ts';
import { type DraftKind, useDraft } from '../../platform/drafts/use-draft.ts';
import { useAnnotateActivity } from './activity-queries.ts';
import { listNotesDrafts, type NotesDraft, type RunNotes } from './notes-draft.ts';

type SavedRun = ActivityDetail & { version: number };

const NOTES: DraftKind<RunNotes, SavedRun, NotesDraft> = {
  empty: { notes: '', effort: null },
  textOf: notesOf,
  isSameText,
  isSavedAs: (saved, text) => isSameText(notesOf(saved), text),
  edit: (text, edits) => ({ ...text, ...edits }),
  prepare: (text) => text,
  validate: ({ notes }) =>
    notes.length > MAX_ACTIVITY_NOTES_LENGTH
      ? [{ at: '/notes', message: tooLong(notes.length) }]
      : [],
  toDraft: (draft, id) => ({ ...draft, activityId: id ?? '' }),
  listDrafts: listNotesDrafts,
  currentOf: (error, code) => {
    if (!(error instanceof ApiProblem) || error.code !== code) return undefined;
    const { data } = z.safeParse(activityDetail, error.current);
    return data && withVersion(data);
  },
};

/** The notes on a run in their fields, see `useDraft`. */
export function useNotesDraft(activity: ActivityDetail, onSaved: () => void) {
  const annotate = useAnnotateActivity();
  const change = async ({ notes, effort }: RunNotes, { id, version }: SavedRun) =>
    withVersion(await annotate.mutateAsync({ id, body: { notes, effort, version } }));
  const saving = {
    // A run is stored before it has notes.
    create: () => Promise.reject(new Error('This run is not stored')),
    change,
    keepBoth: (mine: RunNotes, theirs: SavedRun) =>
      change(
        {
          notes: `${theirs.notes}\n\n${mine.notes}`.trim(),
          effort: mine.effort ?? theirs.effort,
        },
        theirs,
      ),
    onSaved,
  };
  return useDraft(NOTES, saving, withVersion(activity), undefined);
}

/** A run that an earlier version stored on the device has none, so its first save is a conflict if it changed. */
function withVersion(activity: ActivityDetail): SavedRun {
  return { ...activity, version: activity.version ?? 0 };
}

function notesOf({ notes, effort }: RunNotes): RunNotes {
  return { notes, effort };
}

function isSameText(one: RunNotes, other: RunNotes): boolean {
  return one.notes === other.notes && one.effort === other.effort;
}

function tooLong(length: number): string {
  const [most, these] = [MAX_ACTIVITY_NOTES_LENGTH, length].map(formatCount);
  return `Notes can have up to ${most} characters. Yours have ${these}.`;
}
