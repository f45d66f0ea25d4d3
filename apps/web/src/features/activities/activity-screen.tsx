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
  type NewActivity,
  type StoredComparison,
  MAX_COMPARED_STEPS,
} from '@pacewright/contract';
import { ChevronLeft, CircleHelp, Ellipsis, Link2, Lock, Trash2, Unlink } from 'lucide-react';
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
import { useTitle } from '../../ui/use-title.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import {
  useActivity,
  useCompareActivity,
  useDeleteActivity,
  useRun,
  useStoreActivity,
} from './activity-queries.ts';
import { AttachDialog } from './attach-dialog.tsx';
import { CorrectStepDialog } from './correct-step-dialog.tsx';
import { planOf } from './plan-of.ts';
import { NotesCard } from './notes-card.tsx';
import { RaceOfferCard } from './race-offer-card.tsx';
import { ByPace, RunCard } from './run-card.tsx';
import { type RunStep, type RunView, toCompared, viewActivity } from './run-view.ts';
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
  const title = titleOf(activity);
  useTitle(title);

  return (
    <>
      <Heading {...{ activity, run, title, today, paceContext }} />
      {run ? (
        <Content key={activity.id} {...{ activity, run, today, paceContext }} />
      ) : (
        <Alert kind="error" title="This run can’t be drawn.">
          Its stored trace is damaged. Delete the run and add its file again.
        </Alert>
      )}
    </>
  );
}

export function titleOf({ comparison }: Pick<ActivityDetail, 'comparison'>): string {
  return comparison?.title ?? 'A run of your own';
}

type ContentProps = { activity: ActivityDetail; run: Run; today: string; paceContext: PaceContext };

function Content({ activity, run, today, paceContext }: ContentProps) {
  const { units } = paceContext;
  const view = viewActivity(activity, paceContext);
  const [linked, setLinked] = useState<number>();
  const [corrected, setCorrected] = useState<RunStep>();
  const changing = useCompareActivity();

  function correct(step: RunStep, stretch: { from: number; to: number } | null | undefined): void {
    setCorrected(undefined);
    const { comparison, entryId } = activity;
    if (!comparison) return;
    const judged = judgeRun(
      run,
      activity.watch,
      comparison,
      withCorrection(comparison.corrections, step.index, stretch),
      units,
    );
    changing.mutate(
      { id: activity.id, body: { entryId, ...judged } },
      {
        onSuccess: () => showToast.success('Corrected'),
        onError: (error) =>
          showToast.failure('The correction wasn’t saved', {
            detail: error.message,
            retry: () => correct(step, stretch),
          }),
      },
    );
  }

  return (
    <>
      <RunCard {...{ activity, run, view, paceContext, linked, onLink: setLinked }} />
      {view.compared && <Confidence view={view} onCorrect={setCorrected} onConfirm={correct} />}
      <RaceOfferCard {...{ activity, run, paceContext, today }} />
      {view.compared && paceContext.speeds && (
        <Suspense>
          <PaceRemarkCard {...{ activity, today }} paces={paceContext.speeds.trainingPaces} />
        </Suspense>
      )}
      <div className="run-columns mt-4">
        {view.steps.length > 0 ? (
          <StepResults
            {...{ run, view, units, linked }}
            onLink={setLinked}
            onCorrect={setCorrected}
          />
        ) : (
          <NotesCard activity={activity} />
        )}
        <div className="grid gap-5">
          <ByPace seconds={activity.paceSeconds} planned={view.plannedSeconds} />
          {view.steps.length > 0 && <NotesCard activity={activity} />}
          <p className="flex gap-2.5 text-sm text-ink-2">
            <Lock aria-hidden className="mt-0.5 size-4 flex-none" />
            The file was read in your browser and stays with you. We store no positions.
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

type HeadingProps = Omit<ContentProps, 'run'> & { run: Run | undefined; title: string };

function Heading({ activity, run, title, today, paceContext }: HeadingProps) {
  const { day, startedAt } = activity;
  const [isAttaching, setIsAttaching] = useState(false);
  const changing = useCompareActivity();
  const actions = useDeletion(activity, title);

  function change(entryId: string | null, judged: Judged, done: string): void {
    changing.mutate(
      { id: activity.id, body: { entryId, ...judged } },
      {
        onSuccess: () => showToast.success(done),
        onError: (error) =>
          showToast.failure('The run wasn’t changed', {
            detail: error.message,
            retry: () => change(entryId, judged, done),
          }),
      },
    );
  }

  function attach(entry: CalendarEntry): void {
    setIsAttaching(false);
    const plan = planOf(entry, paceContext);
    if (!run || !plan) return;
    if (!isComparable(plan, MAX_COMPARED_STEPS)) {
      showToast.warning(
        'This workout has too many steps',
        `A run is compared with up to ${MAX_COMPARED_STEPS}.`,
      );
      return;
    }
    const judged = judgeRun(run, activity.watch, plan, [], paceContext.units);
    change(entry.id, judged, `Compared with ${entry.title}`);
  }

  const end = new Date(Date.parse(startedAt) + activity.seconds * 1000);
  return (
    <div className="mb-4 flex items-end gap-4 md:mb-5">
      <div className="min-w-0 flex-1">
        <Link
          to={`/app/calendar?day=${day}`}
          className="mb-1 inline-flex min-h-6 items-center gap-1 text-sm font-medium text-ink-2 no-underline hover:underline"
        >
          <ChevronLeft aria-hidden className="size-4" />
          {weekTitle(weekOf(day, firstWeekday()), today)}
        </Link>
        <h1 className="wrap-anywhere">{title}</h1>
        <p className="mt-1 font-medium text-ink-2">
          {formatLongDay(day, today)}, {clockTime(new Date(startedAt))} to {clockTime(end)}
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
        label="More for this run"
        trigger={<IconButton label="More for this run" icon={<Ellipsis aria-hidden />} />}
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
                'It’s a run of its own now',
              )
            }
          >
            It was a run of its own
          </MenuItem>
        )}
        <MenuItem icon={<Trash2 aria-hidden />} onClick={() => void actions.remove()}>
          Delete this run
        </MenuItem>
      </Menu>
      {isAttaching && (
        <AttachDialog
          {...{ activity, today }}
          onChoose={attach}
          onClose={() => setIsAttaching(false)}
        />
      )}
    </div>
  );
}

