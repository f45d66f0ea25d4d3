import {
  DEFAULT_TRAINING_PACES,
  isValidRange,
  METRES_PER_UNIT,
  MAX_SPEED,
  PACE_KEYS,
  raceTime,
  trainingPaces as trainingPacesOf,
  type PaceKey,
  type SpeedRange,
  type TrainingPaces,
} from '@pacewright/pace';

import {
  MAX_UNROLLED_STEPS,
  type Amount,
  type Step,
  type Target,
  type Workout,
  type WorkoutItem,
} from './workout.ts';

/** The source of an athlete's speeds. Without a VDOT, races are estimated from the T range. */
export type AthleteSpeeds = { trainingPaces: TrainingPaces; vdot?: number | undefined };

/** Watches call it intensity (S5). */
export type Role = 'warm-up' | 'work' | 'recovery' | 'rest' | 'cool-down';

/** S6: what adds up, and whether something without an end, or without a known speed, is left out. */
export type Totals = {
  time: { seconds: number; isAtLeast: boolean };
  distance: { metres: number; isAtLeast: boolean };
};

export type ResolvedStep = {
  kind: 'step';
  /** Counts repeats and steps in the order they are written, from 0: the index of its `Place`. */
  node: number;
  amount: Amount;
  target: Target;
  role: Role;
  /** The lane it is drawn in; a rest has none. */
  lane: PaceKey | undefined;
  /** In m/s. A rest has none, nor has a pace that the athlete has not set. */
  speed: SpeedRange | undefined;
  /** A zone, or no target at all, says no speed; this one is for drawing and totals (S4). */
  isSpeedEstimated: boolean;
  /** Stated, or estimated from the middle of the range; unknown without an end or a speed. */
  seconds: number | undefined;
  metres: number | undefined;
  note?: string;
  /** Left out in the last round of its repeat. */
  isBetween?: true;
};

export type ResolvedRepeat = {
  kind: 'repeat';
  node: number;
  count: number;
  items: ResolvedItem[];
  /** Of all rounds together. */
  totals: Totals;
};

export type ResolvedItem = ResolvedStep | ResolvedRepeat;

/** One step as it is run: which round of which repeat, outermost first, and what lies before it. */
export type UnrolledStep = {
  step: ResolvedStep;
  rounds: { node: number; round: number; of: number }[];
  startSeconds: number;
  startMetres: number;
};

export type ResolvedWorkout = { items: ResolvedItem[]; unrolled: UnrolledStep[]; totals: Totals };

/** Gives every step the athlete's speed, a time and a distance. Unrolls 1,000 steps and no more. */
export function resolveWorkout(
  workout: Workout,
  speeds: AthleteSpeeds = { trainingPaces: DEFAULT_TRAINING_PACES },
): ResolvedWorkout {
  const speedOf = speedReader(speeds);
  const isEasyTarget = easyReader(speeds);
  const roleOf = roleReader(workout, isEasyTarget);
  let node = 0;

  function resolveItem(item: WorkoutItem, depth: number): ResolvedItem {
    if (item.kind === 'step') return resolveStep(item, node++, depth > 0);
    const own = node++;
    const items = item.items.map((inner) => resolveItem(inner, depth + 1));
    return {
      kind: 'repeat',
      node: own,
      count: item.count,
      items,
      totals: addUp(items, item.count),
    };
  }

  function resolveStep(step: Step, own: number, isInRepeat: boolean): ResolvedStep {
    const { amount, target, note, isBetween } = step;
    const { speed, isEstimated } = speedOf(step);
    return {
      kind: 'step',
      node: own,
      amount,
      target,
      role: roleOf(step, own, isInRepeat),
      lane: laneOf(step, speed, speeds.trainingPaces),
      speed: target.kind === 'rest' ? undefined : speed,
      isSpeedEstimated: isEstimated,
      ...measure(amount, target, speed),
      ...(note === undefined ? {} : { note }),
      ...(isBetween ? { isBetween } : {}),
    };
  }

  const items = workout.items.map((item) => resolveItem(item, 0));
  return { items, unrolled: unroll(items), totals: addUp(items, 1) };
}

/** The likeliest speed of a step without a target. */
const UNSTATED_SPEED: PaceKey = 'E';

/** S8, S10: what a heart rate, or a step that only a note describes, is drawn as. */
const EFFORT: PaceKey = 'M';

/** S10: a warm-up or a cool-down that a file has without a target is easy. */
const EASY_NOTE = /^(?:warm|cool)[- ]?(?:up|down)\b/i;

function paceWithoutTarget(note: string | undefined): PaceKey {
  return note === undefined || EASY_NOTE.test(note) ? UNSTATED_SPEED : EFFORT;
}

/** S3: a race or a goal is met within this share of its speed, either way. */
const TOLERANCE = 0.015;

/** Walking, for a rest that is stated as a distance. In m/s. */
const WALKING_SPEED = 1.4;

