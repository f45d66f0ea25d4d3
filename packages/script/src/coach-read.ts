import type { Span } from './diagnostics.ts';
import type { Place } from './meaning.ts';
import type { Workout } from './workout.ts';
import type { Spend } from './work.ts';
import { attach } from './coach-attach.ts';
import { EMPTY_FRAME, nest, type Attached, type Frame } from './coach-frame.ts';
import { aroundInside } from './coach-inside.ts';
import { inTurns } from './coach-turns.ts';
import { isDoubtful } from './coach-doubt.ts';
import { emptyDraft, fill, type Draft } from './coach-drafts.ts';
import type { Leaf } from './coach-leaf.ts';
import type { Lexer } from './coach-leaves.ts';
import { covering, inOrder, isEasy, isOfRole, toItems, toTree, type Node } from './coach-nodes.ts';
import type * as Tree from './tree-nodes.ts';
import type { Context } from './coach-prices.ts';
import { PRICES } from './coach-table.ts';

/** A reading of a whole text, with its price. */
export type CoachReading = {
  workout: Workout;
  places: Place[];
  /** None if it can only be edited as a whole. */
  nodes: readonly Tree.Node[] | undefined;
  cost: number;
  isVague: boolean;
  /** Words and figures without a meaning. */
  unknown: readonly Span[];
};

type State = {
  frames: readonly Frame[];
  draft: Draft;
  depth: number;
  cost: number;
  isVague: boolean;
  unknown: readonly Span[];
};

/** How many readings are kept at each place, and how many steps of work one text may cost. */
const WIDTH = 12;
const MAX_WORK = 4000;
export const MAX_LENGTH = 800;
/** A reading that is asked about whatever else it costs. */
const IN_DOUBT = 2.65;
/** A reading that costs as much more than the cheapest is no meaning that anybody asks about. */
const FARTHEST = 4;
/** The same, at a place on the way: what is said later may make up for some of it. */
const HOPELESS = 5.5;
/** Finding the meanings of a piece takes about as long as this many readings. */
const WORK_OF_PLACE = 10;

/** The readings of a text as people write them, the cheapest first, each with another meaning. */
export function readCoach(text: string, lex: Lexer, spend: Spend): readonly CoachReading[] {
  if (text.length > MAX_LENGTH) return [];
  const isMetric =
    /\d\s?km?(?!\p{L})|\d\s?m(?!\p{L})|\/km/iu.test(text) && !lex.isMiles && !/mile/i.test(text);
  const context: Context = { isMiles: lex.isMiles, isMetric, unit: lex.unit };
  const agenda = new Map<number, State[]>();
  const start = lex.skip(0);
  agenda.set(start, [
    {
      frames: [EMPTY_FRAME],
      draft: emptyDraft(start, ''),
      depth: 0,
      cost: isDoubtful(text) ? IN_DOUBT : 0,
      isVague: false,
      unknown: [],
    },
  ]);
  let work = 0;
  for (let at = start; at < text.length; at++) {
    const states = agenda.get(at);
    if (!states) continue;
    agenda.delete(at);
    spend(WORK_OF_PLACE);
    if ((work += WORK_OF_PLACE) > MAX_WORK) return [];
    for (const state of cheapest(states))
      for (const leaf of lex.leavesAt(at)) {
        const next = lex.skip(leaf.to);
        const grown = grow(state, leaf, context);
        spend(grown.length + 1);
        if ((work += grown.length + 1) > MAX_WORK) return [];
        const found = agenda.get(next);
        if (found) found.push(...grown);
        else agenda.set(next, grown);
      }
  }
  return finish(agenda.get(text.length) ?? [], text.length, context);
}

function cheapest(states: readonly State[]): readonly State[] {
  const most = Math.min(...states.map(({ cost }) => cost)) + HOPELESS;
  return states
    .filter(({ cost }) => cost <= most)
    .sort((a, b) => a.cost - b.cost)
    .slice(0, WIDTH);
}

