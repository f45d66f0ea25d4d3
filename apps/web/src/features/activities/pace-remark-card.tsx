import { type Contradiction, findContradiction, listContradicted } from '@pacewright/activity';
import type { ActivityDetail } from '@pacewright/contract';
import { PACE_NAMES, type TrainingPaces } from '@pacewright/pace';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Gauge } from 'lucide-react';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../platform/api/call-context.ts';
import { fetchFresh } from '../../platform/api/fetch-fresh.ts';
import {
  activitiesQuery,
  activityKey,
  activityQuery,
} from '../../platform/api/queries/activities.ts';
import { addDays, daysBetween, formatShortDay } from '../../platform/days/days.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { hideRemark, isRemarkHidden } from './hidden-remarks.ts';
import './activities.css';

type PaceRemarkCardProps = { activity: ActivityDetail; paces: TrainingPaces; today: string };

/** An older run is no news. */
const MAX_DAYS_AGO = 14;
/** Sessions before these say little about today's form. */
const DAYS_BEFORE = 41;
const MAX_SESSIONS = 8;

/** D11: says that the last sessions contradict a pace. Nothing changes unless the athlete does it. */
export function PaceRemarkCard({ activity, paces, today }: PaceRemarkCardProps) {
  const [isDismissed, setIsDismissed] = useState(false);
  const isNews =
    daysBetween(activity.day, today) <= MAX_DAYS_AGO &&
    listContradicted(activity, paces).length > 0;
  const earlier = useEarlierSessions(activity, isNews);
  const found = earlier && findContradiction([activity, ...earlier], paces);
  const name = found && nameRemark(found, paces);
  if (!found || !name || isDismissed || isRemarkHidden(name)) return null;

  const { direction, pace, sessions } = found;
  return (
    <Card edgeToEdge aria-label="Your paces" className="run-question mt-4">
      <Gauge aria-hidden className="size-5 flex-none text-ink-2" />
      <p className="text-sm">
        <b className="font-semibold">
          Your last three {PACE_NAMES[pace].toLowerCase()} workouts were{' '}
          {direction === 'fast' ? 'faster' : 'slower'} than your range.
        </b>{' '}
        {sessions.map(({ id, day, beyond, of }, index) => (
          <Fragment key={id}>
            <span className="whitespace-nowrap">
              {beyond} of {of}{' '}
              {index === 0 && `steps ${direction === 'fast' ? 'faster' : 'slower'} `}
              {id === activity.id ? (
                'in this one'
              ) : (
                <>
                  on <Link to={`/app/activities/${id}`}>{formatShortDay(day, today)}</Link>
                </>
              )}
              {index === sessions.length - 1 ? '.' : ','}
            </span>{' '}
          </Fragment>
        ))}
        {direction === 'fast'
          ? 'You may be fitter than your last race suggests. Your next race will confirm it.'
          : 'Heat, hills and tired legs can do that too. A new race would settle it.'}
      </p>
      <div className="is-answers">
        <Link to="/app/paces" className={buttonClass({ size: 'sm' })}>
          See your paces
        </Link>
        <Button
          size="sm"
          variant="quiet"
          onClick={() => {
            hideRemark(name);
            setIsDismissed(true);
          }}
        >
          Got it
        </Button>
      </div>
    </Card>
  );
}

/** Said once for a range. Another range can be contradicted again. */
function nameRemark({ pace, direction }: Contradiction, paces: TrainingPaces): string {
  const { from, to } = paces[pace];
  return [pace, direction, from, to].join(' ');
}

/** The planned runs before one, the newest first, with their comparisons. */
function useEarlierSessions({ id, day, startedAt }: ActivityDetail, isAsked: boolean) {
  const call = useCall();
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: [...activityKey(id), 'earlier sessions'],
    enabled: isAsked,
    queryFn: async () => {
      const range = { from: addDays(day, -DAYS_BEFORE), to: day };
      const runs = await fetchFresh(queryClient, activitiesQuery(call, range));
      const planned = runs
        .filter((run) => run.entryId !== null && run.startedAt < startedAt)
        .toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
        .slice(0, MAX_SESSIONS);
      const details = await Promise.all(
        planned.map((run) => fetchFresh(queryClient, activityQuery(call, run.id))),
      );
      return details.map((run) => ({ id: run.id, day: run.day, comparison: run.comparison }));
    },
  }).data;
}
