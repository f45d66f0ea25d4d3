import type { SpeedRange } from '@pacewright/pace';
import { formatDistance, formatDuration, type ResolvedStep, type Split } from '@pacewright/script';
import { LAP, speedToMeet } from './columns.ts';
import { keyOfName } from './read-runners.ts';
import type { Sheet } from './sheet.ts';

/** One press on the stopwatch, in ms since 1970. */
export type Press =
  | { kind: 'start'; group: number; rep: number; everyLap: boolean; at: number }
  /** A runner passes. `start` is the press that started their group. */
  | { kind: 'pass'; name: string; start: number; at: number };

export type Start = Press & { kind: 'start' };

/** Four laps of each of 20 reps for 50 runners. */
export const MAX_PRESSES = 4000;
/** Passes of a runner in one rep: the laps of a marathon, and more. */
const MAX_PASSES = 120;
/** A second press on the same name is no lap. */
const MIN_LAP_MS = 1000;
/** Nor is one on the same start a rep. Its button starts the next rep then. */
const MIN_REP_MS = 3000;
/** The shortest first part of a rep that is timed, in metres. */
const MIN_PART = 100;

/** Where runners pass the finish line in a rep, in metres: 200 m, 600 m and 1 km. Empty for a rep by time. */
export function listPoints({ amount }: ResolvedStep, everyLap: boolean): number[] {
  if (amount.kind !== 'distance') return [];
  const { metres } = amount;
  const laps = everyLap ? Math.floor((metres - MIN_PART) / LAP) : 0;
  if (laps < 1 || laps >= MAX_PASSES) return [metres];
  return Array.from({ length: laps + 1 }, (_, index) =>
    index === laps ? metres : Math.round(metres - (laps - index) * LAP),
  );
}

/** The presses as they are now: the latest start of each group, and when runners passed after each start. */
export type Times = {
  starts: ReadonlyMap<number, { start: Start; index: number }>;
  passes: ReadonlyMap<number, ReadonlyMap<string, readonly number[]>>;
};

export function readPresses(presses: readonly Press[]): Times {
  const starts = new Map<number, { start: Start; index: number }>();
  const passes = new Map<number, Map<string, number[]>>();
  for (const [index, press] of presses.entries())
    if (press.kind === 'start') {
      starts.set(press.group, { start: press, index });
      passes.set(index, new Map());
    } else {
      const key = keyOfName(press.name);
      const own = passes.get(press.start);
      const times = own?.get(key);
      if (times) times.push(press.at);
      else own?.set(key, [press.at]);
    }
  return { starts, passes };
}

/** Adds the start of a group's next rep. The same presses if it is none: the last rep has started, or a press was doubled. */
export function startNext(
  presses: readonly Press[],
  { group, everyLap, at }: { group: number; everyLap: boolean; at: number },
  reps: readonly ResolvedStep[],
): readonly Press[] {
  const last = readPresses(presses).starts.get(group)?.start;
  const rep = last ? last.rep + 1 : 0;
  const isDouble = last !== undefined && at - last.at < MIN_REP_MS;
  if (isDouble || rep >= reps.length || presses.length >= MAX_PRESSES) return presses;
  return [...presses, { kind: 'start', group, rep, everyLap, at }];
}

/** Adds a pass of a runner of this group. The same presses if it is none: no running rep, the end passed, twice. */
export function pass(
  presses: readonly Press[],
  { group, name, at }: { group: number; name: string; at: number },
  reps: readonly ResolvedStep[],
): readonly Press[] {
  const { starts, passes } = readPresses(presses);
  const current = starts.get(group);
  const rep = current && reps[current.start.rep];
  if (!rep || presses.length >= MAX_PRESSES) return presses;
  const own = passes.get(current.index)?.get(keyOfName(name)) ?? [];
  const last = own.at(-1) ?? current.start.at;
  if (at - last < MIN_LAP_MS || isFinished(own, rep, current.start.everyLap)) return presses;
  return [...presses, { kind: 'pass', name, start: current.index, at }];
}

