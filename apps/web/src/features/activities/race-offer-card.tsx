import { offerRace, type Run } from '@pacewright/activity';
import { type ActivityDetail, addRace } from '@pacewright/contract';
import { formatRaceTime, raceName } from '@pacewright/pace';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../platform/api/call-context.ts';
import { PACES, RACES, racesQuery } from '../../platform/api/queries/paces.ts';
import { daysBetween } from '../../platform/days/days.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { hideRemark, isRemarkHidden } from './hidden-remarks.ts';
import './activities.css';

type RaceOfferCardProps = {
  activity: ActivityDetail;
  run: Run;
  paceContext: PaceContext;
  today: string;
};

/** D9: asks whether a run was a race. Nothing changes unless the athlete agrees. */
export function RaceOfferCard({ activity, run, paceContext, today }: RaceOfferCardProps) {
  const call = useCall();
  const queryClient = useQueryClient();
  const question = `race ${activity.id}`;
  const [isDeclined, setIsDeclined] = useState(() => isRemarkHidden(question));
  const races = useQuery(racesQuery(call)).data;
  const offer = offerRace(run, {
    vdot: paceContext.speeds?.vdot,
    daysAgo: daysBetween(activity.day, today),
    isPlannedWorkout: activity.comparison !== null,
  });
  const adding = useMutation({
    mutationFn: () => {
      if (!offer) throw new Error('No race to add');
      const { distance, timeInSeconds } = offer;
      return call(addRace, { body: { distance, timeInSeconds, racedOn: activity.day } });
    },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: RACES }),
        queryClient.invalidateQueries({ queryKey: PACES }),
      ]),
  });
  const isListed = races?.some(
    ({ racedOn, distance }) => racedOn === activity.day && distance === offer?.distance,
  );
  if (!offer || !races || isDeclined || (isListed && !adding.isSuccess)) return null;
  const result = `${raceName(offer.distance)} in ${formatRaceTime(offer.timeInSeconds)}`;

  if (adding.isSuccess)
    return (
      <Alert kind="success" title="Added to your races." className="mt-4">
        {result}, VDOT {offer.vdot.toFixed(1)}. Your paces haven’t changed.{' '}
        <Link to="/app/paces">Use it for your paces</Link>
      </Alert>
    );
  return (
    <Card edgeToEdge aria-label="Race result" className="run-question mt-4">
      <Flag aria-hidden className="size-5 flex-none text-ink-2" />
      <p className="text-sm">
        <b className="font-semibold">Was this a race? {result}.</b> If so, you can add it to your
        races. Your paces won’t change.
        {adding.error && (
          <span className="block text-danger">Not added. {adding.error.message}</span>
        )}
      </p>
      <div className="is-answers">
        <Button size="sm" busy={adding.isPending} onClick={() => adding.mutate()}>
          Add to races
        </Button>
        <Button
          size="sm"
          variant="quiet"
          onClick={() => {
            hideRemark(question);
            setIsDeclined(true);
          }}
        >
          Not a race
        </Button>
      </div>
    </Card>
  );
}
