import { drawingProps } from '../../ui/use-size.ts';
import {
  layOutSeason,
  type SeasonColumn,
  type SeasonScale,
  type SeasonWeek,
} from './season-layout.ts';
import '../../workout/view/lanes.css';
import './season.css';

type MiniSeasonProps = {
  weeks: readonly SeasonWeek[];
  /** Drawings beside each other share one scale. */
  scale: SeasonScale;
  /** Sixteenths of a rem; it is laid out for this size, and stretched to its container. */
  width: number;
  height: number;
  /** The week that is marked. Those after it are soft. */
  now?: number;
};

/** A season at a glance, for lists. The text beside it says the same. */
export function MiniSeason({ weeks, scale, width, height, now }: MiniSeasonProps) {
  const size = { width, fast: height * 0.58, gap: height * 0.06, easy: height * 0.36 };
  const columns = layOutSeason(weeks, scale, size);
  return (
    <svg
      className="season-mini"
      {...drawingProps(width, height)}
      width="100%"
      preserveAspectRatio="none"
      aria-hidden
      focusable="false"
    >
      {columns.map((column) => (
        <g
          key={column.week.week}
          className={now !== undefined && column.week.week > now ? 'is-ahead' : undefined}
        >
          {column.blocks.map(({ lane, y, height: own }) => (
            <g key={lane} className={`lane-${lane.toLowerCase()}`}>
              <rect className="fill" x={column.x} y={y} width={column.width} height={own} />
              <rect className="cap" x={column.x} y={y} width={column.width} height={1.5} />
            </g>
          ))}
          <RaceBox column={column} rows={2} />
        </g>
      ))}
      <path className="season-base" d={`M0 ${height - 0.5}H${width}`} />
      <path className="season-line" d={`M0 ${size.fast + 0.5}H${width}`} />
      {columns
        .filter(({ week }) => week.week === now)
        .map(({ week, x, width: own }) => (
          <rect
            key={week.week}
            className="season-now"
            x={x - 1}
            y={1}
            width={own + 2}
            height={height - 2}
          />
        ))}
    </svg>
  );
}

/** The race is ink and chequers, like a finish line, and no pace. */
export function RaceBox({
  column: { x, width, race },
  rows,
}: {
  column: SeasonColumn;
  rows: number;
}) {
  if (!race || race.height <= 0) return null;
  const count = 6;
  const side = width / count;
  const high = Math.min(side, race.height / (rows + 1), 5);
  return (
    <>
      <rect
        className="season-race"
        x={x + 0.5}
        y={race.y + 0.5}
        width={Math.max(0, width - 1)}
        height={Math.max(0, race.height - 1)}
      />
      {Array.from({ length: rows * count }, (_, index) => {
        const [row, at] = [Math.floor(index / count), index % count];
        if ((row + at) % 2 === 1) return null;
        return (
          <rect
            key={index}
            className="season-chequer"
            x={x + at * side}
            y={race.y + row * high}
            width={side}
            height={high}
          />
        );
      })}
    </>
  );
}
