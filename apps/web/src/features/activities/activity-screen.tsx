import {
  addCorrection,
  isComparable,
  type Judged,
  judgeOwn,
  judgeRun,
  type Run,
  sayConfidence,
} from '@pacewright/activity';
import {
  type ActivityDetail,
  type CalendarEntry,
  type StoredComparison,
  MAX_COMPARED_STEPS,
} from '@pacewright/contract';
import { ChevronLeft, CircleHelp, Ellipsis, Info, Link2, Lock, Trash2, Unlink } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { refetchActivities } from '../../platform/api/queries/activities.ts';
import { formatLongDay, weekOf, weekTitle } from '../../platform/days/days.ts';
import { firstWeekday } from '../../platform/days/first-weekday.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyWhenOnline } from '../../ui/lazy-when-online.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useTitle } from '../../ui/use-title.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { readInFull } from '../../workout/use-reading.ts';
import {
  useActivity,
  useCompareActivity,
  useDeleteActivity,
  useRun,
  useStoreActivity,
} from './activity-queries.ts';
import { AttachDialog } from './attach-dialog.tsx';
import { clockTimes } from './clock-times.ts';
import { CorrectStepDialog } from './correct-step-dialog.tsx';
import { planOf } from './plan-of.ts';
import { NotesCard } from './notes-card.tsx';
import { RaceOfferCard } from './race-offer-card.tsx';
import { ByPace, RunCard } from './run-card.tsx';
import { type RunStep, type RunView, toCompared, viewActivity } from './run-view.ts';
import { SessionQuestion, type Suggestion, useSuggestion } from './session-question.tsx';
import { StepResults } from './step-results.tsx';

/** Most runs contradict nothing. */
const PaceRemarkCard = lazyWhenOnline(
  async () => (await import('./pace-remark-card.tsx')).PaceRemarkCard,
);

type ActivityScreenProps = { id: string; paceContext: PaceContext };

/** One run over its plan. */
export function ActivityScreen({ id, paceContext }: ActivityScreenProps) {
  const activity = useActivity(id);
  const run = useRun(activity);
  const today = useToday();
  const suggestion = useSuggestion({ activity, run, paceContext }, today);
  const shown = withSuggestion(activity, suggestion);
  const title = titleOf(shown);
  useTitle(title);

  return (
    <>
      <Heading {...{ activity, run, title, today, paceContext }} />
      {suggestion && <SessionQuestion {...{ activity, suggestion }} />}
      {run ? (
        <Content key={activity.id} {...{ activity, shown, run, today, paceContext }} />
      ) : (
        <Alert kind="error" title="We can’t show this run.">
          Its data is damaged. Delete the run and add the file again.
        </Alert>
      )}
    </>
  );
}

export function titleOf({ comparison }: Pick<ActivityDetail, 'comparison'>): string {
  return comparison?.title ?? 'Unplanned run';
}

/** Drawn over the workout that is asked about, if the run resembles it. */
function withSuggestion(activity: ActivityDetail, found: Suggestion | undefined): ActivityDetail {
  const isLike = found?.judged.comparison?.result.kind === 'compared';
  return isLike ? { ...activity, ...found.judged } : activity;
}

type ContentProps = {
  activity: ActivityDetail;
  /** The same, or over the workout that is asked about. */
  shown: ActivityDetail;
  run: Run;
  today: string;
  paceContext: PaceContext;
};

