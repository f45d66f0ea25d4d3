import type { ResolvedWorkout } from '@pacewright/script';
import { drawingProps } from '../../ui/use-size.ts';
import { layOutChart } from './profile-layout.ts';
import './workout-view.css';

type MiniChartProps = {
  resolved: ResolvedWorkout;
  /** Sixteenths of a rem; the chart is laid out for this size. */
  width: number;
  height: number;
  /** Stretched to the width of its container, which then need not be measured. */
  isStretched?: boolean;
};

/** A workout at a glance, for lists and calendars. The text beside it says the same. */
export function MiniChart({ resolved, width, height, isStretched = false }: MiniChartProps) {
  const { blocks } = layOutChart({
    resolved,
    places: [],
    axis: 'time',
    units: 'metric',
    width,
    tickGap: width,
  });
  const lane = (height - 2) / 5;
  const looks = new Map<string, { blocks: string; caps: string }>();
  for (const { x, width: own, lanes, step } of blocks) {
    const name = step.step.lane ? `lane-${step.step.lane.toLowerCase()}` : 'is-rest';
    const rise = Math.max(2, lanes * lane);
    const wide = Math.max(1, own - Math.min(1, own * 0.3)).toFixed(1);
    const drawn = looks.get(name) ?? { blocks: '', caps: '' };
    looks.set(name, {
      blocks: `${drawn.blocks}M${x.toFixed(1)} ${height}v-${rise.toFixed(1)}h${wide}V${height}z`,
      caps: `${drawn.caps}M${x.toFixed(1)} ${(height - rise + 1).toFixed(1)}h${wide}`,
    });
  }
  return (
    <svg
      className="mini-profile"
      {...drawingProps(width, height)}
      {...(isStretched && { width: '100%', preserveAspectRatio: 'none' })}
      aria-hidden
      focusable="false"
    >
      {[...looks].map(([name, drawn]) => (
        <g key={name} className={name}>
          <path className="fill" d={drawn.blocks} />
          <path className="cap" d={drawn.caps} />
        </g>
      ))}
      <path className="profile-base" d={`M0 ${height - 0.5}H${width}`} />
    </svg>
  );
}
