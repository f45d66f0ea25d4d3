import { METRES_PER_UNIT, plural, pluralWord, type PaceKey } from '@pacewright/pace';

import { formatDistance, MAX_METRES, MAX_SECONDS, round, writeTime } from './amounts.ts';
import { nameAmount, UNIT_NAMES } from './describe.ts';
import { change, type Ask, type Fix, type Span } from './diagnostics.ts';
import { firstFrom, isTrackDistance, type Token } from './tokens.ts';
import type { Node, StepNode } from './tree-nodes.ts';
import type { Amount, Target } from './workout.ts';

/** A script whose tree is known, while its figures are read. */
export type Figures = {
  text: string;
  tokens: readonly Token[];
  nodes: readonly Node[];
  isPlain: boolean;
  question: Ask;
  textOf: (span: Span) => string;
  /** Whether the text counts in miles, if it counts in one of the two. */
  isImperial: () => boolean | undefined;
};

/** The amount of a step, and its target if the same figure says it. */
export type AmountMeaning = { amount: Amount; target?: Target };

export function readAmount(figures: Figures, node: StepNode): AmountMeaning {
  const token = node.amount;
  if (!token || token.kind === 'open') return { amount: { kind: 'open' } };
  if (token.doubt === 'shorthand') {
    const pace = token.value as PaceKey;
    askUnit(figures, token, ['mi', 'km', 'min'], ` ${pace}`);
    return { amount: miles(token.low), target: { kind: 'pace', pace } };
  }
  if (token.doubt === 'letter' && !node.target && !node.label && !isBeforePace(figures, token))
    return readLetter(figures, token);
  const amount =
    token.doubt === 'metres'
      ? readMetres(figures, token, node)
      : (readMinutes(figures, token, node) ?? readDoubtful(figures, token));
  return { amount: amount ?? readUsual(figures, token, node) };
}

/** Minutes that are hardly meant: metres or miles, which are written the same. */
function readMinutes(figures: Figures, token: Token, node: StepNode): Amount | undefined {
  const minutes = token.low / 60;
  if (isOddMinutes(figures, token, node)) {
    askMetres(figures, token, [
      change(token, `${minutes}mtr`, `${minutes} metres`),
      change(token, `${minutes}min`, `${minutes} minutes`),
    ]);
    return distance(minutes);
  }
  const isCapital = token.doubt === 'miles';
  const isMiles = isCapital
    ? !figures.isPlain || isSmallWord(figures, node.target)
    : isShortRun(figures, token, node);
  if (!isMiles) return undefined;
  askAmount(figures, token, 'miles or minutes', [
    change(token, `${minutes}mi`, plural(minutes, 'mile')),
    change(token, `${minutes}${isCapital ? 'm' : 'min'}`, plural(minutes, 'minute')),
  ]);
  return miles(minutes);
}

/** 60m in a repeat that people write without the short form: hardly minutes. */
function isOddMinutes(
  { isPlain, textOf }: Figures,
  token: Token,
  { use, isRepeated }: StepNode,
): boolean {
  const isBareM =
    token.kind === 'time' &&
    token.value === 'm' &&
    token.low >= 1800 &&
    /^\d+ ?m$/i.test(textOf(token));
  return isBareM && (use !== 'step' || (isRepeated && !isPlain));
}

/** "2m easy" alone, or at an end of the workout: nobody runs two minutes there. */
function isShortRun(figures: Figures, token: Token, node: StepNode): boolean {
  const { nodes } = figures;
  return (
    /^[1-4]m$/.test(figures.textOf(token)) &&
    isSmallWord(figures, node.target) &&
    isEasyRun(node) &&
    (node === nodes[0] || node === nodes.at(-1))
  );
}

/** "8M easy" has its capital on purpose, "8M E" and "8M EASY" may not. */
function isSmallWord({ textOf }: Figures, token: Token | undefined): boolean {
  return token !== undefined && /^[a-z]{3}/.test(textOf(token));
}

function isEasyRun({ target, label, use }: StepNode): boolean {
  return (
    use === 'step' && ((!target && !label) || (target?.kind === 'target' && target.value === 'E'))
  );
}

