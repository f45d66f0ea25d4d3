/** Runners of similar pace. */
export type Grouped<Member> = { number: number; members: Member[] };

type Placeable = { name: string; vdot: number | undefined; group?: number | undefined };

export const MAX_GROUPS = 8;
/** About as many as one coach can time. */
const USUAL_SIZE = 5;
const USUAL_MAX_GROUPS = 6;
/** VDOT. 5 km in 17:30 and in 20:45. */
const MAX_SPREAD = 10;

/** By their number, and more if a group would have to be further apart than runs together. Undefined without a race. */
export function suggestGroupCount(vdots: readonly (number | undefined)[]): number {
  const bySize = Math.round(vdots.length / USUAL_SIZE);
  let bySpread = 0;
  let fastest = Infinity;
  for (const vdot of vdots.filter((each) => each !== undefined).toSorted((a, b) => b - a)) {
    if (fastest - vdot <= MAX_SPREAD) continue;
    bySpread++;
    fastest = vdot;
  }
  return Math.min(USUAL_MAX_GROUPS, Math.max(1, bySize, bySpread));
}

/**
 * Splits runners into groups of similar VDOT, the fastest first, so that the runners of each are as close together as
 * they can be. A chosen group is kept, or the last if there are fewer. Runners without a race and a choice are in the
 * last. Groups without members are left out.
 */
export function groupByPace<Member extends Placeable>(
  runners: readonly Member[],
  count: number,
): Grouped<Member>[] {
  const sorted = [...runners].sort(
    (a, b) => (b.vdot ?? 0) - (a.vdot ?? 0) || a.name.localeCompare(b.name),
  );
  const numberOf = numberByPace(sorted, count);
  const groups = Array.from({ length: count }, (_, index): Grouped<Member> => ({
    number: index + 1,
    members: [],
  }));
  for (const runner of sorted) {
    const number = Math.min(count, runner.group ?? numberOf.get(runner) ?? count);
    groups[number - 1]?.members.push(runner);
  }
  return groups.filter(({ members }) => members.length > 0);
}

/** The groups of those whom only their pace places. */
function numberByPace<Member extends Placeable>(
  sorted: readonly Member[],
  count: number,
): Map<Member, number> {
  const placed = sorted.filter(({ vdot, group }) => vdot !== undefined && group === undefined);
  const starts = splitAtGaps(
    placed.map(({ vdot }) => vdot ?? 0),
    Math.min(count, placed.length),
  );
  return new Map(
    placed.map((runner, index) => [runner, starts.filter((start) => start <= index).length]),
  );
}

/**
 * The first index of each of `count` runs of sorted values whose squared distances from their run's mean add up to the
 * least (Jenks' natural breaks). Takes count × n² steps.
 */
function splitAtGaps(values: readonly number[], count: number): number[] {
  const n = values.length;
  const sums = [0];
  const squares = [0];
  for (const value of values) {
    sums.push((sums.at(-1) ?? 0) + value);
    squares.push((squares.at(-1) ?? 0) + value * value);
  }
  const spread = (from: number, to: number) => {
    const sum = (sums[to] ?? 0) - (sums[from] ?? 0);
    return (squares[to] ?? 0) - (squares[from] ?? 0) - (sum * sum) / (to - from);
  };

  /** The best split of the first `to` values into one more group each round, and where its last group starts. */
  let best = Array.from({ length: n + 1 }, (_, to) => (to === 0 ? 0 : spread(0, to)));
  const lastStarts: number[][] = [];
  for (let groups = 2; groups <= count; groups++) {
    const next = best.map(() => Infinity);
    const starts = best.map(() => 0);
    for (let to = groups; to <= n; to++)
      for (let from = groups - 1; from < to; from++) {
        const cost = (best[from] ?? Infinity) + spread(from, to);
        if (cost >= (next[to] ?? Infinity)) continue;
        next[to] = cost;
        starts[to] = from;
      }
    best = next;
    lastStarts.push(starts);
  }

  const found: number[] = [];
  let end = n;
  for (const starts of lastStarts.toReversed()) {
    end = starts[end] ?? 0;
    found.unshift(end);
  }
  return n === 0 ? [] : [0, ...found];
}
