import {
  addToCalendar,
  annotateActivity,
  changeEntryContent,
  changePlan,
  changeWorkout,
  savePlan,
  saveWorkout,
} from '@pacewright/contract';
import { titleOf } from '@pacewright/script';
import type { QueryClient } from '@tanstack/react-query';
import { listNotesDraftsOf, type NotesDraft } from '../features/activities/notes-draft.ts';
import { type LineDraft, listLineDraftsOf } from '../features/calendar/line-draft.ts';
import { type EntryDraft, listEntryDraftsOf } from '../features/plans/entry-draft.ts';
import { listPlanDraftsOf, type PlanDraft } from '../features/plans/plan-draft.ts';
import { titleOfPlan } from '../features/plans/plan-title.ts';
import { type Draft, listDraftsOf } from '../features/workouts/draft.ts';
import type { Call } from '../platform/api/client.ts';
import { ApiProblem } from '../platform/api/problem.ts';
import { withDraftLock } from '../platform/drafts/draft-locks.ts';
import { removeDraft, type StoredDraft, storeDraft } from '../platform/drafts/draft-store.ts';
import { messageOf } from '../ui/message-of.ts';
import { showToast } from '../ui/toast.tsx';
import { readInFull } from '../workout/use-reading.ts';

/** Sends the drafts that the athlete saved while the API was unreachable, and whose screens were left. */
export async function sendDrafts(
  athleteId: string,
  call: Call,
  queryClient: QueryClient,
): Promise<void> {
  let isAnySent = false;
  // Titles may be made from steps.
  await readInFull();
  for (const { draft: listed } of await listWaiting(athleteId))
    await withDraftLock(listed.key, async () => {
      // Its screen may have sent it since it was listed, or have changed it.
      const waiting = await listWaiting(athleteId);
      const found = waiting.find(({ draft }) => draft.key === listed.key);
      if (!found) return;
      const { draft, title, send } = found;
      try {
        await send(call);
        await removeDraft(draft.key);
        isAnySent = true;
        showToast.success(`${title} saved`);
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'UNREACHABLE') return;
        await storeDraft({ ...draft, sendsLater: false });
        showToast.failure(`Couldn’t save ${title}`, { detail: reasonOf(error) });
      }
    });
  if (isAnySent) await queryClient.invalidateQueries();
}

type Waiting = { draft: StoredDraft; title: string; send: (call: Call) => Promise<unknown> };

async function listWaiting(athleteId: string): Promise<Waiting[]> {
  // A browser that refuses storage has no drafts.
  const [workouts, plans, entries, notes, lines] = await Promise.all([
    listDraftsOf(athleteId),
    listPlanDraftsOf(athleteId),
    listEntryDraftsOf(athleteId),
    listNotesDraftsOf(athleteId),
    listLineDraftsOf(athleteId),
  ]).catch(() => [[], [], [], [], []]);
  return [
    ...workouts.map((draft) => ({
      draft,
      title: draft.title.trim() || 'Workout',
      send: (call: Call) => sendWorkout(call, draft),
    })),
    ...plans.map((draft) => ({
      draft,
      title: titleOfPlan(draft.text),
      send: (call: Call) => sendPlan(call, draft),
    })),
    ...entries.map((draft) => ({
      draft,
      title: draft.title.trim() || 'Workout',
      send: (call: Call) => sendEntry(call, draft),
    })),
    ...notes.map((draft) => ({
      draft,
      title: 'Notes',
      send: (call: Call) => sendNotes(call, draft),
    })),
    ...lines.map((draft) => ({
      draft,
      title: draft.title,
      send: (call: Call) => sendLine(call, draft),
    })),
  ].filter(({ draft }) => draft.sendsLater);
}

function sendWorkout(call: Call, { key, workoutId: id, version, ...text }: Draft) {
  const { script, notes, tags } = text;
  const workout = { title: titleOf(text), script, notes, tags };
  return id === null || version === null
    ? call(saveWorkout, { body: { workout }, idempotencyKey: key })
    : call(changeWorkout, { params: { id }, body: { workout, version } });
}

function sendPlan(call: Call, { key, planId: id, version, text }: PlanDraft) {
  return id === null || version === null
    ? call(savePlan, { body: { text }, idempotencyKey: key })
    : call(changePlan, { params: { id }, body: { text, version } });
}

function sendEntry(call: Call, { entryId: id, version, ...text }: EntryDraft) {
  const { script, notes } = text;
  const content = { kind: 'run' as const, title: titleOf(text), script, notes };
  return call(changeEntryContent, {
    params: { id },
    body: { content, version: version ?? undefined },
  });
}

function sendNotes(call: Call, { activityId: id, version, notes, effort }: NotesDraft) {
  const body = { notes, effort, version: version ?? undefined };
  return call(annotateActivity, { params: { id }, body });
}

function sendLine(call: Call, { key, day, title, script }: LineDraft) {
  const content = { kind: 'run' as const, title, script };
  return call(addToCalendar, { body: { content, day }, idempotencyKey: key });
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiProblem && error.code === 'STALE_VERSION')
    return 'It was changed in another tab or on another device. Open it to compare both versions.';
  const reason = messageOf(error);
  return `${reason} Your draft is safe on this device.`;
}
