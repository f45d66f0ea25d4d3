import { isWorthKeeping, type Kept, ownOf, readKept } from '../../visitor/kept.ts';
import { pacesOf } from '../../visitor/own-paces.ts';

/** Says in one line which of a visitor's work will be saved to the account. */
export function ComesAlong() {
  const kept = ownOf(readKept());
  if (kept.isDeclined || !isWorthKeeping(kept)) return null;
  return <p className="text-[0.9375rem] break-words text-ink-2">{describe(kept)}</p>;
}

function describe(kept: Kept): string {
  const [first, ...others] = kept.workouts;
  const hasPaces = pacesOf(kept).from !== 'defaults';
  const things = [
    first && (others.length > 0 ? `${others.length + 1} workouts` : nameWorkout(first.title)),
    hasPaces && 'paces',
  ].filter(Boolean);
  return `We’ll save your ${things.join(' and ')} to your account.`;
}

function nameWorkout(title: string): string {
  return title.trim() ? `workout “${title.trim()}”` : 'workout';
}