function grow(state: State, leaf: Leaf, context: Context): State[] {
  const paid: State = {
    ...state,
    cost: state.cost + leaf.cost,
    isVague: state.isVague || leaf.kind === 'goal' || leaf.kind === 'float',
    unknown:
      leaf.kind === 'unknown' || leaf.kind === 'or'
        ? [...state.unknown, { from: leaf.from, to: leaf.to }]
        : state.unknown,
  };
  return (STRUCTURE[leaf.kind] ?? part)(paid, leaf, context);
}

const STRUCTURE: Partial<Record<Leaf['kind'], typeof part>> = { join, open, close, colon };

const STRENGTH: Record<string, number> = {
  '': 0,
  ' ': 0,
  '(': 1,
  ')': 1,
  '/': 2,
  '-': 2,
  ',': 2,
  ':': 2,
  '- ': 3,
  '.': 3,
  ';': 3,
  '\n': 4,
  next: 5,
  '+': 5,
  '->': 5,
  '\n\n': 6,
};

function join(state: State, leaf: Leaf, context: Context): State[] {
  const { draft } = state;
  if (draft.isEmpty) {
    const sep = (STRENGTH[leaf.value] ?? 0) > (STRENGTH[draft.sep] ?? 0) ? leaf.value : draft.sep;
    return [{ ...state, draft: emptyDraft(leaf.to, sep) }];
  }
  // "Repeat 3x", and the steps on the lines below.
  if (
    draft.counts.length > 0 &&
    draft.measures.length === 0 &&
    leaf.value === '\n' &&
    draft.hasSets
  )
    return [enter(state, leaf.to)];
  const closed = settle(state, leaf.to, leaf.value, context);
  // "Warm up - 2 miles easy".
  if (draft.role !== undefined && draft.measures.length === 0 && /^(?:-|\n$)/.test(leaf.value))
    return [
      { ...state, cost: state.cost + (draft.sep.startsWith('-') ? 1.6 : PRICES.roleBeforeDash) },
      ...closed.map((one) => ({ ...one, cost: one.cost + PRICES.roleAloneBeforeDash })),
    ];
  const round = state.frames.at(-1);
  if (round?.isRound && draft.sep === '/' && leaf.value === ',')
    return closed.flatMap((one) => [leaveImplicit(one, leaf.to), { ...one, cost: one.cost + 1 }]);
  return leaf.value === '\n\n' ? closed.map((one) => leaveImplicit(one, leaf.to)) : closed;
}

/** A group without parentheses, as far as the next blank line or role. */
function enter(state: State, at: number, isRound = false): State {
  const { counts, from } = state.draft;
  const inner: Frame = { ...EMPTY_FRAME, counts, from, isImplicit: true, isRound };
  return { ...state, frames: [...state.frames, inner], draft: emptyDraft(at, '') };
}

/** Puts the phrase behind the others, and begins a new one. */
function settle(state: State, at: number, sep: string, context: Context): State[] {
  const { frames, draft } = state;
  const frame = frames.at(-1) ?? EMPTY_FRAME;
  if (draft.isEmpty) return [{ ...state, draft: emptyDraft(at, sep) }];
  const isLast = draft.role !== undefined && frame.isImplicit;
  const base = isLast ? leaveImplicit(state, draft.from) : state;
  const top = base.frames.at(-1) ?? EMPTY_FRAME;
  return attach(top, draft, context)
    .filter(([, price]) => price < 6)
    .map(([next, price]: Attached): State => ({
      ...base,
      frames: [...base.frames.slice(0, -1), next],
      draft: emptyDraft(at, sep),
      cost: base.cost + price,
    }));
}

function leaveImplicit(state: State, to: number): State {
  const frame = state.frames.at(-1);
  return frame?.isImplicit && frame.nodes.length > 0 ? leave(state, frame, to) : state;
}

