import { readPlan, totalWeeks } from '@pacewright/plan';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall } from '../../platform/api/call-context.ts';
import { seasonQuery } from '../../platform/api/queries/seasons.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { useReading } from '../../workout/use-reading.ts';
import { MiniSeason } from './mini-season.tsx';
import { describeWeeks, scaleOf } from './season-layout.ts';

type SeasonAtAGlanceProps = { seasonId: string; week: number; paceContext: PaceContext };

/** A season as it is on the calendar, with one of its weeks marked. Empty until it is known. */
export function SeasonAtAGlance({ seasonId, week, paceContext }: SeasonAtAGlanceProps) {
  const { data: season } = useQuery(seasonQuery(useCall(), seasonId));
  const text = season?.text ?? '';
  const { speeds } = paceContext;
  const read = useReading(readPlan);
  const weeks = useMemo(() => {
    const reading = read(text);
    return describeWeeks(reading, totalWeeks(reading, speeds));
  }, [read, text, speeds]);
  if (!season) return null;
  const own = weeks.find((each) => each.week === week);
  const about = [own?.title, own?.position && `${own.position} weeks`].filter(Boolean).join(', ');
  return (
    <>
      <p className="text-sm text-ink-2 empty:hidden md:col-start-1">{about}</p>
      <div className="max-md:order-1 max-md:col-span-full md:col-start-2 md:row-span-3 md:row-start-1">
        <MiniSeason weeks={weeks} scale={scaleOf(weeks)} width={560} height={76} now={week} />
      </div>
      <dl className="max-md:col-start-2 max-md:row-span-2 max-md:row-start-1 md:col-start-3 md:row-span-3 md:row-start-1">
        <dt className="text-xs text-ink-2">Days done</dt>
        <dd className="fig text-2xl leading-[1.1] font-semibold">
          {season.doneCount}
          <small className="text-sm font-medium text-ink-2"> of {season.entryCount}</small>
        </dd>
      </dl>
    </>
  );
}
