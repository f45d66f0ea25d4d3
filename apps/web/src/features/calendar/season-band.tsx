import type { CalendarEntry } from '@pacewright/contract';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { Card } from '../../ui/card.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { weekInPlan } from './season-line.tsx';

/** Draws a season around one of its weeks. */
export type SeasonDrawing = ComponentType<{
  seasonId: string;
  week: number;
  paceContext: PaceContext;
}>;

type SeasonBandProps = {
  season: NonNullable<CalendarEntry['season']>;
  paceContext: PaceContext;
  Drawing: SeasonDrawing;
};

/** The week of the plan that the next workout is in, and the season around it. */
export function SeasonBand({ season, paceContext, Drawing }: SeasonBandProps) {
  const { id, title, planId, weekCount } = season;
  const week = weekInPlan(season);
  return (
    <Card
      edgeToEdge
      aria-label="Plan"
      className="mb-4 grid min-h-[9.5rem] content-center items-center gap-x-8 px-(--gutter) py-3.5 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-y-1 md:min-h-27 md:grid-cols-[12rem_minmax(0,1fr)_auto] md:px-6 md:py-4"
    >
      <p className="truncate text-sm">
        {planId ? (
          <Link to={`/app/plans/${planId}`} className="font-medium">
            {title}
          </Link>
        ) : (
          title
        )}
      </p>
      <p className="text-xl leading-tight font-bold md:col-start-1">
        Week {week}
        {weekCount && <span className="font-medium text-ink-2"> of {weekCount}</span>}
      </p>
      <Drawing seasonId={id} week={week} paceContext={paceContext} />
    </Card>
  );
}
