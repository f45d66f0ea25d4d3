import { formatDuration } from '@pacewright/script';
import { Link } from 'react-router';
import { longWeekday } from '../../platform/days/days.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { useActivity, useRun } from './activity-queries.ts';
import { SessionQuestion, useSuggestion } from './session-question.tsx';

type RunQuestionProps = { id: string; today: string; paceContext: PaceContext };

/** Asks which workout an unplanned run was, if it resembles one. */
export function RunQuestion({ id, today, paceContext }: RunQuestionProps) {
  const activity = useActivity(id);
  const run = useRun(activity);
  const suggestion = useSuggestion({ activity, run, paceContext }, today);
  if (!suggestion) return null;
  const name = (
    <Link to={`/app/activities/${id}`} className="text-ink-2">
      {longWeekday(activity.day)}’s run of {formatDuration(activity.seconds)}
    </Link>
  );
  return <SessionQuestion {...{ activity, suggestion, name }} />;
}