export function isFinished(
  passes: readonly number[],
  rep: ResolvedStep,
  everyLap: boolean,
): boolean {
  return passes.length >= (listPoints(rep, everyLap).length || MAX_PASSES);
}

/** A point of a rep, with the time of a runner who passed it and the time to meet. */
export type RunnerSplit = {
  /** "400 m", "Lap 2" */
  name: string;
  /** From the start of the rep, or of the lap in a rep by time. */
  seconds: number;
  target: Split | undefined;
};

export function listSplits(
  passes: readonly number[],
  { at, everyLap }: Start,
  rep: ResolvedStep,
  speed: SpeedRange | undefined,
): RunnerSplit[] {
  return passes.map((passedAt, index) => {
    const { name, target, isLap } = pointAt(index, rep, everyLap, speed);
    const from = isLap ? (passes[index - 1] ?? at) : at;
    return { name, seconds: Math.max(0, passedAt - from) / 1000, target };
  });
}

/** The point that a runner passes next after so many. Undefined at the end of a rep. */
export function nextPoint(
  passes: number,
  rep: ResolvedStep,
  everyLap: boolean,
  speed: SpeedRange | undefined,
): { name: string; target: Split | undefined } | undefined {
  const count = listPoints(rep, everyLap).length || MAX_PASSES;
  return passes >= count ? undefined : pointAt(passes, rep, everyLap, speed);
}

function pointAt(
  index: number,
  rep: ResolvedStep,
  everyLap: boolean,
  speed: SpeedRange | undefined,
): { name: string; target: Split | undefined; isLap: boolean } {
  const metres = listPoints(rep, everyLap)[index];
  const length = metres ?? LAP;
  const target = speed && {
    metres: length,
    fastest: length / speed.to,
    slowest: length / speed.from,
  };
  const name = metres === undefined ? `Lap ${index + 1}` : formatDistance(metres);
  return { name, target, isLap: metres === undefined };
}

/** "on pace", "2 s fast", "3 s slow". To the second, as the target is written. */
export function judge({ seconds, target }: RunnerSplit): string {
  if (!target) return '';
  const whole = Math.round(seconds);
  const [fastest, slowest] = [Math.round(target.fastest), Math.round(target.slowest)];
  if (whole < fastest) return `${fastest - whole} s fast`;
  return whole > slowest ? `${whole - slowest} s slow` : 'on pace';
}

/** "1:27.4". By hand, a tenth is as exact as it gets. */
export function formatTenths(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  return `${formatDuration(Math.floor(tenths / 10))}.${tenths % 10}`;
}

export type TimedRunner = {
  name: string;
  /** By the step's number. A runner without a race has that of the group. */
  speedOf: (node: number) => SpeedRange | undefined;
};

export type TimedGroup = { number: number; runners: TimedRunner[] };

/** The group of a runner. */
export type Place = { name: string; group: number };

/**
 * The groups of a sheet. Once the stopwatch was started, `placed` has everyone's group by name: a new runner doesn't
 * move the others, who may be running. A group that the coach chose for a runner comes first.
 */
export function listTimedGroups({ groups }: Sheet, placed: readonly Place[]): TimedGroup[] {
  const placeOf = new Map(placed.map(({ name, group }) => [keyOfName(name), group]));
  const numbers = new Map<number, TimedRunner[]>();
  for (const { rows } of groups) {
    const steps = rows.flatMap((row) => row.steps ?? []);
    for (const { runner, group, steps: own } of rows) {
      const number =
        runner.group === undefined ? (placeOf.get(keyOfName(runner.name)) ?? group) : group;
      const speedOf = (node: number) => speedToMeet(node, own ? [own] : steps, !own);
      numbers.set(number, [...(numbers.get(number) ?? []), { name: runner.name, speedOf }]);
    }
  }
  return [...numbers]
    .map(([number, runners]) => ({ number, runners }))
    .sort((a, b) => a.number - b.number);
}

export function placeRunners(groups: readonly TimedGroup[]): Place[] {
  return groups.flatMap(({ number, runners }) =>
    runners.map(({ name }) => ({ name, group: number })),
  );
}