function speedReader({ trainingPaces, vdot }: AthleteSpeeds) {
  const raceSpeeds = new Map<number, SpeedRange | undefined>();
  const easy = set(trainingPaces.E);
  const slow = easy && { from: easy.from, to: easy.from };

  function raceSpeed(metres: number): SpeedRange | undefined {
    const score = vdot ?? vdotOfThreshold(trainingPaces.T);
    return score === undefined ? undefined : around(metres / raceTime(score, metres));
  }

  return ({
    amount,
    target,
    note,
  }: Step): { speed: SpeedRange | undefined; isEstimated: boolean } => {
    switch (target.kind) {
      case 'pace':
        return { speed: set(trainingPaces[target.pace]), isEstimated: false };
      case 'race':
        if (!raceSpeeds.has(target.metres)) raceSpeeds.set(target.metres, raceSpeed(target.metres));
        return { speed: raceSpeeds.get(target.metres), isEstimated: vdot === undefined };
      case 'goal': {
        const goal = amount.kind === 'distance' ? amount.metres / target.seconds : 0;
        // A goal of no time, or next to none, is no speed.
        const speed = goal > 0 && goal <= MAX_SPEED ? around(goal) : undefined;
        return { speed, isEstimated: false };
      }
      case 'zone': {
        const byZone = [slow, easy && { from: middle(easy), to: middle(easy) }];
        const speed = byZone[target.zone - 1] ?? set(trainingPaces[ZONE_PACES[target.zone]]);
        return { speed, isEstimated: true };
      }
      case 'jog':
        return { speed: slow, isEstimated: true };
      case 'rest':
      case 'walk':
        return { speed: { from: WALKING_SPEED, to: WALKING_SPEED }, isEstimated: true };
      case 'stated': {
        const range = rangeOf(target);
        const speed = range.from === range.to ? around(range.to) : range;
        return { speed: speed.to <= MAX_SPEED ? speed : undefined, isEstimated: false };
      }
      case 'beats':
        return { speed: set(trainingPaces[UNSTATED_SPEED]), isEstimated: true };
      case 'none':
        return {
          speed: set(trainingPaces[paceWithoutTarget(note)]),
          isEstimated: true,
        };
    }
  };
}

/** S4: the pace a zone counts as in drawings, totals and estimates; the watch still gets the zone. */
const ZONE_PACES = { 1: 'E', 2: 'E', 3: 'M', 4: 'T', 5: 'I' } as const;

/** A range of zeros, or of speeds out of bounds, is one that the athlete has not set. */
function set(range: SpeedRange): SpeedRange | undefined {
  return range.to > 0 && isValidRange(range) ? range : undefined;
}

function around(speed: number): SpeedRange {
  return { from: speed * (1 - TOLERANCE), to: speed * (1 + TOLERANCE) };
}

function rangeOf({ slow, fast, per }: Target & { kind: 'stated' }): SpeedRange {
  const metres = METRES_PER_UNIT[per === 'km' ? 'metric' : 'imperial'];
  return { from: metres / slow, to: metres / fast };
}

function middle({ from, to }: SpeedRange): number {
  return (from + to) / 2;
}

/** Looked up once for each athlete, since a script is read with every letter. */
const vdots = new WeakMap<SpeedRange, number | undefined>();

function vdotOfThreshold(range: SpeedRange): number | undefined {
  if (!vdots.has(range)) vdots.set(range, findVdot(range));
  return vdots.get(range);
}

/** The VDOT whose T pace is this one. Twenty halvings leave less than a ten-thousandth. */
function findVdot(range: SpeedRange): number | undefined {
  if (!set(range)) return undefined;
  let [low, high] = [10, 95];
  for (let halving = 0; halving < 20; halving++) {
    const vdot = (low + high) / 2;
    if (middle(trainingPacesOf(vdot).T) < middle(range)) low = vdot;
    else high = vdot;
  }
  return (low + high) / 2;
}

function measure(
  amount: Amount,
  target: Target,
  speed: SpeedRange | undefined,
): { seconds: number | undefined; metres: number | undefined } {
  switch (amount.kind) {
    case 'open':
      return { seconds: undefined, metres: undefined };
    case 'time': {
      const moving = target.kind === 'rest' ? 0 : speed && middle(speed);
      return {
        seconds: amount.seconds,
        metres: moving === undefined ? undefined : amount.seconds * moving,
      };
    }
    case 'distance': {
      if (target.kind === 'goal') return { seconds: target.seconds, metres: amount.metres };
      return { seconds: speed && amount.metres / middle(speed), metres: amount.metres };
    }
  }
}

