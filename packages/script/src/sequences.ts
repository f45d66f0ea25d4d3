import { edit, remove } from './diagnostics.ts';
import { chooseTarget } from './targets.ts';
import type { Token, TokenKind } from './tokens.ts';
import { reportJoins, reportPlus, reportTwice, reportUnknown } from './mistakes.ts';
import {
  firstStep,
  hasAim,
  isFiller,
  isJoin,
  isKindOfRun,
  isNamed,
  type Node,
  onlyStep,
  type Phrase,
  withTargets,
  workSteps,
} from './tree-nodes.ts';
import { readOr, readPart, readTotal, readWith } from './parts.ts';
import { isCountGiven, readAlternation } from './alternations.ts';
import { readPhrase } from './phrases.ts';
import type { Reader } from './tree-reader.ts';
import { readRecoveries } from './recoveries.ts';
import { readGroup, readPair, readRepeat, readTimes } from './repeats.ts';
import { settle, settleWords } from './steps.ts';

export function readSequence(reader: Reader, open?: Token): Node[] {
  const nodes: Node[] = [];
  let joins: Token[] = [];
  let end = 0;
  let hasItem = false;
  for (;;) {
    const token = reader.peek();
    if (!token || (token.kind === ')' && open)) break;
    if (reader.headings.length > 0 && isHeading(reader, token)) {
      reader.at++;
    } else if (token.kind === 'join') {
      joins.push(token);
      reader.at++;
    } else if (token.kind === ')') {
      reader.question('unopened-parenthesis', token, 'This ) has no opening (', [
        remove(token, 'Remove )'),
      ]);
      reader.at++;
    } else {
      reportJoins(reader, joins, hasItem);
      const start = reader.at;
      const join = joins.findLast(({ value }) => value !== '\n') ?? joins[0];
      readItem(reader, { nodes, join, isJoined: !hasItem || joins.length > 0, end });
      if (reader.at === start) {
        reportUnknown(reader, [token]);
        reader.at++;
      }
      hasItem ||= nodes.length > 0 || token.kind === 'count';
      joins = [];
      end = reader.tokens[reader.at - 1]?.to ?? 0;
    }
  }
  const plus = joins.filter(({ from }) => reader.text.charAt(from) === '+');
  if (plus.length > 0) reportPlus(reader, plus, 'Something is missing after +');
  return nodes;
}

function isHeading(reader: Reader, token: Token): boolean {
  reader.spend(reader.headings.length);
  return reader.headings.some(({ from, to }) => token.from >= from && token.to <= to);
}

/** What is before an item: the items so far, the mark that joins it to them, and where they end. */
type Spot = { nodes: Node[]; join: Token | undefined; isJoined: boolean; end: number };

function readItem(reader: Reader, spot: Spot): void {
  const first = reader.peek();
  if (first && !readBySign(reader, spot, first)) readByWords(reader, spot, first);
}

/** An item whose first token says what it is. */
function readBySign(reader: Reader, spot: Spot, first: Token): boolean {
  const { nodes } = spot;
  const isInside = (kind: TokenKind) => first.kind === '(' && reader.kindAt(1) === kind;
  if (first.kind === 'or' || isInside('or')) readOr(reader, nodes);
  else if (reader.isCountHere()) {
    reportMissing(reader, spot, first);
    nodes.push(...readRepeat(reader));
  } else if ((first.kind === '(' && !isInside('part')) || isLetterX(reader, first))
    readGroupItem(reader, spot, first);
  else if (first.kind === 'with' || first.kind === 'off') readWith(reader, nodes, first);
  else if (first.kind === 'times') readTimes(reader, nodes, first);
  else if (first.kind === 'colon') return true;
  else if (nodes.length > 0 && readTotal(reader, nodes)) return true;
  else if (first.kind === 'alternating' && isCountGiven(reader)) {
    reader.headings.push(first);
    reader.at++;
    readItem(reader, spot);
  } else if (first.kind === 'alternating') return readAlternation(reader, nodes);
  else if ((first.kind === 'part' || isInside('part')) && nodes.at(-1)?.kind === 'step')
    readPart(reader, nodes, first.kind === '(');
  else return false;
  return true;
}

function isLetterX(reader: Reader, token: Token): boolean {
  return token.kind === 'unknown' && /^x$/i.test(reader.textOf(token));
}

function reportMissing(reader: Reader, { isJoined, end }: Spot, first: Token): void {
  if (isJoined) return;
  const span = { from: first.from, to: first.kind === 'count' ? first.from + 1 : first.to };
  const isNext = reader.text.slice(end, first.from).trim() === '';
  reader.question('missing-plus', span, 'Two steps, or one?', [
    edit('Two steps', isNext ? end : first.from, first.from, ' + '),
  ]);
}

function readGroupItem(reader: Reader, spot: Spot, first: Token): void {
  const { nodes, isJoined } = spot;
  const last = nodes.at(-1);
  const isWhole = last?.kind === 'step' && last.amount && !last.target && !last.label;
  const second = reader.kindAt(1);
  if (second !== 'label' && second !== 'part' && !(isWhole && !isJoined))
    reportMissing(reader, spot, first);
  const node = readGroup(reader, first, isJoined ? undefined : nodes.at(-1));
  if (node) nodes.push(...node);
}