/** Three steps or more, for which a count and a recovery are not enough. */
function isRoundOf(nodes: readonly Node[]): boolean {
  return nodes.length > 2 && nodes.every(({ kind }) => kind === 'step');
}

function leave(state: State, frame: Frame, to: number): State {
  const outer = state.frames.at(-2) ?? EMPTY_FRAME;
  const from = frame.from ?? frame.nodes[0]?.from ?? to;
  const [turned, price] = inTurns(frame);
  const nodes = nest(frame.counts, turned.nodes, from, to);
  return {
    ...state,
    cost: state.cost + price + (frame.isRound && !isRoundOf(turned.nodes) ? PRICES.roundOfTwo : 0),
    frames: [
      ...state.frames.slice(0, -2),
      { ...outer, nodes: [...outer.nodes, ...nodes], head: undefined },
    ],
  };
}

function open(state: State, leaf: Leaf, context: Context): State[] {
  const { draft, frames } = state;
  if (draft.counts.length > 0 && draft.measures.length === 0 && frames.length < 4) {
    // "Threshold: 3 x (10 min, 2 min)": the title is that of the group.
    const outer = frames.at(-1) ?? EMPTY_FRAME;
    const title = isEasy(outer.head) ? undefined : outer.head;
    const frame: Frame = {
      ...EMPTY_FRAME,
      counts: draft.counts,
      from: draft.from,
      head: draft.target ?? title,
    };
    const rest = title ? { ...outer, head: undefined } : outer;
    return [
      { ...state, frames: [...frames.slice(0, -1), rest, frame], draft: emptyDraft(leaf.to, '') },
    ];
  }
  const asides = settle(state, leaf.to, '(', context).map((one): State => ({
    ...one,
    depth: one.depth + 1,
  }));
  return [...asides, ...asides.flatMap((one) => asTotal(one))];
}

/** "7 miles (1 easy, 4 at threshold, 2 easy)". */
function asTotal(state: State): State[] {
  const frame = state.frames.at(-1);
  const last = frame?.nodes.at(-1);
  if (
    !frame ||
    last?.kind !== 'step' ||
    !last.measure?.amount ||
    last.rec !== undefined ||
    frame.nodes.length > 1
  )
    return [];
  return [
    {
      ...state,
      frames: [...state.frames.slice(0, -1), { ...frame, nodes: [], total: last.measure }],
      cost: state.cost + 0.2,
    },
  ];
}

function close(state: State, leaf: Leaf, context: Context): State[] {
  const settled = settle(state, leaf.to, ')', context);
  if (state.depth > 0) return settled.map((one) => ({ ...one, depth: one.depth - 1 }));
  return settled.flatMap((one): State[] => {
    const frame = one.frames.at(-1);
    if (!frame || one.frames.length < 2 || frame.nodes.length === 0)
      return [{ ...one, cost: one.cost + PRICES.closedUnopened }];
    return [leave(one, frame, leaf.to)];
  });
}

function colon(state: State, leaf: Leaf, context: Context): State[] {
  const { draft, frames } = state;
  const frame = frames.at(-1) ?? EMPTY_FRAME;
  const after = emptyDraft(leaf.to, '');
  if (draft.isEmpty)
    return [
      {
        ...state,
        cost: state.cost + (frame.nodes.at(-1)?.kind === 'repeat' ? PRICES.colonBehindRepeat : 0),
      },
    ];
  const [measure] = draft.measures;
  if (draft.counts.length > 0 && !measure) {
    return [enter(state, leaf.to)];
  }
  if ((draft.role !== undefined || (draft.rec !== undefined && draft.intro === '')) && !measure)
    return [state];
  const isPlain =
    measure &&
    draft.counts.length === 0 &&
    draft.measures.length === 1 &&
    draft.rec === undefined &&
    draft.role === undefined;
  // "40 min: 3 min hard, 2 min easy": as often as it fits.
  const inTurn = { ...frame, total: measure, turns: 0, whole: measure };
  const settled = settle(state, leaf.to, ':', context).map((one): State => ({
    ...one,
    cost: one.cost + (measure ? PRICES.lengthBeforeColon : 0),
  }));
  if (!isPlain || frame.nodes.length > 0) return settled;
  return [
    ...settled,
    {
      ...state,
      frames: [...frames.slice(0, -1), { ...frame, total: measure }],
      draft: after,
      cost: state.cost + 0.1,
    },
    {
      ...state,
      frames: [...frames.slice(0, -1), inTurn],
      draft: after,
      cost: state.cost + 0.3,
    },
  ];
}

