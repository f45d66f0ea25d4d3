import type { SyntaxNode } from '@lezer/common';

import {
  isUsualUnit,
  kindOfAmount,
  parseAmount,
  suggestAmounts,
  suspectMinutes,
  writeTime,
} from './amounts.ts';
import { change, insertPlus, isInWord, remove, type Edit, type Span } from './diagnostics.ts';
import {
  BadAmount,
  BareRepeat,
  Count,
  Distance,
  Invalid,
  Marathon,
  Number as NumberToken,
  Plus,
  Step,
  Time,
  Unclosed,
  Unopened,
  Repeat,
  Word,
  Zone,
} from './parser.terms.ts';
import type { Report } from './reader.ts';
import { specializeWord } from './tokens.ts';

/** A sequence, flat: its tokens, and its repeats whole. */
export type Part = Token | RepeatPart | Mark;

/** An amount, a target, or a word that is neither. `isMended` says that a mistake was read past. */
export type Token = Span & { kind: 'token'; type: number; text: string; isMended: boolean };

export type RepeatPart = Span & {
  kind: 'repeat';
  count: CountPart | undefined;
  /** Undefined where the parentheses are missing: what is repeated follows as parts of its own. */
  body: RepeatBody | undefined;
};

export type RepeatBody = { node: SyntaxNode; openAt: number; isClosed: boolean };

export type CountPart = Span & { text: string };

export type Mark = Span & { kind: 'plus' | 'invalid' | 'unopened'; text: string };

/** Lists the parts of a script or a repeat, reading past what only looks wrong: 1,5km, 5 × (, 90". */
export function partsOf(node: SyntaxNode, text: string, report: Report): Part[] {
  return mendParts(listParts(node, text), text, report);
}

/** Up to the next join, or to as many parts as wanted. */
export function endOfItem(parts: Part[], start: number, most = Infinity): number {
  const limit = Math.min(parts.length, start + most);
  let end = start;
  while (end < limit && parts[end]?.kind !== 'plus' && parts[end]?.kind !== 'unopened') end++;
  return end;
}

/** Encloses what follows a repeat's head. Two edits: the opening and the closing one. */
export function parenthesize(head: Span, following: readonly Part[]): [Edit, Edit] {
  const [first, last] = [following[0], following.at(-1)];
  const end = last?.to ?? head.to;
  const inner = last?.kind === 'repeat' && last.body ? missingParentheses(last.body) : '';
  return [
    { from: head.to, to: first?.from ?? head.to, insert: '(' },
    { from: end, to: end, insert: `)${inner}` },
  ];
}

/** What would close a repeat, and before it whatever stands open inside. */
export function missingParentheses({ node, isClosed }: RepeatBody): string {
  let missing = isClosed ? '' : ')';
  for (let inner = node.lastChild; inner?.type.id === Unclosed; inner = inner.lastChild)
    missing += ')';
  return missing;
}

/** A comma or the like, which people write for a plus. */
export function isSeparator(text: string): boolean {
  return /^[,;|/&>–—→·•-]+$/.test(text);
}

function listParts(node: SyntaxNode, text: string): Part[] {
  const parts: Part[] = [];
  const cursor = node.cursor();
  if (!cursor.firstChild()) return parts;
  do {
    const { from, to } = cursor;
    const id = cursor.type.id;
    if (id === Step) {
      cursor.firstChild();
      do parts.push(leafPart(cursor.type.id, cursor.from, cursor.to, text));
      while (cursor.nextSibling());
      cursor.parent();
    } else if (id === Repeat || id === Unclosed || id === BareRepeat) {
      parts.push(repeatPart(cursor.node, text));
    } else if (id === Plus || id === Invalid || id === Unopened) {
      parts.push(leafPart(id, from, to, text));
    }
  } while (cursor.nextSibling());
  return parts;
}

function leafPart(type: number, from: number, to: number, text: string): Part {
  const own = text.slice(from, to);
  if (type === Plus) return { kind: 'plus', from, to, text: own };
  if (type === Invalid) return { kind: 'invalid', from, to, text: own };
  if (type === Unopened) return { kind: 'unopened', from, to, text: own };
  return { kind: 'token', type, from, to, text: own, isMended: false };
}

