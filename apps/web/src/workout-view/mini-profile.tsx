import type { ResolvedWorkout } from '@pacewright/script';
import { layOutProfile } from './profile-layout.ts';
import './workout-view.css';

type MiniProfileProps = {
  resolved: ResolvedWorkout;
  /** Px; the drawing is made for this size and never scaled. */
  width: number;
  height: number;
};

/** A workout at a glance, for lists and calendars. What it says stands beside it in words. */
export function MiniProfile({ resolved, width, height }: MiniProfileProps) {
  const { blocks } = layOutProfile({
    resolved,
    places: [],
    axis: 'time',
    units: 'metric',
    width,
    tickGap: width,
  });
  const lane = (height - 2) / 5;
  const looks = new Map<string, string>();
  for (const { x, width: own, lanes, step } of blocks) {
    const name = step.step.lane ? `lane-${step.step.lane.toLowerCase()}` : 'is-rest';
    const rise = Math.max(2, lanes * lane).toFixed(1);
    const wide = Math.max(1, own - Math.min(1, own * 0.3)).toFixed(1);
    looks.set(
      name,
      `${looks.get(name) ?? ''}M${x.toFixed(1)} ${height - 1}v-${rise}h${wide}v${rise}z`,
    );
  }
  return (
    <svg className="mini-profile" width={width} height={height} aria-hidden focusable="false">
      {[...looks].map(([name, shapes]) => (
        <path key={name} className={name} d={shapes} />
      ))}
      <path className="profile-base" d={`M0 ${height - 0.5}H${width}`} />
    </svg>
  );
}