/** A zone counts as the pace S4 gives it; a race or a goal uses the lane whose middle is nearest. */
function laneOf(
  { target, note }: Step,
  speed: SpeedRange | undefined,
  paces: TrainingPaces,
): PaceKey | undefined {
  switch (target.kind) {
    case 'pace':
      return target.pace;
    case 'zone':
      return ZONE_PACES[target.zone];
    case 'rest':
    case 'walk':
      return undefined;
    case 'jog':
      return 'E';
    case 'none':
      return paceWithoutTarget(note);
    case 'beats':
      return EFFORT;
    case 'stated':
    case 'race':
    case 'goal': {
      if (!speed) return 'I';
      const gap = (key: PaceKey) => Math.abs(middle(paces[key]) - middle(speed));
      return PACE_KEYS.reduce((nearest, key) => (gap(key) < gap(nearest) ? key : nearest));
    }
  }
}

/** S5. Hard is whatever is neither easy, nor rest, nor left open. */
export function isHard(target: Target): boolean {
  return !isEasy(target) && target.kind !== 'rest' && target.kind !== 'none';
}

function isEasy(target: Target): boolean {
  return (
    target.kind === 'jog' ||
    target.kind === 'walk' ||
    (target.kind === 'pace' && target.pace === 'E') ||
    (target.kind === 'zone' && target.zone <= 2)
  );
}

/** S7: a stated pace is easy when its middle is no faster than the fast end of E. */
function easyReader({ trainingPaces }: AthleteSpeeds): (target: Target) => boolean {
  const easy = set(trainingPaces.E);
  return (target) =>
    target.kind === 'stated'
      ? easy !== undefined && middle(rangeOf(target)) <= easy.to
      : isEasy(target);
}

function roleReader(
  workout: Workout,
  isEasyTarget: (target: Target) => boolean,
): (step: Step, node: number, isInRepeat: boolean) => Role {
  // S10: a step that only a note describes is an effort.
  const isEffort = ({ amount, target, note }: Step) =>
    target.kind === 'none'
      ? note !== undefined && amount.kind !== 'open'
      : isHard(target) && !isEasyTarget(target);
  const hard = nodesOf(workout, (step) => isEffort(step) && !step.role);
  const [first, last] = [hard[0], hard.at(-1)];

  return (step, node, isInRepeat) => {
    const { target, role } = step;
    if (role) return role;
    if (target.kind === 'rest') return 'rest';
    if (first === undefined || last === undefined)
      return target.kind === 'walk' && isInRepeat ? 'recovery' : 'work';
    if (isEffort(step)) return 'work';
    if (isInRepeat) return isEasyTarget(target) ? 'recovery' : 'work';
    if (node < first) return 'warm-up';
    if (node > last) return 'cool-down';
    return isEasyTarget(target) ? 'recovery' : 'work';
  };
}

function nodesOf(workout: Workout, isMeant: (step: Step) => boolean): number[] {
  const nodes: number[] = [];
  let node = 0;
  function visit(items: readonly WorkoutItem[]) {
    for (const item of items) {
      const own = node++;
      if (item.kind === 'repeat') visit(item.items);
      else if (isMeant(item)) nodes.push(own);
    }
  }
  visit(workout.items);
  return nodes;
}

function addUp(items: readonly ResolvedItem[], count: number): Totals {
  const totals: Totals = {
    time: { seconds: 0, isAtLeast: false },
    distance: { metres: 0, isAtLeast: false },
  };
  for (const item of items) {
    const isStep = item.kind === 'step';
    const seconds = isStep ? item.seconds : item.totals.time.seconds;
    const metres = isStep ? item.metres : item.totals.distance.metres;
    const times = isStep && item.isBetween ? count - 1 : count;
    if (times === 0) continue;
    totals.time.seconds += (seconds ?? 0) * times;
    totals.distance.metres += (metres ?? 0) * times;
    totals.time.isAtLeast ||= seconds === undefined || (!isStep && item.totals.time.isAtLeast);
    totals.distance.isAtLeast ||=
      metres === undefined || (!isStep && item.totals.distance.isAtLeast);
  }
  return totals;
}

function unroll(items: readonly ResolvedItem[]): UnrolledStep[] {
  const steps: UnrolledStep[] = [];
  let [seconds, metres] = [0, 0];

  function run(inner: readonly ResolvedItem[], rounds: UnrolledStep['rounds']) {
    for (const item of inner) {
      if (steps.length >= MAX_UNROLLED_STEPS) return;
      if (item.kind === 'step') {
        const repeat = rounds.at(-1);
        if (item.isBetween && repeat?.round === repeat?.of) continue;
        steps.push({ step: item, rounds, startSeconds: seconds, startMetres: metres });
        seconds += item.seconds ?? 0;
        metres += item.metres ?? 0;
        continue;
      }
      const { node, count: of } = item;
      for (let round = 1; round <= of && steps.length < MAX_UNROLLED_STEPS; round++) {
        const before = steps.length;
        run(item.items, [...rounds, { node, round, of }]);
        // Skip empty repeats: nested, they would cost 99³ rounds.
        if (steps.length === before) break;
      }
    }
  }
  run(items, []);
  return steps;
}
