import type { Season } from '@pacewright/contract';
import { keyOf, placePlan, readPlan, shiftDays } from '@pacewright/plan';

/** The days of a season that people name: its race, and its first day. A race may be missing. */
export type SeasonAnchors = { race: string | undefined; start: string | undefined };

/** Where the race and the first day are by now, with everything that the season was moved by. */
export function findAnchors({ text, anchor, shifts }: Season): SeasonAnchors {
  const reading = readPlan(text);
  const placement = placePlan(reading, anchor);
  if (!placement.ok) return { race: undefined, start: undefined };
  const days = shiftDays(placement.planned, shifts);
  const races = new Set(reading.days.filter((day) => day.races.length > 0).map(keyOf));
  const named = anchor.kind === 'race' ? anchor.key : undefined;
  const race = named
    ? days.find(({ key }) => key === named)
    : days.findLast(({ key }) => races.has(key));
  return { race: race?.day, start: days.map(({ day }) => day).sort()[0] };
}
