import { PACE_KEYS, type PaceUnits, plural } from '@pacewright/pace';
import {
  abbreviateTarget,
  formatDuration,
  formatLength,
  LENGTH_UNITS,
  nameTotals,
  type Place,
  type ResolvedWorkout,
  sayStep,
} from '@pacewright/script';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { classNames } from '../../ui/class-names.ts';
import { optionAtKey } from '../../ui/option-at-key.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { drawingProps, useSize } from '../../ui/use-size.ts';
import {
  type Axis,
  type Block,
  blockAt,
  type Bracket,
  labelLength,
  layOutChart,
} from './profile-layout.ts';
import { StepDetails } from './step-details.tsx';
import { type LoadableEdit, useChartBuilder } from './use-chart-builder.ts';
import type { Linked, NextIndex } from './use-linked-step.ts';
import './workout-view.css';

type WorkoutChartProps = {
  resolved: ResolvedWorkout;
  places: readonly Place[];
  units: PaceUnits;
  linked: Linked | undefined;
  /** Called with the step to highlight, or none. */
  onLink: (next: NextIndex) => void;
  /** Called with an activated step, to show its text. */
  onActivate: (index: number) => void;
  /** True on a screen without the table of steps. */
  isAlone?: boolean;
  /** Hides the choice of axis and the step's details, on a screen to read at a glance. */
  isCompact?: boolean;
  /** The script to edit. Without it the chart is only for reading. */
  edit?: LoadableEdit;
};

/** The workout as it will be run: lanes for effort, blocks for steps, brackets for repeats. */
export function WorkoutChart({
  resolved,
  places,
  units,
  linked,
  onLink,
  onActivate,
  isAlone = false,
  isCompact = false,
  edit,
}: WorkoutChartProps) {
  const [axis, setAxis] = useState<Axis>('time');
  const frame = useRef<HTMLDivElement>(null);
  const building = useChartBuilder(edit, { resolved, places, axis });
  const { loaded, state, start } = building;
  const shown = state?.draft ?? { resolved, places };
  const { width, height } = useSize(frame);
  const summaryId = useId();
  const isNarrow = width < 520;
  const at = state?.chosen?.index ?? linked?.index;
  const current = at === undefined ? undefined : shown.resolved.unrolled[at];
  const isEmpty = shown.resolved.unrolled.length === 0;
  const tools = { ...building, ...shown, edit, units, isNarrow };
  const head = (
    <>
      <SegmentedControl
        small
        label="Horizontal axis"
        value={axis}
        onChange={setAxis}
        options={[
          { value: 'time', label: 'Time' },
          { value: 'distance', label: 'Distance' },
        ]}
      />
      <StepDetails step={current} units={units} />
    </>
  );

  // An empty chart offers workouts to begin with.
  const startEmpty = useEffectEvent(start);
  useEffect(() => {
    if (isEmpty) startEmpty();
  }, [isEmpty]);

  return (
    <div
      className={classNames('profile', edit && 'is-editable')}
      onPointerEnter={start}
      onFocus={start}
    >
      {!isCompact && (
        <div className="profile-head">
          {loaded ? <loaded.Head {...tools}>{head}</loaded.Head> : head}
        </div>
      )}
      <p id={summaryId} className="sr-only">
        {summaryOf(resolved, units)}
        {!isAlone && ' The table below has the same steps.'}
      </p>
      <div ref={frame} className="profile-frame">
        {width > 0 && (loaded || !isEmpty) && (
          <ChartSvg
            key={isNarrow ? 'narrow' : 'wide'}
            {...{
              ...shown,
              units,
              axis,
              width,
              space: height,
              isNarrow,
              head: isCompact ? COMPACT_HEAD : HEAD,
              linked,
              summaryId,
              onLink,
              onActivate,
              building: edit && building,
            }}
          />
        )}
        {isEmpty && !loaded && (
          <p className="profile-empty">Nothing written yet. Your first workout takes one line.</p>
        )}
      </div>
      <Legend {...shown} isLasting={edit !== undefined} />
      {loaded && <loaded.Foot {...tools} />}
    </div>
  );
}

function summaryOf({ unrolled, totals }: ResolvedWorkout, units: PaceUnits): string {
  return `${plural(unrolled.length, 'step')}, ${nameTotals(totals, units)}.`;
}

/** Units of the chart, see useSize. The head room holds the elapsed time at the hairline. */
const HEAD = 34;
const COMPACT_HEAD = 24;
const ROW = 26;
const AXIS = 28;
const GROUND = 6;

