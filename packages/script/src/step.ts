import {
  formatDistance,
  isClockOutOfRange,
  MAX_METRES,
  MAX_SECONDS,
  parseAmount,
  suspectMinutes,
  writeTime,
} from './amounts.ts';
import { change, insertPlus, remove, removeItem, type Fix } from './diagnostics.ts';
import {
  BadAmount,
  Distance,
  Number as NumberToken,
  Open,
  Time,
  Word,
  Zone,
} from './parser.terms.ts';
import { endOfItem, isSeparator, parenthesize, type Mark, type Part, type Token } from './parts.ts';
import type { Reader, Report } from './reader.ts';
import { knownWord, suggestWords, type KnownWord } from './words.ts';
import {
  HALF_MARATHON_METRES,
  MAX_COUNT,
  RACES,
  type Amount,
  type Step,
  type Target,
  type Zone as ZoneNumber,
} from './workout.ts';

/** G5: an amount and a target, or one of them. Returns where to read on. */
export function readStep(
  parts: Part[],
  start: number,
  reader: Reader,
): { step: Step; end: number } {
  const { text, places, diagnostics, report } = reader;
  const mistakes = diagnostics.length;
  const tokens: Token[] = [];
  let amount: Amount = { kind: 'open' };
  let target: { token: Token; meaning: Target } | undefined;
  let end = start;

  function take(at: number): Token | undefined {
    for (const noise of parts.slice(end, at))
      if (noise.kind === 'invalid') reportInvalid(noise, [], reader);
    end = at + 1;
    const token = parts[at];
    if (token?.kind !== 'token') return undefined;
    tokens.push(token);
    return token;
  }

  const first = take(start);
  if (first && !isAmount(first)) target = { token: first, meaning: readWord(first, false, reader) };
  else if (first) {
    amount = readAmount(first, parts, start, reader);
    const at = nextToken(parts, end, false);
    const next = parts[at];
    if (next?.kind === 'token' && canBeTarget(next, amount, parts, at)) {
      take(at);
      const meaning = isAmount(next)
        ? readPaceOf(next, first, reader)
        : readWord(next, true, reader);
      target = { token: next, meaning };
    }
  }

  while (target) {
    const at = nextToken(parts, end, true);
    const next = parts[at];
    if (next?.kind !== 'token' || isAmount(next)) break;
    take(at);
    const isFirstKnown = target.token.type === Word;
    if (next.type === Word || isFirstKnown) {
      const meaning = readWord(next, true, reader);
      if (isFirstKnown) target = { token: next, meaning };
    } else reportTwice(target.token, next, reader);
  }

  const place = { from: first?.from ?? 0, to: tokens.at(-1)?.to ?? 0 };
  if (isNothing(amount))
    report('zero-amount', place, 'A step needs a length', [removeItem(text, place)]);
  const isUnclear = diagnostics.length > mistakes || tokens.some((token) => token.isMended);
  places.push({ ...place, isUnclear });
  return { step: { kind: 'step', amount, target: target?.meaning ?? { kind: 'none' } }, end };
}

export function isAmount({ type }: Token): boolean {
  return (
    type === Time ||
    type === Distance ||
    type === Open ||
    type === NumberToken ||
    type === BadAmount
  );
}

export function reportInvalid(mark: Mark, fixes: Fix[], { report }: Reader): void {
  const verb = mark.text.length > 1 ? 'have' : 'has';
  report('invalid-character', mark, `"${mark.text}" ${verb} no meaning here`, [
    ...fixes,
    remove(mark, `Remove ${mark.text}`),
  ]);
}

/** Past characters without meaning, unless one of them stands for a plus. */
function nextToken(parts: Part[], start: number, hasTarget: boolean): number {
  let at = start;
  let isJoined = false;
  for (let part = parts[at]; part?.kind === 'invalid'; part = parts[++at])
    isJoined ||= isSeparator(part.text);
  const token = parts[at];
  const goesOn = token?.kind === 'token' && !(isJoined && (hasTarget || isAmount(token)));
  return goesOn ? at : parts.length;
}

/** G7 to G9. An amount that has a target of its own starts another step. */
function canBeTarget(token: Token, amount: Amount, parts: Part[], at: number): boolean {
  if (!isAmount(token)) return true;
  const following = parts[nextToken(parts, at + 1, false)];
  if (following?.kind === 'token' && !isAmount(following)) return false;
  if (token.type === Distance) return true;
  return (
    amount.kind === 'distance' &&
    (token.type === Time || token.type === NumberToken) &&
    !suspectMinutes(token.text)
  );
}

function readAmount(token: Token, parts: Part[], at: number, reader: Reader): Amount {
  const { text, report } = reader;
  if (token.type === Open) return { kind: 'open' };
  if (token.type === NumberToken) return readNumber(token, parts, at, reader);

  const minutes = suspectMinutes(token.text);
  if (minutes !== undefined) {
    const keep = { from: token.from, to: token.to, insert: writeTime(Number(minutes) * 60) };
    report(
      'minutes-or-metres',
      token,
      `${token.text} means ${minutes} minutes. Did you mean metres?`,
      [change(token, `${minutes}mtr`), { label: `Keep ${minutes} minutes`, edits: [keep] }],
    );
    return within({ kind: 'distance', metres: Number(minutes) });
  }

  const amount = parseAmount(token.text);
  if (!amount) {
    report('unknown-amount', token, `"${shortened(token.text)}" is not a time or a distance`, [
      removeItem(text, token),
    ]);
    return { kind: 'open' };
  }
  reportRange(token, amount, report);
  return within(amount);
}

