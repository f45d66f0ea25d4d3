import { pick, type Random } from './random.ts';

const SCRIPT_LENGTH = 5000;
const PLAN_LENGTH = 20_000;

/** Sessions as coaches and athletes write them. */
const SESSIONS = [
  '15m E + 5x(3m I + 2m E) + 10m E',
  '2km w/u, 10 x 300m @ 1500m pace w/ 100m walk, 2km w/d',
  '3 x 10 min MP off 2 min easy',
  '6 x 4 min at 4:00-4:10/km, 2 min walk recovery',
  '10 x 45 secs hill reps, jog back recovery',
  '60 min easy with 6 strides',
  'Warm up 15 min, then 4 x 1 mile at threshold with 1 min jog, cool down 10 min',
  'Long run 18 miles, the last 6 miles at marathon pace',
  '8x400 in 90 (200 jog)',
  '40m E + 6x(20s R + 60s jog)',
];

/** Separated by a mark that none of them has. */
const SCRIPT_PIECES = [
  '10m E¦1m¦90s¦5x(¦(¦)¦[¦]¦ + ¦, ¦ ¦\t¦\n¦\r¦; ¦. ¦: ¦-¦ - ¦–¦/¦"¦’¦1¦9¦99¦x ¦ x 3¦½¦1,5 km¦1.5¦4:30¦/km',
  'HM ¦mile ¦marathon ¦5k¦Z2¦bpm¦%¦@ ¦E¦T ¦WU ¦warm up ¦cool down ¦jog ¦rest ¦easy ¦hard ¦800m¦400 ¦in 72 ',
  'to ¦and ¦then ¦or ¦with ¦w/ ¦off ¦between ¦sets of ¦repeat ¦twice more ¦each ¦the last 2 km ¦alternating ',
  'float ¦race ¦Tempo: ¦é¦at ¦slower than ¦\u2028¦😀¦\u0000¦blah ',
].flatMap((pieces) => pieces.split('¦'));

const PLAN_PIECES = [
  'Mon-Sun ¦Tue ¦Mon, Wed-Fri ¦pm ¦am ¦{¦}¦//¦ like ¦week 1¦weeks 1-53¦weeks 1-4¦week 5¦\n¦\n¦\n¦name = ¦nm',
  '> ¦# ¦|¦;¦..¦plan ¦week starts Sun¦Dear Jo,¦12 weeks to go¦every week¦{1,2}¦{30m, 35m}',
]
  .flatMap((pieces) => pieces.split('¦'))
  .concat(SCRIPT_PIECES);

const SCRIPT_HEADS = ['', '', '10m E + ', '5x(', '1m'];
const PLAN_HEADS = [
  '',
  'week 1\n',
  'weeks 1-53\n',
  'weeks 1-53\n',
  'weeks 1-53\nMon-Sun ',
  'weeks 1-53\n Mon 10m E\nweeks 2-53\n',
];

export const ORDINARY_SCRIPT = repeatUpTo(`${SESSIONS.join('\n')}\n`, SCRIPT_LENGTH);
export const ORDINARY_PLAN = writePlan();

/** A session for each day of a year, each different. */
function writePlan(): string {
  const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  const lines = Array.from({ length: 52 * 7 }, (_, day) => {
    const heading = day % 7 === 0 ? `week ${day / 7 + 1}\n` : '';
    return `${heading}${weekdays[day % 7]} ${day + 10}m E, ${SESSIONS[day % SESSIONS.length]}\n`;
  });
  return lines.join('').slice(0, PLAN_LENGTH);
}

export function inventScript(random: Random): string {
  return inventText(random, SCRIPT_HEADS, SCRIPT_PIECES, SCRIPT_LENGTH);
}

export function inventPlan(random: Random): string {
  return inventText(random, PLAN_HEADS, PLAN_PIECES, PLAN_LENGTH);
}

/** A few pieces in any order, repeated up to a length. Half of the texts have two such parts, and some have an end. */
function inventText(
  random: Random,
  heads: readonly string[],
  pieces: readonly string[],
  length: number,
): string {
  const fragment = () =>
    Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(random, pieces)).join('');
  const end = random() < 0.2 ? fragment() : '';
  const room = length - end.length;
  const share = random() < 0.5 ? 1 : random();
  const head = pick(random, heads);
  const first = repeatUpTo(fragment(), Math.floor(share * (room - head.length)));
  return head + first + repeatUpTo(fragment(), room - head.length - first.length) + end;
}

function repeatUpTo(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}
