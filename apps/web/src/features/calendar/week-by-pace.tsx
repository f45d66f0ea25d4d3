import type { CalendarEntry } from '@pacewright/contract';
import { PACE_KEYS, PACE_NAMES } from '@pacewright/pace';
import { formatLength, LENGTH_UNITS } from '@pacewright/script';
import type { Athlete } from '../../script-editor/reading.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import { inMinutes } from '../../workout-view/in-minutes.ts';
import { MixBar, percentByLane, secondsByLane } from '../../workout-view/mix-bar.tsx';
import { Figure } from './figure.tsx';
import { addUp } from './planned.ts';

type WeekByPaceProps = { entries: CalendarEntry[]; athlete: Athlete };

/** How the running of a week is spread over the five paces. */
export function WeekByPace({ entries, athlete }: WeekByPaceProps) {
  const sum = addUp(entries, athlete);
  const { time, distance } = sum.totals;
  const byLane = secondsByLane(sum);
  const percents = percentByLane(byLane);
  const done = entries.filter((entry) => entry.done).length;

  return (
    <section aria-labelledby="week-by-pace">
      <h2
        id="week-by-pace"
        className="mb-3 flex min-h-8 items-center text-[1.3125rem] pointer-coarse:md:min-h-11"
      >
        This week by pace
      </h2>
      <Card className="grid gap-4 px-4 pt-4 pb-2 md:px-6 md:pt-5 md:pb-2.5">
        <dl className="flex justify-between gap-3">
          <Figure name={time.isAtLeast ? 'Planned, at least' : 'Planned'}>
            {inMinutes(time.seconds)}
          </Figure>
          <Figure name={distance.isAtLeast ? 'Distance, at least' : 'Distance'}>
            {formatLength(distance.metres, athlete.units, 0)}
            <small className="text-[0.9375rem] font-[500]"> {LENGTH_UNITS[athlete.units]}</small>
          </Figure>
          <Figure name="Done">
            {done}
            <small className="text-[0.9375rem] font-[500]"> of {entries.length}</small>
          </Figure>
        </dl>
        <MixBar resolved={sum} isSaidBeside />
        <ul>
          {PACE_KEYS.map((key) => {
            const isNone = byLane[key] === 0;
            return (
              <li
                key={key}
                className={classNames(
                  'grid grid-cols-[26px_1fr_48px_72px] items-center gap-3 py-1.5 text-[0.9375rem]',
                  isNone && 'text-ink-3',
                )}
              >
                <PaceLetter letter={key} className="text-xs" />
                <span>{PACE_NAMES[key]}</span>
                <span className="fig text-right text-ink-2">{!isNone && `${percents[key]} %`}</span>
                <span className={classNames('fig text-right', !isNone && 'font-[620]')}>
                  {isNone ? 'none' : inMinutes(Math.max(60, byLane[key]))}
                </span>
              </li>
            );
          })}
        </ul>
      </Card>
    </section>
  );
}