/** Figures whose unit or clock is in doubt. */
function readDoubtful(figures: Figures, token: Token): Amount | undefined {
  const { low, doubt } = token;
  if (doubt === 'plural' && !figures.isPlain) {
    askAmount(figures, token, 'metres or seconds', [
      change(token, `${low}mtr`, plural(low, 'metre')),
      change(token, writeTime(low), plural(low, 'second')),
    ]);
    return distance(low);
  }
  if (doubt === 'laps') {
    figures.question('unknown-amount', token, 'How long is a lap?', [
      change(token, `${low}mtr`, `${low} metres`),
      change(token, 'open', 'Until you press lap'),
    ]);
    return distance(low);
  }
  return checkClock(figures, token) ? undefined : time(low);
}

/** Whether a clock is one. */
export function checkClock({ question, textOf }: Figures, token: Token): boolean {
  if (token.doubt === 'clock')
    question('clock-out-of-range', token, 'Minutes and seconds must be 00 to 59', [
      change(token, writeTime(Math.min(token.low, MAX_SECONDS))),
    ]);
  else if (token.doubt === 'part')
    question('unknown-amount', token, `“${textOf(token)}” isn’t a time`, [
      change(
        token,
        textOf(token)
          .replace('.', ':')
          .replace(/:(\d)$/, ':0$1'),
      ),
    ]);
  else return true;
  return false;
}

/** A number, a range, or what the figure says, unless it is too large. */
function readUsual(figures: Figures, token: Token, node: StepNode): Amount {
  const { kind, low, high } = token;
  if (kind === 'number') return readNumber(figures, token, node);
  const amount = kind === 'distance' ? distance(low) : time(low);
  if (high !== low) {
    figures.question('one-of-several', token, 'How long?', [pick(token, low), pick(token, high)]);
    return amount;
  }
  if (isHours(figures, token, node)) {
    const [hours = '', minutes = ''] = figures.textOf(token).split(':');
    askAmount(figures, token, 'hours or minutes', [
      change(token, `${hours}h${minutes}m`, 'Hours'),
      change(token, writeTime(low), 'Minutes'),
    ]);
    return time(low * 60);
  }
  checkSize(figures, token, amount);
  return amount;
}

/** "1:15 easy": hardly seconds. */
function isHours(figures: Figures, { kind, low }: Token, node: StepNode): boolean {
  const isSpoken = !figures.isPlain || isSmallWord(figures, node.target);
  const isShort = kind === 'clock' && low >= 60 && low < 300;
  return isSpoken && isShort && !node.isRepeated && isEasyRun(node);
}

function pick(token: Token, value: number): Fix {
  if (token.kind !== 'distance') return change(token, writeTime(value), nameAmount(time(value)));
  const unit =
    token.value === 'mi'
      ? METRES_PER_UNIT.imperial
      : token.value === 'km'
        ? METRES_PER_UNIT.metric
        : 1;
  return change(token, `${round(value / unit, 4)}${token.value}`, nameAmount(distance(value)));
}

export function checkSize({ question }: Figures, token: Token, amount: Amount): void {
  if (amount.kind === 'time' && token.low > MAX_SECONDS)
    question('amount-out-of-range', token, 'A step can last up to 24 hours', []);
  if (amount.kind === 'distance' && token.low > MAX_METRES)
    question('amount-out-of-range', token, `A step can be up to ${formatDistance(MAX_METRES)}`, []);
}

/** Before a pace the letter belongs to the unit: 5kMT is 5 km at T. */
function isBeforePace({ tokens }: Figures, { to }: Token): boolean {
  const next = tokens[firstFrom(tokens, to)];
  return next?.kind === 'target' && next.from === to;
}

/** 3mI: three miles, or three minutes at I. Where another step is written so, the letter is a pace. */
function readLetter(figures: Figures, token: Token): AmountMeaning {
  const { text, tokens } = figures;
  const written = figures.textOf(token);
  const isMinutes = written.endsWith('I');
  const number = round(
    token.low / (isMinutes ? METRES_PER_UNIT.imperial : METRES_PER_UNIT.metric),
    3,
  );
  const amount = isMinutes ? time(number * 60) : distance(number * 1000);
  const pace = isMinutes ? 'I' : 'M';
  const isGlued = tokens.some((one, index) => {
    const before = tokens[index - 1];
    return (
      one.kind === 'target' &&
      before?.to === one.from &&
      before.kind !== '(' &&
      /\d/.test(text.charAt(before.from))
    );
  });
  if (isGlued && token.high === token.low) return { amount, target: { kind: 'pace', pace } };
  const far = nameAmount(distance(token.low));
  const paced = `${nameAmount(amount)} at ${pace}`;
  figures.question('unknown-amount', token, `${far}, or ${paced}?`, [
    change(token, written.toLowerCase(), far),
    change(token, `${written.slice(0, -1)} ${written.slice(-1)}`, paced),
  ]);
  return { amount: distance(token.low) };
}

