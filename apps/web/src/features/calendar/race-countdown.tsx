import type { CalendarEntry } from '@pacewright/contract';
import { formatPace, PACE_UNIT_LABELS, type PaceUnits, plural } from '@pacewright/pace';
import {
  formatSpeed,
  LENGTH_UNITS,
  type ResolvedStep,
  type ResolvedWorkout,
  writeTarget,
} from '@pacewright/script';
import { daysBetween, formatLongDay } from '../../platform/days/days.ts';
import { Card } from '../../ui/card.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { useGoals } from './race-lines.tsx';
import { resolveEntry } from './resolve-entry.ts';
import { SummaryItem } from './summary-item.tsx';

type RaceCardsProps = { today: string; paceContext: PaceContext };

/** The days to each of these races, and its pace as a script has it. */
export function RaceCards({ today, paceContext }: RaceCardsProps) {
  const goals = useGoals(today);
  if (goals.length === 0) return null;
  return (
    <section aria-labelledby="races-ahead">
      <h2
        id="races-ahead"
        className="mb-3 flex min-h-8 items-center text-lg pointer-coarse:md:min-h-11"
      >
        {goals.length === 1 ? 'Your race' : 'Your races'}
      </h2>
      <Card className="grid divide-y divide-line">
        {goals.map((race) => (
          <RaceAhead key={race.id} {...{ race, today, paceContext }} />
        ))}
      </Card>
    </section>
  );
}

function RaceAhead({ race, today, paceContext }: RaceCardsProps & { race: CalendarEntry }) {
  const { units } = paceContext;
  const pace = findRacePace(resolveEntry(race, paceContext), units);
  return (
    <div className="grid gap-3 px-4 py-4 md:px-6 md:py-5">
      <div className="min-w-0">
        <h3 className="text-md wrap-anywhere">{race.title}</h3>
        <p className="text-sm text-ink-2">{formatLongDay(race.day, today)}</p>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <SummaryItem name="Until race day">{daysTo(race.day, today)}</SummaryItem>
        {pace && (
          <SummaryItem name="Race pace">
            {pace.range}
            <small className="text-sm font-medium"> {PACE_UNIT_LABELS[units]}</small>
          </SummaryItem>
        )}
      </dl>
      {pace && (
        <p className="text-sm text-ink-2">
          Use <code className="font-mono font-semibold text-ink">{pace.word}</code> in a script to
          train at this pace.
        </p>
      )}
    </div>
  );
}

/** "46 days", "1 day" */
function daysTo(day: string, today: string): string {
  const days = daysBetween(today, day);
  return plural(days, 'day');
}

/** The speed of the race itself, which is the longest step, and the word for it in a script. */
function findRacePace(
  { unrolled }: ResolvedWorkout,
  units: PaceUnits,
): { range: string; word: string } | undefined {
  const [step] = unrolled
    .map((one) => one.step)
    .toSorted((one, other) => (other.metres ?? 0) - (one.metres ?? 0));
  if (!step?.speed || step.target.kind === 'none') return undefined;
  return { range: formatSpeed(step.speed, units), word: writeRacePace(step, units) };
}

/** A goal is the time for its own distance, so elsewhere it is a pace. */
function writeRacePace({ target, metres }: ResolvedStep, units: PaceUnits): string {
  if (target.kind !== 'goal' || !metres) return writeTarget(target);
  return `${formatPace(metres / target.seconds, units)}/${LENGTH_UNITS[units]}`;
}
