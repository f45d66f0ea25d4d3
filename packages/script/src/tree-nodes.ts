import type { Span } from './diagnostics.ts';
import type { Aims } from './targets.ts';
import { isTrackDistance, type Token, type TokenKind } from './tokens.ts';

export type Node = StepNode | RepeatNode;

/** The tokens of one step, by their part in it. */
export type StepNode = Span & {
  kind: 'step';
  amount: Token | undefined;
  /** The token its target is taken from. */
  target: Token | undefined;
  label: Token | undefined;
  /** All that is said about how fast it is run. */
  aims: Aims;
  notes: string[];
  isBetween: boolean;
  /** Repeated without parentheses, or the recovery of a repeat, where a bare number is metres. */
  use: Use;
  isUnclear: boolean;
  isRepeated: boolean;
};

export type Use = 'step' | 'work' | 'recovery';

export type RepeatNode = Span & {
  kind: 'repeat';
  count: number;
  items: Node[];
  isUnclear: boolean;
};

/** Everything said between two joins. */
export type Phrase = Span & {
  amount: Token | undefined;
  targets: Token[];
  recoveries: Token[];
  label: Token | undefined;
  vague: Token[];
  unknown: Span[];
  notes: string[];
  reps: Token | undefined;
  /** "walk/jog" */
  either: Span | undefined;
  isBetween: boolean;
  isOfSets: boolean;
  isEmpty: boolean;
};

/** A repeat that may still get a recovery. The inner one is the same where sets are not repeated. */
export type OpenRepeat = {
  outer: RepeatNode;
  inner: RepeatNode;
  isBare: boolean;
  hasRecovery: boolean;
  hasSetRecovery: boolean;
  head: Token;
  bodyFrom: number;
};

export function isAmountKind(kind: TokenKind | undefined): boolean {
  return kind === 'time' || kind === 'distance' || kind === 'clock' || kind === 'number';
}

export function isAimKind(kind: TokenKind): boolean {
  return (
    kind === 'target' ||
    kind === 'zone' ||
    kind === 'stated' ||
    kind === 'beats' ||
    kind === 'strides'
  );
}

export function isDistanceKind(token: Token | undefined): boolean {
  return (
    token?.kind === 'distance' ||
    token?.doubt === 'metres' ||
    (token !== undefined && isTrackDistance(token))
  );
}

export function isTime(token: Token | undefined): boolean {
  return (token?.kind === 'time' || token?.kind === 'clock') && token.doubt !== 'metres';
}

export function isNamed({ kind }: Token): boolean {
  return kind === 'target' || kind === 'distance' || kind === 'strides';
}

export function hasAim({ targets, recoveries, label }: Phrase): boolean {
  return targets.length > 0 || recoveries.length > 0 || label !== undefined;
}

export function isRecoveryPhrase({ recoveries, isBetween, label }: Phrase): boolean {
  return (recoveries.length > 0 || isBetween) && !label;
}

/** Nothing but words without a meaning of their own. */
export function isFiller(phrase: Phrase): boolean {
  const { amount, notes, unknown, vague, reps, isBetween, isOfSets } = phrase;
  return (
    !amount &&
    !hasAim(phrase) &&
    !reps &&
    !isBetween &&
    !isOfSets &&
    notes.length + unknown.length + vague.length === 0
  );
}

/** The name of a pace other than an easy one, and nothing else. */
export function isKindOfRun({
  amount,
  targets,
  recoveries,
  label,
  unknown,
  vague,
  reps,
}: Phrase): boolean {
  const isBare = !amount && recoveries.length + unknown.length + vague.length === 0 && !label;
  const isNamedPace =
    targets.length === 1 &&
    targets.every(({ kind, value }) => (kind === 'target' && value !== 'E') || kind === 'strides');
  return (
    isBare && (isNamedPace || (targets.length === 0 && reps !== undefined && reps.value !== ''))
  );
}

/** Easy running, which may be a recovery. */
export function isGentle({ targets, vague, amount, label }: Phrase): boolean {
  const isEasy = ({ kind, value, high }: Token) =>
    (kind !== 'zone' && value === 'E') || (kind === 'zone' && high <= 2);
  const aims = [...targets, ...vague];
  return amount !== undefined && !label && aims.length > 0 && aims.every(isEasy);
}

/** A time, and nothing about how fast. */
export function isTimeOnly(phrase: Phrase): boolean {
  const { amount, notes, unknown, vague, isBetween } = phrase;
  const words = notes.length + unknown.length + vague.length;
  return isTime(amount) && !hasAim(phrase) && !isBetween && words === 0;
}

/** Longer than this, easy running behind a repeat is a cool-down. */
export function isShort({ amount }: Phrase): boolean {
  if (!amount) return true;
  return isDistanceKind(amount) ? amount.low < 1500 || amount.doubt === 'metres' : amount.low < 480;
}

export function isWordJoin({ kind, to, from, value }: Token): boolean {
  return kind === 'join' && value !== '\n' && to - from > 1;
}

export function isAimed({ target, label }: StepNode): boolean {
  return target !== undefined || label !== undefined;
}

export function withTargets({ aims }: StepNode, { targets }: Phrase): Aims {
  return { ...aims, targets: [...aims.targets, ...targets] };
}

/** Only ties a target to the text before it. */
export function isConnector(token: Token): boolean {
  const { kind, value } = token;
  return (
    kind === 'filler' || kind === 'at' || kind === 'in' || (kind === 'join' && ',-'.includes(value))
  );
}

export function onlyStep({ items }: RepeatNode): Node | undefined {
  return items.length === 1 ? items[0] : undefined;
}

/** The one step of a repeat that is not a recovery. */
export function onlyWork({ items }: RepeatNode): StepNode | undefined {
  const [step, ...others] = items.filter(
    (item) => !(item.kind === 'step' && item.use === 'recovery'),
  );
  return step?.kind === 'step' && others.length === 0 ? step : undefined;
}

export function firstStep(nodes: readonly Node[]): StepNode | undefined {
  const [node] = nodes;
  return node?.kind === 'repeat' ? firstStep(node.items) : node;
}

export function workSteps(nodes: readonly Node[]): StepNode[] {
  return nodes.flatMap((node) =>
    node.kind === 'repeat' ? workSteps(node.items) : node.use === 'recovery' ? [] : [node],
  );
}

export function markUnclear(node: Node | undefined): void {
  if (node) node.isUnclear = true;
}

/** Undefined where a step is not stated as a distance. */
export function metresOf(nodes: readonly Node[]): number | undefined {
  let sum = 0;
  for (const node of nodes) {
    const own =
      node.kind === 'repeat'
        ? metresOf(node.items)
        : node.amount && isDistanceKind(node.amount)
          ? node.amount.low / (node.amount.doubt === 'metres' ? 60 : 1)
          : undefined;
    if (own === undefined) return undefined;
    sum += own * (node.kind === 'repeat' ? node.count : 1);
  }
  return sum;
}

export function workMetresOf(nodes: readonly Node[]): number | undefined {
  const isWork = (node: Node) => node.kind === 'repeat' || node.use !== 'recovery';
  const withoutRecoveries = (node: Node): Node =>
    node.kind === 'repeat'
      ? { ...node, items: node.items.filter(isWork).map(withoutRecoveries) }
      : node;
  return metresOf(nodes.map(withoutRecoveries));
}

export function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

export function isJoin(token: Token | undefined, values: string): boolean {
  return token?.kind === 'join' && values.includes(token.value);
}