/** Blocks that have a name each. Of more, only the chosen ones do. */
const MAX_NAMED = 100;

type ChartSvgProps = Omit<WorkoutChartProps, 'isAlone' | 'isCompact' | 'edit'> & {
  axis: Axis;
  width: number;
  /** The height of the container. The lanes take the rest of it. */
  space: number;
  isNarrow: boolean;
  /** Room above the lanes. */
  head: number;
  summaryId: string;
  /** Set where the chart can be edited. */
  building: ReturnType<typeof useChartBuilder> | undefined;
};

function ChartSvg(props: ChartSvgProps) {
  const { resolved, places, units, axis, width, space, isNarrow, head, linked } = props;
  const { summaryId, onLink, onActivate, building } = props;
  const { loaded, state } = building ?? {};
  const patternId = useId();
  const optionId = useId();
  const gutter = isNarrow ? 22 : 36;
  const room = width - gutter - 2;
  const { blocks, brackets, ticks, scale, ...layout } = layOutChart({
    resolved,
    places,
    axis,
    units,
    width: room,
    tickGap: isNarrow ? 58 : 96,
    hasRoom: !!building,
    fixedScale: state?.mark?.was?.scale,
  });
  // A handle below the baseline needs the room of a bracket.
  const rows = Math.max(layout.rows, building && isNarrow ? 1 : 0);
  const around = head + 8 + rows * ROW + AXIS;
  const [least, most] = isNarrow ? (building ? [40, 40] : [26, 26]) : [38, 72];
  const fitting = Math.floor((space - around) / PACE_KEYS.length);
  const lane = Math.max(least, Math.min(fitting, most));
  const base = head + lane * PACE_KEYS.length;
  const axisTop = base + 8 + rows * ROW;
  const { chosen } = state ?? {};
  const at = chosen?.index ?? linked?.index;
  const selected = at === undefined ? undefined : blocks[at];
  const chart = { blocks, left: gutter + 1, right: width, top: head, base, lane, scale };
  const chosenBlocks = (chosen && loaded?.listChosen(chosen, chart, resolved)) ?? [selected];
  const isDragging = state?.mark !== undefined && state.mark.kind !== 'add';
  // Voice control clicks blocks by their names. Otherwise a key is enough, and the table has all of them.
  const hasNames = building && !isDragging && blocks.length <= MAX_NAMED;
  const options = hasNames ? blocks : chosenBlocks;

  function pointAt(event: PointerEvent<SVGSVGElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - box.left) * (width / box.width) - gutter;
    const block = blockAt(blocks, x);
    if (block && block.index !== linked?.index) onLink(block.index);
    return block;
  }

  function move(event: KeyboardEvent) {
    const goTo = (index: number) => optionAtKey(event.key, index, blocks.length - 1);
    if (event.key === 'Enter' && linked?.index !== undefined) onActivate(linked.index);
    // Counted from the last key, whose step may not be rendered yet.
    else if (goTo(0) !== undefined) onLink((index) => goTo(index) ?? index);
    else {
      building?.miss(event.nativeEvent);
      return;
    }
    event.preventDefault();
  }

  const listeners = loaded?.listen({ chart, linked, onLink, onActivate }) ?? {
    onKeyDown: move,
    onFocus: () => linked?.index === undefined && onLink(0),
    onBlur: () => onLink(undefined),
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      // A pointer does not need the focus, and taking it would close a phone's keyboard.
      event.preventDefault();
      pointAt(event);
    },
    onPointerMove: pointAt,
    onPointerLeave: (event: PointerEvent) => {
      // Lifting a finger keeps its step highlighted.
      if (event.pointerType === 'mouse') onLink(undefined);
    },
    onClick: ({ nativeEvent }: MouseEvent) => {
      const isTouch =
        nativeEvent instanceof globalThis.PointerEvent && nativeEvent.pointerType === 'touch';
      if (building) building.miss(nativeEvent);
      else if (linked?.index !== undefined && !isTouch) onActivate(linked.index);
    },
  };

  return (
    <svg
      className="profile-drawing drawing"
      {...drawingProps(width, axisTop + AXIS)}
      // Only the minimum is held open in the flow; the chart itself must not take more.
      style={{ marginBottom: `${(PACE_KEYS.length * (least - lane)) / 16}rem` }}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a chart cannot be a select
      role="listbox"
      tabIndex={0}
      aria-label="Workout chart"
      aria-describedby={summaryId}
      aria-activedescendant={selected && optionId}
      {...listeners}
    >
      <defs>
        <pattern
          id={patternId}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path d="M0 0V6" className="profile-hatch" />
        </pattern>
      </defs>
      <g aria-hidden>
        <rect className="profile-lanes" x={gutter} y={head} width={room + 2} height={base - head} />
        {PACE_KEYS.map((key, index) => {
          const top = base - lane * (index + 1);
          return (
            <g key={key}>
              <path className="profile-rule" d={`M${gutter} ${top}H${width}`} />
              <text
                className={classNames('profile-lane', `lane-${key.toLowerCase()}`)}
                x={gutter / 2 + 2}
                y={top + lane / 2 + 5}
              >
                {key}
              </text>
            </g>
          );
        })}
      </g>
      {loaded && state && <loaded.Underlay {...{ state, chart }} />}
      <g aria-hidden transform={`translate(${gutter + 1} ${base})`}>
        <Blocks blocks={blocks} lane={lane} pattern={patternId} />
      </g>
      {options.map(
        (block) =>
          block && (
            <g
              key={block.index}
              id={block === selected ? optionId : undefined}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- nor can its blocks be options
              role="option"
              aria-selected={building ? !!chosen && chosenBlocks.includes(block) : true}
              aria-label={sayStep(block.step, units)}
              aria-posinset={block.index + 1}
              aria-setsize={blocks.length}
            >
              {hasNames && (
                <rect
                  className="profile-option"
                  x={chart.left + block.x}
                  y={base - Math.max(1, block.lanes) * lane}
                  width={block.width}
                  height={Math.max(1, block.lanes) * lane}
                />
              )}
            </g>
          ),
      )}
      <g aria-hidden>
        <path className="profile-base" d={`M${gutter} ${base}H${width}`} />
        <g transform={`translate(${gutter + 1} ${base + 4})`}>
          <Brackets brackets={brackets} linkedNode={linked?.node} />
        </g>
        <g transform={`translate(${gutter + 1} ${axisTop})`}>
          {ticks.map(({ x, label }, index) => (
            <g key={label}>
              <path className="profile-tick" d={`M${round(x)} 0v5`} />
              <text
                className="profile-figure"
                x={round(x)}
                y={18}
                textAnchor={index === 0 ? 'start' : x > room - 24 ? 'end' : 'middle'}
              >
                {label}
              </text>
            </g>
          ))}
        </g>
        {selected && !chosen && (
          <Hairline
            {...{ block: selected, axis, units, lane, gutter, base, width, bottom: axisTop }}
          />
        )}
      </g>
      {loaded && state && <loaded.Overlay {...{ loaded, state, chart, axis, resolved }} />}
    </svg>
  );
}

