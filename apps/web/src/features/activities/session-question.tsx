import {
  chooseMatch,
  type InParts,
  judgeInParts,
  type Judged,
  listCandidates,
  type Match,
  type Run,
  timeOfDayAt,
} from '@pacewright/activity';
import {
  type ActivityDetail,
  type CalendarChanges,
  type CalendarEntry,
  changeCalendar,
  compareActivityWith,
  markUndone,
} from '@pacewright/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarSearch } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../platform/api/call-context.ts';
import { activitiesQuery, refetchActivities } from '../../platform/api/queries/activities.ts';
import { calendarQuery } from '../../platform/api/queries/calendar.ts';
import { addDays, daysBetween } from '../../platform/days/days.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useAction } from '../../ui/use-action.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { askSession } from './ask-session.ts';
import {
  candidatesOf,
  daysAround,
  findSwapped,
  movesFor,
  takenBy,
  withFiles,
} from './candidates.ts';
import { hideRemark, isRemarkHidden } from './hidden-remarks.ts';
import './activities.css';

/** Nobody remembers what an older run was. */
const MAX_DAYS_AGO = 14;
/** An athlete can compare a run with a workout of a week before or after it. */
const MAX_DAYS_APART = 7;

/** The workout that an unplanned run may have been, compared with it. */
export type Suggestion = Match<CalendarEntry> & {
  /** Changes places with it. */
  swapped: CalendarEntry | undefined;
  decline: () => void;
};

type Asked = { activity: ActivityDetail; run: Run | undefined; paceContext: PaceContext };

/** D21: looks for the workout of a run that has none. Nothing changes unless the athlete agrees. */
export function useSuggestion(
  { activity, run, paceContext }: Asked,
  today: string,
): Suggestion | undefined {
  const call = useCall();
  const { id, day } = activity;
  const [declined, setDeclined] = useState(0);
  const isUnplanned = run !== undefined && !activity.comparison && activity.entryId === null;
  const enabled = isUnplanned && daysBetween(day, today) <= MAX_DAYS_AGO;
  const { from, to } = daysAround(day);
  const entries = useQuery({ ...calendarQuery(call, { from, to }), enabled }).data;
  const runs = useQuery({
    ...activitiesQuery(call, {
      from: addDays(from, -MAX_DAYS_APART),
      to: addDays(to, MAX_DAYS_APART),
    }),
    enabled,
  }).data;
  const taken = runs && takenBy(runs);
  const planned = (entries && taken ? candidatesOf(day, entries, taken, paceContext) : []).filter(
    ({ entry }) => !isRemarkHidden(nameQuestion(id, entry)),
  );
  const found = useQuery({
    queryKey: [
      'session of a run',
      id,
      declined,
      planned.map(({ entry: { id: entryId, script }, plan }) => [entryId, script, plan.paces]),
      paceContext.units,
    ],
    queryFn: () => (run ? findSession({ activity, run, paceContext }, planned) : null),
    enabled: enabled && planned.length > 0,
    staleTime: Infinity,
    networkMode: 'always',
  }).data;
  // Moved since, perhaps.
  const entry = entries?.find((each) => each.id === found?.entry.id);
  if (!enabled || !found || !entry || !entries || !taken || planned.length === 0) return undefined;
  return {
    ...found,
    entry,
    swapped: findSwapped(entry, day, entries, taken),
    decline: () => {
      hideRemark(nameQuestion(id, entry));
      setDeclined((count) => count + 1);
    },
  };
}

function nameQuestion(id: string, entry: CalendarEntry): string {
  return `session ${id} ${entry.id}`;
}

async function findSession(
  { activity, run, paceContext }: Asked & { run: Run },
  planned: ReturnType<typeof candidatesOf>,
): Promise<Match<CalendarEntry> | null> {
  const { startedAt, seconds, paceSeconds, watch } = activity;
  const offset = watch.utcOffsetSeconds;
  const timeOfDay =
    offset === undefined ? undefined : timeOfDayAt(Date.parse(startedAt) / 1000 + offset);
  const recorded = { timeOfDay, seconds, paceSeconds, watch };
  const compared = [];
  for (const candidate of listCandidates(recorded, await withFiles(planned, watch))) {
    const judging = judgeInParts(run, watch, candidate.plan, [], paceContext.units);
    compared.push({ ...candidate, judged: await inParts(judging) });
  }
  return chooseMatch(recorded, compared) ?? null;
}

/** Leaves the page responsive. */
async function inParts(judging: InParts<Judged>): Promise<Judged> {
  let next = judging.next();
  while (!next.done) {
    await new Promise((resolve) => setTimeout(resolve));
    next = judging.next();
  }
  return next.value;
}

type SessionQuestionProps = {
  activity: ActivityDetail;
  suggestion: Suggestion;
  /** The run, where the screen does not show it. */
  name?: ReactNode;
};

/** "Was it Thursday’s 4 × 8 min T?" */
export function SessionQuestion({ activity, suggestion, name }: SessionQuestionProps) {
  const { entry, decline } = suggestion;
  const { run, isRunning } = useAction();
  const { attach, detach } = useAttach();
  const { title, detail } = askSession(entry, activity.day, suggestion);

  function accept(): void {
    const change = { activity, suggestion };
    void run({
      run: () => attach(change),
      done: () => ({ title: `Compared with ${entry.title}`, undo: () => detach(change) }),
      failed: 'Couldn’t update the run',
    });
  }

  return (
    <Card edgeToEdge aria-label="Which workout this was" className="run-question mb-4">
      <CalendarSearch aria-hidden className="size-5 flex-none text-ink-2" />
      <p className="text-sm">
        {name}
        <b className="block font-semibold">{title}</b> {detail}
      </p>
      <div className="is-answers">
        <Button size="sm" variant="primary" busy={isRunning} onClick={accept}>
          Yes
        </Button>
        <Button size="sm" variant="quiet" onClick={decline}>
          No
        </Button>
      </div>
    </Card>
  );
}

type Change = Pick<SessionQuestionProps, 'activity' | 'suggestion'>;

/** Gives a run its workout, which moves to the day of the run, and takes all of that back. */
function useAttach() {
  const call = useCall();
  const queryClient = useQueryClient();

  async function move(moves: NonNullable<CalendarChanges['moves']>): Promise<void> {
    if (moves.length > 0) await call(changeCalendar, { body: { moves } });
  }

  async function back({ activity, suggestion: { entry, swapped } }: Change): Promise<void> {
    await move(
      movesFor(entry, activity.day, swapped).map(({ id, from, day }) => ({
        id,
        from: day,
        day: from,
        position: id === entry.id ? entry.position : (swapped?.position ?? 0),
      })),
    );
  }

  return {
    attach: async (change: Change): Promise<void> => {
      const { activity, suggestion } = change;
      const { entry, swapped, judged } = suggestion;
      await move(movesFor(entry, activity.day, swapped));
      try {
        const body = { entryId: entry.id, ...judged };
        await call(compareActivityWith, { params: { id: activity.id }, body });
      } catch (error) {
        await back(change);
        throw error;
      } finally {
        await refetchActivities(queryClient);
      }
    },
    detach: async (change: Change): Promise<void> => {
      const { activity, suggestion } = change;
      const { entryId, summary, paceSeconds, comparison } = activity;
      const body = { entryId, summary, paceSeconds, comparison };
      await call(compareActivityWith, { params: { id: activity.id }, body });
      if (!suggestion.entry.done) await call(markUndone, { params: { id: suggestion.entry.id } });
      await back(change);
      await refetchActivities(queryClient);
    },
  };
}