function Content({ activity, shown, run, today, paceContext }: ContentProps) {
  const { units } = paceContext;
  const isStored = shown === activity;
  const view = viewActivity(shown, paceContext);
  const [linked, setLinked] = useState<number>();
  const [corrected, setCorrected] = useState<RunStep>();
  const changing = useCompareActivity();
  const { run: act } = useAction();

  function correct(step: RunStep, stretch: { from: number; to: number } | null | undefined): void {
    setCorrected(undefined);
    const { comparison, entryId } = activity;
    if (!comparison) return;
    const compare = async (corrections: StoredComparison['corrections']) => {
      await readInFull();
      const judged = judgeRun(run, activity.watch, comparison, corrections, units);
      return changing.mutateAsync({ id: activity.id, body: { entryId, ...judged } });
    };
    void act({
      run: () => compare(withCorrection(comparison.corrections, step.index, stretch)),
      done: () => ({ title: 'Correction saved', undo: () => compare(comparison.corrections) }),
      failed: 'Couldn’t save the correction',
    });
  }

  return (
    <>
      <RunCard activity={shown} {...{ run, view, paceContext, linked, onLink: setLinked }} />
      {view.compared && isStored && (
        <Confidence view={view} onCorrect={setCorrected} onConfirm={correct} />
      )}
      <RaceOfferCard {...{ activity, run, paceContext, today }} />
      {view.compared && isStored && paceContext.speeds && (
        <Suspense>
          <PaceRemarkCard {...{ activity, today }} paces={paceContext.speeds.trainingPaces} />
        </Suspense>
      )}
      <div className="run-columns mt-4">
        {view.steps.length > 0 ? (
          <StepResults
            {...{ run, view, units, linked }}
            onLink={setLinked}
            onCorrect={isStored ? setCorrected : undefined}
          />
        ) : (
          <NotesCard activity={activity} />
        )}
        <div className="grid gap-5">
          <ByPace seconds={shown.paceSeconds} planned={view.plannedSeconds} />
          {view.steps.length > 0 && <NotesCard activity={activity} />}
          <p className="flex gap-2.5 text-sm text-ink-2">
            <Lock aria-hidden className="mt-0.5 size-4 flex-none" />
            {activity.source === 'garmin'
              ? 'Garmin sent us this run. Your route isn’t stored.'
              : 'We read the file in your browser and didn’t upload it. Your route isn’t stored.'}
          </p>
        </div>
      </div>
      {corrected && (
        <CorrectStepDialog
          step={corrected}
          run={run}
          onCorrect={(stretch) => correct(corrected, stretch)}
          onClose={() => setCorrected(undefined)}
        />
      )}
    </>
  );
}

/** Undefined removes the correction. One that contradicts the new one is removed too. */
function withCorrection(
  corrections: StoredComparison['corrections'],
  step: number,
  stretch: { from: number; to: number } | null | undefined,
): StoredComparison['corrections'] {
  const before = corrections.map((each) => ({ ...each, stretch: each.stretch ?? undefined }));
  const after =
    stretch === undefined
      ? before.filter((each) => each.step !== step)
      : addCorrection(before, { step, stretch: stretch ?? undefined });
  return after.map((each) => ({ step: each.step, stretch: each.stretch ?? null }));
}

type HeadingProps = Omit<ContentProps, 'run' | 'shown'> & { run: Run | undefined; title: string };

