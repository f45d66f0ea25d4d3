import { type Run, sayStepResult, VERDICT_WORDS } from '@pacewright/activity';
import { PACE_KEYS, type PaceUnits } from '@pacewright/pace';
import { formatDuration } from '@pacewright/script';
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { optionAtKey } from '../../ui/option-at-key.ts';
import { drawingProps, useSize } from '../../ui/use-size.ts';
import { labelLength } from '../../workout/view/profile-layout.ts';
import {
  heartLanes,
  heartLine,
  paceLine,
  placeBlocks,
  placeBrackets,
  type RunBlock,
  tickMinutes,
} from './run-chart-layout.ts';
import type { RunView } from './run-view.ts';
import '../../workout/view/workout-view.css';
import './activities.css';

type RunChartProps = {
  run: Run;
  view: RunView;
  /** Said instead of the drawing; the table of steps has the rest. */
  label: string;
  hasHeartRate: boolean;
  units: PaceUnits;
  linked: number | undefined;
  onLink: (index: number | undefined) => void;
};

/** The planned steps as blocks and the run as a line over them. */
export function RunChart(props: RunChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  return (
    <div ref={frame} className="run-frame">
      {width > 0 && <Drawing {...props} width={width} />}
    </div>
  );
}

const HEARTS = [120, 150, 180];

function Drawing({
  run,
  view,
  label,
  hasHeartRate,
  units,
  linked,
  onLink,
  width,
}: RunChartProps & { width: number }) {
  const isNarrow = width < 520;
  const gutter = isNarrow ? 22 : 36;
  const end = width - (hasHeartRate && !isNarrow ? 34 : 0);
  const lane = isNarrow ? 32 : 44;
  const head = 30;
  const base = head + 5 * lane;
  const room = end - gutter;
  const x = (second: number) => gutter + (second / run.seconds) * room;
  const y = (lanes: number) => base - lanes * lane;
  const blocks = useMemo(() => placeBlocks(view.steps, run.seconds), [view, run]);
  const brackets = placeBrackets(blocks);
  const wordsTop = base + (brackets.length > 0 ? 50 : 30);
  const hasWords = !isNarrow && blocks.length > 0;
  const axisTop = hasWords ? wordsTop + 12 : base + (brackets.length > 0 ? 30 : 8);
  const size = { left: gutter, width: room, base, lane };
  const pace = usePaceLine(run, view.paces, size);
  const heart = useHeartLine(hasHeartRate ? run : undefined, size);
  const selected = blocks.find(({ step }) => step.index === linked);
  const optionId = useId();
  const choosing = useChoosing({ blocks, selected, optionId, onLink });

  function pointAt(event: PointerEvent<SVGSVGElement>): void {
    const box = event.currentTarget.getBoundingClientRect();
    const at = (event.clientX - box.left) * (width / box.width);
    const second = ((at - gutter) / room) * run.seconds;
    onLink(blocks.find(({ from, to }) => second >= from && second < to)?.step.index);
  }

  return (
    <svg
      className="run-chart profile-drawing drawing"
      {...drawingProps(width, axisTop + 28)}
      aria-label={label}
      {...choosing}
      onPointerMove={pointAt}
      onPointerDown={(event) => {
        // A pointer does not need the focus.
        event.preventDefault();
        pointAt(event);
      }}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onLink(undefined)}
    >
      <rect className="profile-lanes" x={gutter} y={head} width={room} height={5 * lane} />
      <Lanes {...{ y, gutter, end }} />
      {blocks.map((block) => (
        <g
          key={block.step.index}
          id={block === selected ? optionId : undefined}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- nor can its blocks be options
          role="option"
          aria-selected={block === selected}
          aria-label={sayBlock(block, units)}
        >
          <Block {...{ block, x, y, lane, base }} />
        </g>
      ))}
      <path className="profile-base" d={`M${gutter} ${base}H${end}`} />
      <Brackets {...{ brackets, x, base }} />
      {view.extras.map(({ stretch }) => (
        <path
          key={stretch.from}
          className="run-extra"
          d={`M${x(stretch.from) + 1} ${base + 5}v4H${x(stretch.to) - 1}v-4`}
        />
      ))}
      {heart && <Heart {...{ heart, y }} x={isNarrow ? undefined : end + 8} />}
      <path className="run-halo" d={pace} />
      <path className="run-line" d={pace} />
      {blocks.map((block) => (
        <BlockWords key={block.step.index} {...{ block, x, y, lane, base }} />
      ))}
      {hasWords && <Words {...{ blocks, view, x }} y={wordsTop} />}
      {tickMinutes(run.seconds, room, isNarrow ? 50 : 96).map((minutes, index) => (
        <g key={minutes}>
          <path className="profile-tick" d={`M${x(minutes * 60)} ${axisTop}v5`} />
          <text
            className="profile-figure"
            x={x(minutes * 60)}
            y={axisTop + 20}
            textAnchor={index === 0 ? 'start' : x(minutes * 60) > end - 24 ? 'end' : 'middle'}
          >
            {minutes === 0 ? '0' : isNarrow ? minutes : `${minutes} min`}
          </text>
        </g>
      ))}
      {selected && <Hairline block={selected} {...{ x, lane, base, width }} />}
    </svg>
  );
}

