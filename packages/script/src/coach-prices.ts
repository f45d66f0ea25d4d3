import type { Target } from './workout.ts';
import type { Draft } from './coach-drafts.ts';
import { isTrack, type Measure } from './coach-leaf.ts';
import { isEasy, type Node, type StepNode } from './coach-nodes.ts';

/** Whether a text counts in miles, in kilometres, or in both. */
export type Context = { isMiles: boolean; isMetric: boolean; unit: string | undefined };

type Choice<T> = readonly [T, number];

/** The units that a bare number could have, with their prices. */
export function unitsOf(
  draft: Draft,
  isRecovery: boolean,
  unit: string | undefined,
  { isMiles, isMetric, unit: said }: Context,
): readonly Choice<string>[] {
  const value = Math.max(...draft.measures.map(({ bare }) => bare));
  if (said !== undefined && value < 100 && (!isRecovery || (said === 'min' && value < 15)))
    return [[said, 0]];
  if (isRecovery) {
    if (value >= 100)
      return value % 50 === 0
        ? [
            ['mtr', 0],
            ['s', 2],
          ]
        : [['s', 0.2]];
    return value >= 15
      ? [
          ['s', 0.1],
          ['min', 1.8],
        ]
      : [
          ['min', 0.2],
          ['km', 2],
        ];
  }
  if (unit !== undefined && unit !== '')
    return [[unit === 'clock' || unit === 'hours' || unit === 'h' ? 'min' : unit, 0]];
  if (draft.efforts.length > 0 && value < 20 && draft.target === undefined) return [['min', 0.2]];
  if (draft.role !== undefined || draft.around !== undefined) {
    if (value >= 8)
      return [
        ['min', 0.1],
        [isMiles ? 'mi' : 'km', 1.5],
      ];
    if (value < 5 && (isMiles || isMetric))
      return [
        [isMiles ? 'mi' : 'km', 0.1],
        ['min', 1.5],
      ];
  }
  if (value >= 100 && (isTrack(value) || value % 50 === 0)) return [['mtr', 0]];
  if (draft.counts.length > 0)
    return value >= 20
      ? [
          ['s', 0.6],
          ['min', 1],
        ]
      : [
          ['min', 0.5],
          ['km', isMiles ? 1.4 : 1],
          ['mi', isMiles ? 0.7 : 1.2],
        ];
  if (draft.measures.length > 1)
    return [
      ['min', 0.3],
      ['km', 1.6],
    ];
  if (value >= 27)
    return [
      ['min', 0.2],
      ['mi', 2.2],
    ];
  const [miles, kilometres] = isMiles ? [0.2, 1.8] : isMetric ? [1.8, 0.2] : [0.5, 1];
  return [
    ['mi', miles],
    ['km', kilometres],
    ['min', draft.role !== undefined || draft.rec !== undefined ? 0.4 : 1.1],
  ];
}

/** A clock behind a step: the time for its distance, or a pace. */
export function clockTargets(
  measure: Measure | undefined,
  clock: Draft['clock'],
  { isMiles, isMetric }: Context,
): readonly Choice<Target | undefined>[] {
  if (!clock) return [[undefined, 0]];
  const { low, high, isGoal, isPace } = clock;
  const stated = (per: 'km' | 'mi'): Target => ({ kind: 'stated', slow: high, fast: low, per });
  const isPaceOf = { km: low >= 140 && high <= 660, mi: low >= 225 && high <= 1060 };
  const amount = measure?.amount;
  if (amount?.kind === 'distance') {
    const perKm = (low / amount.metres) * 1000;
    // Nobody who needs a plan runs a kilometre and more faster than 2:45.
    const fastest = amount.metres > 2400 ? 175 : amount.metres > 1200 ? 165 : 140;
    const isTime = perKm >= fastest && perKm <= 660 && low === high && !isPace;
    const per = measure?.unit === 'mi' || (measure?.unit !== 'km' && isMiles) ? 'mi' : 'km';
    const isUnit = Math.abs(amount.metres - (per === 'mi' ? 1609.34 : 1000)) < 1;
    const ways: Choice<Target>[] = [];
    if (isUnit && isTime && !isGoal) return [[stated(per), 0]];
    if (isTime) ways.push([{ kind: 'goal', seconds: low }, 0]);
    else if (isPace && low === high && perKm >= 140 && perKm <= 660 && amount.metres < 1000)
      ways.push([{ kind: 'goal', seconds: low }, 0.4]);
    else if (perKm >= 140 && perKm <= 660 && !isPace && high < low * 1.15 && amount.metres < 1000)
      ways.push([
        {
          kind: 'stated',
          slow: Math.round((high / amount.metres) * 1000),
          fast: Math.round((low / amount.metres) * 1000),
          per: 'km',
        },
        0.1,
      ]);
    if (isPaceOf[per] && !(isUnit && isTime) && !(isGoal && isTime))
      ways.push([stated(per), isTime ? 0.9 : isPace && low < 180 && per === 'km' ? 1 : 0]);
    return ways.length > 0 ? ways : [[undefined, 4]];
  }
  const ways: Choice<Target>[] = [];
  if (isPaceOf.km) ways.push([stated('km'), isMiles ? 1.8 : isMetric ? 0 : 0.4]);
  const isRecord = low < 285 ? 1 : 0;
  if (isPaceOf.mi) ways.push([stated('mi'), isRecord + (isMiles ? 0 : isMetric ? 1.8 : 0.6)]);
  return ways.length > 0 ? ways : [[undefined, 4]];
}

