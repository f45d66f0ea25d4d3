import type { Plan } from '@pacewright/activity';
import type { CalendarEntry } from '@pacewright/contract';
import type { PaceContext } from '../../workout/pace-context.ts';

/** The workout of an entry, with the paces that it was run with. */
export function planOf(
  { title, script, done }: CalendarEntry,
  { speeds }: PaceContext,
): Plan | undefined {
  const paces = done?.paces ?? speeds;
  return paces && { title, script, paces };
}
