import {
  formatPace,
  METRES_PER_UNIT,
  PACE_KEYS,
  PACE_UNIT_LABELS,
  type PaceKey,
  type PaceUnits,
  raceName,
  type RaceResult,
  type TrainingPaces,
} from '@pacewright/pace';
import { Card } from '../../ui/card.tsx';
import { useWidth } from './use-width.ts';

type RulerCardProps = {
  paces: TrainingPaces;
  units: PaceUnits;
  /** Marked with a hairline at its pace. */
  race: RaceResult | undefined;
};

/** The ranges at their true places, from slow to fast. What it shows stands as text in the rows above. */
export function RulerCard({ paces, units, race }: RulerCardProps) {
  const [ref, width] = useWidth<HTMLDivElement>();

  return (
    <Card aria-labelledby="ruler" className="px-4 pt-4 pb-3.5 md:px-6 md:pt-[22px]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5">
        <h2 id="ruler" className="text-[1.25rem] leading-tight">
          Where they sit
        </h2>
        <span className="text-sm text-ink-2">slower to faster, {PACE_UNIT_LABELS[units]}</span>
      </div>
      <div ref={ref} className="mt-3.5 h-[122px]">
        {width > 0 && <Ruler {...{ paces, units, race, width }} />}
      </div>
    </Card>
  );
}

const LANE = { top: 34, height: 44 };

function Ruler({ paces, units, race, width }: RulerCardProps & { width: number }) {
  const metres = METRES_PER_UNIT[units];
  const set = PACE_KEYS.filter((key) => paces[key].to > 0);
  if (set.length === 0) return null;

  // Positions are in seconds per unit, as runners read them: the slowest on the left.
  const secondsAt = (speed: number) => metres / speed;
  const speeds = set.flatMap((key) => [paces[key].from, paces[key].to]);
  if (race) speeds.push(race.distance / race.timeInSeconds);
  const slowest = secondsAt(Math.min(...speeds)) + 10;
  const fastest = secondsAt(Math.max(...speeds)) - 10;
  const x = (seconds: number) =>
    EDGE + ((slowest - seconds) / (slowest - fastest)) * (width - 2 * EDGE);

  return (
    <svg width={width} height={122} aria-hidden className="block overflow-visible">
      <rect y={LANE.top} width={width} height={LANE.height} className="fill-surface-2" />
      {set.map((key) => (
        <Block
          key={key}
          pace={key}
          left={x(secondsAt(paces[key].from))}
          right={x(secondsAt(paces[key].to))}
        />
      ))}
      <Ticks {...{ slowest, fastest, units, x, width }} />
      {race && (
        <Hairline
          x={x(secondsAt(race.distance / race.timeInSeconds))}
          label={`${raceName(race.distance)} race ${formatPace(race.distance / race.timeInSeconds, units)}`}
          width={width}
        />
      )}
    </svg>
  );
}

/** Room for a label that stands on the first or the last tick. */
const EDGE = 16;

function Block({ pace, left, right }: { pace: PaceKey; left: number; right: number }) {
  const { fill, line, on } = COLOURS[pace];
  // A range of one pace is a line, not nothing.
  const width = Math.max(3, right - left);
  return (
    <g>
      <rect x={left} y={LANE.top} width={width} height={LANE.height} className={fill} />
      <rect
        x={left + 0.5}
        y={LANE.top + 0.5}
        width={width - 1}
        height={LANE.height - 1}
        className={`fill-none ${line}`}
      />
      <path d={`M${left} ${LANE.top + 1.5}h${width}`} strokeWidth={3} className={line} />
      {width > 13 && (
        <text
          x={left + width / 2}
          y={LANE.top + 28}
          textAnchor="middle"
          className={`font-mono text-[0.78rem] font-[700] ${on}`}
        >
          {pace}
        </text>
      )}
    </g>
  );
}

const COLOURS: Record<PaceKey, { fill: string; line: string; on: string }> = {
  E: { fill: 'fill-pace-e', line: 'stroke-pace-e-line', on: 'fill-pace-e-on' },
  M: { fill: 'fill-pace-m', line: 'stroke-pace-m-line', on: 'fill-pace-m-on' },
  T: { fill: 'fill-pace-t', line: 'stroke-pace-t-line', on: 'fill-pace-t-on' },
  I: { fill: 'fill-pace-i', line: 'stroke-pace-i-line', on: 'fill-pace-i-on' },
  R: { fill: 'fill-pace-r', line: 'stroke-pace-r-line', on: 'fill-pace-r-on' },
};

type TicksProps = {
  slowest: number;
  fastest: number;
  units: PaceUnits;
  x: (seconds: number) => number;
  width: number;
};

function Ticks({ slowest, fastest, units, x, width }: TicksProps) {
  const pixelsPerSecond = (width - 2 * EDGE) / (slowest - fastest);
  // The finest labels that stand 44 px apart, and the finest ticks 5 px apart.
  const label = [30, 60, 120, 300].find((step) => step * pixelsPerSecond >= 44) ?? 600;
  const tick = [5, 10, 30].find((step) => step * pixelsPerSecond >= 5) ?? 60;
  const first = Math.ceil(fastest / tick) * tick;
  const count = Math.floor((slowest - first) / tick) + 1;

  return Array.from({ length: count }, (_, index) => {
    const seconds = first + index * tick;
    const isLabelled = seconds % label === 0;
    const length = isLabelled ? 11 : seconds % (2 * tick) === 0 ? 7 : 4;
    return (
      <g key={seconds}>
        <path d={`M${x(seconds)} 82v${length}`} className="stroke-line-strong" />
        {isLabelled && (
          <text
            x={x(seconds)}
            y={109}
            textAnchor="middle"
            className="fill-ink-3 text-[0.71875rem] [font-stretch:90%] md:text-[0.75rem]"
          >
            {formatPace(METRES_PER_UNIT[units] / seconds, units)}
          </text>
        )}
      </g>
    );
  });
}

function Hairline({ x, label, width }: { x: number; label: string; width: number }) {
  const boxWidth = label.length * 6.3 + 18;
  const left = Math.min(Math.max(0, x - boxWidth / 2), width - boxWidth);
  return (
    <g>
      <path d={`M${x} 24V80`} strokeWidth={2} className="stroke-ink" />
      <rect x={left} y={4} width={boxWidth} height={20} rx={3} className="fill-ink" />
      <text
        x={left + boxWidth / 2}
        y={18}
        textAnchor="middle"
        className="fill-bg text-[0.78rem] font-[640] [font-stretch:88%]"
      >
        {label}
      </text>
    </g>
  );
}
