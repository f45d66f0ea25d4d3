import { raceName } from '@pacewright/pace';
import { useRef } from 'react';
import { daysBetween, formatDay } from '../../platform/days/days.ts';
import { drawingProps, useSize } from '../../ui/use-size.ts';
import type { ListedRace } from './paces-queries.ts';

const HEIGHT = 210;
const LEFT = 34;
const RIGHT = 18;
const TOP = 26;
const BOTTOM = 30;

/** VDOT over time, to scale. The list beside it contains the same values. */
export function VdotChart({ races }: { races: ListedRace[] }) {
  const ref = useRef<HTMLElement>(null);
  const { width } = useSize(ref);
  const oldestFirst = races.toReversed();
  const first = oldestFirst[0];
  const last = oldestFirst.at(-1);

  return (
    <figure ref={ref} className="min-h-[13.125rem] min-w-0">
      {first && last && (
        <figcaption className="sr-only">
          VDOT over time: {first.vdot.toFixed(1)} on {formatDay(first.racedOn)},{' '}
          {last.vdot.toFixed(1)} on {formatDay(last.racedOn)}
        </figcaption>
      )}
      {width > 0 && (
        <svg
          {...drawingProps(width, HEIGHT)}
          aria-hidden
          className="drawing block overflow-visible"
        >
          <Drawing races={oldestFirst} width={width} />
        </svg>
      )}
    </figure>
  );
}

function Drawing({ races, width }: { races: ListedRace[]; width: number }) {
  const [first, last] = [races[0]?.racedOn ?? '', races.at(-1)?.racedOn ?? ''];
  const days = Math.max(1, daysBetween(first, last));
  const scores = races.map(({ vdot }) => vdot);
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  const step = most - least > 8 ? 5 : most - least > 3 ? 2 : 1;
  const lowest = Math.floor(least / step) * step;
  const highest = Math.max(lowest + step, Math.ceil(most / step) * step);
  const x = (day: string) => LEFT + (daysBetween(first, day) / days) * (width - LEFT - RIGHT);
  const y = (vdot: number) =>
    HEIGHT - BOTTOM - ((vdot - lowest) / (highest - lowest)) * (HEIGHT - TOP - BOTTOM);
  const lines = Array.from({ length: (highest - lowest) / step + 1 }, (_, i) => lowest + i * step);

  return (
    <>
      {lines.map((vdot) => (
        <g key={vdot}>
          <path d={`M${LEFT} ${y(vdot)}H${width}`} className="stroke-line" />
          <text
            x={LEFT - 10}
            y={y(vdot) + 4}
            textAnchor="end"
            className="fill-ink-3 text-xs [font-stretch:90%]"
          >
            {vdot}
          </text>
        </g>
      ))}
      <polyline
        points={races.map((race) => `${x(race.racedOn)},${y(race.vdot)}`).join(' ')}
        strokeWidth={2}
        strokeLinejoin="round"
        className="fill-none stroke-ink-3"
      />
      {races.map((race) => (
        <Dot key={race.id} race={race} x={x(race.racedOn)} y={y(race.vdot)} />
      ))}
      <text x={LEFT} y={HEIGHT - 6} className="fill-ink-3 text-xs [font-stretch:90%]">
        {formatDay(first)}
      </text>
      <text
        x={width}
        y={HEIGHT - 6}
        textAnchor="end"
        className="fill-ink-3 text-xs [font-stretch:90%]"
      >
        {formatDay(last)}
      </text>
    </>
  );
}

/** The race that sets the paces is filled and labelled with its VDOT. */
function Dot({ race, x, y }: { race: ListedRace; x: number; y: number }) {
  return (
    <g>
      <circle
        cx={x}
        cy={y}
        r={race.setsPaces ? 6 : 4.5}
        strokeWidth={2}
        className={race.setsPaces ? 'fill-ink stroke-ink' : 'fill-surface stroke-ink'}
      >
        <title>{`${raceName(race.distance)}, ${formatDay(race.racedOn)}: ${race.vdot.toFixed(1)}`}</title>
      </circle>
      {race.setsPaces && (
        <text
          x={x}
          y={y - 13}
          textAnchor="middle"
          className="fill-ink text-xs font-semibold [font-stretch:88%]"
        >
          {race.vdot.toFixed(1)}
        </text>
      )}
    </g>
  );
}
