import type { CalendarEntry } from '@pacewright/contract';
import { keyOf, readPlan } from '@pacewright/plan';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../platform/api/call-context.ts';
import { seasonQuery } from '../../platform/api/queries/seasons.ts';
import { Card } from '../../ui/card.tsx';
import { useReading } from '../../workout/use-reading.ts';
import { PlanText } from './plan-text.tsx';
import { PlanVersion } from './plan-version.tsx';

/** The line of its plan that an entry of the calendar is from. */
export function PlanLine({ entry }: { entry: CalendarEntry }) {
  const { season } = entry;
  const { data } = useQuery({ ...seasonQuery(useCall(), season?.id ?? ''), enabled: !!season });
  const text = data?.text ?? '';
  const key = season?.key ?? '';
  const find = useReading(findLine);
  const line = useMemo(() => find(text, key), [find, text, key]);
  if (!season) return null;
  const { title, planId, weekCount } = season;
  const week = Number.parseInt(key, 10);
  return (
    <Card className="grid justify-items-start gap-2 p-5">
      <h2 className="text-lg">
        From {title || 'your plan'}, week {week}
        {weekCount && ` of ${weekCount}`}
      </h2>
      {line && (
        <>
          <p className="w-full overflow-x-auto rounded-sm bg-surface-2 px-3 py-2 font-mono text-sm whitespace-pre-wrap">
            <PlanText text={line.text} />
          </p>
          {line.count > 1 && (
            <p className="text-sm text-ink-2">{line.count} days of the plan use this line.</p>
          )}
        </>
      )}
      <PlanVersion entry={entry} />
      {planId && (
        <Link to={`/app/plans/${planId}`} className="font-semibold">
          Open the plan
        </Link>
      )}
    </Card>
  );
}

/** The line of a day, and how many days have the same one. */
function findLine(text: string, key: string): { text: string; count: number } | undefined {
  const { days } = readPlan(text);
  const day = days.find((each) => keyOf(each) === key);
  if (!day) return undefined;
  const { from } = day.place;
  const end = text.indexOf('\n', from);
  const start = text.lastIndexOf('\n', from - 1) + 1;
  return {
    text: text.slice(start, end === -1 ? undefined : end).trim(),
    count: days.filter(({ place }) => place.from === from).length,
  };
}