function repeatPart(node: SyntaxNode, text: string): RepeatPart {
  const { from, to } = node;
  const count = node.getChild(Count);
  const open = node.type.id === BareRepeat ? null : node.getChild('(');
  return {
    kind: 'repeat',
    from,
    to,
    count: count
      ? { from: count.from, to: count.to, text: text.slice(count.from, count.to) }
      : undefined,
    body: open ? { node, openAt: open.from, isClosed: node.type.id === Repeat } : undefined,
  };
}

/**
 * Each rule looks at the parts from one place on and may put others in the place of the first few. What stands
 * before them has been through the rules already.
 */
type Mend = (
  parts: Part[],
  at: number,
  text: string,
  report: Report,
  before: Part[],
) => Mended | undefined;

type Mended = { taken: number; parts: Part[] };

function mendParts(parts: Part[], text: string, report: Report): Part[] {
  const mended: Part[] = [];
  let at = 0;
  while (at < parts.length) {
    const result = mendAt(parts, at, text, report, mended);
    const part = parts[at];
    if (result) {
      mended.push(...result.parts);
      at += result.taken;
    } else {
      if (part) mended.push(part);
      at++;
    }
  }
  return mended;
}

const mendAt: Mend = (parts, at, text, report, before) => {
  const part = parts[at];
  if (part?.kind === 'invalid') return mendLeadingPoint(parts, at, text, report, before);
  if (part?.kind !== 'token') return undefined;
  for (const mend of MENDS.get(part.type) ?? []) {
    const result = mend(parts, at, text, report, before);
    if (result) return result;
  }
  return undefined;
};

/** .5km is 0.5km. */
const mendLeadingPoint: Mend = (parts, at, text, report) => {
  const [point, amount] = [parts[at], parts[at + 1]];
  if (point?.kind !== 'invalid' || point.text !== '.' || isInWord(text, point.from - 1))
    return undefined;
  if (amount?.kind !== 'token' || amount.from !== point.to) return undefined;
  const token = amountToken(point.from, amount.to, `0.${amount.text}`);
  if (!token) return undefined;
  report('invalid-character', point, '"." needs a digit before it', [
    { label: `Change to ${token.text}`, edits: [{ from: point.from, to: point.to, insert: '0.' }] },
  ]);
  return { taken: 2, parts: [token] };
};

/** 1,5km is 1.5km, and 10,000mtr is 10000mtr. */
const mendDecimalComma: Mend = (parts, at, text, report) => {
  const [whole, comma, rest] = [parts[at], parts[at + 1], parts[at + 2]];
  if (whole?.kind !== 'token' || comma?.kind !== 'invalid' || comma.text !== ',') return undefined;
  if (rest?.kind !== 'token' || comma.from !== whole.to || comma.to !== rest.from) return undefined;
  const insert = /^\d{3}\s*m[te]/i.test(rest.text) ? '' : '.';
  const token = amountToken(whole.from, rest.to, whole.text + insert + rest.text);
  if (!token) return undefined;
  report('invalid-character', comma, 'Decimals are written with a point', [
    change(token, token.text),
  ]);
  return { taken: 3, parts: [token] };
};

/** 5' is 5m, 90" is 90s, 1'30" is 1m30s. */
const mendPrimes: Mend = (parts, at, text, report) => {
  const number = parts[at];
  if (!number || parts[at + 1]?.kind !== 'invalid') return undefined;
  const match = PRIMES.exec(text.slice(number.from, number.to + 12));
  if (!match) return undefined;
  const [all, minutes, secondsBehind, seconds] = match;
  const to = number.from + all.length;
  const end = endOfParts(parts, at, to);
  const written =
    seconds === undefined
      ? `${minutes}m${secondsBehind ? `${secondsBehind}s` : ''}`
      : `${seconds}s`;
  const token = amountToken(number.from, to, written);
  if (!token || end === undefined) return undefined;
  report('invalid-character', { from: number.to, to }, `Times are written with h, m and s`, [
    change(token, written),
  ]);
  return { taken: end - at, parts: [token] };
};