function part(state: State, leaf: Leaf, context: Context): State[] {
  const { draft } = state;
  const filled = fill(draft, leaf).map(([next, price]): State => ({
    ...state,
    draft: next,
    cost: state.cost + price,
  }));
  // "Two rounds of 2 min jog, 1 min walk, 4 min jog, 2 min walk".
  const isRound =
    draft.isEmpty && leaf.kind === 'count' && leaf.value !== '' && state.frames.length < 4;
  const grown = isRound
    ? [...filled, ...filled.map((one) => ({ ...enter(one, leaf.to, true), cost: one.cost + 0.4 }))]
    : filled;
  if (draft.isEmpty || leaf.kind === 'skip' || leaf.kind === 'unknown') return grown;
  const isLate =
    (leaf.kind === 'at' || leaf.kind === 'in') &&
    draft.rec !== undefined &&
    draft.measures.length > 0;
  const isIntro =
    isLate ||
    leaf.kind === 'with' ||
    leaf.kind === 'off' ||
    leaf.kind === 'setrest' ||
    leaf.kind === 'all';
  if (grown.length > 0 && !isIntro && !SPLITTING.has(leaf.kind)) return grown;
  const isClock = leaf.kind === 'amount' && leaf.value === 'clock' && draft.clock === undefined;
  const glued =
    (leaf.from === draft.to && leaf.kind === 'amount' ? 1 : 0) + (isClock ? PRICES.clockBegins : 0);
  const isAllBehind = (leaf.kind === 'all' || draft.isSaidOfAll) && grown.length > 0;
  const price = isIntro
    ? isAllBehind
      ? PRICES.splitsThoughItFits
      : 0
    : glued + PRICES.missingJoin + (grown.length > 0 ? PRICES.splitsThoughItFits : 0);
  // "A mile after a warm-up": the word belongs to what follows.
  const isAfter = leaf.kind === 'role' && draft.isAroundBehind;
  const said = isAfter ? { ...state, draft: { ...draft, around: undefined } } : state;
  const fresh = settle(said, leaf.from, ' ', context).flatMap((one) =>
    fill(one.draft, leaf).map(([next, more]): State => ({
      ...one,
      draft: next,
      cost: one.cost + price + more,
    })),
  );
  return [...grown, ...fresh];
}

const SPLITTING: ReadonlySet<string> = new Set([
  'recovery',
  'amount',
  'times',
  'target',
  'part',
  'number',
  'clock',
  'role',
]);

function finish(
  states: readonly State[],
  length: number,
  context: Context,
): readonly CoachReading[] {
  const ends = cheapest(states)
    .flatMap((state) => settle(state, state.draft.to, '', context))
    .flatMap((state) => end(state))
    .toSorted((a, b) => a.cost - b.cost);
  const most = (ends[0]?.cost ?? 0) + FARTHEST;
  const readings = new Map<string, CoachReading>();
  for (const one of ends) {
    if (one.cost > most) break;
    const places: Place[] = [];
    const workout: Workout = { items: toItems(one.nodes, places) };
    const key = JSON.stringify(workout, (name, value: unknown) =>
      name === 'note' ? undefined : value,
    );
    if (!readings.has(key))
      readings.set(key, {
        workout,
        places: covering(places, length),
        nodes: toTree(one.nodes),
        cost: one.cost,
        isVague: one.isVague,
        unknown: one.unknown,
      });
  }
  return [...readings.values()];
}

