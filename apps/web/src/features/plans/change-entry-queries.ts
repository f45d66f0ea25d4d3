import {
  actOnSeason,
  addToCalendar,
  type CalendarEntry,
  changeEntryContent,
  changePlan,
  changeWorkout,
  type EntryContentToSave,
  type EntryOption,
  getPlan,
  getWorkout,
  previewSeasonAction,
  type RequestOf,
  type Season,
  undoSeasonAction,
} from '@pacewright/contract';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../platform/api/call-context.ts';
import type { Call } from '../../platform/api/client.ts';
import { ApiProblem } from '../../platform/api/problem.ts';
import { CALENDAR } from '../../platform/api/queries/calendar.ts';
import { SEASONS } from '../../platform/api/queries/season-key.ts';
import { planKey, PLANS } from '../../platform/api/queries/plans.ts';
import { WORKOUTS } from '../../platform/api/queries/workouts.ts';
import { useToday } from '../../platform/days/use-today.ts';
import type { EntryText } from './entry-draft.ts';

type Change = {
  id: string;
  /** The version that was changed. */
  version: number | undefined;
  content: EntryContentToSave | null;
  alternatives?: EntryOption[];
  /** With null as content: the workout of the library that it shows again. */
  workoutId?: string | undefined;
};

/** Changes one entry of the calendar. Without a content it gets that of its plan. */
export function useChangeEntry() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    meta: { affectsGarmin: true },
    mutationFn: ({ id, ...body }: Change) => call(changeEntryContent, { params: { id }, body }),
    onSuccess: () => refetchCalendar(queryClient),
    // Another device has removed it.
    onError: (error) =>
      error instanceof ApiProblem && error.code === 'NOT_FOUND' && refetchCalendar(queryClient),
  });
}

type ChangeOfWorkout = { entry: CalendarEntry; text: EntryText };

/** Changes the workout of the library that an entry shows, on all of its days. */
export function useChangeWorkoutOfEntry() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    meta: { affectsGarmin: true },
    mutationFn: async ({ entry, text }: ChangeOfWorkout) => {
      const params = { id: entry.workoutId ?? '' };
      try {
        const { version, title, script, notes } = await call(getWorkout, { params });
        // Of another device, which the entry does not show yet. It is asked about, so there is no sentence.
        if (title !== entry.title || script !== entry.script || notes !== (entry.notes ?? ''))
          throw new ApiProblem({
            code: 'STALE_VERSION',
            title: '',
            current: { ...entry, title, script, notes },
          });
        return await call(changeWorkout, { params, body: { workout: text, version } });
      } catch (error) {
        // A save that waits for the network changes the day only.
        if (error instanceof ApiProblem && error.code === 'UNREACHABLE')
          throw new Error('The workout can only be changed while you’re online.', { cause: error });
        throw error;
      }
    },
    onSettled: () =>
      Promise.all([
        refetchCalendar(queryClient),
        queryClient.invalidateQueries({ queryKey: WORKOUTS }),
      ]),
  });
}

/** The text of a plan, with another one of its days. */
export type PlanChange = { season: Season; before: string; after: string };

type ChangeOfPlan = PlanChange & { entry: CalendarEntry };

/**
 * Changes the day of an entry in its plan: on the calendar, and in the plan it was made from if that still has the same
 * text. Undoing changes both back.
 */
export function useChangePlanOfEntry() {
  const call = useCall();
  const today = useToday();
  const queryClient = useQueryClient();
  const change = useMutation({
    meta: { affectsGarmin: true },
    mutationFn: async ({ entry, season: { id, planId }, before, after }: ChangeOfPlan) => {
      const key = entry.season?.key ?? '';
      const action = { kind: 'text' as const, text: after };
      const body = { action, today, takeTheirs: [{ key, about: 'content' as const }] };
      const params = { id };
      const { hash, changes } = await call(previewSeasonAction, { params, body });
      const [only, ...others] = changes.filter(({ kind }) => kind === 'change');
      if (others.length > 0 || only?.before?.script !== entry.script)
        throw new Error('The plan was changed elsewhere. Check it and save again.');
      if (planId) await changeTextOfPlan(call, planId, before, after);
      const season = await call(actOnSeason, { params, body: { ...body, hash } });
      return { actionId: season.actions[0]?.id };
    },
    onSettled: (_done, _error, { season }) => refetchPlan(queryClient, season),
  });
  const undo = useMutation({
    meta: { affectsGarmin: true },
    mutationFn: async (made: PlanChange & { actionId: string }) => {
      const { id, planId } = made.season;
      await call(undoSeasonAction, { params: { id }, body: { actionId: made.actionId } });
      if (planId) await changeTextOfPlan(call, planId, made.after, made.before);
    },
    onSettled: (_done, _error, { season }) => refetchPlan(queryClient, season),
  });
  return { change, undo };
}

/** A plan that has another text by now stays as it is. */
async function changeTextOfPlan(
  call: Call,
  id: string,
  before: string,
  after: string,
): Promise<void> {
  const params = { id };
  const plan = await call(getPlan, { params }).catch((error: unknown) => {
    // It may have been deleted.
    if (error instanceof ApiProblem && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
  if (plan?.text === before)
    await call(changePlan, { params, body: { text: after, version: plan.version } });
}

function refetchPlan(queryClient: QueryClient, { planId }: Season): Promise<unknown> {
  return Promise.all([
    refetchCalendar(queryClient),
    queryClient.invalidateQueries({ queryKey: PLANS }),
    planId && queryClient.invalidateQueries({ queryKey: planKey(planId) }),
  ]);
}

type NewEntry = RequestOf<typeof addToCalendar>['body'] & { idempotencyKey: string };

/** Adds an entry beside another. */
export function useAddEntry() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    meta: { affectsGarmin: true },
    mutationFn: ({ idempotencyKey, ...body }: NewEntry) =>
      call(addToCalendar, { body, idempotencyKey }),
    onSuccess: () => refetchCalendar(queryClient),
  });
}

function refetchCalendar(queryClient: QueryClient): Promise<unknown> {
  return Promise.all(
    [SEASONS, CALENDAR].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
