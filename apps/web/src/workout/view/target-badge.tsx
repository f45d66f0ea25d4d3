import type { PaceKey } from '@pacewright/pace';
import { abbreviateTarget, type Target } from '@pacewright/script';
import { classNames } from '../../ui/class-names.ts';
import { PaceLetter } from '../../ui/pace-letter.tsx';

/** The target of a step in a letter or two: a zone as Z1, a race as 5k in the colour of its lane. */
export function TargetBadge({ target, lane }: { target: Target; lane: PaceKey | undefined }) {
  if (target.kind === 'pace') return <PaceLetter letter={target.pace} className="text-xs" />;
  const isRaced = ['race', 'goal', 'stated'].includes(target.kind);
  return (
    <span
      aria-hidden
      className={classNames('target-badge', isRaced && lane && `lane-${lane.toLowerCase()}`)}
    >
      {abbreviateTarget(target) || '–'}
    </span>
  );
}
