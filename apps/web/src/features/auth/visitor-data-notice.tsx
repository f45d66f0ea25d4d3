import {
  hasVisitorWork,
  type VisitorData,
  withoutExample,
  getVisitorData,
} from '../../visitor/visitor-store.ts';
import { resolveVisitorPaces } from '../../visitor/visitor-paces.ts';

type VisitorDataNoticeProps = {
  /** A new account has no paces yet, so the visitor's are saved without a question. */
  isNewAccount?: boolean;
};

/** One line about the visitor's work, which can be imported after sign-in. */
export function VisitorDataNotice({ isNewAccount = false }: VisitorDataNoticeProps) {
  const data = withoutExample(getVisitorData());
  if (data.isDeclined || !hasVisitorWork(data)) return null;
  return <p className="text-sm break-words text-ink-2">{describe(data, isNewAccount)}</p>;
}

function describe(data: VisitorData, isNewAccount: boolean): string {
  const [first, ...others] = data.workouts;
  const hasPaces = resolveVisitorPaces(data).from !== 'defaults';
  const workouts =
    first && (others.length > 0 ? `${others.length + 1} workouts` : nameWorkout(first.title));
  const asked = [workouts, !isNewAccount && hasPaces && 'paces'].filter(Boolean).join(' and ');
  return [
    isNewAccount && hasPaces && 'Your paces will be saved to your account.',
    asked && `You can save your ${asked} to your account in the next step.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function nameWorkout(title: string): string {
  return title.trim() ? `workout “${title.trim()}”` : 'workout';
}