const PRIMES =
  /^(?:(\d+)['\u2019\u2032](?!['\u2019\u2032])(?:(\d{1,2})["\u201d\u2033])?|(\d+)["\u201d\u2033])/;

/** 5km 4:30/km is 5km 22m30s, and 4:30/km alone is 1km 4m30s. Of a range it is the middle. */
const mendPace: Mend = (parts, at, text, report, before) => {
  const from = parts[at]?.from ?? 0;
  const match = PACE.exec(text.slice(from, from + 40));
  if (!match) return undefined;
  const [all, minutes, seconds, slowMinutes = minutes, slowSeconds = seconds, per = ''] = match;
  const pace = (secondsOf(minutes, seconds) + secondsOf(slowMinutes, slowSeconds)) / 2;
  const place = { from, to: from + all.length };
  const end = endOfParts(parts, at, place.to);
  if (end === undefined || pace === 0) return undefined;

  const unit = /^k/i.test(per) ? '1km' : '1mi';
  const last = before.findLast((part) => part.kind !== 'invalid' || isSeparator(part.text));
  const isAlone = last?.kind !== 'token';
  const metres = metresOf(isAlone ? unit : last.text);
  const goal = goalText((pace * (metres ?? 0)) / (metresOf(unit) ?? 1));
  report(
    'unknown-amount',
    place,
    `"${all}" is a pace. Give the time for the whole distance`,
    metres === undefined
      ? [remove(place, 'Remove it')]
      : [change(place, isAlone ? `${unit} ${goal}` : goal)],
  );

  const split = isAlone ? from + 1 : from;
  const meant = [
    isAlone ? amountToken(from, split, unit) : undefined,
    metres === undefined ? undefined : amountToken(split, place.to, goal),
  ];
  return { taken: end - at, parts: meant.filter((token) => token !== undefined) };
};

