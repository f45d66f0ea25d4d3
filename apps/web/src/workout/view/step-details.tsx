import { formatSplits, type PaceUnits } from '@pacewright/pace';
import {
  formatSpeed,
  nameAmount,
  nameRounds,
  nameTarget,
  type UnrolledStep,
} from '@pacewright/script';
import { TargetBadge } from './target-badge.tsx';

/** Numbers of the highlighted step. Rendered even when it is empty, so that nothing moves. */
export function StepDetails({ step, units }: { step: UnrolledStep | undefined; units: PaceUnits }) {
  if (!step)
    return (
      <p className="profile-details is-empty">
        <span className="for-pointer">Hover over a step for details</span>
        <span className="for-touch">Tap a step for details</span>
      </p>
    );
  const { amount, target, lane, speed, isSpeedEstimated } = step.step;

  return (
    <dl className="profile-details">
      <div>
        <dt className="sr-only">Step</dt>
        <dd>
          <TargetBadge target={target} lane={lane} />
          <b className="fig">{nameAmount(amount)}</b>
          <span className="sr-only">{nameTarget(target)}</span>
        </dd>
      </div>
      {speed && (
        <div>
          <dt>Pace</dt>
          <dd className="fig">
            {formatSpeed(speed, units)}
            {isSpeedEstimated && <small> est.</small>}
          </dd>
        </div>
      )}
      {speed && speed.from !== speed.to && (
        <div>
          <dt>Lap</dt>
          <dd className="fig">{formatSplits(speed, 400)}</dd>
        </div>
      )}
      {step.rounds.length > 0 && (
        <div>
          <dt>Rep</dt>
          <dd className="is-rounds">{nameRounds(step.rounds)}</dd>
        </div>
      )}
    </dl>
  );
}
