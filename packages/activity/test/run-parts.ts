// The parts of a simulated run: a planned workout as people run it, with deviations.

import type { Random } from '@pacewright/growth';
import type { UnrolledStep } from '@pacewright/script';

import { between, normal } from './random.ts';

export type RecordingKind = 'steps' | 'button' | 'kilometres' | 'none';

export const DEVIATIONS = [
  'drop-last-rounds',
  'jog-through',
  'extra-rep',
  'short-rep',
  'cut-off',
  'started-early',
  'started-late',
  'ran-on',
  'lights',
  'pause',
  'auto-pause',
  'walked-recoveries',
  'fast',
  'slow',
  'fading',
  'long-warm-up',
] as const;
export type Deviation = (typeof DEVIATIONS)[number];

export type Scenario = {
  kind: RecordingKind;
  deviations: readonly Deviation[];
  /** Indoors: neither distance nor speed. */
  isTreadmill?: boolean;
};

export type Part = {
  /** The planned step, and the one that was jogged instead of run. */
  planned: number | undefined;
  jogged?: number | undefined;
  /** The watch's step meanwhile. */
  row: number | undefined;
  speed: number;
  seconds: number | undefined;
  metres: number | undefined;
  isMeasuredByWatch: boolean;
  isEndedByButton: boolean;
  /** Skipped on the watch: it leaves a lap, but was not run. */
  isSkippedOnWatch?: boolean;
};

