import { backOver } from './back-over.ts';
import { change, edit, type Fix, remove, type Span } from './diagnostics.ts';
import type { Token } from './tokens.ts';
import { MAX_COUNT, MAX_DEPTH } from './workout.ts';
import { reportEmpty, reportUnknown, wrap } from './mistakes.ts';
import {
  hasAim,
  isAimed,
  isAmountKind,
  isDistanceKind,
  isJoin,
  isRecoveryPhrase,
  isTime,
  isWordJoin,
  type Node,
  type OpenRepeat,
  type Phrase,
  type RepeatNode,
  type StepNode,
} from './tree-nodes.ts';
import { readPhrase } from './phrases.ts';
import type { Reader } from './tree-reader.ts';
import { readRecoveries } from './recoveries.ts';
import { emptyStep, settle, settleWords } from './steps.ts';

export function readRepeat(reader: Reader, lead?: Phrase): Node[] {
  const head = reader.peek();
  if (!head) return [];
  const heads: { token: Token; count: number }[] = [];
  while (reader.isCountHere()) {
    const token = reader.peek();
    if (!token) break;
    reader.at++;
    heads.push({ token, count: countOf(reader, token) });
    while (reader.kindAt() === 'filler' || isJoin(reader.peek(), '\n')) reader.at++;
  }
  const mark = reader.questions;
  const deepBefore = reader.tooDeep;
  const inner = emptyRepeat(heads.at(-1)?.token ?? head, heads.at(-1)?.count ?? 1);
  const chain = [inner];
  for (const { token, count } of heads.slice(0, -1).toReversed()) {
    const around = emptyRepeat(token, count);
    const within = chain[0];
    if (within) around.items.push(within);
    chain.unshift(around);
  }
  const outer = chain[0] ?? inner;
  if (reader.depth + chain.length > MAX_DEPTH) {
    reportDepth(reader, { from: head.from, to: skipGroup(reader) });
    return [];
  }

  const open: OpenRepeat = {
    outer,
    inner,
    isBare: reader.kindAt() !== '(',
    hasRecovery: false,
    hasSetRecovery: false,
    head: heads.at(-1)?.token ?? head,
    bodyFrom: reader.peek()?.from ?? head.to,
  };
  reader.depth += chain.length;
  if (open.isBare) readBareBody(reader, open);
  else readBody(reader, inner);
  reader.depth -= chain.length;
  for (const repeat of chain) repeat.to = reader.tokens[reader.at - 1]?.to ?? head.to;
  if (inner.items.length === 0) {
    if (reader.tooDeep === deepBefore)
      reportEmpty(reader, { from: head.from, to: reader.tokens[reader.at - 1]?.to ?? head.to });
    return [];
  }
  if (!open.isBare) open.hasRecovery = endsWithRecovery(inner);
  outer.isUnclear = reader.questions > mark;
  readRecoveries(reader, open);
  for (const repeat of chain)
    repeat.to = Math.max(repeat.to, reader.tokens[reader.at - 1]?.to ?? head.to);
  if (lead) outer.from = lead.from;
  // Once is no repeat, unless parentheses make it one.
  if (!open.isBare || outer !== inner || inner.count !== 1) return [outer];
  // The steps cover the words between them.
  let end = outer.from;
  for (const item of inner.items) {
    item.from = end;
    end = item.to;
  }
  const last = inner.items.at(-1);
  if (last) last.to = outer.to;
  return inner.items;
}

function emptyRepeat(token: Token, count: number): RepeatNode {
  return { kind: 'repeat', from: token.from, to: token.to, count, items: [], isUnclear: false };
}

/** Reads the steps in parentheses, and returns the one that closes them. */
function readBody(reader: Reader, repeat: RepeatNode): Token | undefined {
  const open = reader.peek();
  if (!open) return undefined;
  reader.at++;
  repeat.items = reader.readSequence(reader, open);
  if (reader.kindAt() === ')') {
    reader.at++;
    return reader.tokens[reader.at - 1];
  }
  const end = reader.text.trimEnd().length;
  reader.question(
    'unclosed-parenthesis',
    { from: repeat.from, to: open.to },
    'This ( isn’t closed',
    [edit('Insert )', end, end, ')'.repeat(countOpen(reader, open)))],
  );
  return undefined;
}

/** Parentheses that stand open at the end, from one of them on. */
function countOpen(reader: Reader, open: Token): number {
  let level = 0;
  for (const { kind } of reader.tokens.slice(reader.tokens.indexOf(open))) {
    if (kind === '(') level++;
    else if (kind === ')') level = Math.max(0, level - 1);
  }
  return Math.max(1, level);
}

