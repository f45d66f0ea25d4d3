// Places for stretches of a run: the planned steps, and behind each innermost repeat one round more, for runners who
// ran one more.

import type { PlannedStep } from './planned-step.ts';
import type { Stretch } from './run.ts';

export type Slot = {
  step: PlannedStep;
  /** Of the planned step; for an extra one, of the step it resembles. */
  index: number;
  isExtra: boolean;
  isFirstOfRound: boolean;
};

export function withExtraRounds(planned: readonly PlannedStep[]): Slot[] {
  const slots: Slot[] = [];
  planned.forEach((step, index) => {
    slots.push({ step, index, isExtra: false, isFirstOfRound: false });
    const round = step.rounds.at(-1);
    if (!round || round.round !== round.of || isSameRound(planned[index + 1], step)) return;
    let first = index;
    while (first > 0 && isSameRound(planned[first - 1], step)) first--;
    planned.slice(first, index + 1).forEach((like, place) => {
      const rounds = [...like.rounds.slice(0, -1), { ...round, round: round.of + 1 }];
      slots.push({
        step: { ...like, rounds },
        index: first + place,
        isExtra: true,
        isFirstOfRound: place === 0,
      });
    });
  });
  return slots;
}

function isSameRound(one: PlannedStep | undefined, other: PlannedStep): boolean {
  return (
    one?.rounds.length === other.rounds.length &&
    other.rounds.every(
      ({ node, round }, depth) =>
        one.rounds[depth]?.node === node && one.rounds[depth]?.round === round,
    )
  );
}

/** A gap of this share of a round is a missing round. */
const ROUND_GAP = 0.6;

/**
 * Rounds of a repeat are alike, so the run does not show which of them was left out. Stretches move to the earliest
 * rounds, in order: four of five are the first four. Only a gap as long as a round leaves the round there empty.
 * Repeats with a corrected step stay as they are.
 */
export function moveToFirstRounds(
  found: readonly (Stretch | undefined)[],
  slots: readonly Slot[],
  isCorrected: (slot: number) => boolean,
): (Stretch | undefined)[] {
  const moved = [...found];
  const depths = Math.max(0, ...slots.map(({ step }) => step.rounds.length));
  for (let depth = depths - 1; depth >= 0; depth--)
    for (const members of repeatsAt(depth, slots))
      if (!members.some(({ slot }) => isCorrected(slot))) moveWithin(members);
  return moved;

  function moveWithin(members: readonly Member[]): void {
    const runs = members.flatMap(({ slot, place }) => {
      const stretch = moved[slot];
      const { role, expectedSeconds = Infinity } = slots[slot]?.step ?? {};
      return stretch ? [{ place, stretch, role, expectedSeconds }] : [];
    });
    for (const { slot } of members) moved[slot] = undefined;
    // Recoveries that are all walked are all longer; that is no gap.
    for (const each of runs)
      each.expectedSeconds = Math.max(
        each.expectedSeconds,
        medianLength(runs.filter(({ place }) => place === each.place)),
      );
    const secondsOf = (from: number, to: number) =>
      members
        .slice(from, to)
        .reduce((sum, { slot }) => sum + (slots[slot]?.step.expectedSeconds ?? 0), 0);
    const roundLength = 1 + Math.max(...members.map(({ place }) => place));
    const roundSeconds = secondsOf(0, roundLength);
    const works = runs.filter(({ role }) => role === 'work');
    // Planned rounds without a rep. The extra round is only for stretches without another place.
    let spareRounds =
      members.filter(({ slot }) => !slots[slot]?.isExtra).length / roundLength -
      Math.max(0, ...works.map(({ place }) => works.filter((each) => each.place === place).length));
    let [next, excused] = [0, 0];
    runs.forEach(({ place, stretch }, index) => {
      const before = runs[index - 1];
      let to = next;
      while (to < members.length && members[to]?.place !== place) to++;
      const passed = secondsOf(next, to);
      const gap = before
        ? stretch.from -
          before.stretch.to +
          Math.max(0, before.stretch.to - before.stretch.from - before.expectedSeconds)
        : 0;
      const isRoundMissing = gap - excused - passed > ROUND_GAP * roundSeconds;
      if (spareRounds >= 1 && isRoundMissing && to + roundLength < members.length) {
        to += roundLength;
        spareRounds--;
      }
      excused = passed;
      const chosen = members[to];
      if (chosen) moved[chosen.slot] = stretch;
      next = to + 1;
    });
  }
}

function medianLength(runs: readonly { stretch: Stretch }[]): number {
  const lengths = runs.map(({ stretch: { from, to } }) => to - from);
  return lengths.sort((one, other) => one - other)[lengths.length >> 1] ?? 0;
}

type Member = { slot: number; place: number };

/** The slots of each repeat at a depth, all its rounds together, and the place of each in its round. */
function repeatsAt(depth: number, slots: readonly Slot[]): Member[][] {
  const repeats = new Map<string, Member[]>();
  let [currentRound, place] = ['', 0];
  slots.forEach(({ step: { rounds } }, slot) => {
    const own = rounds[depth];
    if (!own) return;
    const outer = rounds.slice(0, depth).map(({ node, round }) => `${node}.${round}`);
    const repeat = `${outer.join()} ${own.node}`;
    const round = `${repeat} ${own.round}`;
    place = round === currentRound ? place + 1 : 0;
    currentRound = round;
    const members = repeats.get(repeat) ?? [];
    members.push({ slot, place });
    repeats.set(repeat, members);
  });
  return [...repeats.values()];
}