type LaneAt = (lanes: number) => number;

function Lanes({ y, gutter, end }: { y: LaneAt; gutter: number; end: number }) {
  return PACE_KEYS.map((key, index) => (
    <g key={key}>
      <path className="profile-rule" d={`M${gutter} ${y(index + 1)}H${end}`} />
      <text
        className={classNames('profile-lane', `lane-${key.toLowerCase()}`)}
        x={gutter / 2}
        y={y(index + 0.5) + 5}
      >
        {key}
      </text>
    </g>
  ));
}

/** The line of the heart rate. Its figures stand at x, if there is room. */
function Heart({ heart, x, y }: { heart: string; x: number | undefined; y: LaneAt }) {
  return (
    <>
      <path className="run-heart-halo" d={heart} />
      <path className="run-heart" d={heart} />
      {x !== undefined &&
        HEARTS.map((beats) => (
          <text key={beats} className="profile-figure" x={x} y={y(heartLanes(beats)) + 4}>
            {beats}
          </text>
        ))}
    </>
  );
}

type Place = (second: number) => number;

type BracketsProps = { brackets: ReturnType<typeof placeBrackets>; x: Place; base: number };

/** How often a part is repeated, under it. */
function Brackets({ brackets, x, base }: BracketsProps) {
  return (
    <g className="profile-brackets">
      {brackets.map(({ from, to, count }) => {
        const [left, right] = [x(from), x(to) - 2];
        const middle = (left + right) / 2;
        return (
          <g key={from}>
            <path
              d={`M${left} ${base + 6}V${base + 16}H${middle - 14}M${middle + 14} ${base + 16}H${right}V${base + 6}`}
            />
            <text x={middle} y={base + 21}>
              {count}×
            </text>
          </g>
        );
      })}
    </g>
  );
}

type WordsProps = {
  blocks: ReturnType<typeof placeBlocks>;
  view: RunChartProps['view'];
  x: Place;
  y: number;
};

/** What became of each step, where there is room for the word. */
function Words({ blocks, view, x, y }: WordsProps) {
  return [
    ...blocks.map(({ step, from, to }) => ({
      from,
      to,
      word:
        step.planned.role === 'recovery' || step.planned.role === 'rest'
          ? ''
          : VERDICT_WORDS[step.verdict],
    })),
    ...view.extras.map(({ stretch }) => ({ ...stretch, word: 'Extra' })),
  ]
    .filter(({ from, to, word }) => word && x(to) - x(from) >= word.length * 6.5)
    .map(({ from, to, word }) => (
      <text key={from} className="run-word" x={(x(from) + x(to)) / 2} y={y}>
        {word}
      </text>
    ));
}

type Choosing = Pick<RunChartProps, 'onLink'> & {
  blocks: readonly RunBlock[];
  selected: RunBlock | undefined;
  optionId: string;
};

/** The steps are chosen with the arrow keys. A run without a plan has none, and is an image. */
function useChoosing({ blocks, selected, optionId, onLink }: Choosing) {
  // An image cannot be drawn with the page's colours, and a chart cannot be a select.
  if (blocks.length === 0) return { role: 'img' };
  function move(event: KeyboardEvent): void {
    const at = selected ? blocks.indexOf(selected) : -1;
    const next = optionAtKey(event.key, at, blocks.length - 1);
    if (next === undefined) return;
    onLink(blocks[next]?.step.index);
    event.preventDefault();
  }
  return {
    role: 'listbox',
    tabIndex: 0,
    'aria-activedescendant': selected && optionId,
    onKeyDown: move,
    onFocus: () => selected ?? onLink(blocks[0]?.step.index),
    onBlur: () => onLink(undefined),
  };
}