function Heading({ activity, run, title, today, paceContext }: HeadingProps) {
  const { day } = activity;
  const [isAttaching, setIsAttaching] = useState(false);
  const changing = useCompareActivity();
  const { run: act } = useAction();
  const actions = useDeletion(activity, title);

  function change(entryId: string | null, judged: Judged, done: string): void {
    void act({
      run: () => changing.mutateAsync({ id: activity.id, body: { entryId, ...judged } }),
      done: () => done,
      failed: 'Couldn’t update the run',
    });
  }

  async function attach(entry: CalendarEntry): Promise<void> {
    setIsAttaching(false);
    await readInFull();
    const plan = planOf(entry, paceContext);
    if (!run || !plan) return;
    if (!isComparable(plan, MAX_COMPARED_STEPS)) {
      showToast.warning(
        'This workout has too many steps',
        `We can compare up to ${MAX_COMPARED_STEPS} steps.`,
      );
      return;
    }
    const judged = judgeRun(run, activity.watch, plan, [], paceContext.units);
    change(entry.id, judged, `Compared with ${entry.title}`);
  }

  const times = clockTimes(activity, run);
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3 md:mb-5">
      <div className="min-w-0 flex-[1_1_14rem]">
        <Link
          to={`/app/calendar?day=${day}`}
          className="mb-1 inline-flex min-h-6 items-center gap-1 text-sm font-medium text-ink-2 no-underline hover:underline"
        >
          <ChevronLeft aria-hidden className="size-4" />
          {weekTitle(weekOf(day, firstWeekday()), today)}
        </Link>
        <h1 className="wrap-anywhere">{title}</h1>
        <p className="mt-1 font-medium text-ink-2">
          {formatLongDay(day, today)}
          {times && `, ${times}`}
        </p>
      </div>
      {!activity.comparison && run && (
        <Button icon={<Link2 aria-hidden />} onClick={() => setIsAttaching(true)}>
          <span>
            <span className="max-md:sr-only">Compare with a </span>
            <span className="max-md:hidden">workout</span>
            <span className="md:hidden">Compare</span>
          </span>
        </Button>
      )}
      <Menu
        label="More actions for this run"
        trigger={<IconButton label="More actions for this run" icon={<Ellipsis aria-hidden />} />}
      >
        <MenuItem icon={<Link2 aria-hidden />} onClick={() => setIsAttaching(true)}>
          Compare with another workout
        </MenuItem>
        {activity.comparison && run && (
          <MenuItem
            icon={<Unlink aria-hidden />}
            onClick={() =>
              change(
                null,
                judgeOwn(run, viewActivity(activity, paceContext).paces),
                'No longer compared',
              )
            }
          >
            Don’t compare with a workout
          </MenuItem>
        )}
        <MenuItem icon={<Trash2 aria-hidden />} onClick={() => void actions.remove()}>
          Delete run
        </MenuItem>
      </Menu>
      {isAttaching && (
        <AttachDialog
          {...{ activity, today }}
          onChoose={(entry) => void attach(entry)}
          onClose={() => setIsAttaching(false)}
        />
      )}
    </div>
  );
}

/** Deletes the run. Undo stores everything it consisted of again. */
function useDeletion(activity: ActivityDetail, title: string) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { mutateAsync: remove } = useDeleteActivity();
  const { mutateAsync: store } = useStoreActivity();
  const { id, ...rest } = activity;

  const { run } = useAction();

  async function restore(): Promise<void> {
    const stored = await store(rest);
    await refetchActivities(queryClient);
    await navigate(`/app/activities/${stored.id}`);
  }

  async function removeRun(): Promise<void> {
    await run({
      run: async () => {
        await remove(id);
        await navigate(`/app/calendar?day=${activity.day}`);
      },
      done: () => ({ title: `${title} deleted`, isRemoval: true, undo: restore }),
      failed: 'Couldn’t delete the run',
    });
  }

  return { remove: removeRun };
}

type ConfidenceProps = {
  view: RunView;
  onCorrect: (step: RunStep) => void;
  onConfirm: (step: RunStep, stretch: { from: number; to: number } | null) => void;
};

/** D7: how the steps were found. One unsure rep is a question. */
function Confidence({ view, onCorrect, onConfirm }: ConfidenceProps) {
  const compared = toCompared(view);
  if (!compared) return null;
  const unsure = view.steps.filter(
    ({ planned, result }) => planned.role === 'work' && !result.isSure,
  );
  const [only] = unsure.length === 1 ? unsure : [];
  const Icon = only ? CircleHelp : Info;
  return (
    <Card edgeToEdge aria-label="How we found the steps" className="run-question mt-4">
      <Icon aria-hidden className="size-5 flex-none text-ink-2" />
      <p className="text-sm">
        <b className="font-semibold">{sayConfidence(compared)}</b>
        {only &&
          (only.result.verdict === 'missed'
            ? ' We couldn’t find it. Did you skip it?'
            : ' It might be a different part of the run. Is it right?')}
      </p>
      {only && (
        <div className="is-answers">
          <Button
            size="sm"
            onClick={() =>
              onConfirm(only, only.result.verdict === 'missed' ? null : only.result.stretch)
            }
          >
            {only.result.verdict === 'missed' ? 'Yes, I skipped it' : 'Yes, that’s right'}
          </Button>
          <Button size="sm" variant="quiet" onClick={() => onCorrect(only)}>
            Correct it
          </Button>
        </div>
      )}
    </Card>
  );
}
