import type { Span } from './diagnostics.ts';
import { COMPARED } from './spellings.ts';
import { isTrackDistance, type Token, type TokenKind } from './tokens.ts';
import { MAX_COUNT } from './workout.ts';
import {
  hasAim,
  isAimKind,
  isAmountKind,
  isConnector,
  isDistanceKind,
  isJoin,
  type Phrase,
} from './tree-nodes.ts';
import type { Reader } from './tree-reader.ts';

export function readPhrase(reader: Reader): Phrase {
  const start = reader.peek();
  const phrase: Phrase = {
    from: start?.from ?? reader.text.length,
    to: start?.from ?? reader.text.length,
    amount: undefined,
    targets: [],
    recoveries: [],
    label: undefined,
    vague: [],
    unknown: [],
    notes: [],
    reps: undefined,
    either: undefined,
    isBetween: false,
    isOfSets: false,
    isEmpty: true,
  };
  let before: TokenKind | undefined;
  for (;;) {
    const token = reader.peek();
    if (!token || !takeIntoPhrase(reader, phrase, token, before)) break;
    const isPassedOver = token.kind === 'filler' || (token.kind === 'pace' && before === 'at');
    before = isPassedOver ? before : token.kind;
    phrase.to = reader.tokens[reader.at - 1]?.to ?? token.to;
    phrase.isEmpty = false;
  }
  return phrase;
}

/** Takes the next token into a phrase, unless it begins another one. */
function takeIntoPhrase(
  reader: Reader,
  phrase: Phrase,
  token: Token,
  before: TokenKind | undefined,
): boolean {
  switch (token.kind) {
    case 'time':
    case 'distance':
    case 'clock':
    case 'number':
      if (!takeFigure(reader, phrase, token, before)) return false;
      break;
    case 'open':
      if (phrase.amount) return false;
      phrase.amount = token;
      break;
    case 'target':
    case 'zone':
    case 'stated':
    case 'beats':
    case 'strides':
      phrase.targets.push(token);
      break;
    case 'recovery':
      phrase.recoveries.push(token);
      break;
    case 'label':
      if (phrase.label) return false;
      phrase.label = token;
      break;
    case 'vague':
      phrase.vague.push(token);
      break;
    case 'note':
      if (token.value !== '') phrase.notes.push(token.value);
      break;
    case 'between':
      phrase.isBetween = true;
      break;
    case 'sets':
      phrase.isOfSets = true;
      break;
    case 'reps':
      if (!phrase.isBetween) phrase.reps ??= token;
      break;
    case 'off':
      if (isAmountKind(reader.kindAt(1))) return false;
      phrase.recoveries.push({ ...token, kind: 'recovery', value: '' });
      break;
    case 'alternating':
      return !(phrase.amount && !hasAim(phrase)) && takeUnknown(reader, phrase, token);
    case 'total':
      return takeUnknown(reader, phrase, token);
    case 'unknown':
      // "between each item"
      if (phrase.isBetween && before === 'reps' && isLastOfPhrase(reader)) break;
      if (/^x$/i.test(reader.textOf(token)) && reader.kindAt(1) === '(') return false;
      return takeUnknown(reader, phrase, token);
    case 'join':
      return takeJoin(reader, phrase, token, before);
    case '(':
      return takeAside(reader, phrase);
    case 'filler':
    case 'pace':
    case 'at':
    case 'in':
      break;
    case 'with':
      // "Warm up with 10 minutes easy"
      if (!phrase.label || phrase.amount || !isAmountKind(reader.kindAt(1))) return false;
      break;
    case 'count':
    case 'times':
    case 'colon':
    case 'part':
    case 'or':
    case ')':
      return false;
  }
  reader.at++;
  return true;
}

