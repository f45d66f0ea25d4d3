import { METRES_PER_UNIT, plural, pluralWord, raceTime, type PaceKey } from '@pacewright/pace';

import { formatDistance, MAX_METRES, MAX_SECONDS, round, writePace, writeTime } from './amounts.ts';
import { nameAmount, UNIT_NAMES } from './describe.ts';
import {
  change,
  edit,
  keepAsNote,
  noteText,
  remove,
  removeItem,
  type Ask,
  type Fix,
  type Span,
} from './diagnostics.ts';
import { firstFrom, isPlainText, isTrackDistance, type Token } from './tokens.ts';
import type { Node, StepNode } from './tree-nodes.ts';
import {
  HALF_MARATHON_METRES,
  RACES,
  type Amount,
  type Step,
  type Target,
  type WorkoutItem,
  type Zone,
} from './workout.ts';

/** The position of a repeat or step in the script. An unclear one was read past a mistake and may mean something else. */
export type Place = Span & { isUnclear: boolean };

export type Meaning = { items: WorkoutItem[]; places: Place[] };

/** Gives every step of a tree its amount and target. A figure with two meanings is asked. */
export function readMeaning(
  nodes: readonly Node[],
  tokens: readonly Token[],
  text: string,
  ask: Ask,
): Meaning {
  const isPlain = isPlainText(tokens);
  const places: Place[] = [];
  let questions = 0;
  let unitsOfText: ReadonlySet<string> | undefined;

  const question: Ask = (code, span, message, fixes) => {
    questions++;
    ask(code, span, message, fixes);
  };
  const textOf = ({ from, to }: Span): string => text.slice(from, to);
  return { items: nodes.map(readNode), places };

  function readNode(node: Node): WorkoutItem {
    const place = { from: node.from, to: node.to, isUnclear: node.isUnclear };
    places.push(place);
    if (node.kind === 'repeat')
      return { kind: 'repeat', count: node.count, items: node.items.map(readNode) };
    const mark = questions;
    const step = readStep(node);
    place.isUnclear ||= questions > mark;
    return step;
  }

  function readStep(node: StepNode): Step {
    const { label, notes, isBetween } = node;
    const [amount, own] = readAmount(node);
    const target = asPace(own ?? readTarget(node, amount), node, amount);
    const step: Step = { kind: 'step', amount, target };
    if (label) step.role = label.value === 'WU' ? 'warm-up' : 'cool-down';
    const note = noteText(notes.join(', '));
    if (note !== '') step.note = note;
    if (isBetween) step.isBetween = true;
    const isNothing =
      (amount.kind === 'time' && amount.seconds === 0) ||
      (amount.kind === 'distance' && amount.metres === 0);
    if (isNothing)
      question('zero-amount', node, 'A step needs a duration or distance', [
        removeItem(text, node),
      ]);
    return step;
  }

  // Amounts

  /** The amount, and the target if the same figure says it. */
  function readAmount(node: StepNode): [Amount, Target?] {
    const token = node.amount;
    if (!token || token.kind === 'open') return [{ kind: 'open' }];
    const { kind, low, high, doubt, value } = token;

    if (doubt === 'shorthand') {
      const pace = value as PaceKey;
      askUnit(token, ['mi', 'km', 'min'], ` ${pace}`);
      return [distance(low * METRES_PER_UNIT.imperial), { kind: 'pace', pace }];
    }
    if (doubt === 'letter' && !node.target && !node.label && !isBeforePace(token))
      return readLetter(token);
    if (doubt === 'metres') return [readMetres(token, node)];
    if (isOddMinutes(token, node)) {
      question(
        'minutes-or-metres',
        token,
        `${textOf(token)} means ${low / 60} minutes. Did you mean metres?`,
        [
          change(token, `${low / 60}mtr`, `${low / 60} metres`),
          change(token, `${low / 60}min`, `${low / 60} minutes`),
        ],
      );
      return [distance(low / 60)];
    }
    if (doubt === 'miles' && (!isPlain || isSmallWord(node.target))) {
      question('unknown-amount', token, `${textOf(token)}: miles or minutes?`, [
        change(token, `${low / 60}mi`, plural(low / 60, 'mile')),
        change(token, `${low / 60}m`, plural(low / 60, 'minute')),
      ]);
      return [distance((low / 60) * METRES_PER_UNIT.imperial)];
    }
    if (isShortRun(token, node)) {
      question('unknown-amount', token, `${textOf(token)}: miles or minutes?`, [
        change(token, `${low / 60}mi`, plural(low / 60, 'mile')),
        change(token, `${low / 60}min`, plural(low / 60, 'minute')),
      ]);
      return [distance((low / 60) * METRES_PER_UNIT.imperial)];
    }
    if (doubt === 'plural' && !isPlain) {
      question('unknown-amount', token, `${textOf(token)}: metres or seconds?`, [
        change(token, `${low}mtr`, plural(low, 'metre')),
        change(token, writeTime(low), plural(low, 'second')),
      ]);
      return [distance(low)];
    }
    if (doubt === 'laps') {
      question('unknown-amount', token, 'How long is a lap?', [
        change(token, `${low}mtr`, `${low} metres`),
        change(token, 'open', 'Until you press lap'),
      ]);
      return [distance(low)];
    }
    if (doubt === 'part') {
      question('unknown-amount', token, `“${textOf(token)}” isn’t a time`, [
        change(token, textOf(token).replace(/:(\d)$/, ':0$1')),
      ]);
      return [time(low)];
    }
    if (doubt === 'clock') {
      question('clock-out-of-range', token, 'Minutes and seconds must be 00 to 59', [
        change(token, writeTime(Math.min(low, MAX_SECONDS))),
      ]);
      return [time(low)];
    }
    if (kind === 'number') return [readNumber(token, node)];
    const amount = kind === 'distance' ? distance(low) : time(low);
    if (high !== low) {
      question('one-of-several', token, 'How long?', [pick(token, low), pick(token, high)]);
      return [amount];
    }
    if (
      kind === 'clock' &&
      (!isPlain || isSmallWord(node.target)) &&
      !node.isRepeated &&
      node.use !== 'recovery' &&
      low < 300 &&
      low >= 60 &&
      isEasyRun(node)
    ) {
      const [hours = '', minutes = ''] = textOf(token).split(':');
      question('unknown-amount', token, `${textOf(token)}: hours or minutes?`, [
        change(token, `${hours}h${minutes}m`, 'Hours'),
        change(token, writeTime(low), 'Minutes'),
      ]);
      return [time(low * 60)];
    }
    checkSize(token, amount);
    return [amount];
  }

  /** "8M easy" has its capital on purpose, "8M E" and "8M EASY" may not. */
  function isSmallWord(token: Token | undefined): boolean {
    return token !== undefined && /^[a-z]{3}/.test(textOf(token));
  }

  /** "2m easy" alone, or at an end of the workout: nobody runs two minutes there. */
  function isShortRun(token: Token, node: StepNode): boolean {
    return (
      /^[1-4]m$/.test(textOf(token)) &&
      isSmallWord(node.target) &&
      isEasyRun(node) &&
      (node === nodes[0] || node === nodes.at(-1))
    );
  }

  /** 60m in a repeat that people write without the short form: hardly minutes. */
  function isOddMinutes(
    { kind, low, value }: Token,
    { use, isRepeated, amount }: StepNode,
  ): boolean {
    const isBareM =
      kind === 'time' &&
      value === 'm' &&
      low >= 1800 &&
      /^\d+ ?m$/i.test(amount ? textOf(amount) : '');
    return isBareM && (use !== 'step' || (isRepeated && !isPlain));
  }

  function isEasyRun({ target, label, use }: StepNode): boolean {
    return (
      use === 'step' && ((!target && !label) || (target?.kind === 'target' && target.value === 'E'))
    );
  }

  function pick(token: Token, value: number): Fix {
    return token.kind === 'distance'
      ? change(token, writeLength(token, value), nameAmount(distance(value)))
      : change(token, writeTime(value), nameAmount(time(value)));
  }

  function writeLength({ value }: Token, metres: number): string {
    const unit = value === 'mi' ? METRES_PER_UNIT.imperial : value === 'km' ? 1000 : 1;
    return `${round(metres / unit, 4)}${value}`;
  }

  function checkSize(token: Token, amount: Amount): void {
    if (amount.kind === 'time' && token.low > MAX_SECONDS)
      question('amount-out-of-range', token, 'A step can last up to 24 hours', []);
    if (amount.kind === 'distance' && token.low > MAX_METRES)
      question(
        'amount-out-of-range',
        token,
        `A step can be up to ${formatDistance(MAX_METRES)}`,
        [],
      );
  }

  /** Before a pace the letter belongs to the unit: 5kMT is 5 km at T. */
  function isBeforePace({ to }: Token): boolean {
    return tokens.some(({ kind, from }) => kind === 'target' && from === to);
  }

  /** 3mI: three miles, or three minutes at I. Where another step is written so, the letter is a pace. */
  function readLetter(token: Token): [Amount, Target?] {
    const written = textOf(token);
    const isMinutes = written.endsWith('I');
    const number = round(
      token.low / (isMinutes ? METRES_PER_UNIT.imperial : METRES_PER_UNIT.metric),
      3,
    );
    const amount = isMinutes ? time(number * 60) : distance(number * 1000);
    const pace = { kind: 'pace', pace: isMinutes ? 'I' : 'M' } as const;
    const isGlued = tokens.some(
      (one, index) =>
        one.kind === 'target' &&
        tokens[index - 1]?.to === one.from &&
        tokens[index - 1]?.kind !== '(' &&
        /\d/.test(text.charAt(tokens[index - 1]?.from ?? 0)),
    );
    if (isGlued && token.high === token.low) return [amount, pace];
    const far = nameAmount(distance(token.low));
    const paced = `${nameAmount(amount)} at ${pace.pace}`;
    question('unknown-amount', token, `${far}, or ${paced}?`, [
      change(token, written.toLowerCase(), far),
      change(token, `${written.slice(0, -1)} ${written.slice(-1)}`, paced),
    ]);
    return [distance(token.low)];
  }

  /** 400m: minutes, which the language means, or metres, which people mean. */
  function readMetres(token: Token, node: StepNode): Amount {
    const minutes = token.low / 60;
    const metres = distance(minutes);
    const isCapital = textOf(token).endsWith('M');
    const isEasy =
      minutes < 200 &&
      (!node.target || (node.target.kind === 'target' && node.target.value === 'E'));
    if (isCapital || node.use !== 'step' || (!isPlain && !isEasy)) {
      if (token.high !== token.low)
        question(
          'one-of-several',
          token,
          'How long?',
          [token.low, token.high].map((value) =>
            change(token, `${value / 60}mtr`, plural(value / 60, 'metre')),
          ),
        );
      return metres;
    }
    // Beside other hundreds of m it is one of them.
    const isLong = isEasy && !tokens.some((other) => other !== token && other.doubt === 'metres');
    const fixes = [
      change(token, `${minutes}mtr`, `${minutes} metres`),
      change(token, writeTime(token.low), `${minutes} minutes`),
    ];
    question(
      'minutes-or-metres',
      token,
      `${textOf(token)} means ${minutes} minutes. Did you mean metres?`,
      isLong ? fixes.toReversed() : fixes,
    );
    return isLong ? time(token.low) : metres;
  }

  /** A bare number. Metres where people leave the unit out, and a question elsewhere. */
  function readNumber(token: Token, node: StepNode): Amount {
    const { low } = token;
    const isRecovered = node.target?.kind === 'recovery';
    if (isTrackDistance(token) && (node.use !== 'step' || isRecovered || !isPlain))
      return distance(low);
    if (low > MAX_METRES) {
      question(
        'amount-out-of-range',
        token,
        `A step can be up to ${formatDistance(MAX_METRES)}`,
        [],
      );
      return distance(MAX_METRES);
    }
    // "30/30s": the unit behind the slash is that of both. "Off 90" are seconds, and "off 3" minutes.
    const isPair = /^\/\d+ ?(?:s|secs?|")(?!\w)/i.test(text.slice(token.to, token.to + 10));
    const isRecovery = node.use === 'recovery';
    const isSeconds = isPair || (isRecovery && low >= 15);
    const times: BareUnit[] = isSeconds ? ['s', 'min'] : ['min', 's'];
    const units: BareUnit[] =
      low >= 100 ? ['mtr', 's'] : isPair || isRecovery ? times : ['min', 'km', 'mi'];
    askUnit(token, units);
    return low >= 100 ? distance(low) : time(low * (isSeconds ? 1 : 60));
  }

  function askUnit(token: Token, units: readonly BareUnit[], target = ''): void {
    const { low } = token;
    const names = units.map((unit) => pluralWord(low, UNIT_NAMES[unit]));
    question(
      'number-needs-unit',
      token,
      `${low} ${either(names)}?`,
      units.map((unit, index) => change(token, `${low}${unit}${target}`, `${low} ${names[index]}`)),
    );
  }

  // Targets

  function readTarget(node: StepNode, amount: Amount): Target {
    const { target: token, label, use } = node;
    if (!token) {
      if (label) return { kind: 'pace', pace: 'E' };
      return use === 'recovery' && node.notes.length === 0 ? { kind: 'jog' } : { kind: 'none' };
    }
    const { kind, low, high, value } = token;
    if (kind === 'target')
      return value === 'HM'
        ? { kind: 'race', metres: HALF_MARATHON_METRES }
        : { kind: 'pace', pace: value as PaceKey };
    if (kind === 'strides') return { kind: 'pace', pace: 'R' };
    if (kind === 'recovery') return readRecovery(token, node, amount);
    if (kind === 'zone') return readZone(token);
    if (kind === 'stated')
      return readStated(token, {
        kind: 'stated',
        slow: high,
        fast: low,
        per: value === 'km' ? 'km' : 'mi',
      });
    if (kind === 'beats') {
      if (low < 30 || high > 250)
        question('heart-rate-out-of-range', token, 'Heart rate must be between 30 and 250', [
          remove(token, 'Remove it'),
        ]);
      return { kind: 'beats', from: low, to: high };
    }
    if (kind === 'distance') return readRace(token, node);
    if (kind === 'number') {
      const of =
        amount.kind === 'distance' ? `the time for ${formatDistance(amount.metres)}` : 'in seconds';
      question('number-needs-unit', token, `Is ${textOf(token)} ${of}?`, [
        change(token, `${low}s`, `Yes, ${plural(low, 'second')}`),
      ]);
      return { kind: 'goal', seconds: Math.min(low, MAX_SECONDS) };
    }
    return readClock(token, amount);
  }

  function readRecovery(token: Token, { use }: StepNode, amount: Amount): Target {
    // Quicker than a jog, and how much so is not said.
    if (/^float/i.test(text.slice(token.from, token.to)))
      question('vague-effort', token, 'How fast is the float?', [
        change(token, 'jog', 'Jog'),
        keepAsNote(text, token),
        change(token, 'E', 'At E pace'),
      ]);
    // "8 km recovery" is a run of its own.
    const isLong =
      (amount.kind === 'time' && amount.seconds >= 900) ||
      (amount.kind === 'distance' && amount.metres >= 3000);
    if (token.value === '' && isLong && use !== 'recovery') return { kind: 'pace', pace: 'E' };
    return { kind: token.value === 'rest' || token.value === 'walk' ? token.value : 'jog' };
  }

  function readZone(token: Token): Target {
    const { low, high } = token;
    const nearest = (zone: number) => Math.min(5, Math.max(1, zone)) as Zone;
    if (nearest(low) !== low || nearest(high) !== high)
      question('zone-out-of-range', token, 'Zones go from Z1 to Z5', [
        change(token, `Z${nearest(low)}`),
      ]);
    else if (low !== high)
      question(
        'one-of-several',
        token,
        'Which zone?',
        [low, high].map((zone) => change(token, `Z${zone}`, `Zone ${zone}`)),
      );
    return { kind: 'zone', zone: nearest(low) };
  }

  /** L11. */
  function readStated(token: Token, target: Target & { kind: 'stated' }): Target {
    const kilometres = target.per === 'km' ? 1 : METRES_PER_UNIT.imperial / 1000;
    if (target.fast / kilometres < 90 || target.slow / kilometres > 1800)
      question('pace-out-of-range', token, 'Pace must be between 1:30 and 30:00 per kilometre', [
        remove(token, 'Remove it'),
      ]);
    return target;
  }

  /** G8. */
  function readRace(token: Token, node: StepNode): Target {
    const metres = token.doubt === 'metres' ? token.low / 60 : token.low;
    const gap = (race: number) => Math.abs(Math.log(race / metres));
    const race = RACES.reduce((nearest, one) =>
      gap(one.metres) < gap(nearest.metres) ? one : nearest,
    );
    if (race.metres === metres && token.doubt !== 'letter' && token.high === token.low)
      return { kind: 'race', metres };
    const from = node.amount && node.amount.to < token.from ? node.amount.to : token.from;
    question('target-not-a-race', token, `${formatDistance(metres)} isn’t a race distance`, [
      ...(isPlain ? [] : [keepAsNote(text, { from: token.from, to: endOfPace(token) })]),
      change(token, race.text),
      ...(isPlain ? [edit('Two steps', from, token.from, ' + ')] : []),
    ]);
    return isPlain ? { kind: 'race', metres: race.metres } : { kind: 'none' };
  }

  function endOfPace(token: Token): number {
    const next = tokens.find(({ from }) => from >= token.to);
    return next?.kind === 'pace' ? next.to : token.to;
  }

  /** G9: the time for the step's distance; a clock may also be a pace. */
  function readClock(token: Token, amount: Amount): Target {
    const { kind, low, high, doubt } = token;
    if (doubt === 'clock')
      question('clock-out-of-range', token, 'Minutes and seconds must be 00 to 59', [
        change(token, writeTime(Math.min(low, MAX_SECONDS))),
      ]);
    if (doubt === 'part') {
      const written = textOf(token)
        .replace('.', ':')
        .replace(/:(\d)$/, ':0$1');
      question('unknown-amount', token, `“${textOf(token)}” isn’t a time`, [
        change(token, written),
      ]);
    }
    const metres = amount.kind === 'distance' ? amount.metres : undefined;
    const isGoalTime =
      metres !== undefined &&
      (isPlain || isAfterIn(token) || (kind === 'time' && endOfPace(token) === token.to));
    if (isGoalTime) {
      if (low === 0)
        question('zero-amount', token, 'A goal needs a time', [removeItem(text, token)]);
      checkSize(token, { kind: 'time', seconds: 0 });
      // No distance has no pace; it is a mistake of its own.
      return high === low || metres === 0
        ? { kind: 'goal', seconds: Math.min(low, MAX_SECONDS) }
        : paceOver(metres, token);
    }
    return readPace(token, metres);
  }

  function isAfterIn(token: Token): boolean {
    return tokens[firstFrom(tokens, token.from) - 1]?.kind === 'in';
  }

  /** S11: the time for the distance of a warm-up is kept as a pace, since a time behind WU is a step of its own. */
  function asPace(target: Target, { label, target: token }: StepNode, amount: Amount): Target {
    const isTimed = label && token && target.kind === 'goal' && amount.kind === 'distance';
    return isTimed && amount.metres > 0 ? paceOver(amount.metres, token) : target;
  }

  function paceOver(metres: number, token: Token): Target {
    const ends = [token.low, token.high];
    const per = isImperial() === true ? 'mi' : 'km';
    const unit = per === 'km' ? 1000 : METRES_PER_UNIT.imperial;
    const perUnit = (seconds: number) => Math.max(1, Math.round((seconds / metres) * unit));
    return readStated(token, {
      kind: 'stated',
      slow: perUnit(Math.max(...ends)),
      fast: perUnit(Math.min(...ends)),
      per,
    });
  }

  /** A clock without a unit. Readings that nobody runs are left out; of several the runner chooses. */
  function readPace(token: Token, metres: number | undefined): Target {
    const { low, high } = token;
    const stated = (per: 'km' | 'mi'): Target & { kind: 'stated' } => ({
      kind: 'stated',
      slow: high,
      fast: low,
      per,
    });
    const imperial = isImperial();
    const pers =
      imperial === undefined
        ? (['km', 'mi'] as const)
        : imperial
          ? (['mi'] as const)
          : (['km'] as const);
    const readings: { target: Target; speed: number; written: string; label: string }[] = [];
    if (metres !== undefined) {
      const target: Target =
        low === high ? { kind: 'goal', seconds: low } : paceOver(metres, token);
      const written =
        target.kind === 'goal' ? writeTime(low) : target.kind === 'stated' ? writePace(target) : '';
      readings.push({
        target,
        speed: metres / low,
        written,
        label: `${textOf(token)} for ${formatDistance(metres)}`,
      });
    }
    for (const per of pers) {
      const unit = per === 'km' ? 1000 : METRES_PER_UNIT.imperial;
      const isSame = metres !== undefined && Math.abs(metres - unit) < 1;
      if (!isSame && high < 3600)
        readings.push({
          target: stated(per),
          speed: unit / low,
          written: writePace(stated(per)),
          label: `${textOf(token)} per ${per === 'km' ? 'kilometre' : 'mile'}`,
        });
    }
    const possible = readings.filter(
      ({ speed }) => speed > 1.6 && speed < fastest(metres ?? 10_000),
    );
    const offered = possible.length > 0 ? possible : readings;
    const [first] = offered;
    if (!first) {
      question('pace-out-of-range', token, `“${textOf(token)}” isn’t a pace`, [
        remove(token, 'Remove it'),
      ]);
      return { kind: 'none' };
    }
    if (possible.length !== 1)
      question(
        'time-or-pace',
        token,
        `Is ${textOf(token)} a time or a pace?`,
        offered.map(({ label, written }) =>
          change({ from: token.from, to: endOfPace(token) }, written, label),
        ),
      );
    return first.target;
  }

  /** Whether the text counts in miles, if it counts in one of the two. */
  function isImperial(): boolean | undefined {
    unitsOfText ??= new Set(tokens.filter(({ kind }) => isLength(kind)).map(({ value }) => value));
    const hasMiles = unitsOfText.has('mi');
    return hasMiles === unitsOfText.has('km') ? undefined : hasMiles;
  }
}

function isLength(kind: Token['kind']): boolean {
  return kind === 'distance' || kind === 'stated';
}

/** Faster than this nobody trains: a very good runner's race speed. */
function fastest(metres: number): number {
  const raced = Math.min(42_195, Math.max(800, metres));
  return raced / raceTime(FAST_VDOT, raced);
}

const FAST_VDOT = 70;

type BareUnit = keyof typeof UNIT_NAMES;

/** "minutes, kilometres or miles". */
function either(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function time(seconds: number): Amount {
  return { kind: 'time', seconds: Math.min(round(seconds, 3), MAX_SECONDS) };
}

function distance(metres: number): Amount {
  return { kind: 'distance', metres: Math.min(round(metres, 4), MAX_METRES) };
}