/** A reading at its end, with the price of what is open then or adds up to something else. */
function end(state: State): readonly (State & { nodes: readonly Node[] })[] {
  let one = state;
  while (one.frames.length > 1) {
    const top = one.frames.at(-1) ?? EMPTY_FRAME;
    const left = leave(one, top, state.draft.from);
    one = { ...left, cost: left.cost + (top.isImplicit ? 0 : 0.5) };
  }
  const [frame, turned] = inTurns(one.frames[0] ?? EMPTY_FRAME);
  if (frame.nodes.length === 0) return [];
  const [title, ...parts] = frame.nodes;
  const isTitle = title && parts.length > 2 && isSumOf(title, parts);
  if (frame.inside)
    return aroundInside(frame).flatMap(([whole, price]) => ended(one, whole, turned + price));
  const all = ended(one, frame, turned);
  return isTitle ? [...all, ...ended(one, { ...frame, nodes: parts }, turned - 1.5)] : all;
}

/** "22 miles, 10 easy, 10 at MP, 2 easy": a length that is the sum of those behind it. */
function isSumOf(title: Node, parts: readonly Node[]): boolean {
  if (title.kind === 'repeat' || isOfRole(title) || title.rec !== undefined) return false;
  const { measure, target } = title;
  const kind = measure?.amount?.kind;
  const isPart = (node: Node): boolean =>
    node.kind === 'step' && node.measure?.amount?.kind === kind && node.role === undefined;
  if (!measure || kind === undefined || target || !parts.every(isPart)) return false;
  return totalPrice({ ...EMPTY_FRAME, total: measure }, parts) === -0.3;
}

function ended(one: State, frame: Frame, turned: number): (State & { nodes: readonly Node[] })[] {
  const nodes = inOrder(frame.nodes);
  const cost =
    one.cost +
    turned +
    orderPrice(frame.nodes) +
    (frame.nodes.length > 1 && frame.nodes.every(isOfRole) ? PRICES.endsWithoutWork : 0) +
    totalPrice(frame, nodes) +
    (frame.head ? PRICES.titleWithoutWork : 0) +
    one.depth * PRICES.unclosed;
  return [{ ...one, nodes, cost }];
}

/** A cool-down that work follows: moved, or not meant so. */
function orderPrice(nodes: readonly Node[]): number {
  const at = nodes.findIndex(
    (node) => node.kind === 'step' && node.role === 'CD' && node.place !== 'end',
  );
  return at !== -1 &&
    nodes
      .slice(at + 1)
      .some(
        (node) => node.kind === 'repeat' || (node.role === undefined && node.place === undefined),
      )
    ? 3
    : 0;
}

/** The steps behind "16 miles:" have to be sixteen miles. */
function totalPrice({ total }: Frame, nodes: readonly Node[]): number {
  const whole = total?.amount;
  if (!whole || whole.kind === 'open') return 0;
  const sum = (list: readonly Node[]): number =>
    list.reduce(
      (all, node) =>
        all +
        (node.kind === 'repeat'
          ? node.count * sum(node.items)
          : node.measure?.amount?.kind !== whole.kind
            ? 0
            : node.measure.amount.kind === 'time'
              ? node.measure.amount.seconds
              : node.measure.amount.kind === 'distance'
                ? node.measure.amount.metres
                : 0),
      0,
    );
  const size = whole.kind === 'time' ? whole.seconds : whole.metres;
  // "Mile repeats: 6 x 1 mile": a title.
  const isRestated = (list: readonly Node[]): boolean =>
    list.some((node) =>
      node.kind === 'repeat'
        ? isRestated(node.items)
        : JSON.stringify(node.measure?.amount) === JSON.stringify(whole),
    );
  if (nodes.some((node) => node.kind === 'repeat' && isRestated([node]))) return -0.2;
  return Math.abs(sum(nodes) - size) < size * 0.02 ? -0.3 : 3;
}