/** An amount, or a target behind "at" or another amount. */
function takeFigure(
  reader: Reader,
  phrase: Phrase,
  token: Token,
  before: TokenKind | undefined,
): boolean {
  const { amount, targets, recoveries, label } = phrase;
  if (reader.isCountHere()) return false;
  if (isNameOfReps(reader, phrase, token, before)) return true;
  if (phrase.isBetween) return false;
  const isBehindAt = before === 'at' || before === 'in' || reader.kindAt(1) === 'pace';
  const aim = isBehindAt && aimOf(reader, phrase, token, before);
  if (aim) {
    if (aim === token && targets.some(({ kind }) => kind === token.kind)) return false;
    targets.push(aim);
  } else if (!amount) {
    if (recoveries.length > 0 && token.kind === 'number' && !isTrackDistance(token)) return false;
    phrase.amount = token;
  } else {
    const isAimless = targets.length === 0 && recoveries.length === 0 && !label;
    if (!isAimless || !canBeTarget(reader, token, amount)) return false;
    targets.push(token);
  }
  return true;
}

/** What a figure behind "at" says about how fast: "at 400m", "at 4.30", "at 4:30". */
function aimOf(
  reader: Reader,
  { amount }: Phrase,
  token: Token,
  before: TokenKind | undefined,
): Token | undefined {
  const { kind, low, high, doubt } = token;
  if (doubt === 'metres')
    return { ...token, kind: 'distance', low: low / 60, high: high / 60, doubt: undefined };
  if (kind !== 'number') return before === 'in' && !amount ? undefined : token;
  if (!amount || !/^\d{1,2}\.[0-5]\d$/.test(reader.textOf(token))) return undefined;
  const seconds = Math.round((low % 1) * 100) + Math.floor(low) * 60;
  return { ...token, kind: 'clock', low: seconds, high: seconds, doubt: 'part' };
}

/** A mark that doesn't end the phrase: "walk/jog", a line break before a target, "MP - 10s". */
function takeJoin(
  reader: Reader,
  phrase: Phrase,
  token: Token,
  before: TokenKind | undefined,
): boolean {
  const isEither = isJoin(token, '/') && reader.kindAt(1) === 'recovery' && before === 'recovery';
  if (isEither) {
    const from = reader.tokens[reader.at - 1]?.from ?? token.from;
    phrase.either = { from, to: reader.peek(1)?.to ?? token.to };
    reader.at += 2;
  } else if (token.value === '\n' && isContinued(reader, phrase)) reader.at++;
  else if (isOffset(reader, phrase)) takeOffset(reader, phrase);
  else return false;
  return true;
}

/** "2 min rest between the 4", "between 400s", "after each 1000m": what is repeated, said again. */
function isNameOfReps(
  reader: Reader,
  phrase: Phrase,
  token: Token,
  before: TokenKind | undefined,
): boolean {
  if (!isLastOfPhrase(reader) || reader.isPlain || !phrase.amount) return false;
  if (phrase.isBetween)
    return (token.kind === 'number' && token.low <= MAX_COUNT) || token.doubt === 'plural';
  return before === 'reps' && phrase.recoveries.length > 0;
}

function isLastOfPhrase(reader: Reader): boolean {
  const next = reader.kindAt(1);
  return !next || ['join', ')', 'sets', 'reps'].includes(next);
}

/** L1: in the short form a line break separates like a space. */
function isContinued(reader: Reader, phrase: Phrase): boolean {
  const next = reader.peek(1);
  if (!next || !phrase.amount || hasAim(phrase)) return false;
  if (isAimKind(next.kind) || next.kind === 'recovery' || next.kind === 'note') return true;
  return reader.isPlain && isAmountKind(next.kind) && canBeTarget(reader, next, phrase.amount, 2);
}

