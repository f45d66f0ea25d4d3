import {
  hasVisitorWork,
  type VisitorData,
  withoutExample,
  getVisitorData,
} from '../../visitor/visitor-store.ts';
import { resolveVisitorPaces } from '../../visitor/visitor-paces.ts';

/** One line about the visitor's work, which can be imported after sign-in. */
export function VisitorDataNotice() {
  const data = withoutExample(getVisitorData());
  if (data.isDeclined || !hasVisitorWork(data)) return null;
  return <p className="text-sm break-words text-ink-2">{describe(data)}</p>;
}

function describe(data: VisitorData): string {
  const [first, ...others] = data.workouts;
  const hasPaces = resolveVisitorPaces(data).from !== 'defaults';
  const things = [
    first && (others.length > 0 ? `${others.length + 1} workouts` : nameWorkout(first.title)),
    hasPaces && 'paces',
  ].filter(Boolean);
  return `You can save your ${things.join(' and ')} to your account in the next step.`;
}

function nameWorkout(title: string): string {
  return title.trim() ? `workout “${title.trim()}”` : 'workout';
}
