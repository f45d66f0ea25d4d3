import type { CalendarEntry } from '@pacewright/contract';

/** The distance of a race and the time to aim for. Undefined for one with a warm-up or more in its script. */
export function readRaceEntry({
  own,
  reading,
}: CalendarEntry): { metres: number; goal?: number } | undefined {
  const [step, ...others] = reading.workout.items;
  if (!own?.isRace || step?.kind !== 'step' || others.length > 0) return undefined;
  const { amount, target } = step;
  if (amount.kind !== 'distance') return undefined;
  return { metres: amount.metres, ...(target.kind === 'goal' && { goal: target.seconds }) };
}