/** G8, G9: a race behind an amount, or a time behind a distance. An amount with a target of its own is a step. */
function canBeTarget(reader: Reader, token: Token, amount: Token, ahead = 1): boolean {
  const following = reader.peek(ahead);
  if (
    following &&
    (isAimKind(following.kind) ||
      ['recovery', 'label', 'note', 'between', 'vague', 'at', 'off'].includes(following.kind)) &&
    !(following.kind === 'note' || following.kind === 'between' ? reader.isPlain : false)
  )
    return false;
  if (token.kind === 'distance') return true;
  if (token.doubt === 'metres' || !isDistanceKind(amount)) return false;
  if (token.kind === 'number') return reader.isPlain && !isTrackDistance(token);
  return true;
}

/**
 * Unknown words in a row, with everything between them. Behind "at" the whole clause is unknown: "at 10 s slower than
 * T" is not T.
 */
function takeUnknown(reader: Reader, phrase: Phrase, first: Token): true {
  const isInside = (token: Token | undefined) =>
    token &&
    !['join', '(', ')', 'with', 'off', 'count', 'note', 'recovery', 'colon', 'or'].includes(
      token.kind,
    );
  const isLoose = (token: Token | undefined) =>
    token &&
    ['unknown', 'total', 'alternating', 'filler', 'vague', 'pace', 'in'].includes(token.kind);
  const isWord = /\p{L}/u.test(reader.textOf(first));
  const isWordOrShare = /[\p{L}\d]/u.test(reader.textOf(first));
  const isFigure = (index: number) =>
    isWord &&
    (phrase.amount
      ? isAmountKind(reader.tokens[index]?.kind)
      : reader.tokens[index]?.kind === 'number') &&
    // The length of a recovery is not part of the words before it.
    reader.tokens[index + 1]?.kind !== 'recovery' &&
    (isLoose(reader.tokens[index + 1]) || !isInside(reader.tokens[index + 1]));
  const aim = phrase.amount && isWordOrShare ? lastAt(reader, phrase) : undefined;
  const isClause = aim !== undefined;
  let end = reader.at;
  while (
    isClause
      ? isInside(reader.tokens[end + 1])
      : isLoose(reader.tokens[end + 1]) || isFigure(end + 1)
  )
    end++;
  // "At 6:35 pace on the treadmill" is 6:35, and "at 10 s slower than T" is not T.
  const isCompared =
    isClause &&
    (COMPARED.test(reader.text.slice(reader.tokens[aim + 1]?.from, reader.tokens[end]?.to)) ||
      !phrase.targets.some(({ from }) => from > (reader.tokens[aim]?.from ?? 0)));
  const start = isCompared ? reader.tokens[aim + 1] : first;
  const span = { from: start?.from ?? first.from, to: reader.tokens[end]?.to ?? first.to };
  if (isClause) phrase.targets = phrase.targets.filter(({ from }) => from < span.from);
  removeFrom(phrase.vague, span.from);
  removeFrom(phrase.unknown, span.from);
  phrase.unknown.push(span);
  reader.at = end + 1;
  return true;
}

/** The last "at" of the phrase so far. */
function lastAt(reader: Reader, phrase: Phrase): number | undefined {
  for (let index = reader.at - 1; index >= 0; index--) {
    reader.spend(1);
    const token = reader.tokens[index];
    if (!token || token.from < phrase.from) return undefined;
    if (token.kind === 'at') return index;
  }
  return undefined;
}

/** Removes those that begin at a character or later, which are last. */
function removeFrom(spans: Span[], from: number): void {
  while ((spans.at(-1)?.from ?? -1) >= from) spans.pop();
}

/** "MP - 10s", "5k pace + 5 sec": faster or slower than a pace. */
function isOffset(reader: Reader, phrase: Phrase): boolean {
  const [sign, time, after] = [reader.peek(), reader.peek(1), reader.peek(2)];
  if (reader.isPlain || phrase.targets.length === 0 || !sign || time?.kind !== 'time') return false;
  if (!isJoin(sign, '-') && reader.text.charAt(sign.from) !== '+') return false;
  if (time.low > 60 || time.value !== 's') return false;
  return !after || ['join', ')', 'with', '(', 'off', 'pace', 'unknown'].includes(after.kind);
}