/** The price of a step that nobody runs. */
export function unlikely(node: Node, use: 'rest' | 'work', isRepeated = false): number {
  if (node.kind === 'repeat')
    return node.items.reduce(
      (sum, item) =>
        sum +
        unlikely(item, item.kind === 'step' && item.rec !== undefined ? 'rest' : 'work', true) +
        (item.kind === 'step' && item.rec === undefined ? oddSize(item) : 0),
      0,
    );
  return unlikelyStep(node, use, isRepeated);
}

/** How far and how long people repeat at a pace, at the most and at the least. */
const REPEATED: readonly (readonly [string, number, number, number, number])[] = [
  // Paces, metres and seconds: at most, and at least.
  ['R 1500 1609', 1200, 300, 0, 0],
  ['I 3000 5000', 3500, 720, 0, 0],
  ['10000', 4500, 1500, 0, 0],
  ['T 15000', 8500, 2700, 150, 30],
  ['M 21098', 12_000, 5400, 400, 60],
];

function oddSize({ measure, target }: StepNode): number {
  const amount = measure?.amount;
  const name =
    target?.kind === 'pace'
      ? target.pace
      : target?.kind === 'race'
        ? String(Math.round(target.metres))
        : '';
  const row = REPEATED.find(([paces]) => name !== '' && paces.split(' ').includes(name));
  if (!row || !amount || amount.kind === 'open') return 0;
  const [, far, long, near, short] = row;
  const isOdd =
    amount.kind === 'distance'
      ? amount.metres > far || amount.metres < near
      : amount.seconds > long || amount.seconds < short;
  return isOdd ? 1 : 0;
}

function unlikelyStep(
  { measure, target, rec }: StepNode,
  use: 'rest' | 'work',
  isRepeated: boolean,
): number {
  const amount = measure?.amount;
  if (!amount || amount.kind === 'open') return 0;
  const isHours = measure.unit === 'hours';
  if (amount.kind === 'time') {
    const { seconds } = amount;
    if (use === 'rest')
      return isHours ? 3 : seconds > 600 ? 1.6 : seconds > 330 ? 0.8 : seconds < 5 ? 2 : 0;
    if (isRepeated) return isHours ? 3 : seconds > 3600 ? 2 : seconds < 5 ? 1.5 : 0;
    const isShort =
      seconds < 240 &&
      rec === undefined &&
      (target === undefined || isEasy(target)) &&
      measure.unit === 'clock';
    return (isShort ? 2.4 : 0) + (seconds > 5 * 3600 ? 2 : 0);
  }
  const { metres } = amount;
  if (use === 'rest') return metres > 3000 ? 2 : metres > 1700 ? 0.8 : metres < 20 ? 2 : 0;
  if (isRepeated) return metres > 12_000 ? 1.5 : metres < 30 ? 1.5 : 0;
  return metres < 20 ? 1 : metres > 60_000 ? 2 : 0;
}