const PACE =
  /^(\d{1,2})[:'\u2019\u2032]([0-5]\d)["\u201d\u2033]?(?:\s*[-\u2013]\s*(\d{1,2})[:'\u2019\u2032]([0-5]\d)["\u201d\u2033]?)?\s*(?:min)?\s*(?:\/|per\s)\s*(km|k|mile|mi)(?![a-z])/i;

function secondsOf(minutes = '', seconds = ''): number {
  return Number(minutes) * 60 + Number(seconds);
}

/** To the second, as a runner's watch has it. */
function goalText(seconds: number): string {
  return writeTime(Math.max(1, Math.round(seconds)));
}

/** Of a distance, or of minutes that are meant as one. */
function metresOf(text: string): number | undefined {
  const amount = parseAmount(text);
  if (amount?.kind === 'distance') return amount.metres;
  const minutes = suspectMinutes(text);
  return minutes === undefined ? undefined : Number(minutes);
}

/** 5 × ( is 5x(, and 5 ( wants its x. */
const mendRepeatMark: Mend = (parts, at, text, report) => {
  const number = parts[at];
  if (number?.kind !== 'token') return undefined;
  const mark = parts[at + 1];
  const isMark = mark?.kind === 'invalid' && TIMES_SIGN.test(mark.text);
  const group = parts[isMark ? at + 2 : at + 1];
  const hasGroup = group?.kind === 'repeat' && !group.count && group.body?.openAt === group.from;
  const count = { from: number.from, to: number.to, text: number.text };

  if (isMark) {
    report('invalid-character', mark, `"${mark.text}" has no meaning here`, [change(mark, 'x')]);
    if (!hasGroup) {
      const { from } = number;
      return { taken: 2, parts: [{ kind: 'repeat', from, to: mark.to, count, body: undefined }] };
    }
    return { taken: 3, parts: [{ ...group, from: number.from, count }] };
  }
  if (!hasGroup) return undefined;
  report('number-needs-unit', number, `${number.text} what?`, [
    {
      label: `Change to ${number.text}x(`,
      edits: [{ from: number.to, to: group.from, insert: 'x' }],
    },
  ]);
  return { taken: 2, parts: [{ ...group, from: number.from, count }] };
};

const TIMES_SIGN = /^[×*✕✖⨯]$/;

/** 15 min is 15m: a time has no space inside. A lone m is a unit, and only M a pace. */
const mendSpacedUnit: Mend = (parts, at, text, report) => {
  const [number, unit] = [parts[at], parts[at + 1]];
  if (number?.kind !== 'token' || unit?.kind !== 'token') return undefined;
  const isUnit =
    unit.type === Word ? isUsualUnit(unit.text) : unit.type === Marathon && unit.text === 'm';
  if (!isUnit) return undefined;
  return mendAmount({ from: number.from, to: unit.to }, `${number.text} ${unit.text}`, 2, report);
};

const mendBadAmount: Mend = (parts, at, text, report) => {
  const amount = parts[at];
  return amount?.kind === 'token' ? mendAmount(amount, amount.text, 1, report) : undefined;
};

function mendAmount(place: Span, text: string, taken: number, report: Report): Mended | undefined {
  const suggestions = suggestAmounts(text);
  const [amount = '', word] = suggestions[0]?.split(' ') ?? [];
  const token = amountToken(place.from, place.to, amount);
  if (!token) return undefined;
  report(
    'unknown-amount',
    place,
    `"${text}" is not a time or a distance`,
    suggestions.map((mended) => change(place, mended)),
  );
  if (word === undefined) return { taken, parts: [token] };
  const split = place.to - word.length;
  const target: Token = { ...token, from: split, type: targetType(word), text: word };
  return { taken, parts: [{ ...token, to: split }, target] };
}

function targetType(word: string): number {
  return /^z/i.test(word) ? Zone : specializeWord(word);
}

/** 1h 30m is 1h30m, unless it is two steps. */
const mendSplitTime: Mend = (parts, at, text, report) => {
  const [first, second] = [parts[at], parts[at + 1]];
  if (first?.kind !== 'token' || second?.kind !== 'token' || second.type !== Time) return undefined;
  const joined = first.text + second.text;
  const token = amountToken(first.from, second.to, joined);
  if (!token || text.slice(first.to, second.from).trim() !== '') return undefined;
  report('missing-plus', second, 'Put a + between steps', [
    change(token, joined),
    insertPlus(text, first.to, second.from),
  ]);
  return { taken: 2, parts: [token] };
};

/** "Zone 2" is Z2; words side by side are unknown together ("warm up"). */
const mendWords: Mend = (parts, at, text, report) => {
  const [word, number] = [parts[at], parts[at + 1]];
  if (word?.kind !== 'token') return undefined;
  if (/^z(?:one)?$/i.test(word.text) && number?.kind === 'token' && /^[1-5]$/.test(number.text)) {
    const zone = { from: word.from, to: number.to, text: `Z${number.text}` };
    report('unknown-word', zone, `"${word.text}" is not a pace`, [change(zone, zone.text)]);
    return { taken: 2, parts: [{ kind: 'token', type: Zone, ...zone, isMended: true }] };
  }

  let last = at;
  for (let next = parts[last + 1]; isWord(next); next = parts[last + 1]) last++;
  const to = parts[last]?.to ?? word.to;
  if (last === at) return undefined;
  return { taken: last - at + 1, parts: [{ ...word, to, text: text.slice(word.from, to) }] };
};

const MENDS = new Map<number, Mend[]>([
  [NumberToken, [mendDecimalComma, mendPace, mendPrimes, mendRepeatMark, mendSpacedUnit]],
  [BadAmount, [mendPace, mendBadAmount]],
  [Time, [mendPace, mendSplitTime]],
  [Word, [mendWords]],
]);

/** Where the parts end that a text reaches over, if it ends with one of them. */
function endOfParts(parts: Part[], start: number, to: number): number | undefined {
  let end = start;
  for (let part = parts[end]; part && part.from < to; part = parts[end]) end++;
  return parts[end - 1]?.to === to ? end : undefined;
}

function isWord(part: Part | undefined): boolean {
  return part?.kind === 'token' && part.type === Word;
}

/** What a mended text is, if it is an amount or a number now. */
function amountToken(from: number, to: number, text: string): Token | undefined {
  const kind = kindOfAmount(text);
  const type = { number: NumberToken, time: Time, distance: Distance, bad: undefined }[kind];
  return type === undefined ? undefined : { kind: 'token', type, from, to, text, isMended: true };
}
