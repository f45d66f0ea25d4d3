import { PACE_NAMES, pluralWord } from '@pacewright/pace';

import { round } from './amounts.ts';
import { formatDuration } from './describe.ts';
import type { Edit, Span } from './diagnostics.ts';
import type { Token, TokenKind } from './tokens.ts';
import type { RepeatNode, StepNode } from './tree-nodes.ts';
import type { Amount, Step, Target } from './workout.ts';
import { writeAmount, writeStep, writeTarget } from './write.ts';

/**
 * The edits that make another step of a written one, in its spelling where it has one. The target of a repeated step
 * may be written behind the repeat.
 */
export function respellStep(
  text: string,
  tokens: readonly Token[],
  node: StepNode,
  before: Step,
  after: Step,
): Edit[] {
  if (writeStep(before) === writeStep(after)) return [];
  const own = tokens.filter(({ from, to }) => from >= node.from && to <= node.to);
  const edits: Edit[] = [];
  const change = ({ from, to }: Span, insert: string) => edits.push({ from, to, insert });
  const remove = (span: Span) => edits.push({ ...withSpace(text, span, node), insert: '' });
  // S1: "open" goes where a target alone says the same.
  const isOpenLeft = isOpenWritten(before) && !isOpenWritten(after);

  const target = writeTarget(after.target);
  const isAimed = target !== '' && !(after.role && isEasy(after.target));
  const isTargetChanged = writeTarget(before.target) !== target || before.role !== after.role;

  if (writeAmount(before.amount) !== writeAmount(after.amount)) {
    const amount = writeAmount(after.amount);
    if (!node.amount) change({ from: node.from, to: node.from }, `${amount} `);
    else if (after.amount.kind !== 'open')
      change(node.amount, respellAmount(textOf(text, node.amount), before.amount, after.amount));
    else if (isOpenWritten(after)) change(node.amount, 'open');
    else remove(node.amount);
  } else if (isOpenLeft && node.amount && node.target && isAimed) remove(node.amount);

  if (node.label && before.role && !after.role && node.target) remove(node.label);
  if (isTargetChanged) {
    const isConnected = !['none', 'jog', 'rest', 'walk'].includes(after.target.kind);
    const spoken = node.target ?? (before.role && !after.role ? node.label : undefined);
    const behind = node.label ?? node.amount;
    if (spoken && isAimed)
      change(
        isConnected ? spoken : withConnectors(tokens, spoken),
        respellTarget(textOf(text, spoken), before.target, after.target),
      );
    else if (spoken && !node.amount && isOpenWritten(after))
      change(withConnectors(tokens, spoken), 'open');
    else if (spoken) {
      const { from, to } = withConnectors(tokens, spoken);
      remove({ from: isOpenLeft && node.amount ? node.amount.from : from, to });
    } else if (behind && isOpenLeft) change(behind, target);
    else if (isAimed && behind) change({ from: behind.to, to: behind.to }, ` ${target}`);
    else if (isAimed) change({ from: node.from, to: node.from }, `${target} `);
  }

  if (before.isBetween && !after.isBetween)
    for (const token of own.filter(({ kind }) => kind === 'between')) remove(token);
  if (before.note !== after.note) {
    const [first, ...others] = own.filter(({ kind }) => kind === 'note');
    for (const note of others) remove(note);
    if (first && after.note !== undefined)
      change({ from: first.from + 1, to: first.to - 1 }, after.note);
    else if (first) remove(first);
    else if (after.note !== undefined && isOpenLeft && node.amount && !node.target)
      change(node.amount, `"${after.note}"`);
    else if (after.note !== undefined) change({ from: node.to, to: node.to }, ` "${after.note}"`);
  }
  return edits;
}

function isOpenWritten(step: Step): boolean {
  return writeStep(step).startsWith('open');
}

function isEasy(target: Target): boolean {
  return target.kind === 'pace' && target.pace === 'E';
}

/** The edit that changes the count of a repeat. None if the count has no digits, as in "twice". */
export function respellCount(
  text: string,
  tokens: readonly Token[],
  node: RepeatNode,
  count: number,
): Edit | undefined {
  const isOwn = ({ kind, from, to, low }: Token) =>
    (kind === 'count' || kind === 'times') &&
    low === node.count &&
    from >= node.from &&
    to <= node.to &&
    !node.items.some((item) => from >= item.from && to <= item.to);
  const token = tokens.find(isOwn);
  const digits = token && /\d+/.exec(textOf(text, token));
  if (!digits) return undefined;
  const from = token.from + digits.index;
  return { from, to: from + digits[0].length, insert: String(count) };
}

/** 25 min for 20 min, 1:45 for 1:30, 900 for 800; the short form where that would read oddly. */
function respellAmount(written: string, before: Amount, after: Amount): string {
  const short = writeAmount(after);
  const [was, is] = [lengthOf(before), lengthOf(after)];
  // The short form stays the short form: 1600mtr, and 2km.
  if (written === writeAmount(before)) return short;
  if (before.kind !== after.kind || was === undefined || is === undefined) return short;
  if (/^\d+:\d\d(?::\d\d)?$/.test(written))
    return Number.isInteger(is) ? formatDuration(is) : short;
  const [, digits, space = '', unit = ''] = NUMBER_AND_UNIT.exec(written) ?? [];
  if (digits === undefined) return short;
  const size = was / Number(digits);
  const number = round(is / size, after.kind === 'time' || size < 2 ? 0 : 2);
  const isUsual = after.kind === 'distance' || (number < 100 && number > 0) || number <= 120 / size;
  if (!isUsual || Math.abs(number * size - is) > 1e-6) return short;
  return `${number}${space}${space === ' ' ? inNumber(unit, number) : unit}`;
}

const NUMBER_AND_UNIT = /^(\d+(?:\.\d+)?)(\s*-?\s*)([a-z]*|['’′"”″]+)$/i;

/** "1 mile", "2 miles". */
function inNumber(unit: string, number: number): string {
  const one = /^(hour|minute|second|kilometer|kilometre|meter|metre|mile)s?$/i.exec(unit)?.[1];
  if (one === undefined) return unit;
  return pluralWord(number, one);
}

function lengthOf(amount: Amount): number | undefined {
  if (amount.kind === 'open') return undefined;
  return amount.kind === 'time' ? amount.seconds : amount.metres;
}

/** A pace that is written out stays a word. */
function respellTarget(written: string, before: Target, target: Target): string {
  const isWord = before.kind === 'pace' && /^[a-z]{3,}$/i.test(written);
  if (!isWord || target.kind !== 'pace') return writeTarget(target);
  const name = PACE_NAMES[target.pace];
  return /^[A-Z]/.test(written) ? name : name.toLowerCase();
}

const BEFORE_TARGET: readonly TokenKind[] = ['at', 'in'];

/** "At 5k pace", of which only 5k is the target. */
function withConnectors(tokens: readonly Token[], target: Token): Span {
  const at = tokens.findIndex(({ from }) => from === target.from);
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  return {
    from: before && BEFORE_TARGET.includes(before.kind) ? before.from : target.from,
    to: after?.kind === 'pace' ? after.to : target.to,
  };
}

/** A word that is taken out goes with the space before it. */
function withSpace(text: string, { from, to }: Span, node: StepNode): Span {
  const start = text.slice(0, from).trimEnd().length;
  if (start > node.from) return { from: start, to };
  return { from, to: Math.min(node.to, text.length - text.slice(to).trimStart().length) };
}

function textOf(text: string, { from, to }: Span): string {
  return text.slice(from, to);
}