function sayBlock({ step: { planned, result, name } }: RunBlock, units: PaceUnits): string {
  const round = planned.rounds.at(-1);
  return `${round ? `Rep ${round.round}, ` : ''}${name}. ${sayStepResult(result, planned, units)}`;
}

type Size = { left: number; width: number; base: number; lane: number };

/** Pointing at a step renders the chart again, and a long run has thousands of points. */
function usePaceLine(run: Run, paces: RunView['paces'], { left, width, base, lane }: Size): string {
  return useMemo(
    () => paceLine(run, paces, scaleOf(run.seconds, { left, width, base, lane })),
    [run, paces, left, width, base, lane],
  );
}

function useHeartLine(run: Run | undefined, { left, width, base, lane }: Size): string {
  return useMemo(
    () => (run ? heartLine(run, scaleOf(run.seconds, { left, width, base, lane })) : ''),
    [run, left, width, base, lane],
  );
}

function scaleOf(seconds: number, { left, width, base, lane }: Size) {
  return {
    x: (second: number) => left + (second / seconds) * width,
    y: (lanes: number) => base - lanes * lane,
    points: width / 1.2,
  };
}

type BlockProps = {
  block: RunBlock;
  x: (second: number) => number;
  y: (lanes: number) => number;
  lane: number;
  base: number;
};

/** The lane to run in is filled, and everything below it is soft. */
function Block({ block: { step, from, to, lanes, isMissed }, x, y, lane, base }: BlockProps) {
  const left = x(from);
  const width = Math.max(1.5, x(to) - left - 2);
  const top = lanes === 0 ? base - 6 : y(lanes);
  if (isMissed)
    return (
      <rect className="run-missed" x={left + 1} y={top} width={width - 1} height={base - top} />
    );
  return (
    <g
      className={classNames('run-block', step.lane ? `lane-${step.lane.toLowerCase()}` : 'is-rest')}
    >
      <rect className="body" x={left} y={top} width={width} height={base - top} />
      <rect
        className="fill"
        x={left}
        y={top}
        width={width}
        height={lanes === 0 ? base - top : lane}
      />
      <rect className="edge" x={left + 0.5} y={top + 0.5} width={width - 1} height={base - top} />
      <rect className="cap" x={left} y={top} width={width} height={3} />
    </g>
  );
}

/** Over the line of the run, which may pass below its lane. */
function BlockWords({ block: { step, from, to, lanes, isMissed }, x, y, lane }: BlockProps) {
  const left = x(from);
  const width = Math.max(1.5, x(to) - left - 2);
  const middle = left + width / 2;
  const hasLetter = isMissed ? width > 14 : lanes > 1 && width >= 13;
  if (!hasLetter || !step.lane) return null;
  const length = labelLength(step.planned.amount);
  const top = y(lanes) + (isMissed ? 0 : lane);
  return (
    <g aria-hidden className={`run-words lane-${step.lane.toLowerCase()}`}>
      <text className="letter" x={middle} y={top + 20}>
        {step.lane}
      </text>
      {!isMissed && lanes > 2 && width >= Math.max(34, length.length * 7) && (
        <text className="length" x={middle} y={top + 35}>
          {length}
        </text>
      )}
    </g>
  );
}

function Hairline({
  block: { from, to, lanes },
  x,
  lane,
  base,
  width,
}: Pick<BlockProps, 'block' | 'x' | 'lane' | 'base'> & { width: number }) {
  const left = x(from);
  const height = lanes === 0 ? 6 : lanes * lane;
  const ring = {
    x: left - 3,
    y: base - height - 3,
    width: Math.max(4, x(to) - left) + 2,
    height: height + 3,
  };
  const label = formatDuration(from);
  const flag = label.length * 7 + 14;
  const flagLeft = Math.min(Math.max(left - flag / 2, 0), width - flag);
  return (
    <>
      <rect className="profile-halo" {...ring} />
      <rect className="profile-ring" {...ring} />
      <path className="profile-hair" d={`M${left - 1} 18V${base + 6}`} />
      <rect className="profile-flag" x={flagLeft} y={0} width={flag} height={20} rx={3} />
      <text className="profile-flag-text" x={flagLeft + flag / 2} y={14}>
        {label}
      </text>
    </>
  );
}