/** 400m: minutes, which the language means, or metres, which people mean. */
function readMetres(figures: Figures, token: Token, node: StepNode): Amount {
  const { low, high } = token;
  const minutes = low / 60;
  const isCapital = figures.textOf(token).endsWith('M');
  const isEasy =
    minutes < 200 && (!node.target || (node.target.kind === 'target' && node.target.value === 'E'));
  if (isCapital || node.use !== 'step' || (!figures.isPlain && !isEasy)) {
    const choices = [low, high].map((value) =>
      change(token, `${value / 60}mtr`, plural(value / 60, 'metre')),
    );
    if (high !== low) figures.question('one-of-several', token, 'How long?', choices);
    return distance(minutes);
  }
  // Beside other hundreds of m it is one of them.
  const isLong =
    isEasy && !figures.tokens.some((other) => other !== token && other.doubt === 'metres');
  const fixes = [
    change(token, `${minutes}mtr`, `${minutes} metres`),
    change(token, writeTime(low), `${minutes} minutes`),
  ];
  askMetres(figures, token, isLong ? fixes.toReversed() : fixes);
  return isLong ? time(low) : distance(minutes);
}

/** A bare number. Metres where people leave the unit out, and a question elsewhere. */
function readNumber(figures: Figures, token: Token, { use, target }: StepNode): Amount {
  const { low } = token;
  const isRecovery = use === 'recovery';
  const isOfRepeat = use !== 'step' || target?.kind === 'recovery';
  if (isTrackDistance(token) && (isOfRepeat || !figures.isPlain)) return distance(low);
  if (low > MAX_METRES) {
    checkSize(figures, token, { kind: 'distance', metres: MAX_METRES });
    return distance(MAX_METRES);
  }
  // "30/30s": the unit behind the slash is that of both. "Off 90" are seconds, and "off 3" minutes.
  const isPair = /^\/\d+ ?(?:s|secs?|")(?!\w)/i.test(figures.text.slice(token.to, token.to + 10));
  const isSeconds = isPair || (isRecovery && low >= 15);
  const times: BareUnit[] = isSeconds ? ['s', 'min'] : ['min', 's'];
  const short: BareUnit[] = isPair || isRecovery ? times : ['min', 'km', 'mi'];
  askUnit(figures, token, low >= 100 ? ['mtr', 's'] : short);
  return low >= 100 ? distance(low) : time(low * (isSeconds ? 1 : 60));
}

function askMetres({ question, textOf }: Figures, token: Token, fixes: Fix[]): void {
  const means = `${textOf(token)} means ${token.low / 60} minutes. Did you mean metres?`;
  question('minutes-or-metres', token, means, fixes);
}

function askAmount({ question, textOf }: Figures, token: Token, units: string, fixes: Fix[]): void {
  question('unknown-amount', token, `${textOf(token)}: ${units}?`, fixes);
}

function askUnit(
  { question }: Figures,
  token: Token,
  units: readonly BareUnit[],
  target = '',
): void {
  const { low } = token;
  const names = units.map((unit) => pluralWord(low, UNIT_NAMES[unit]));
  question(
    'number-needs-unit',
    token,
    `${low} ${names.slice(0, -1).join(', ')} or ${names.at(-1)}?`,
    units.map((unit, index) => change(token, `${low}${unit}${target}`, `${low} ${names[index]}`)),
  );
}

type BareUnit = keyof typeof UNIT_NAMES;

function time(seconds: number): Amount {
  return { kind: 'time', seconds: Math.min(round(seconds, 3), MAX_SECONDS) };
}

function distance(metres: number): Amount {
  return { kind: 'distance', metres: Math.min(round(metres, 4), MAX_METRES) };
}

function miles(count: number): Amount {
  return distance(count * METRES_PER_UNIT.imperial);
}