/** A step, or words before a repeat. */
function readByWords(reader: Reader, spot: Spot, first: Token): void {
  const { nodes, join, isJoined } = spot;
  const phrase = readPhrase(reader);
  if (phrase.isEmpty) return;
  const isBare = !phrase.amount && !hasAim(phrase);
  const times = reader.peek();
  if (isBare && phrase.reps?.value === '' && times?.kind === 'times' && nodes.length > 0) {
    // "1km easy, 1km tempo, repeat 4 times"
    readTimes(reader, nodes, times, phrase.from);
    return;
  }
  if (isFiller(phrase)) {
    reader.headings.push({ from: phrase.from, to: phrase.to });
    if (reader.isCountHere() || reader.kindAt() === '(') readItem(reader, spot);
    return;
  }
  if (reader.isCountHere() && isKindOfRun(phrase)) {
    nodes.push(...readRepeatAtPace(reader, phrase));
    return;
  }
  if (reader.isCountHere() && isBare) {
    reportMissing(reader, spot, first);
    nodes.push(...readRepeatWithWords(reader, phrase));
    return;
  }
  if (isJoined && mergeIntoLast(reader, nodes, phrase, join)) return;
  reportMissing(reader, spot, first);
  const step = settle(reader, phrase, 'step');
  nodes.push(step);
  readPair(reader, nodes, step);
}

/** "Threshold 3x10'": the pace of what is repeated. */
function readRepeatAtPace(reader: Reader, phrase: Phrase): Node[] {
  const repeat = readRepeat(reader, phrase);
  if (repeat.length === 0) reader.headings.push({ from: phrase.from, to: phrase.to });
  const named = settle(reader, phrase, 'recovery');
  for (const step of workSteps(repeat)) {
    if (step.target || step.label) {
      if (named.notes.length === 0) step.notes.push(...phrase.targets.map(reader.textOf));
    } else step.target = named.target;
    step.notes.push(...named.notes);
  }
  return repeat;
}

/** "Paarlauf 12 x 400m": words before a repeat belong to what is repeated. */
function readRepeatWithWords(reader: Reader, phrase: Phrase): Node[] {
  const words = settleWords(reader, phrase);
  const repeat = readRepeat(reader, phrase);
  const step = firstStep(repeat);
  if (step) step.notes.unshift(...words);
  else reader.headings.push({ from: phrase.from, to: phrase.to });
  return repeat;
}

/** "13 miles, easy pace", "9km easy, 5:50/km" and, where nothing else is said, "Easy run, 50 minutes". */
function mergeIntoLast(
  reader: Reader,
  nodes: Node[],
  phrase: Phrase,
  join: Token | undefined,
): boolean {
  const node = nodes.at(-1);
  const last = node?.kind === 'repeat' ? onlyStep(node) : node;
  if (!join || !isJoin(join, ',-') || !last || last.kind !== 'step') return false;
  const isTargetOnly =
    !phrase.amount && phrase.targets.length > 0 && phrase.recoveries.length === 0 && !phrase.label;
  const isExact = phrase.targets.some(({ kind }) => kind === 'stated' || kind === 'beats');
  const aims = withTargets(last, phrase);
  const isFree = !last.target || (isExact && isNamed(last.target));
  const isSettled = chooseTarget(aims, reader.isPlain).others.length === 0;
  if (isTargetOnly && last.amount && isFree && isSettled) {
    const named = last.target && reader.textOf(last.target);
    const step = settle(reader, phrase, 'work');
    last.target = step.target;
    last.aims = aims;
    last.notes.push(...step.notes, ...(named === undefined ? [] : [named]));
    last.to = phrase.to;
    if (node?.kind === 'repeat') {
      node.to = phrase.to;
      if (reader.openRepeat?.inner === node) readRecoveries(reader, reader.openRepeat);
    }
    return true;
  }
  if (isTargetOnly && last.amount && last.target && !reader.isPlain) {
    reportTwice(reader, aims);
    last.to = phrase.to;
    last.isUnclear = true;
    return true;
  }
  const isAmountOnly =
    phrase.amount && !hasAim(phrase) && phrase.unknown.length === 0 && phrase.vague.length === 0;
  const isWhole =
    nodes.length === 1 &&
    reader.at >= reader.tokens.length &&
    node === last &&
    !last.amount &&
    last.target;
  if (isAmountOnly && isWhole && !last.label && last.notes.length === 0) {
    last.amount = phrase.amount;
    last.to = phrase.to;
    return true;
  }
  const isTimed =
    last.amount?.kind === 'distance' &&
    !last.target &&
    !last.label &&
    (phrase.amount?.kind === 'clock' || phrase.amount?.kind === 'time') &&
    phrase.amount.doubt !== 'metres';
  if (isAmountOnly && node === last && isTimed) {
    reader.question('missing-plus', { from: last.from, to: phrase.to }, 'One step, or two?', [
      edit('One step', last.to, phrase.from, ' in '),
      edit('Two steps', last.to, phrase.from, ' + '),
    ]);
    last.isUnclear = true;
  }
  if (isAmountOnly && node === last && !last.amount && (last.target ?? last.label)) {
    const target = reader.textOf(last);
    reader.question('missing-plus', { from: last.from, to: phrase.to }, 'One step, or two?', [
      edit('One step', last.from, phrase.to, `${reader.textOf(phrase)} ${target}`),
      edit('Two steps', last.to, phrase.from, ' + '),
    ]);
    last.amount = phrase.amount;
    last.to = phrase.to;
    return true;
  }
  return false;
}