function clockTime(date: Date): string {
  return date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** Deletes the run. Undo stores everything it consisted of again. */
function useDeletion(activity: ActivityDetail, title: string) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { mutateAsync: remove } = useDeleteActivity();
  const { mutateAsync: store } = useStoreActivity();
  const { id, ...rest } = activity;

  async function restore(body: NewActivity): Promise<void> {
    await store(body).then(
      async (stored) => {
        await refetchActivities(queryClient);
        await navigate(`/app/activities/${stored.id}`);
      },
      (error: Error) =>
        showToast.failure('The run wasn’t restored', {
          detail: error.message,
          retry: () => void restore(body),
        }),
    );
  }

  async function removeRun(): Promise<void> {
    await remove(id).then(
      async () => {
        await navigate(`/app/calendar?day=${activity.day}`);
        showToast.undo(`${title} deleted`, () => void restore(rest));
      },
      (error: Error) =>
        showToast.failure('The run wasn’t deleted', {
          detail: error.message,
          retry: () => void removeRun(),
        }),
    );
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
  return (
    <Card edgeToEdge aria-label="How sure we are" className="run-question mt-4">
      <CircleHelp aria-hidden className="size-5 flex-none text-ink-2" />
      <p className="text-sm">
        <b className="font-semibold">{sayConfidence(compared)}</b>
        {only &&
          (only.result.verdict === 'missed'
            ? ' We didn’t find it in the run, so we think you left it out.'
            : ' It could also have been run elsewhere.')}
      </p>
      {only && (
        <div className="is-answers">
          <Button
            size="sm"
            onClick={() =>
              onConfirm(only, only.result.verdict === 'missed' ? null : only.result.stretch)
            }
          >
            {only.result.verdict === 'missed' ? 'Yes, left out' : 'Yes, that’s it'}
          </Button>
          <Button size="sm" variant="quiet" onClick={() => onCorrect(only)}>
            Match by hand
          </Button>
        </div>
      )}
    </Card>
  );
}
