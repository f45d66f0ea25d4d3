import { PACE_KEYS } from '@pacewright/pace';
import { newBlock, type ResolvedWorkout } from '@pacewright/script';
import { useLayoutEffect } from 'react';
import { classNames } from '../../ui/class-names.ts';
import type { Axis, Block } from '../view/profile-layout.ts';
import type { BuilderState } from './builder-state.ts';
import { describeChosen } from './describe-chosen.ts';
import { boxOf, type ChartGeometry, edgeX, KNOB_GAP } from './geometry.ts';

type ChartOverlayProps = {
  loaded: { replay: (chart: ChartGeometry) => void };
  state: BuilderState;
  chart: ChartGeometry;
  axis: Axis;
  resolved: ResolvedWorkout;
};

/** The lane of a pace that is chosen by dragging or adding, behind the blocks. */
export function ChartUnderlay({
  state: { mark },
  chart,
}: Pick<ChartOverlayProps, 'state' | 'chart'>) {
  if (mark?.kind !== 'pace' && mark?.kind !== 'add') return null;
  const { left, right, base, lane } = chart;
  const y = base - lane * (PACE_KEYS.indexOf(mark.pace) + 1);
  return (
    <rect aria-hidden className="build-lane" x={left} y={y} width={right - left} height={lane} />
  );
}

/** Rings, handles and the marks of a drag, over the blocks. */
export function ChartOverlay({ loaded, state, chart, axis, resolved }: ChartOverlayProps) {
  useLayoutEffect(() => loaded.replay(chart));
  const { chosen, mark, pointer } = state;
  const described = chosen && describeChosen(chosen, resolved);
  const hasHandles = described?.isOne ?? false;
  const isChosen = (block: Block) => described?.isChosen(block.step.step.node) ?? false;
  const active = chosen && chart.blocks[chosen.index];
  const rounds = active && roundsOf(active, chosen.nodes.first);
  const all = chosen ? chart.blocks.filter(isChosen) : [];
  const own = all.filter((block) => roundsOf(block, chosen?.nodes.first ?? 0) === rounds);
  const twins = all.filter((block) => !own.includes(block));

  return (
    <g aria-hidden className="build-overlay">
      {mark?.kind === 'add' && <NewBlock {...mark} chart={chart} axis={axis} />}
      {mark?.was && <OldBlocks was={mark.was} isChosen={isChosen} />}
      {twins.length > 0 && <path className="build-twins" d={twins.map(underline).join('')} />}
      {own.map((block) => (
        <Ring
          key={block.index}
          block={block}
          chart={chart}
          by={mark?.kind === 'place' ? mark.by : 0}
        />
      ))}
      {mark?.kind === 'place' && (
        <path
          className="build-drop"
          d={`M${edgeX(mark.before, chart)} ${chart.top - 6}V${chart.base + 6}`}
        />
      )}
      {active && hasHandles && mark?.kind !== 'place' && (
        <Handles block={active} chart={chart} pointer={pointer} />
      )}
      {active && mark?.kind === 'length' && (
        <Flag block={active} chart={chart} label={mark.label} />
      )}
    </g>
  );

  function underline(block: Block): string {
    const { x, width } = boxOf(block, chart);
    return `M${x} ${chart.base + 3}h${Math.max(1, width - 2)}`;
  }
}

/** The rounds around the list of the chosen steps, as one text: those of its own and of repeats inside differ. */
function roundsOf({ step }: Block, first: number): string {
  return step.rounds
    .filter(({ node }) => node < first)
    .map(({ round }) => round)
    .join(':');
}

type PartProps = { block: Block; chart: ChartGeometry };

function Ring({ block, chart, by }: PartProps & { by: number }) {
  const { x, y, width, height } = boxOf(block, chart);
  const ring = { x: x - 3 + by, y: y - 3, width: Math.max(width, 2) + 4, height: height + 3 };
  return (
    <>
      <rect className="profile-halo" {...ring} />
      <rect className={classNames('profile-ring', by !== 0 && 'is-moving')} {...ring} />
    </>
  );
}

/** A block in a lane with the length that a new one gets. */
function NewBlock({
  pace,
  before,
  chart,
  axis,
}: Extract<BuilderState['mark'], { kind: 'add' }> & { chart: ChartGeometry; axis: Axis }) {
  const { amount } = newBlock(pace);
  const seconds = amount.kind === 'time' ? amount.seconds : 0;
  const lanes = PACE_KEYS.indexOf(pace) + 1;
  const x = edgeX(before, chart);
  // On the axis of distance, about as far as it is run.
  const width = Math.max(14, (axis === 'time' ? seconds : seconds * 3.5) * chart.scale);
  const height = lanes * chart.lane;
  const shown = Math.min(width, Math.max(14, chart.right - x));
  const middle = x + shown / 2;
  const y = chart.base - height;
  return (
    <>
      <rect className="build-new" x={x} y={y} width={shown} height={height} />
      <path className="build-plus" d={`M${middle - 5} ${y + chart.lane / 2}h10m-5-5v10`} />
    </>
  );
}

function OldBlocks({ was, isChosen }: { was: ChartGeometry; isChosen: (block: Block) => boolean }) {
  const d = was.blocks
    .filter(isChosen)
    .map((block) => {
      const { x, y, width, height } = boxOf(block, was);
      return `M${x} ${y + height}v${-height}h${Math.max(1, width - 2)}v${height}`;
    })
    .join('');
  return <path className="build-was" d={d} />;
}

function Handles({ block, chart, pointer }: PartProps & { pointer: BuilderState['pointer'] }) {
  const { x, y, width, height } = boxOf(block, chart);
  const right = x + Math.max(width - 1, 2);
  if (pointer === 'mouse') {
    const middle = chart.base - Math.min(height / 2, chart.lane / 2);
    return (
      <g className="build-handle">
        <rect x={right - 4} y={middle - 11} width={8} height={22} rx={2} />
        <path d={`M${right - 1.5} ${middle - 6}v12M${right + 1.5} ${middle - 6}v12`} />
      </g>
    );
  }
  const cap = { x: x + width / 2, y: y - KNOB_GAP };
  const edge = { x: right, y: chart.base + KNOB_GAP };
  return (
    <g className="build-handle">
      <path className="stem" d={`M${edge.x} ${chart.base}V${edge.y}`} />
      <rect x={cap.x - 15} y={cap.y - 13} width={30} height={26} rx={4} />
      <path d={`M${cap.x - 5} ${cap.y - 3}l5-5l5 5M${cap.x - 5} ${cap.y + 3}l5 5l5-5`} />
      <rect x={edge.x - 15} y={edge.y - 13} width={30} height={26} rx={4} />
      <path d={`M${edge.x - 4} ${edge.y - 6}v12M${edge.x + 4} ${edge.y - 6}v12`} />
    </g>
  );
}

/** The length while an edge is dragged. */
function Flag({ block, chart, label }: PartProps & { label: string }) {
  const { x, width } = boxOf(block, chart);
  const at = x + width;
  const wide = label.length * 7 + 14;
  const left = Math.min(Math.max(at - wide / 2, 0), chart.right - wide);
  return (
    <>
      <path className="profile-hair" d={`M${at} 20V${chart.base}`} />
      <rect className="profile-flag" x={left} y={0} width={wide} height={22} rx={3} />
      <text className="profile-flag-text" x={left + wide / 2} y={15}>
        {label}
      </text>
    </>
  );
}
