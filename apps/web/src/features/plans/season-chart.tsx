import { formatLength, LENGTH_UNITS } from '@pacewright/script';
import { PACE_KEYS, type PaceUnits, plural } from '@pacewright/pace';
import { Fragment, type KeyboardEvent, type PointerEvent, useId, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { optionAtKey } from '../../ui/option-at-key.ts';
import { drawingProps, useSize } from '../../ui/use-size.ts';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { RaceBox } from './mini-season.tsx';
import {
  layOutSeason,
  listBrackets,
  scaleOf,
  type SeasonColumn,
  type SeasonWeek,
} from './season-layout.ts';
import '../../workout/view/lanes.css';
import './season.css';

type SeasonChartProps = {
  weeks: readonly SeasonWeek[];
  units: PaceUnits;
  /** The week whose days are shown. */
  chosen: number | undefined;
  onChoose: (week: number) => void;
  /** A week was clicked, so its text is shown too. */
  onActivate: (week: number) => void;
  /** Enter was pressed: the focus goes to the days of the week. */
  onOpen: () => void;
};

/** The season, a column for each week: easy running below the line, everything faster above it. */
export function SeasonChart(props: SeasonChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  return (
    <div ref={frame} className="season-frame">
      {width > 0 && <SeasonSvg {...props} width={width} />}
    </div>
  );
}

function SeasonSvg({
  weeks,
  units,
  chosen,
  onChoose,
  onActivate,
  onOpen,
  width,
}: SeasonChartProps & { width: number }) {
  const optionId = useId();
  const isNarrow = width < 480;
  const gutter = isNarrow ? 30 : 44;
  const head = 26;
  const size = {
    width: width - gutter - 2,
    fast: isNarrow ? 112 : 190,
    gap: isNarrow ? 6 : 10,
    easy: isNarrow ? 52 : 96,
  };
  const scale = scaleOf(weeks);
  const columns = layOutSeason(weeks, scale, size);
  const base = size.fast + size.gap + size.easy;
  const selected = columns.find(({ week }) => week.week === chosen);
  const step = size.width / Math.max(1, weeks.length);
  const hasTotals = step >= 46;
  const numbersAt = base + 20;
  const wordsAt = numbersAt + (hasTotals ? 32 : 16);
  const bracketsAt = wordsAt + 10;
  const brackets = placeLabels(listBrackets(weeks), columns);
  const height = head + bracketsAt + 18 + (brackets.some(({ row }) => row === 1) ? 18 : 0) + 6;

  function weekAt(event: PointerEvent<SVGSVGElement>): number | undefined {
    const box = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - box.left) * (width / box.width) - gutter;
    return columns[Math.min(columns.length - 1, Math.max(0, Math.floor(x / step)))]?.week.week;
  }

  function move(event: KeyboardEvent) {
    const at = columns.findIndex(({ week }) => week.week === chosen);
    const next = optionAtKey(event.key, at, columns.length - 1);
    if (event.key === 'Enter') onOpen();
    else if (next !== undefined) onChoose(columns[next]?.week.week ?? 1);
    else return;
    event.preventDefault();
  }

  return (
    <svg
      className="season drawing"
      {...drawingProps(width, height)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a chart cannot be a select
      role="listbox"
      tabIndex={0}
      aria-label="Plan, week by week"
      aria-activedescendant={selected && optionId}
      onKeyDown={move}
      onFocus={() => chosen === undefined && onChoose(weeks[0]?.week ?? 1)}
      onPointerDown={(event) => {
        // A pointer does not need the focus, and taking it would close a phone's keyboard.
        event.preventDefault();
        const week = weekAt(event);
        if (week !== undefined) onActivate(week);
      }}
    >
      <g aria-hidden transform={`translate(${gutter} ${head})`}>
        <rect className="season-lanes" width={size.width} height={size.fast} />
        <rect
          className="season-lanes"
          y={size.fast + size.gap}
          width={size.width}
          height={size.easy}
        />
        <Axis {...{ scale, size, isNarrow }} />
        <Blocks columns={columns} />
        {columns.map((column) => (
          <Column key={column.week.week} column={column} fast={size.fast} isNarrow={isNarrow} />
        ))}
        <path className="season-base" d={`M0 ${base + 0.5}H${size.width}`} />
        <path className="season-line" d={`M0 ${size.fast + 0.5}H${size.width}`} />
        <WeekLabels {...{ columns, chosen, step, numbersAt, wordsAt, hasTotals }} />
        <Brackets labels={brackets} y={bracketsAt} />
        <RaceFlag columns={columns} width={size.width} />
      </g>
      {selected && (
        <g transform={`translate(${gutter} ${head})`}>
          <ChosenWeek id={optionId} column={selected} count={weeks.length} {...{ units, base }} />
        </g>
      )}
    </svg>
  );
}

type ChosenWeekProps = {
  id: string;
  column: SeasonColumn;
  count: number;
  units: PaceUnits;
  base: number;
};

/** Only the chosen week has a name: the others are a key away, and the table has all of them. */
function ChosenWeek({ id, column, count, units, base }: ChosenWeekProps) {
  return (
    <g
      {...{ id }}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- nor can its columns be options
      role="option"
      aria-selected
      aria-label={sayWeek(column.week, count, units)}
    >
      {['season-halo', 'season-ring'].map((className) => (
        <rect
          key={className}
          {...{ className }}
          x={column.x - 1}
          y={-5}
          width={column.width + 2}
          height={base + 6}
        />
      ))}
    </g>
  );
}

type WeekLabelsProps = {
  columns: SeasonColumn[];
  chosen: number | undefined;
  /** Pixels from a week to the next. */
  step: number;
  numbersAt: number;
  wordsAt: number;
  hasTotals: boolean;
};

/** Number, time and "light" below each week, where there is room. */
function WeekLabels(props: WeekLabelsProps) {
  const { columns, chosen, step, numbersAt, wordsAt, hasTotals } = props;
  const every = Math.max(1, Math.ceil(18 / step));
  return (
    <>
      {columns.map(({ week, x, width: own }, index) => (
        <g key={week.week} transform={`translate(${x + own / 2} 0)`}>
          {index % every === 0 && (
            <text
              className={classNames('season-number', week.week === chosen && 'is-chosen')}
              y={numbersAt}
            >
              {week.week}
            </text>
          )}
          {hasTotals && (
            <text className="season-figure" y={numbersAt + 16}>
              {formatMinutes(week.seconds)}
            </text>
          )}
          {week.isLight && step >= (columns[index - 1]?.week.isLight ? 36 : 26) && (
            <text className="season-word" y={wordsAt}>
              light
            </text>
          )}
        </g>
      ))}
    </>
  );
}

function Brackets({ labels, y }: { labels: readonly Label[]; y: number }) {
  return (
    <>
      {labels.map((label) => (
        <g key={label.from} className="season-bracket">
          <path d={bracketPath(label, y - 2)} />
          {label.row !== undefined && (
            <text x={label.x + label.width / 2} y={y + 8 + label.row * 18}>
              {label.title}
            </text>
          )}
        </g>
      ))}
    </>
  );
}

/** A bracket, open where its label is. */
function bracketPath({ x, width, row, title }: Label, y: number): string {
  const [left, right] = [x + 1, x + width - 1];
  if (row !== 0) return `M${left} ${y}v6H${right}v-6`;
  const half = labelWidth(title) / 2 + 4;
  const middle = x + width / 2;
  return `M${left} ${y}v6H${middle - half}M${middle + half} ${y + 6}H${right}v-6`;
}

type Label = ReturnType<typeof listBrackets>[number] & {
  x: number;
  width: number;
  /** 0 in its bracket, 1 below it; undefined where there is no room. */
  row: 0 | 1 | undefined;
};

/** A label that is wider than its bracket goes below it, unless another one is there. */
function placeLabels(
  brackets: ReturnType<typeof listBrackets>,
  columns: readonly SeasonColumn[],
): Label[] {
  const edge = columns.at(-1);
  const end = edge ? edge.x + edge.width : 0;
  let below = 0;
  return brackets.map((bracket) => {
    const [first, last] = [columns[bracket.from], columns[bracket.to]];
    const x = first?.x ?? 0;
    const width = last ? last.x + last.width - x : 0;
    const own = labelWidth(bracket.title);
    const start = x + width / 2 - own / 2;
    if (own + 12 <= width) return { ...bracket, x, width, row: 0 as const };
    if (start < below || start < 0 || start + own > end + 8)
      return { ...bracket, x, width, row: undefined };
    below = start + own + 6;
    return { ...bracket, x, width, row: 1 as const };
  });
}

/** Close enough to the width of a title in small letters. */
function labelWidth(title: string): number {
  return title.length * 6.6;
}

type AxisProps = {
  scale: { fast: number; easy: number };
  size: { width: number; fast: number; gap: number; easy: number };
  isNarrow: boolean;
};

function Axis({ scale, size, isNarrow }: AxisProps) {
  const minutes = listTicks(scale.fast / 60, isNarrow ? 60 : 30);
  const hours = listTicks(scale.easy / 3600, isNarrow ? 4 : 2);
  return (
    <>
      {minutes.map((value) => {
        const y = size.fast - (value * 60 * size.fast) / scale.fast;
        return (
          <g key={value}>
            <path className="season-rule" d={`M0 ${y}H${size.width}`} />
            <text className="season-figure is-axis" x={-8} y={y + 4}>
              {value}
            </text>
          </g>
        );
      })}
      <text className="season-figure is-axis" x={-8} y={4}>
        min
      </text>
      {hours.map((value) => {
        const y = size.fast + size.gap + size.easy - (value * 3600 * size.easy) / scale.easy;
        return (
          <g key={value}>
            <path className="season-rule" d={`M0 ${y}H${size.width}`} />
            <text className="season-figure is-axis" x={-8} y={y + 4}>
              {value} h
            </text>
          </g>
        );
      })}
    </>
  );
}

/** Without the last one if it is at the very top, where the unit is. */
function listTicks(most: number, step: number): number[] {
  const grown = most / step > 6 ? step * 2 : step;
  const count = Math.floor((most * 0.94) / grown);
  return Array.from({ length: count }, (_, index) => (index + 1) * grown);
}

/** All blocks of a pace are one path, because a letter in a plan may change every week. */
function Blocks({ columns }: { columns: readonly SeasonColumn[] }) {
  return PACE_KEYS.map((lane) => {
    let [fill, edge, cap] = ['', '', ''];
    for (const { x, width, blocks } of columns)
      for (const { lane: own, y, height } of blocks) {
        if (own !== lane) continue;
        fill += boxPath(x, y, width, height);
        edge += boxPath(x + 0.5, y + 0.5, Math.max(0, width - 1), Math.max(0, height - 1));
        cap += boxPath(x, y, width, Math.min(3, height));
      }
    return (
      fill !== '' && (
        <g key={lane} className={`lane-${lane.toLowerCase()}`}>
          <path className="fill" d={fill} />
          <path className="edge" d={edge} />
          <path className="cap" d={cap} />
        </g>
      )
    );
  });
}

function boxPath(x: number, y: number, width: number, height: number): string {
  return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;
}

/** A hundredth of a pixel is precise enough. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}

type ColumnProps = { column: SeasonColumn; fast: number; isNarrow: boolean };

function Column({ column, fast, isNarrow }: ColumnProps) {
  const { week, x, width, blocks, race, top } = column;
  const middle = x + width / 2;
  const minLetter = isNarrow ? 15 : 17;
  const hasRoom = width >= 14;
  const outside = blocks.filter(({ lane, height }) => lane !== 'E' && height < minLetter);
  return (
    <g>
      {blocks.map(({ lane, y, height, seconds }) => (
        <Fragment key={lane}>
          {hasRoom && height >= minLetter && (
            <text
              className={`season-letter lane-${lane.toLowerCase()}`}
              x={middle}
              y={y + (height >= 33 ? 17 : height / 2 + 5.5)}
            >
              {lane}
            </text>
          )}
          {height >= 33 && width >= 34 && (
            <text className={`season-minutes lane-${lane.toLowerCase()}`} x={middle} y={y + 31}>
              {formatBlock(seconds)}
            </text>
          )}
        </Fragment>
      ))}
      <RaceBox column={column} rows={2} />
      {race && race.height >= 40 && width >= 20 && week.race && (
        <text className="season-race-name" x={middle} y={race.y + 28}>
          {shortRace(week.race.metres)}
        </text>
      )}
      {race && race.height >= 58 && width >= 34 && week.race && week.race.seconds > 0 && (
        <text className="season-minutes is-race" x={middle} y={race.y + 43}>
          {formatBlock(week.race.seconds)}
        </text>
      )}
      {!isNarrow && hasRoom && !race && outside.length > 0 && (
        <text className="season-outside" x={middle} y={top - 5}>
          {outside.map(({ lane }) => (
            <tspan key={lane} className={`lane-${lane.toLowerCase()}`}>
              {lane}
            </tspan>
          ))}
        </text>
      )}
      {week.isUnclear && (
        <g className="season-unclear">
          <rect
            x={x + 0.5}
            y={Math.max(0, Math.min(top, fast) - 24)}
            width={Math.max(0, width - 1)}
            height={22}
          />
          <text x={middle} y={Math.max(0, Math.min(top, fast) - 24) + 16}>
            ?
          </text>
        </g>
      )}
    </g>
  );
}

/** The last race, by name, above its week. */
function RaceFlag({ columns, width }: { columns: readonly SeasonColumn[]; width: number }) {
  const column = columns.findLast(({ race }) => race !== undefined);
  if (!column?.week.race) return null;
  const right = Math.min(width, column.x + column.width);
  return (
    <text className="season-flag" x={right} y={-10}>
      {column.week.race.title}
    </text>
  );
}

/** "18" minutes below an hour, "4:46" from there. */
function formatBlock(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return String(minutes);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

function shortRace(metres: number): string {
  if (metres > 42_000 && metres < 42_400) return 'M';
  if (metres > 21_000 && metres < 21_200) return 'HM';
  return `${Math.round(metres / 1000)}k`;
}

/** "Week 7 of 12, Intervals, third of four, 5 hours 43 minutes, 68 km, 45 minutes faster than easy". */
function sayWeek(week: SeasonWeek, count: number, units: PaceUnits): string {
  const parts = [
    `Week ${week.week} of ${count}`,
    week.title,
    week.position,
    week.runs === 0 ? 'no runs' : sayMinutes(week.seconds),
    week.metres > 0 ? `${formatLength(week.metres, units, 0)} ${LENGTH_UNITS[units]}` : '',
    week.fastSeconds > 0 ? `${sayMinutes(week.fastSeconds)} faster than easy` : '',
    week.race ? week.race.title : '',
    week.isLight ? 'light' : '',
    week.isUnclear ? 'with a problem' : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function sayMinutes(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const count = (amount: number, noun: string) => (amount === 0 ? [] : [plural(amount, noun)]);
  return [...count(hours, 'hour'), ...count(rest, 'minute')].join(' ') || '0 minutes';
}
