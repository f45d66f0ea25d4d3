import type { PaceKey } from '@pacewright/pace';
import type { ReactNode } from 'react';
import './pace-bar.css';

/** In seconds. `max` is the length of the bar, the same for all bars beside each other. */
type PaceBarProps = {
  pace: PaceKey;
  planned: number;
  run: number;
  max: number;
  /** The letter, where there is none beside it: in both parts, each in a colour for its ground. */
  children?: ReactNode;
};

/** Outline and mark are planned, filled is run. The numbers beside it say the same. */
export function PaceBar({ pace, planned, run, max, children }: PaceBarProps) {
  const percent = (seconds: number) => `${Math.min(100, (100 * seconds) / max)}%`;
  return (
    <span aria-hidden className={`pace-bar block lane-${pace.toLowerCase()}`}>
      {planned > 0 && (
        <span className="is-planned" style={{ width: percent(planned) }}>
          {children}
        </span>
      )}
      {run > 0 && (
        <span className="is-run" style={{ width: percent(run) }}>
          {children}
        </span>
      )}
      {planned > 0 && run > planned && (
        <span className="is-mark" style={{ left: percent(planned) }} />
      )}
    </span>
  );
}
