import type { Judged } from '@pacewright/activity';
import type { CalendarEntry } from '@pacewright/contract';
import { longWeekday } from '../../platform/days/days.ts';

type Asked = { judged: Judged; swapped: CalendarEntry | undefined };

/** The question whether a run was a workout that it resembles, and what a yes does. */
export function askSession(
  entry: CalendarEntry,
  day: string,
  { judged, swapped }: Asked,
): { title: string; detail: string } {
  const result = judged.comparison?.result;
  const isLike = result?.kind === 'compared' && result.isSamePlan;
  if (entry.day === day)
    return {
      title: `Was it ${entry.title}?`,
      detail: isLike ? 'It’s of another length.' : 'It doesn’t look like the workout.',
    };
  const [planned, run] = [longWeekday(entry.day), longWeekday(day)];
  return {
    title: `Was it ${planned}’s ${entry.title}?`,
    detail: swapped
      ? `It fits that better than ${run}’s ${swapped.title}. If so, ${swapped.title} moves to ${planned}.`
      : `It fits. If so, ${entry.title} moves to ${run}.`,
  };
}
