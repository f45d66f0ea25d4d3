import { laneScale } from '@pacewright/activity';
import type { TrainingPaces } from '@pacewright/pace';

/** Steps of the scale for each m/s. */
const SCALE = 20;

/** The speeds of a small drawing, in m/s. */
function readOutline(outline: string): number[] {
  return Array.from(atob(outline), (character) => (character.codePointAt(0) ?? 0) / SCALE);
}

type RunOutlineProps = {
  /** As the API stores it. */
  outline: string;
  paces: TrainingPaces;
  height: number;
};

const WIDTH = 150;

/** The pace of a run as a line, as wide as its container. The text beside it says the same. */
export function RunOutline({ outline, paces, height }: RunOutlineProps) {
  const speeds = readOutline(outline);
  const lane = (height - 2) / 5;
  const heightOf = laneScale(paces);
  const points = speeds.map((speed, index) => {
    const x = ((index + 0.5) * WIDTH) / speeds.length;
    return `${x.toFixed(1)} ${(height - heightOf(speed) * lane).toFixed(1)}`;
  });
  const line = points.length > 0 ? `M${points.join('L')}` : `M0 ${height / 2}H${WIDTH}`;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
      focusable="false"
      fill="none"
      className="block size-full overflow-visible"
    >
      <path d={line} vectorEffect="non-scaling-stroke" stroke="var(--surface)" strokeWidth={4} />
      <path d={line} vectorEffect="non-scaling-stroke" stroke="var(--ink)" strokeWidth={1.75} />
    </svg>
  );
}