type BlocksProps = { blocks: readonly Block[]; lane: number; pattern: string };

/**
 * Blocks grow from the baseline: their origin is there, and up is negative. All blocks of one look are one
 * path, so that a thousand of them cost no more than a few.
 */
function Blocks({ blocks, lane, pattern }: BlocksProps) {
  const looks = new Map<string, { fill: string; cap: string; isHatched: boolean }>();
  const words: ReactNode[] = [];

  for (const block of blocks) {
    const { step } = block.step;
    const isHatched = step.isSpeedEstimated && !block.isUnclear && block.lanes > 0;
    const name = classNames(
      step.lane ? `lane-${step.lane.toLowerCase()}` : 'is-rest',
      block.isUnclear && 'is-unclear',
    );
    const key = `${name} ${isHatched ? 'is-hatched' : ''}`;
    const look = looks.get(key) ?? { fill: '', cap: '', isHatched };
    const { left, width, height } = boxOf(block, lane);
    look.fill += `M${left} 0v${-height}h${width}v${height}z`;
    if (!block.isUnclear) look.cap += `M${left} ${-height}h${width}v3h${-width}z`;
    looks.set(key, look);
    if (block.lanes > 0 && width >= 13)
      words.push(<BlockWords key={block.index} block={block} lane={lane} />);
  }

  return (
    <>
      {[...looks].map(([key, { fill, cap, isHatched }]) => (
        <g key={key} className={`profile-blocks ${key}`}>
          <path className="fill" d={fill} />
          {isHatched && <path d={fill} fill={`url(#${pattern})`} />}
          <path className="cap" d={cap} />
        </g>
      ))}
      {words}
    </>
  );
}

