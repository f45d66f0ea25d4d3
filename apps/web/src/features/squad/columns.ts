import { PACE_UNIT_LABELS, type PaceUnits, readRace, type SpeedRange } from '@pacewright/pace';
import {
  abbreviateTarget,
  type AthleteSpeeds,
  findSplits,
  formatDistance,
  formatDuration,
  formatSpeed,
  formatSplit,
  formatTreadmill,
  nameTarget,
  type ResolvedItem,
  type ResolvedStep,
  resolveWorkout,
  TREADMILL_UNITS,
  type Workout,
} from '@pacewright/script';
import type { Runner } from './read-runners.ts';

/** A column of the sheet. Its cells are read off one step of the session, in each runner's own paces. */
export type Column = {
  id: string;
  /** The step, by its number in the order of writing. */
  node: number;
  /** What the coach times, or what happens around it. */
  isMain: boolean;
  /** Runners pass this point in each rep; the last is its end. */
  metres?: number;
} & (
  | { kind: 'split'; metres: number; target: string }
  | { kind: 'lap'; target: string }
  | { kind: 'pace'; name: string }
  /** A recovery over a distance. */
  | { kind: 'time'; name: string }
);

export type SpeedFormat = 'pace' | 'treadmill';

/** What a runner's cells are read from. */
export type RunnerSteps = { steps: ReadonlyMap<number, ResolvedStep>; seconds: number };

/** The columns of a session: splits of reps, paces of long steps, and recoveries over a distance. */
export function listColumns(workout: Workout, units: PaceUnits): Column[] {
  const { items } = resolveWorkout(workout);
  const columns = new Map<string, { column: Column; order: number }>();
  for (const step of stepsOf(items))
    for (const column of columnsOf(step, units))
      if (!columns.has(column.id)) columns.set(column.id, { column, order: orderOf(step) });
  return [...columns.values()]
    .sort((a, b) => a.order - b.order || compareSplits(a.column, b.column))
    .map(({ column }) => column);
}

/** "400 m lap at I", "Jog 400 m", "Easy, min/km". */
export function nameColumn(column: Column, units: PaceUnits, format: SpeedFormat): string {
  switch (column.kind) {
    case 'split':
      return `${formatDistance(column.metres)}${column.isMain ? ` at ${column.target}` : ''}`;
    case 'lap':
      return `400 m lap at ${column.target}`;
    case 'pace':
      return `${column.name}, ${format === 'pace' ? PACE_UNIT_LABELS[units] : TREADMILL_UNITS[units]}`;
    case 'time':
      return column.name;
  }
}

/** The speeds that the runner's own account has after this race. */
export function speedsOf({ race }: Runner): (AthleteSpeeds & { vdot: number }) | undefined {
  const reading = race && readRace(race);
  return reading?.ok ? { trainingPaces: reading.trainingPaces, vdot: reading.vdot } : undefined;
}

export function resolveFor(workout: Workout, speeds: AthleteSpeeds): RunnerSteps {
  const { items, totals } = resolveWorkout(workout, speeds);
  return {
    steps: new Map(stepsOf(items).map((step) => [step.node, step])),
    seconds: totals.time.seconds,
  };
}

/** The same figure as on the runner's own screens. Empty where their paces say none. */
export function writeCell(
  column: Column,
  { steps }: RunnerSteps,
  units: PaceUnits,
  format: SpeedFormat,
): string {
  const step = steps.get(column.node);
  if (!step) return '';
  switch (column.kind) {
    case 'split': {
      const mark = markAt(step, column.metres, units);
      return mark ? formatSplit(mark) : '';
    }
    case 'lap': {
      const lap = findSplits(step, units)?.each;
      return lap ? formatSplit(lap) : '';
    }
    case 'pace':
      return step.speed ? writeSpeed(step.speed, units, format) : '';
    case 'time':
      return step.seconds === undefined ? '' : formatDuration(step.seconds);
  }
}

