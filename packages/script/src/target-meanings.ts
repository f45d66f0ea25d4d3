import { METRES_PER_UNIT, plural, raceTime, type PaceKey } from '@pacewright/pace';

import { checkClock, checkSize, type Figures } from './amount-meanings.ts';
import { formatDistance, MAX_SECONDS, writePace, writeTime } from './amounts.ts';
import { change, edit, keepAsNote, remove, removeItem } from './diagnostics.ts';
import { firstFrom, type Token } from './tokens.ts';
import type { StepNode } from './tree-nodes.ts';
import { HALF_MARATHON_METRES, RACES, type Amount, type Target, type Zone } from './workout.ts';

/** The target of a step with an amount; `own` is the one that the figure of the amount says. */
export function readTarget(
  figures: Figures,
  node: StepNode,
  amount: Amount,
  own: Target | undefined,
): Target {
  const { label, target: token } = node;
  const target = own ?? (token ? readToken(figures, token, node, amount) : withoutToken(node));
  // S11: the time for the distance of a warm-up is kept as a pace, since a time behind WU is a step of its own.
  const isTimed = label && token && target.kind === 'goal' && amount.kind === 'distance';
  return isTimed && amount.metres > 0 ? paceOver(figures, amount.metres, token) : target;
}

function withoutToken({ label, use, notes }: StepNode): Target {
  if (label) return { kind: 'pace', pace: 'E' };
  return use === 'recovery' && notes.length === 0 ? { kind: 'jog' } : { kind: 'none' };
}

function readToken(figures: Figures, token: Token, node: StepNode, amount: Amount): Target {
  const { kind, low, high, value } = token;
  if (kind === 'target')
    return value === 'HM'
      ? { kind: 'race', metres: HALF_MARATHON_METRES }
      : { kind: 'pace', pace: value as PaceKey };
  if (kind === 'strides') return { kind: 'pace', pace: 'R' };
  if (kind === 'recovery') return readRecovery(figures, token, node, amount);
  if (kind === 'zone') return readZone(figures, token);
  if (kind === 'stated')
    return readStated(figures, token, statedAs(token, value === 'km' ? 'km' : 'mi'));
  if (kind === 'distance') return readRace(figures, token, node);
  if (kind === 'number') return readBareGoal(figures, token, amount);
  if (kind !== 'beats') return readClock(figures, token, amount);
  if (low < 30 || high > 250)
    figures.question('heart-rate-out-of-range', token, 'Heart rate must be between 30 and 250', [
      remove(token, 'Remove it'),
    ]);
  return { kind: 'beats', from: low, to: high };
}

function readBareGoal({ question, textOf }: Figures, token: Token, amount: Amount): Target {
  const { low } = token;
  const of =
    amount.kind === 'distance' ? `the time for ${formatDistance(amount.metres)}` : 'in seconds';
  question('number-needs-unit', token, `Is ${textOf(token)} ${of}?`, [
    change(token, `${low}s`, `Yes, ${plural(low, 'second')}`),
  ]);
  return { kind: 'goal', seconds: Math.min(low, MAX_SECONDS) };
}