/** One step, or several with slashes between them. */
function readBareBody(reader: Reader, open: OpenRepeat): void {
  const phrase = readPhrase(reader);
  if (phrase.isEmpty) return;
  const isAlone = !phrase.amount && phrase.targets.every(({ kind }) => kind !== 'strides');
  if (isAlone && !hasAim(phrase)) {
    // "6 x hill"
    const notes = settleWords(reader, phrase);
    open.inner.items = [{ ...emptyStep(reader, phrase), notes, isUnclear: true }];
    return;
  }
  const step = settle(reader, phrase, 'work');
  open.inner.items = [step];
  if (!phrase.amount && phrase.targets.some(({ kind }) => kind === 'strides')) {
    const word = phrase.targets[0];
    if (word)
      reader.question('number-needs-unit', word, 'How long is each stride?', [
        edit('100 m', word.from, word.from, '100mtr '),
        edit('20 s', word.from, word.from, '20s '),
      ]);
    step.isUnclear = true;
  }
  // Settled once it is certain that they belong to the rep, because that asks.
  const rest: Phrase[] = [];
  const start = reader.at;
  while (
    isJoin(reader.peek(), '/-') &&
    isDistanceKind(reader.peek(1)) &&
    isDistanceKind(step.amount)
  ) {
    reader.at++;
    const next = readPhrase(reader);
    if (isRecoveryPhrase(next) || next.targets.length > 0) {
      reader.at = start;
      return;
    }
    rest.push(next);
  }
  if (rest.length >= 2) open.inner.items.push(...rest.map((one) => settle(reader, one, 'work')));
  else reader.at = start;
}

function skipGroup(reader: Reader): number {
  let level = 0;
  for (; reader.at < reader.tokens.length; reader.at++) {
    if (reader.kindAt() === '(') level++;
    if (reader.kindAt() === ')' && --level <= 0) {
      if (level === 0) reader.at++;
      break;
    }
    if (level === 0 && reader.kindAt() === 'join') break;
  }
  return reader.tokens[reader.at - 1]?.to ?? reader.text.length;
}

function countOf(reader: Reader, token: Token): number {
  const { low, high } = token;
  if (token.kind === 'number' && reader.kindAt() === '(')
    reader.question('number-needs-unit', token, `Repeat ${reader.textOf(token)} times?`, [
      edit(`Yes, ${low} times`, token.to, reader.peek()?.from ?? token.to, 'x'),
    ]);
  if (high !== low) {
    const range = /[\d.]+[^\d.]+[\d.]+/.exec(reader.textOf(token));
    const from = token.from + (range?.index ?? 0);
    const span = { from, to: from + (range?.[0].length ?? 0) };
    reader.question('one-of-several', token, 'How many times?', [
      change(span, String(low), `${low} times`),
      change(span, String(high), `${high} times`),
    ]);
  }
  const nearest = Math.min(MAX_COUNT, Math.max(1, Math.round(low)));
  if (nearest !== low) {
    const digits = /[\d.]+/.exec(reader.textOf(token));
    const from = token.from + (digits?.index ?? 0);
    const place = { from, to: from + (digits?.[0].length ?? 0) };
    reader.question('count-out-of-range', place, `A repeat can have 1 to ${MAX_COUNT} reps`, [
      change(place, String(nearest), `Change to ${nearest}x`),
    ]);
  }
  return nearest;
}

/** Parentheses without a count before them: repeated by what follows, or not at all. */
export function readGroup(
  reader: Reader,
  first: Token,
  last: Node | undefined,
): Node[] | undefined {
  const isStray = first.kind === 'unknown';
  if (isStray && reader.kindAt(1) !== '(') {
    reader.question('repeat-needs-count', first, 'How many times?', [
      change(first, '2x', 'Twice'),
      remove(first, 'Remove x'),
    ]);
    reader.at++;
    return undefined;
  }
  if (isStray) reader.at++;
  const open = reader.peek();
  if (!open) return undefined;
  const repeat = emptyRepeat(first, 2);
  const mark = reader.questions;
  const deepBefore = reader.tooDeep;
  if (reader.depth >= MAX_DEPTH) {
    reportDepth(reader, { from: first.from, to: skipGroup(reader) });
    return undefined;
  }
  reader.depth++;
  const close = readBody(reader, repeat);
  reader.depth--;
  repeat.to = reader.tokens[reader.at - 1]?.to ?? open.to;
  const times = reader.peek();
  if (repeat.items.length === 0) {
    const span = { from: first.from, to: repeat.to };
    if (reader.tooDeep === deepBefore) reportEmpty(reader, span);
    // The steps that are nested too deep may be all there is.
    else reportDepth(reader, span);
    return undefined;
  }
  if (times?.kind !== 'times' || isStray) {
    askCount(reader, repeat, last, open, close);
    return [repeat];
  }
  reader.at++;
  repeat.count = countOf(reader, times);
  repeat.to = times.to;
  repeat.isUnclear = reader.questions > mark;
  readRecoveries(reader, {
    outer: repeat,
    inner: repeat,
    isBare: false,
    hasRecovery: endsWithRecovery(repeat),
    hasSetRecovery: false,
    head: first,
    bodyFrom: open.from,
  });
  return [repeat];
}