function reportRange(token: Token, amount: Amount, report: Report): void {
  if (amount.kind === 'time' && isClockOutOfRange(token.text))
    report('clock-out-of-range', token, 'Minutes and seconds must be 00 to 59', [
      change(token, writeTime(within(amount).seconds)),
    ]);
  else if (amount.kind === 'time' && amount.seconds > MAX_SECONDS)
    report('amount-out-of-range', token, 'A step lasts 24 hours at most', []);
  else if (amount.kind === 'distance' && amount.metres > MAX_METRES)
    report(
      'amount-out-of-range',
      token,
      `A step is ${formatDistance(MAX_METRES)} long at most`,
      [],
    );
}

function within<A extends Amount>(amount: A): A {
  if (amount.kind === 'time') return { ...amount, seconds: Math.min(amount.seconds, MAX_SECONDS) };
  if (amount.kind === 'distance') return { ...amount, metres: Math.min(amount.metres, MAX_METRES) };
  return amount;
}

/** A bare number. Read as metres from a hundred on, as minutes below, like the first fix. */
function readNumber(token: Token, parts: Part[], at: number, { report }: Reader): Amount {
  const number = Number(token.text);
  const units = number >= 100 ? ['mtr', 's'] : ['m', 'km'];
  const fixes = units.map((unit) => change(token, token.text + unit));
  const isCount = number >= 1 && number <= MAX_COUNT && Number.isInteger(number);
  const following = parts.slice(at + 1, endOfItem(parts, at + 1, REPEATED_PARTS));
  if (isCount && following.length > 0 && following.length < REPEATED_PARTS) {
    const [open, close] = parenthesize(token, following);
    const edits = [{ ...open, insert: `x${open.insert}` }, close];
    fixes.push({ label: `Change to ${token.text}x(`, edits });
  }
  report('number-needs-unit', token, `${shortened(token.text)} what?`, fixes);
  return within(
    number >= 100 ? { kind: 'distance', metres: number } : { kind: 'time', seconds: number * 60 },
  );
}

/** More than anyone repeats without parentheses. */
const REPEATED_PARTS = 20;

/** A distance or time in target position: a race or a goal. */
function readPaceOf(token: Token, first: Token, { text, report }: Reader): Target {
  if (token.type === NumberToken) {
    report('number-needs-unit', token, `${shortened(token.text)} what?`, [
      change(token, `${token.text}s`),
    ]);
    return { kind: 'goal', seconds: within({ kind: 'time', seconds: Number(token.text) }).seconds };
  }

  const amount = parseAmount(token.text);
  if (amount?.kind === 'time') {
    if (isNothing(amount))
      report('zero-amount', token, 'A goal needs a time', [
        remove({ from: first.to, to: token.to }, 'Remove it'),
      ]);
    else reportRange(token, amount, report);
    return { kind: 'goal', seconds: within(amount).seconds };
  }

  const metres = amount?.metres ?? 0;
  const race = nearestRace(metres);
  if (race.metres !== metres)
    report('target-not-a-race', token, `${formatDistance(metres)} is not a race distance`, [
      change(token, race.text),
      insertPlus(text, first.to, token.from),
    ]);
  return { kind: 'race', metres: race.metres };
}

function nearestRace(metres: number): (typeof RACES)[number] {
  const gap = (race: number) => Math.abs(Math.log(race / metres));
  return RACES.reduce((nearest, race) => (gap(race.metres) < gap(nearest.metres) ? race : nearest));
}

function readWord(token: Token, hasAmount: boolean, { report }: Reader): Target {
  if (token.type === Zone) {
    const zone = Number(token.text.slice(1));
    const nearest = ZONES[Math.min(5, Math.max(1, zone)) - 1] ?? 5;
    if (nearest !== zone)
      report('zone-out-of-range', token, 'Zones run from Z1 to Z5', [change(token, `Z${nearest}`)]);
    return { kind: 'zone', zone: nearest };
  }

  const word = knownWord(token.text);
  if (word) return targetOf(word);

  const suggestions = suggestWords(token.text).filter((known) => !(hasAmount && known === 'open'));
  report('unknown-word', token, `"${shortened(token.text)}" is not a pace`, [
    ...suggestions.map((known) => change(token, known)),
    remove(token, 'Remove it'),
  ]);
  return suggestions[0] ? targetOf(suggestions[0]) : { kind: 'none' };
}

const ZONES: readonly ZoneNumber[] = [1, 2, 3, 4, 5];

function targetOf(word: KnownWord): Target {
  switch (word) {
    case 'jog':
    case 'rest':
      return { kind: word };
    case 'HM':
      return { kind: 'race', metres: HALF_MARATHON_METRES };
    case 'open':
      return { kind: 'none' };
    case 'E':
    case 'M':
    case 'T':
    case 'I':
    case 'R':
      return { kind: 'pace', pace: word };
  }
}

function reportTwice(first: Token, second: Token, { report }: Reader): void {
  report('target-twice', second, 'A step has one target', [
    { label: `Keep ${first.text}`, edits: [{ from: first.to, to: second.to, insert: '' }] },
    { label: `Keep ${second.text}`, edits: [{ from: first.from, to: second.from, insert: '' }] },
  ]);
}

function isNothing(amount: Amount): boolean {
  return (
    (amount.kind === 'time' && amount.seconds === 0) ||
    (amount.kind === 'distance' && amount.metres === 0)
  );
}

function shortened(text: string): string {
  return text.length > 30 ? `${text.slice(0, 30)}…` : text;
}
