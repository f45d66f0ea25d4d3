import type { PaceKey } from '@pacewright/pace';
import './pace-bar.css';

/** In seconds. `max` is the length of the bar, the same for all bars beside each other. */
type PaceBarProps = { pace: PaceKey; planned: number; run: number; max: number };

/** Outline and mark are planned, filled is run. The numbers beside it say the same. */
export function PaceBar({ pace, planned, run, max }: PaceBarProps) {
  const percent = (seconds: number) => `${Math.min(100, (100 * seconds) / max)}%`;
  return (
    <span aria-hidden className={`pace-bar block lane-${pace.toLowerCase()}`}>
      {planned > 0 && <span className="is-planned" style={{ width: percent(planned) }} />}
      {run > 0 && <span className="is-run" style={{ width: percent(run) }} />}
      {planned > 0 && run > planned && (
        <span className="is-mark" style={{ left: percent(planned) }} />
      )}
    </span>
  );
}
