import { laneScale, type Run } from '@pacewright/activity';
import { PACE_KEYS } from '@pacewright/pace';
import type { RunStep, RunView } from './run-view.ts';

/** A planned step where it was run, or in the gap where it was skipped. Seconds. */
export type RunBlock = {
  step: RunStep;
  from: number;
  to: number;
  lanes: number;
  isMissed: boolean;
};

export type RunBracket = { from: number; to: number; count: number };

/** Places the planned steps on the time of the run. */
export function placeBlocks(steps: readonly RunStep[], runSeconds: number): RunBlock[] {
  const blocks: RunBlock[] = [];
  let end = 0;
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index];
    if (!step) continue;
    if (step.result.verdict !== 'missed') {
      const { from, to } = step.result.stretch;
      blocks.push({ step, from, to, lanes: lanesOf(step), isMissed: false });
      end = to;
      continue;
    }
    // Steps skipped one after the other share the gap until the next one that was run.
    const next = steps.findIndex(({ result }, at) => at > index && result.verdict !== 'missed');
    const after = steps[next]?.result;
    const gapEnd = after && after.verdict !== 'missed' ? after.stretch.from : runSeconds;
    const group = steps.slice(index, next < 0 ? undefined : next);
    const lengths = group.map(({ planned }) => planned.expectedSeconds ?? 60);
    const total = lengths.reduce((sum, length) => sum + length, 0);
    const scale = Math.min(1, Math.max(0, gapEnd - end) / total);
    for (const [place, missed] of group.entries()) {
      const to = end + (lengths[place] ?? 0) * scale;
      blocks.push({ step: missed, from: end, to, lanes: lanesOf(missed), isMissed: true });
      end = to;
    }
    index += group.length - 1;
  }
  return blocks;
}

function lanesOf({ lane }: RunStep): number {
  return lane ? PACE_KEYS.indexOf(lane) + 1 : 0;
}

/** The outermost repeats. */
export function placeBrackets(blocks: readonly RunBlock[]): RunBracket[] {
  const brackets = new Map<number, RunBracket>();
  for (const { step, from, to } of blocks) {
    const [outer] = step.planned.rounds;
    if (!outer) continue;
    const bracket = brackets.get(outer.node);
    if (bracket) bracket.to = to;
    else brackets.set(outer.node, { from, to, count: outer.of });
  }
  return [...brackets.values()];
}

/** Half of the seconds that the line is smoothed over: more in a long run, where a second is less than a pixel. */
function smoothedSeconds(runSeconds: number): number {
  return Math.min(15, Math.max(6, Math.round(runSeconds / 240)));
}

/** The pace as a path, in lanes from the baseline. */
export function paceLine(
  { metres, seconds }: Run,
  paces: RunView['paces'],
  { x, y, points }: { x: (second: number) => number; y: (lanes: number) => number; points: number },
): string {
  if (!metres) return '';
  const half = smoothedSeconds(seconds);
  const smoothAt = smoothed(metres, half);
  const heightOf = laneScale(paces);
  return lineOf(seconds, points, (second) => {
    const [from, to] = [Math.max(0, second - half), Math.min(seconds, second + half)];
    const speed = (smoothAt(to) - smoothAt(from)) / Math.max(1, to - from);
    return `${x(second).toFixed(1)} ${y(Math.min(5.4, heightOf(speed))).toFixed(1)}`;
  });
}

/** Means of the distance, because a watch's positions jump by some metres. The ends stay where they are. */
function smoothed(metres: Float64Array, most: number): (second: number) => number {
  const last = metres.length - 1;
  // A plain loop, because it runs thousands of times in code that was just loaded.
  const sums = new Float64Array(metres.length + 1);
  for (let at = 0; at <= last; at++) sums[at + 1] = (sums[at] ?? 0) + (metres[at] ?? 0);
  return (second) => {
    const half = Math.min(most, second, last - second);
    return ((sums[second + half + 1] ?? 0) - (sums[second - half] ?? 0)) / (2 * half + 1);
  };
}

/** Beats per minute in lanes: 150 is three lanes up, and a lane is 19 beats. */
export function heartLanes(beats: number): number {
  return Math.min(5, Math.max(0, 3 + (beats - 150) / 19));
}

export function heartLine(
  { heartRate, seconds }: Run,
  { x, y, points }: { x: (second: number) => number; y: (lanes: number) => number; points: number },
): string {
  if (!heartRate) return '';
  return lineOf(seconds, points, (second) => {
    const beats = heartRate[Math.min(seconds - 1, second)] ?? NaN;
    if (!(beats > 0)) return undefined;
    return `${x(second).toFixed(1)} ${y(heartLanes(beats)).toFixed(1)}`;
  });
}

function lineOf(seconds: number, points: number, pointAt: (second: number) => string | undefined) {
  const every = Math.max(1, Math.floor(seconds / Math.max(1, points)));
  let line = '';
  for (let second = 0; second <= seconds; second += every) {
    const point = pointAt(second);
    if (point !== undefined) line += `${line === '' ? 'M' : 'L'}${point}`;
  }
  return line;
}

const TICK_MINUTES = [1, 2, 5, 10, 20, 30, 60, 120, 240];

/** Minutes of the axis with at least so many px between them. */
export function tickMinutes(seconds: number, width: number, minGap: number): number[] {
  const minutes = seconds / 60;
  const step = TICK_MINUTES.find((each) => (each / minutes) * width >= minGap) ?? 480;
  return Array.from({ length: Math.floor(minutes / step) + 1 }, (_, index) => index * step);
}