function boxOf({ x, width, lanes }: Block, lane: number) {
  const gap = Math.min(2, width * 0.3);
  return {
    left: round(x),
    width: round(Math.max(width - gap, lanes > 1 ? 2 : 1)),
    height: lanes === 0 ? GROUND : lanes * lane,
  };
}

/** The letter from 13 px of width, the amount from about 36. */
function BlockWords({ block, lane }: { block: Block; lane: number }) {
  const { left, width, height } = boxOf(block, lane);
  const { amount, target, lane: own } = block.step.step;
  const middle = round(left + width / 2);
  const label = block.isUnclear ? '?' : abbreviateTarget(target);
  const length = labelLength(amount);
  const hasLength = width >= Math.max(36, length.length * 7) && lane > 30 && !block.isUnclear;
  return (
    <g
      className={classNames(
        'profile-words',
        own && `lane-${own.toLowerCase()}`,
        block.isUnclear && 'is-unclear',
      )}
    >
      {width >= 4 + label.length * 8 && (
        <text className="letter" x={middle} y={20 - height}>
          {label}
        </text>
      )}
      {hasLength && (
        <text className="length" x={middle} y={34 - height}>
          {length}
        </text>
      )}
    </g>
  );
}

type BracketsProps = { brackets: readonly Bracket[]; linkedNode: number | undefined };

function Brackets({ brackets, linkedNode }: BracketsProps) {
  let [lines, linkedLines] = ['', ''];
  const counts: ReactNode[] = [];
  for (const { node, count, x, width, row } of brackets) {
    const [left, right] = [round(x), round(x + width - 2)];
    const middle = round((left + right) / 2);
    const y = row * ROW + 10;
    const half = count > 9 ? 16 : 13;
    const hasCount = right - left > half * 2 + 4;
    const gap = hasCount ? `H${middle - half}M${middle + half} ${y}` : '';
    const line = `M${left} ${y - 10}V${y}${gap}H${right}V${y - 10}`;
    if (node === linkedNode) linkedLines += line;
    else lines += line;
    if (hasCount)
      counts.push(
        <text key={`${node} ${left}`} x={middle} y={y + 5}>
          {count}×
        </text>,
      );
  }
  return (
    <g className="profile-brackets">
      <path d={lines} />
      <path d={linkedLines} className="is-linked" />
      {counts}
    </g>
  );
}

type HairlineProps = {
  block: Block;
  axis: Axis;
  units: PaceUnits;
  lane: number;
  gutter: number;
  base: number;
  width: number;
  bottom: number;
};

/** A line where the step begins, with the elapsed time and distance, and a ring around the step. */
function Hairline({ block, axis, units, lane, gutter, base, width, bottom }: HairlineProps) {
  const height = block.lanes === 0 ? GROUND : block.lanes * lane;
  const ring = {
    x: round(gutter + 1 + block.x - 3),
    y: base - height - 3,
    width: round(Math.max(block.width, 2) + 4),
    height: height + 3,
  };
  const { startSeconds, startMetres } = block.step;
  const label =
    axis === 'time'
      ? formatDuration(startSeconds)
      : `${formatLength(startMetres, units)} ${LENGTH_UNITS[units]}`;
  const flag = label.length * 7 + 14;
  const left = Math.min(Math.max(ring.x - flag / 2, 0), width - flag);
  return (
    <>
      <rect className="profile-halo" {...ring} />
      <rect className="profile-ring" {...ring} />
      <path className="profile-hair" d={`M${ring.x} 20V${bottom}`} />
      <rect className="profile-flag" x={left} y={2} width={flag} height={20} rx={3} />
      <text className="profile-flag-text" x={left + flag / 2} y={16}>
        {label}
      </text>
    </>
  );
}

type LegendProps = Pick<WorkoutChartProps, 'resolved' | 'places'> & {
  /** Rendered even when it is empty, so that nothing moves as someone types. */
  isLasting: boolean;
};

function Legend({ resolved, places, isLasting }: LegendProps) {
  const isEstimated = resolved.unrolled.some(({ step }) => step.isSpeedEstimated && step.lane);
  const isUnclear = places.some((place) => place.isUnclear);
  if (!isLasting && !isEstimated && !isUnclear) return null;
  return (
    <p className="profile-legend">
      {isEstimated && (
        <span>
          <i className="is-hatched" /> pace estimated
        </span>
      )}
      {isUnclear && (
        <span>
          <i className="is-dashed" /> unclear, shown as the most likely reading
        </span>
      )}
    </p>
  );
}

/** A tenth of a pixel is precise enough. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
