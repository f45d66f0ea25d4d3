import { change, edit, type Fix, keepAsNote } from './diagnostics.ts';
import { readPhrase } from './phrases.ts';
import { settle } from './steps.ts';
import type { Token } from './tokens.ts';
import {
  hasAim,
  isAmountKind,
  isDistanceKind,
  isJoin,
  isTime,
  type Node,
  type OpenRepeat,
  type Phrase,
  onlyStep,
  type StepNode,
} from './tree-nodes.ts';
import type { Reader } from './tree-reader.ts';
import { MAX_COUNT } from './workout.ts';

/**
 * "Alternating 800m at MP, 800m easy for 5 miles", "17 miles with alternating miles (1mi at E, 1mi at MP)": steps in turn,
 * as often as fit into a length.
 */
export function readAlternation(reader: Reader, nodes: Node[], whole?: StepNode): boolean {
  const start = reader.at;
  const word = reader.peek();
  if (!word) return false;
  reader.at++;
  if (whole && reader.kindAt() === 'distance' && reader.kindAt(1) === '(') reader.at++;
  const isInside = reader.kindAt() === '(';
  if (isInside) reader.at++;
  const turns = readTurns(reader);
  const isClosed = !isInside || reader.kindAt() === ')';
  if (isInside && isClosed) reader.at++;
  const end = reader.tokens[reader.at - 1]?.to ?? word.to;
  const behind = whole || !isAmountKind(reader.kindAt()) ? undefined : readPhrase(reader);
  const total = whole?.amount ?? behind?.amount;
  if (turns.length < 2 || !isClosed || (behind && hasAim(behind))) {
    reader.at = start;
    return false;
  }
  const span = { from: whole?.from ?? word.from, to: behind?.to ?? end };
  const counts = total && countTurns(turns, total);
  const steps = turns.map((turn) => textOfTurn(reader, turn)).join(' + ');
  const written = (count: number) => `${count}x(${steps})`;
  const first = turns[0];
  const rest = counts?.hasRest && first ? ` + ${textOfTurn(reader, first)}` : '';
  const fixes: Fix[] = counts
    ? [change(span, written(counts.count) + rest, `${counts.count} times`)]
    : [2, 3, 4].map((count) => change(span, written(count), `${count} times`));
  reader.question('repeat-needs-count', span, 'How many times?', [
    ...fixes,
    keepAsNote(reader.text, span),
  ]);
  if (whole) nodes.pop();
  reader.depth++;
  const items = turns.map((turn) => settle(reader, turn, 'step'));
  reader.depth--;
  nodes.push({ kind: 'repeat', ...span, count: counts?.count ?? 2, items, isUnclear: true });
  return true;
}

/** "8 x 1k alternating 10k pace and marathon pace" */
export function readTurnsOfRepeat(reader: Reader, { inner, outer, head }: OpenRepeat): boolean {
  const start = reader.at;
  const step = onlyStep(inner);
  reader.at++;
  const paces: Phrase[] = [];
  for (;;) {
    const phrase = readPhrase(reader);
    if (phrase.amount || phrase.targets.length !== 1 || phrase.unknown.length > 0) break;
    paces.push(phrase);
    if (!isJoin(reader.peek(), ',/')) break;
    reader.at++;
  }
  const rounds = inner.count / paces.length;
  if (step?.kind !== 'step' || !step.amount || paces.length < 2 || !Number.isInteger(rounds)) {
    reader.at = start;
    return false;
  }
  const span = { from: head.from, to: paces.at(-1)?.to ?? head.to };
  const amount = reader.textOf(step.amount);
  const steps = paces.map((pace) => `${amount} ${reader.textOf(pace)}`).join(' + ');
  reader.question('one-of-several', span, 'Alternate these paces?', [
    edit('Alternate', span.from, span.to, `${rounds}x(${steps})`),
    keepAsNote(reader.text, { from: reader.tokens[start]?.from ?? span.from, to: span.to }),
  ]);
  outer.isUnclear = true;
  return true;
}

/** "Alternate 3 min at 10k and 1 min easy, six times", "alternate 6x(…)": the word adds nothing. */
export function isCountGiven(reader: Reader): boolean {
  if (reader.kindAt(1) === 'count') return true;
  for (let index = reader.at; index < reader.tokens.length; index++) {
    const token = reader.tokens[index];
    if (token?.kind === 'times') return true;
    if (isJoin(token, ';.\n')) return false;
  }
  return false;
}

/** Steps with a length and a pace each. */
function readTurns(reader: Reader): Phrase[] {
  const turns: Phrase[] = [];
  for (;;) {
    const phrase = readPhrase(reader);
    if (!phrase.amount || !hasAim(phrase) || phrase.unknown.length > 0) return turns;
    turns.push(phrase);
    if (!isJoin(reader.peek(), ',/') || !isAmountKind(reader.kindAt(1))) return turns;
    reader.at++;
  }
}

/** Without the "for" of "800m easy for 5 miles". */
function textOfTurn(reader: Reader, { from, to }: Phrase): string {
  const last = reader.tokens.findLast(
    (token) => token.to <= to && token.from >= from && token.kind !== 'filler',
  );
  return reader.textOf({ from, to: last?.to ?? to });
}

/** How often the turns fit into a length, and whether the first is run once more at the end. */
function countTurns(
  turns: readonly Phrase[],
  total: Token,
): { count: number; hasRest: boolean } | undefined {
  const amounts = turns.flatMap(({ amount }) => amount ?? []);
  const isSameKind = [total, ...amounts].every(isDistanceKind) || [total, ...amounts].every(isTime);
  const size = (token: Token) => token.low / (token.doubt === 'metres' ? 60 : 1);
  const round = amounts.reduce((sum, amount) => sum + size(amount), 0);
  const [first] = amounts;
  if (!isSameKind || round === 0 || !first) return undefined;
  const rounds = size(total) / round;
  const count = Math.floor(rounds + TOLERANCE);
  if (count < 1 || count > MAX_COUNT) return undefined;
  return { count, hasRest: Math.abs((rounds - count) * round - size(first)) < TOLERANCE * round };
}

/** Five miles are six times 800 m and 800 m as people count them. */
const TOLERANCE = 0.1;