function askCount(
  reader: Reader,
  repeat: RepeatNode,
  last: Node | undefined,
  open: Token,
  close: Token | undefined,
): void {
  const { from } = repeat;
  const once = (start: number): Fix => ({
    label: 'Once',
    edits: [
      { from: start, to: open.to, insert: '' },
      ...(close ? [{ from: close.from, to: close.to, insert: '' }] : []),
    ],
  });
  // "7 miles (2 miles easy, 5 miles T)": the length of what follows.
  const isLength = last?.kind === 'step' && last.amount && !last.target && !last.label;
  reader.question('repeat-needs-count', { from, to: open.to }, 'How many times?', [
    ...(isLength ? [once(last.from)] : []),
    edit('Twice', from, open.from, '2x'),
    ...(close && !isLength ? [once(from)] : []),
  ]);
  repeat.isUnclear = true;
}

function reportDepth(reader: Reader, span: Span): void {
  reader.question('nested-too-deep', span, `Repeats can be nested up to ${MAX_DEPTH} deep`, []);
}

/** "4 min run / 1 min walk × 5": steps with slashes between them that are repeated by what follows. */
export function readPair(reader: Reader, nodes: Node[], first: StepNode): void {
  const start = nodes.length - 1;
  while (isJoin(reader.peek(), '/') && isAmountKind(reader.kindAt(1))) {
    reader.at++;
    if (reader.isCountHere()) {
      reader.at--;
      break;
    }
    nodes.push(settle(reader, readPhrase(reader), 'step'));
  }
  const isInParentheses =
    reader.kindAt() === '(' &&
    reader.kindAt(1) === 'reps' &&
    reader.kindAt(2) === 'count' &&
    reader.kindAt(3) === ')';
  const times = reader.peek(isInParentheses ? 2 : 0);
  if (!times || !(isInParentheses || times.kind === 'times')) return;
  if (start > 0 && nodes.length === start + 1) return;
  reader.at += isInParentheses ? 4 : 1;
  const items = nodes.splice(start);
  const last = items.at(-1);
  // "30s/30s x 10" is run like "10 x 30s/30s".
  if (items.length === 2 && last?.kind === 'step' && !isAimed(last) && isTime(last.amount))
    last.use = 'recovery';
  const hasRecovery = items.some(
    (item) => item.kind === 'step' && (item.use === 'recovery' || item.target?.kind === 'recovery'),
  );
  const to = reader.tokens[reader.at - 1]?.to ?? first.to;
  const repeat: RepeatNode = {
    kind: 'repeat',
    from: first.from,
    to,
    count: countOf(reader, times),
    items,
    isUnclear: false,
  };
  nodes.push(repeat);
  readRecoveries(reader, {
    outer: repeat,
    inner: repeat,
    isBare: items.length === 1 || !hasRecovery,
    hasRecovery,
    hasSetRecovery: false,
    head: times,
    bodyFrom: first.from,
  });
}

/** "1200/800/400 x 3": how much of the text before is repeated? */
export function readTimes(reader: Reader, nodes: Node[], token: Token, from = token.from): void {
  reader.at++;
  const last = nodes.at(-1);
  const span = { from, to: token.to };
  if (!last) {
    reportUnknown(reader, [span]);
    return;
  }
  if (levelsOf(last) >= MAX_DEPTH) {
    reportDepth(reader, span);
    return;
  }
  const count = countOf(reader, token);
  const end = backOver(reader.text, from, /[\s,;.:-]/);
  if (last.kind === 'step' || nodes.length === 1) {
    reader.spend(nodes.length);
    // "Walk 5 minutes, then run 1 minute and walk 2 minutes, eight times"
    const strong = strongJoinBefore(reader, last.from);
    const first = nodes.find((node) => strong && node.from >= strong.to);
    const isSome = first && first !== last && first !== nodes[0];
    reader.question('repeat-needs-count', span, 'What should repeat?', [
      ...(isSome ? [wrap(reader, 'The last steps', first.from, end, count, token)] : []),
      ...(nodes.length > 1
        ? [wrap(reader, 'Everything', nodes[0]?.from ?? 0, end, count, token)]
        : []),
      wrap(reader, 'The last step', last.from, end, count, token),
    ]);
  }
  nodes.splice(-1, 1, {
    kind: 'repeat',
    from: last.from,
    to: token.to,
    count,
    items: [last],
    isUnclear: true,
  });
}

/** Repeats around one item each: "x 3 x 3 x 3". */
function levelsOf(node: Node): number {
  let [levels, inner]: [number, Node | undefined] = [0, node];
  while (inner?.kind === 'repeat' && levels < MAX_DEPTH) {
    levels++;
    inner = inner.items.length === 1 ? inner.items[0] : undefined;
  }
  return levels;
}

function strongJoinBefore(reader: Reader, from: number): Token | undefined {
  for (let index = reader.indexAt(from) - 1; index >= 0; index--) {
    reader.spend(1);
    const token = reader.tokens[index];
    if (token && token.to <= from && isStrongJoin(token)) return token;
  }
  return undefined;
}

/** Separates more than a comma does. */
function isStrongJoin(token: Token): boolean {
  return isJoin(token, ';.\n') || (isWordJoin(token) && token.value === '+');
}

/** The last of several steps is taken for the recovery, and so is a step that is only between the rounds (G10). */
function endsWithRecovery({ items }: RepeatNode): boolean {
  const last = items.at(-1);
  return items.length > 1 || (last?.kind === 'step' && last.isBetween);
}