/** From the middle of the fastest runner's range to that of the slowest: what a group runs together. */
export function writeGroupCell(
  column: Column,
  members: readonly RunnerSteps[],
  units: PaceUnits,
  format: SpeedFormat,
): string {
  const range = rangeOfGroup(column.node, members);
  if (!range) return '';
  if (column.kind === 'pace') return writeSpeed(range, units, format);
  const metres = column.metres ?? LAP;
  return formatSplit({ metres, fastest: metres / range.to, slowest: metres / range.from });
}

/** The speed that a runner is to meet in a step, or the runners of a group together. */
export function speedToMeet(
  node: number,
  members: readonly RunnerSteps[],
  isGroup: boolean,
): SpeedRange | undefined {
  const met = members.filter(({ steps }) => {
    const step = steps.get(node);
    return step && findSplits(step, 'metric') !== undefined;
  });
  return isGroup ? rangeOfGroup(node, met) : met[0]?.steps.get(node)?.speed;
}

function rangeOfGroup(node: number, members: readonly RunnerSteps[]): SpeedRange | undefined {
  const speeds = members.flatMap(({ steps }) => {
    const speed = steps.get(node)?.speed;
    return speed ? [(speed.from + speed.to) / 2] : [];
  });
  return speeds.length === 0 ? undefined : { from: Math.min(...speeds), to: Math.max(...speeds) };
}

/** The end of the rep, or the pace, that stands for the session where there is room for one. */
export function mainColumn(columns: readonly Column[]): Column | undefined {
  const main = columns.filter(({ isMain }) => isMain);
  return main.findLast(({ kind }) => kind === 'split') ?? main[0] ?? columns[0];
}

/** Once around the track, in metres. */
export const LAP = 400;
/** Longer steps are run by pace. */
const MAX_REP_METRES = 3200;

function columnsOf(step: ResolvedStep, units: PaceUnits): Column[] {
  const { node, amount, target, role, lane } = step;
  const isWork = role === 'work';
  const short = abbreviateTarget(target);
  const splits = findSplits(step, units);
  if (!splits)
    // A jog over a distance has no speed to meet, but takes its time.
    return amount.kind === 'distance' && (target.kind === 'jog' || target.kind === 'walk')
      ? [
          {
            id: `time ${target.kind} ${amount.metres}`,
            node,
            isMain: false,
            kind: 'time',
            name: `${nameTarget(target)} ${formatDistance(amount.metres)}`,
            metres: amount.metres,
          },
        ]
      : [];
  const pace: Column = {
    id: `pace ${short}`,
    node,
    isMain: isWork,
    kind: 'pace',
    name: nameTarget(target),
  };
  if (amount.kind !== 'distance') {
    const isFast = isWork && lane !== 'E' && lane !== 'M';
    const lap: Column = { id: `lap ${short}`, node, isMain: true, kind: 'lap', target: short };
    return isFast ? [lap, pace] : [pace];
  }
  if (amount.metres > MAX_REP_METRES || !(isWork || role === 'recovery')) return [pace];
  const marks = splits.marks.filter(
    ({ metres }) => metres === amount.metres || (isWork && (metres === LAP || metres === LAP / 2)),
  );
  return marks.map(({ metres }) => ({
    id: `split ${short} ${metres}`,
    node,
    isMain: isWork && (metres >= LAP || metres === amount.metres),
    kind: 'split',
    metres,
    target: short,
  }));
}

/** Work first, then recoveries, then the rest. */
function orderOf({ role }: ResolvedStep): number {
  return role === 'work' ? 0 : role === 'recovery' ? 1 : 2;
}

/** Splits of one pace by distance; sorting keeps the order of everything else. */
function compareSplits(a: Column, b: Column): number {
  return a.kind === 'split' && b.kind === 'split' && a.target === b.target
    ? a.metres - b.metres
    : 0;
}

function stepsOf(items: readonly ResolvedItem[]): ResolvedStep[] {
  return items.flatMap((item) => (item.kind === 'step' ? [item] : stepsOf(item.items)));
}

function markAt(step: ResolvedStep, metres: number, units: PaceUnits) {
  return findSplits(step, units)?.marks.find((mark) => mark.metres === metres);
}

function writeSpeed(speed: SpeedRange, units: PaceUnits, format: SpeedFormat): string {
  return format === 'pace' ? formatSpeed(speed, units) : formatTreadmill(speed, units);
}
