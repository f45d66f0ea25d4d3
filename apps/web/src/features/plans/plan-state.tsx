import type { SeasonSummary } from '@pacewright/contract';
import { CalendarCheck, CircleCheck, Pause } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatShortDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';

/** What a plan's menu opens. */
export type PlanDialogKind = 'files' | 'away' | 'move' | 'resume' | 'stop';

/** Whether all its days have gone by. */
export function hasFinished({ lastDay, pausedOn }: SeasonSummary, today: string): boolean {
  return pausedOn === null && lastDay !== null && lastDay < today;
}

/** "On the calendar, until Sun 10 Jan" */
export function PlanState({ season }: { season: SeasonSummary }) {
  const today = useToday();
  const { pausedOn, lastDay, entryCount, doneCount } = season;
  const done = `${doneCount} of ${entryCount} days done`;
  if (pausedOn)
    return (
      <State icon={<Pause aria-hidden />} name={`Paused on ${formatShortDay(pausedOn, today)}`}>
        {done}
      </State>
    );
  if (lastDay && hasFinished(season, today))
    return (
      <State icon={<CircleCheck aria-hidden />} name={`Finished ${formatShortDay(lastDay, today)}`}>
        {done}
      </State>
    );
  return (
    <State icon={<CalendarCheck aria-hidden className="text-ok" />} name="On the calendar">
      {lastDay ? `until ${formatShortDay(lastDay, today)}, ${done}` : done}
    </State>
  );
}

type StateProps = { icon: ReactNode; name: string; children: ReactNode };

/** A state in words, and what there is to know about it. */
export function State({ icon, name, children }: StateProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2 [&_.lucide]:size-4 [&_.lucide]:flex-none">
      <span className="inline-flex items-center gap-1.5 font-semibold text-ink">
        {icon} {name}
      </span>{' '}
      <span>{children}</span>
    </p>
  );
}
