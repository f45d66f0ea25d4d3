import {
  actOnSeason,
  previewSeason,
  previewSeasonAction,
  type Season,
  type SeasonAction,
  type SeasonAnchor,
  type SeasonQuestion,
  startSeason,
  undoSeasonAction,
} from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import {
  keepPreviousData,
  skipToken,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useCall } from '../../platform/api/call-context.ts';
import { CALENDAR } from '../../platform/api/queries/calendar.ts';
import { SEASONS } from '../../platform/api/queries/season-key.ts';
import { seasonQuery } from '../../platform/api/queries/seasons.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { showOutcome } from '../../ui/use-action.ts';

/** A season with its text. */
export function useSeason(id: string): Season {
  return useSuspenseQuery(seasonQuery(useCall(), id)).data;
}

/** Everything that putting a plan on the calendar would do. Nothing is saved. */
export function useSeasonPreview(text: string, anchor: SeasonAnchor) {
  const call = useCall();
  const today = useToday();
  return useQuery({
    queryKey: [...SEASONS, 'preview', text, anchor, today],
    queryFn: ({ signal }) => call(previewSeason, { body: { text, anchor, today }, signal }),
    // The calendar may have changed since.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** Everything that an action would do to a season. Nothing is saved. Nothing is asked without an action. */
export function useActionPreview(id: string, action: SeasonAction | undefined, answers?: Answers) {
  const call = useCall();
  const today = useToday();
  return useQuery({
    queryKey: [...SEASONS, 'preview', id, action, answers, today],
    queryFn: action
      ? ({ signal }) =>
          call(previewSeasonAction, { params: { id }, body: { action, ...answers, today }, signal })
      : skipToken,
    // Another answer changes little, and must not make a warning blink.
    placeholderData: answers && keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

type NewSeason = {
  planId: string;
  text: string;
  anchor: SeasonAnchor;
  hash: string;
  idempotencyKey: string;
};

export function useStartSeason() {
  const call = useCall();
  const today = useToday();
  const queryClient = useQueryClient();
  return useMutation({
    meta: { affectsGarmin: true },
    mutationFn: ({ idempotencyKey, ...body }: NewSeason) =>
      call(startSeason, { body: { ...body, today }, idempotencyKey }),
    onSuccess: () => refresh(queryClient),
  });
}

/** A question that is answered with the plan's version. */
export type Answer = Pick<SeasonQuestion, 'key' | 'about'>;

/** Answers to the questions of a preview. */
export type Answers = {
  takeTheirs: Answer[];
  /** The keys of days that stay as they are. */
  keep: string[];
};

type Acting = Partial<Answers> & {
  id: string;
  action: SeasonAction;
  hash: string;
  idempotencyKey: string;
};

export function useActOnSeason() {
  const call = useCall();
  const today = useToday();
  const queryClient = useQueryClient();
  return useMutation({
    meta: { affectsGarmin: true },
    mutationFn: ({ id, idempotencyKey, ...body }: Acting) =>
      call(actOnSeason, { params: { id }, body: { ...body, today }, idempotencyKey }),
    onSuccess: () => refresh(queryClient),
  });
}

/** A toast that says what was done to a season, and can undo it as one. */
export function useUndoToast() {
  const call = useCall();
  const queryClient = useQueryClient();
  const undoing = useMutation({
    meta: { affectsGarmin: true },
    mutationFn: ({ id, actionId }: { id: string; actionId: string }) =>
      call(undoSeasonAction, { params: { id }, body: { actionId } }),
    onSuccess: () => refresh(queryClient),
  });

  async function undo(season: Season, actionId: string): Promise<string | undefined> {
    const { stayed } = await undoing.mutateAsync({ id: season.id, actionId });
    if (stayed.length === 0) return undefined;
    const days = plural(
      stayed.length,
      'day you edited since wasn’t',
      'days you edited since weren’t',
    );
    return `${days} changed.`;
  }

  /** With what was done besides, which the same undo brings back. */
  return (season: Season, title: string, undoRest?: () => Promise<string | undefined>) => {
    const [newest] = season.actions;
    const undoAll = async (actionId: string) => {
      const left = [await undoRest?.(), await undo(season, actionId)];
      return left.filter((one) => one !== undefined).join(' ') || undefined;
    };
    showOutcome({ title, undo: newest && (() => undoAll(newest.id)) });
  };
}

function refresh(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([
    // Not the preview of the action that was just done, which is no longer possible.
    queryClient.invalidateQueries({
      queryKey: SEASONS,
      predicate: ({ queryKey }) => queryKey[1] !== 'preview',
    }),
    queryClient.invalidateQueries({ queryKey: CALENDAR }),
  ]);
}
