import type { SeasonSummary } from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import { CalendarSync } from 'lucide-react';
import { Link } from 'react-router';
import { Alert } from '../../ui/alert.tsx';
import { listWeekChanges } from './season-changes.ts';
import { useActionPreview } from './seasons-queries.ts';

type CalendarDifferenceProps = {
  season: SeasonSummary;
  /** The text as it is saved. */
  text: string;
};

/** Says that the calendar has an earlier text of the plan. Nothing if it makes no difference. */
export function CalendarDifference({ season, text }: CalendarDifferenceProps) {
  const isPaused = season.pausedOn !== null;
  const preview = useActionPreview(season.id, isPaused ? undefined : { kind: 'text', text });
  const count = (preview.data ? listWeekChanges(preview.data) : []).flatMap(
    ({ days }) => days,
  ).length;
  if (count === 0) return null;
  return (
    <Alert
      kind="info"
      icon={<CalendarSync aria-hidden />}
      title={`${plural(count, 'day differs', 'days differ')} from your calendar.`}
    >
      Your calendar won’t change until you update it.{' '}
      <Link to={changesPath(season)} className="font-semibold">
        Review changes
      </Link>
    </Alert>
  );
}

export function changesPath({ id, planId }: SeasonSummary): string {
  return `/app/plans/${planId}/calendar/${id}`;
}
