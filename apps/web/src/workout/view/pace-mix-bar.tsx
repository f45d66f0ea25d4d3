import { PACE_KEYS, PACE_NAMES, type PaceKey } from '@pacewright/pace';
import type { ResolvedWorkout } from '@pacewright/script';
import { formatMinutes } from './format-minutes.ts';
import './workout-view.css';

type PaceMixBarProps = {
  resolved: ResolvedWorkout;
  /** The same numbers are beside it, so screen readers skip the bar. */
  isDecorative?: boolean;
};

/** The share of each lane in a workout, as a bar. */
export function PaceMixBar({ resolved, isDecorative = false }: PaceMixBarProps) {
  const byLane = secondsByLane(resolved);
  const lanes = PACE_KEYS.filter((key) => byLane[key] > 0);
  if (lanes.length === 0) return null;

  const total = lanes.reduce((sum, key) => sum + byLane[key], 0);
  const spoken = lanes
    .map((key) => `${PACE_NAMES[key]} ${formatMinutes(Math.max(60, byLane[key]))}`)
    .join(', ');
  return (
    <>
      {!isDecorative && <p className="sr-only">{spoken}</p>}
      <div aria-hidden className="mix">
        {lanes.map((key) => (
          <span key={key} className={`lane-${key.toLowerCase()}`} style={{ flexGrow: byLane[key] }}>
            {byLane[key] / total > 0.04 && <b>{key}</b>}
          </span>
        ))}
      </div>
    </>
  );
}

/**
 * Whole percentages that add up to 100, at least 1 for every lane that is run. The remainder of rounding down
 * goes to the largest fractions; the excess of small lanes is taken from the largest lane.
 */
export function percentByLane(byLane: Record<PaceKey, number>): Record<PaceKey, number> {
  const percents = { E: 0, M: 0, T: 0, I: 0, R: 0 };
  const lanes = PACE_KEYS.filter((key) => byLane[key] > 0).sort((a, b) => byLane[b] - byLane[a]);
  const [largest] = lanes;
  if (!largest) return percents;

  const total = lanes.reduce((sum, key) => sum + byLane[key], 0);
  const exact = (key: PaceKey) => (byLane[key] / total) * 100;
  for (const key of lanes) percents[key] = Math.max(1, Math.floor(exact(key)));
  let left = 100 - lanes.reduce((sum, key) => sum + percents[key], 0);
  if (left < 0) percents[largest] += left;
  lanes.sort((a, b) => exact(b) - percents[b] - (exact(a) - percents[a]));
  for (const key of lanes) if (left-- > 0) percents[key]++;
  return percents;
}

/** Seconds in each lane; zones and races count in the lane of their chart block. */
export function secondsByLane({ unrolled }: ResolvedWorkout): Record<PaceKey, number> {
  const byLane = { E: 0, M: 0, T: 0, I: 0, R: 0 };
  for (const { step } of unrolled) if (step.lane) byLane[step.lane] += step.seconds ?? 0;
  return byLane;
}