function takeOffset(reader: Reader, phrase: Phrase): void {
  const target = phrase.targets.at(-1);
  reader.at += 2;
  if (isJoin(reader.peek(), '/') && reader.kindAt(1) === 'distance') reader.at += 2;
  phrase.targets.pop();
  phrase.unknown.push({
    from: target?.from ?? phrase.from,
    to: reader.tokens[reader.at - 1]?.to ?? phrase.to,
  });
}

/** Parentheses in a phrase that hold its target, or words about it. */
function takeAside(reader: Reader, phrase: Phrase): boolean {
  const close = reader.closeOf(reader.at);
  if (close === undefined || close === reader.at + 1) return false;
  const inside = reader.tokens.slice(reader.at + 1, close);
  const has = (...kinds: TokenKind[]) => inside.some(({ kind }) => kinds.includes(kind));
  if (!phrase.amount && phrase.targets.length === 0) return false;
  if (has('count', 'times', 'recovery', 'label', 'between', '(', 'open', 'off', 'or')) return false;
  const isExact = ({ kind }: Token) => kind === 'stated' || kind === 'beats';
  const aims = inside.filter(
    ({ kind }, index) =>
      isAimKind(kind) || (kind === 'distance' && inside[index + 1]?.kind === 'pace'),
  );
  const isAim =
    aims.length === 1 &&
    inside.every(
      (token) =>
        aims.includes(token) || ['at', 'pace', 'filler', 'in', 'vague'].includes(token.kind),
    );
  if (isAim) {
    // "Threshold (152-160 bpm)": how fast the word is meant.
    if (aims.every(isExact)) phrase.notes.push(...phrase.targets.splice(0).map(reader.textOf));
    phrase.targets.push(...aims);
    phrase.vague.push(...inside.filter(({ kind }) => kind === 'vague'));
    reader.at = close + 1;
    return true;
  }
  // "Tempo run (20 min at T)", "strides (50 m)"
  const amounts = inside.filter(({ kind }) => kind === 'time' || kind === 'distance');
  const isEstimate = inside.some(({ kind, value }) => kind === 'filler' && value === 'about');
  if (phrase.amount && isEstimate && inside.length === 2 && amounts.length === 1) {
    // "15 min (~3 km)"
    phrase.notes.push(reader.text.slice(inside[0]?.from, inside[1]?.to));
    reader.at = close + 1;
    return true;
  }
  const isLength =
    !phrase.amount &&
    amounts.length === 1 &&
    inside.every(
      (token) =>
        amounts.includes(token) ||
        isAimKind(token.kind) ||
        isConnector(token) ||
        token.kind === 'pace',
    );
  if (isLength && !has('join')) {
    [phrase.amount] = amounts;
    phrase.targets.push(...inside.filter(({ kind }) => isAimKind(kind)));
    reader.at = close + 1;
    return true;
  }
  if (has('time', 'distance', 'clock') || inside.every(({ kind }) => kind === 'number'))
    return false;
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last) return false;
  const words = reader.text.slice(first.from, last.to);
  if (phrase.targets.length > 0) phrase.notes.push(words);
  else
    phrase.unknown.push({
      from: reader.peek()?.from ?? first.from,
      to: reader.tokens[close]?.to ?? last.to,
    });
  reader.at = close + 1;
  return true;
}

export function readBetweenWords(reader: Reader, phrase: Phrase): void {
  while (
    reader.kindAt() === 'between' ||
    (phrase.isBetween && ['sets', 'reps', 'filler'].includes(reader.kindAt() ?? ''))
  ) {
    phrase.isBetween ||= reader.kindAt() === 'between';
    phrase.isOfSets ||= reader.kindAt() === 'sets';
    phrase.to = reader.peek()?.to ?? phrase.to;
    reader.at++;
  }
}