/** The parts of a run, one after the other. */
export function planParts(
  steps: readonly UnrolledStep[],
  sequence: readonly number[],
  { kind, deviations }: Scenario,
  random: Random,
  occurred: Set<Deviation>,
): Part[] {
  const includes = (one: Deviation) => deviations.includes(one);
  const bias = 0.012 * normal(random);
  const push = includes('fast')
    ? between(random, 0.045, 0.09)
    : includes('slow')
      ? -between(random, 0.045, 0.09)
      : 0;
  if (push !== 0) occurred.add(push > 0 ? 'fast' : 'slow');
  const fade = includes('fading') ? between(random, 0.04, 0.08) : 0;
  if (fade > 0) occurred.add('fading');
  const isWalking =
    includes('walked-recoveries') && steps.some(({ step }) => step.role === 'recovery');
  if (isWalking) occurred.add('walked-recoveries');
  const easy = steps.find(({ step }) => step.target.kind === 'pace' && step.target.pace === 'E')
    ?.step.speed;
  const easySpeed = easy ? between(random, easy.from, easy.to) : 2.6;

  let parts = steps.map(({ step }, index): Part => {
    const share = steps.length > 1 ? index / (steps.length - 1) : 0;
    let speed = speedOf();
    if (step.role === 'recovery' && isWalking) speed = between(random, 1.3, 1.7);
    return {
      planned: index,
      row: sequence[index],
      speed,
      ...amountOf(),
      isMeasuredByWatch: kind === 'steps',
      isEndedByButton: step.amount.kind === 'open',
    };

    function speedOf(): number {
      const { target, speed: range } = step;
      const variation = 0.01 * normal(random);
      if (target.kind === 'rest')
        return random() < 0.6 ? between(random, 0, 0.2) : between(random, 1.1, 1.5);
      if (target.kind === 'jog') return between(random, 0.85, 1) * (range?.from ?? easySpeed);
      if (target.kind === 'none') return easySpeed * between(random, 0.95, 1.05);
      if (!range) return easySpeed;
      if (step.role !== 'work' || range.to / range.from > 1.1)
        return between(random, range.from * 0.97, range.to * 0.99);
      const middle = (range.from + range.to) / 2;
      return middle * (1 + bias + variation + push - fade * share);
    }

    function amountOf(): { seconds: number | undefined; metres: number | undefined } {
      const { amount, role } = step;
      if (amount.kind === 'open') {
        const isEasy = role !== 'work';
        return {
          seconds: Math.round(isEasy ? between(random, 360, 1200) : between(random, 90, 300)),
          metres: undefined,
        };
      }
      const exact = kind === 'steps';
      const spread = exact
        ? 0
        : role === 'work'
          ? 0.006
          : role === 'recovery' || role === 'rest'
            ? 0.04
            : 0.08;
      const factor = Math.max(0.6, 1 + spread * normal(random));
      if (amount.kind === 'time')
        return {
          seconds: Math.max(
            5,
            Math.round(amount.seconds * factor + (exact ? 0 : 1.2 * normal(random))),
          ),
          metres: undefined,
        };
      return { seconds: undefined, metres: amount.metres * factor };
    }
  });

  const rounds = repeatsOf(steps);
  // A rep jogged and one more at the end look like all reps and a long break, so only one of these occurs.
  const [change] = (['jog-through', 'drop-last-rounds', 'extra-rep'] as const).filter(includes);
  if (includes('long-warm-up') && kind !== 'steps') stretchWarmUp();
  if (includes('short-rep')) shortRep();
  if (change === 'jog-through' && kind !== 'steps') jogThrough();
  if (change === 'drop-last-rounds') dropLastRounds();
  if (change === 'extra-rep' && kind !== 'steps') extraRep();
  if (includes('started-late')) startLate();
  if (includes('cut-off')) cutOff();
  if (includes('started-early')) startEarly();
  if (includes('ran-on') && !occurred.has('cut-off')) runOn();
  return parts;

  function stretchWarmUp() {
    const [first] = parts;
    if (!first || steps[0]?.step.role !== 'warm-up') return;
    const factor = between(random, 1.3, 1.7);
    if (first.seconds !== undefined) first.seconds *= factor;
    if (first.metres !== undefined) first.metres *= factor;
    occurred.add('long-warm-up');
  }

  function workIn(indices: readonly number[]): number[] {
    return indices.filter(
      (index) => steps[index]?.step.role === 'work' && (steps[index]?.step.lane ?? 'E') !== 'E',
    );
  }

  function shortRep() {
    const works = workIn(steps.map((_, index) => index)).filter(
      (index) => (steps[index]?.step.seconds ?? 0) >= 40,
    );
    const chosen = works[Math.floor(random() * works.length)];
    const part = chosen === undefined ? undefined : parts[chosen];
    if (!part || works.length < 2) return;
    const factor = between(random, 0.35, 0.7);
    if (part.seconds !== undefined) part.seconds = Math.round(part.seconds * factor);
    if (part.metres !== undefined) part.metres *= factor;
    part.isEndedByButton = true;
    part.isMeasuredByWatch = false;
    occurred.add('short-rep');
  }

  /** A rep in the middle of a set that was jogged instead of run. */
  function jogThrough() {
    const groups = rounds.filter((group) => group.length >= 3);
    const group = groups[Math.floor(random() * groups.length)];
    if (!group) return;
    const round = group[1 + Math.floor(random() * (group.length - 2))] ?? [];
    const work = workIn(round);
    const index = work[0];
    const recovery = round.find((at) => steps[at]?.step.role === 'recovery');
    if (index === undefined || recovery === undefined || work.length !== 1) return;
    const [part, jog] = [parts[index], parts[recovery]];
    if (!part || !jog) return;
    part.seconds ??= Math.round(steps[index]?.step.seconds ?? 60);
    part.metres = undefined;
    part.speed = jog.speed;
    part.jogged = part.planned;
    part.planned = undefined;
    occurred.add('jog-through');
  }

  function dropLastRounds() {
    const groups = rounds.filter((group) => group.length >= 3);
    const group = groups[Math.floor(random() * groups.length)];
    if (!group) return;
    const count = group.length >= 5 && random() < 0.4 ? 2 : 1;
    const dropped = new Set(group.slice(-count).flat());
    if (kind === 'steps')
      // Skipped with the button: a lap of a second or two each.
      parts = parts.map((part) =>
        part.planned !== undefined && dropped.has(part.planned)
          ? {
              ...part,
              planned: undefined,
              isSkippedOnWatch: true,
              seconds: 1 + Math.floor(random() * 2),
              metres: undefined,
              isEndedByButton: true,
              isMeasuredByWatch: false,
            }
          : part,
      );
    else parts = parts.filter(({ planned }) => planned === undefined || !dropped.has(planned));
    occurred.add('drop-last-rounds');
  }

  function extraRep() {
    const groups = rounds.filter((group) => group.length >= 2);
    const group = groups[Math.floor(random() * groups.length)];
    const last = group?.at(-1);
    if (!last || occurred.has('drop-last-rounds')) return;
    const at = parts.findIndex(({ planned }) => planned === last.at(-1));
    if (at < 0) return;
    const copies = last.flatMap((index) => {
      const part = parts.find(({ planned }) => planned === index);
      return part ? [{ ...part, planned: undefined, row: undefined }] : [];
    });
    parts.splice(at + 1, 0, ...copies);
    occurred.add('extra-rep');
  }

  function startLate() {
    const [first] = parts;
    if (
      !first ||
      steps[0]?.step.role !== 'warm-up' ||
      steps[0].step.amount.kind === 'open' ||
      kind === 'steps'
    )
      return;
    const factor = between(random, 0.25, 0.7);
    if (first.seconds !== undefined) first.seconds = Math.round(first.seconds * factor);
    if (first.metres !== undefined) first.metres *= factor;
    occurred.add('started-late');
  }

  function cutOff() {
    const total = parts.length;
    if (total < 3) return;
    const count = Math.max(2, Math.ceil(total * between(random, 0.5, 0.92)));
    if (count >= total) return;
    parts = parts.slice(0, count);
    const last = parts.at(-1);
    if (last && random() < 0.5) {
      const factor = between(random, 0.3, 0.8);
      if (last.seconds !== undefined) last.seconds = Math.max(8, Math.round(last.seconds * factor));
      if (last.metres !== undefined) last.metres *= factor;
      last.isMeasuredByWatch = false;
    }
    occurred.add('cut-off');
  }

  function startEarly() {
    const isStill = random() < 0.4;
    parts.unshift({
      planned: undefined,
      row: undefined,
      speed: isStill ? between(random, 0, 1.4) : easySpeed * 0.9,
      seconds: Math.round(isStill ? between(random, 20, 180) : between(random, 60, 360)),
      metres: undefined,
      isMeasuredByWatch: false,
      isEndedByButton: true,
    });
    occurred.add('started-early');
  }

  function runOn() {
    parts.push({
      planned: undefined,
      row: undefined,
      speed: easySpeed * between(random, 0.85, 1),
      seconds: Math.round(between(random, 120, 900)),
      metres: undefined,
      isMeasuredByWatch: false,
      isEndedByButton: false,
    });
    occurred.add('ran-on');
  }
}

/** The rounds of each innermost repeat, as indices of the steps. */
function repeatsOf(steps: readonly UnrolledStep[]): number[][][] {
  const groups = new Map<string, Map<number, number[]>>();
  steps.forEach(({ rounds }, index) => {
    const last = rounds.at(-1);
    if (!last) return;
    const key = JSON.stringify([...rounds.slice(0, -1), last.node]);
    const group = groups.get(key) ?? new Map<number, number[]>();
    groups.set(key, group);
    group.set(last.round, [...(group.get(last.round) ?? []), index]);
  });
  return [...groups.values()].map((group) => [...group.values()]);
}