function readRecovery(
  { text, question, textOf }: Figures,
  token: Token,
  { use }: StepNode,
  amount: Amount,
): Target {
  // Quicker than a jog, and how much so is not said.
  if (/^float/i.test(textOf(token)))
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

function readZone({ question }: Figures, token: Token): Target {
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

type Stated = Target & { kind: 'stated' };

function statedAs({ low, high }: Token, per: Stated['per']): Stated {
  return { kind: 'stated', slow: high, fast: low, per };
}

/** L11. */
function readStated({ question }: Figures, token: Token, target: Stated): Stated {
  const kilometres = metresPer(target.per) / 1000;
  if (target.fast / kilometres < 90 || target.slow / kilometres > 1800)
    question('pace-out-of-range', token, 'Pace must be between 1:30 and 30:00 per kilometre', [
      remove(token, 'Remove it'),
    ]);
  return target;
}

/** G8. */
function readRace(figures: Figures, token: Token, { amount }: StepNode): Target {
  const { isPlain, text } = figures;
  const metres = token.doubt === 'metres' ? token.low / 60 : token.low;
  const gap = (race: number) => Math.abs(Math.log(race / metres));
  const race = RACES.reduce((nearest, one) =>
    gap(one.metres) < gap(nearest.metres) ? one : nearest,
  );
  if (race.metres === metres && token.doubt !== 'letter' && token.high === token.low)
    return { kind: 'race', metres };
  const from = amount && amount.to < token.from ? amount.to : token.from;
  figures.question('target-not-a-race', token, `${formatDistance(metres)} isn’t a race distance`, [
    ...(isPlain ? [] : [keepAsNote(text, { from: token.from, to: endOfPace(figures, token) })]),
    change(token, race.text),
    ...(isPlain ? [edit('Two steps', from, token.from, ' + ')] : []),
  ]);
  return isPlain ? { kind: 'race', metres: race.metres } : { kind: 'none' };
}

/** Behind the word "pace" that belongs to a figure. */
function endOfPace({ tokens }: Figures, token: Token): number {
  const next = tokens[firstFrom(tokens, token.to)];
  return next?.kind === 'pace' ? next.to : token.to;
}

/** G9: the time for the step's distance; a clock may also be a pace. */
function readClock(figures: Figures, token: Token, amount: Amount): Target {
  const { kind, low, high } = token;
  checkClock(figures, token);
  const metres = amount.kind === 'distance' ? amount.metres : undefined;
  const isGoalTime =
    figures.isPlain ||
    isAfterIn(figures, token) ||
    (kind === 'time' && endOfPace(figures, token) === token.to);
  if (metres === undefined || !isGoalTime) return readPace(figures, token, metres);
  if (low === 0)
    figures.question('zero-amount', token, 'A goal needs a time', [
      removeItem(figures.text, token),
    ]);
  checkSize(figures, token, { kind: 'time', seconds: 0 });
  // No distance has no pace; it is a mistake of its own.
  return high === low || metres === 0
    ? { kind: 'goal', seconds: Math.min(low, MAX_SECONDS) }
    : paceOver(figures, metres, token);
}

function isAfterIn({ tokens }: Figures, token: Token): boolean {
  return tokens[firstFrom(tokens, token.from) - 1]?.kind === 'in';
}

/** The pace of a distance in a time. */
function paceOver(figures: Figures, metres: number, token: Token): Stated {
  const ends = [token.low, token.high];
  const per = figures.isImperial() === true ? 'mi' : 'km';
  const perUnit = (seconds: number) => Math.max(1, Math.round((seconds / metres) * metresPer(per)));
  return readStated(figures, token, {
    kind: 'stated',
    slow: perUnit(Math.max(...ends)),
    fast: perUnit(Math.min(...ends)),
    per,
  });
}

/** A clock without a unit. Readings that nobody runs are left out; of several the runner chooses. */
function readPace(figures: Figures, token: Token, metres: number | undefined): Target {
  const readings = clockReadings(figures, token, metres);
  const possible = readings.filter(({ speed }) => speed > 1.6 && speed < fastest(metres ?? 10_000));
  const offered = possible.length > 0 ? possible : readings;
  const [first] = offered;
  if (!first) {
    figures.question('pace-out-of-range', token, `“${figures.textOf(token)}” isn’t a pace`, [
      remove(token, 'Remove it'),
    ]);
    return { kind: 'none' };
  }
  const span = { from: token.from, to: endOfPace(figures, token) };
  if (possible.length !== 1)
    figures.question(
      'time-or-pace',
      token,
      `Is ${figures.textOf(token)} a time or a pace?`,
      offered.map(({ label, written }) => change(span, written, label)),
    );
  return first.target;
}

type ClockReading = { target: Target; speed: number; written: string; label: string };

/** The time for a distance, and the paces of the units that the text counts in. */
function clockReadings(figures: Figures, token: Token, metres: number | undefined): ClockReading[] {
  const { low, high } = token;
  const clock = figures.textOf(token);
  const readings: ClockReading[] = [];
  if (metres !== undefined) {
    const [speed, label] = [metres / low, `${clock} for ${formatDistance(metres)}`];
    if (low === high) {
      const target: Target = { kind: 'goal', seconds: low };
      readings.push({ target, speed, written: writeTime(low), label });
    } else {
      const target = paceOver(figures, metres, token);
      readings.push({ target, speed, written: writePace(target), label });
    }
  }
  const imperial = figures.isImperial();
  for (const per of ['km', 'mi'] as const) {
    const unit = metresPer(per);
    const isOther = imperial !== undefined && imperial !== (per === 'mi');
    const isSame = metres !== undefined && Math.abs(metres - unit) < 1;
    if (isOther || isSame || high >= 3600) continue;
    const target = statedAs(token, per);
    const label = `${clock} per ${per === 'km' ? 'kilometre' : 'mile'}`;
    readings.push({ target, speed: unit / low, written: writePace(target), label });
  }
  return readings;
}

/** Faster than this nobody trains: a very good runner's race speed. */
function fastest(metres: number): number {
  const raced = Math.min(42_195, Math.max(800, metres));
  return raced / raceTime(FAST_VDOT, raced);
}

const FAST_VDOT = 70;

function metresPer(unit: Stated['per']): number {
  return METRES_PER_UNIT[unit === 'km' ? 'metric' : 'imperial'];
}
