import * as fc from 'fast-check';

import {
  RACES,
  writeScript,
  type Amount,
  type Target,
  type Workout,
  type WorkoutItem,
  type Zone,
} from '../src/index.ts';
import { CORPUS } from './corpus.ts';

// Workouts that can be written, scripts that spell them every way the rules allow, and texts that nobody
// should write but somebody will.

const seconds = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 86_400 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 86_400_000 }).map((ms) => ms / 1000) },
);

const metres = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 400_000 }) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 400 }).map((km) => km * 1000) },
  {
    weight: 2,
    arbitrary: fc
      .integer({ min: 1, max: 24_800 })
      .map((miles) => Math.round(miles * 160_934) / 10_000),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 400_000_000 }).map((mm) => mm / 1000) },
);

const time = fc.record({ kind: fc.constant('time' as const), seconds });
const distance = fc.record({ kind: fc.constant('distance' as const), metres });
export const amount: fc.Arbitrary<Amount> = fc.oneof(
  time,
  distance,
  fc.constant({ kind: 'open' as const }),
);

export const target: fc.Arbitrary<Target> = fc.oneof(
  fc.constantFrom<Target>({ kind: 'none' }, { kind: 'jog' }, { kind: 'rest' }, { kind: 'walk' }),
  fc.constantFrom('E', 'M', 'T', 'I', 'R').map((pace) => ({ kind: 'pace', pace }) as const),
  fc.constantFrom<Zone>(1, 2, 3, 4, 5).map((zone) => ({ kind: 'zone', zone }) as const),
  fc.constantFrom(...RACES).map((race) => ({ kind: 'race', metres: race.metres }) as const),
  fc
    .tuple(
      fc.integer({ min: 150, max: 900 }),
      fc.integer({ min: 0, max: 90 }),
      fc.constantFrom('km', 'mi'),
    )
    .map(([fast, wide, per]) => ({ kind: 'stated', slow: fast + wide, fast, per }) as const),
  fc
    .tuple(fc.integer({ min: 30, max: 200 }), fc.integer({ min: 0, max: 50 }))
    .map(([from, wide]) => ({ kind: 'beats', from, to: from + wide }) as const),
);

/** Nothing that a note cannot hold: no quotation marks, and white space as it is written back. */
export const note = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((text) =>
    text
      .replaceAll(/["\u201c\u201d]/g, "'")
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
  .filter((text) => text !== '');

export const step: fc.Arbitrary<WorkoutItem> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('step' as const), amount, target }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('step' as const), amount, target, note }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('step' as const),
      amount,
      target: fc.constant<Target>({ kind: 'pace', pace: 'E' }),
      role: fc.constantFrom('warm-up' as const, 'cool-down' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('step' as const),
      amount: distance,
      target: fc.record({ kind: fc.constant('goal' as const), seconds }),
    }),
  },
);

function items(depth: number): fc.Arbitrary<WorkoutItem[]> {
  const repeat = fc.record({
    kind: fc.constant('repeat' as const),
    count: fc.integer({ min: 1, max: depth === 1 ? 99 : 4 }),
    items: depth === 0 ? fc.array(step, { minLength: 1, maxLength: 2 }) : fc.constant(null),
  });
  const item: fc.Arbitrary<WorkoutItem> =
    depth === 0
      ? step
      : fc.oneof(
          { weight: 4, arbitrary: step },
          {
            weight: 1,
            arbitrary: fc.tuple(repeat, items(depth - 1)).map(
              ([head, inner]) =>
                ({
                  kind: 'repeat',
                  count: head.count,
                  items: marked(inner, head.count),
                }) as const,
            ),
          },
        );
  return fc.array(item, { minLength: 1, maxLength: 5 });
}

/** Now and then the last step of a repeat is left out in the last round. */
function marked(inner: WorkoutItem[], chance: number): WorkoutItem[] {
  const last = inner.at(-1);
  if (last?.kind !== 'step' || chance % 3 !== 0) return inner;
  return [...inner.slice(0, -1), { ...last, isBetween: true }];
}

export const workout: fc.Arbitrary<Workout> = items(4).map((inner) => ({ items: inner }));

/** A correct script, spelled in any of the ways that mean the same. */
export const spelledScript: fc.Arbitrary<string> = fc
  .tuple(workout, fc.nat())
  .map(([{ items: inner }, seed]) => spell(inner, chooser(seed)));

/** 0 to 11. */
type Choose = () => number;

/** A stream of choices that follows from one number, which costs a fraction of making each of them. */
function chooser(seed: number): Choose {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * 12);
  };
}

function spell(inner: readonly WorkoutItem[], choose: Choose): string {
  const gap = () => ['', '', ' ', ' ', '  ', '\n', '\t', '\u00a0'][choose()] ?? ' ';
  return inner
    .map((item) =>
      item.kind === 'repeat'
        ? `${item.count}${gap()}${choose() > 5 ? 'x' : 'X'}${gap()}(${gap()}${spell(item.items, choose)}${gap()})`
        : spellStep(item, choose),
    )
    .join(`${gap()}+${gap()}`);
}

function spellStep(item: WorkoutItem & { kind: 'step' }, choose: Choose): string {
  const isOpenWritten = item.amount.kind === 'open' && choose() > 8 && item.target.kind !== 'none';
  const { note: own, isBetween, ...bare } = item;
  const [amountWord = '', targetWord] = writeScript({ items: [bare] }).split(' ');
  const words = [amountWord, targetWord].filter((word) => word !== undefined);
  const spelled = words.map((word) => recased(respelled(word, item, choose), choose));
  const marks = choose() > 5 ? ['"', '"'] : ['\u201c', '\u201d'];
  return [
    ...(isOpenWritten && amountWord !== 'open' ? ['open'] : []),
    ...spelled,
    ...(isBetween ? [choose() > 8 ? 'BETWEEN' : 'between'] : []),
    ...(own === undefined ? [] : [`${marks[0]}${own}${marks[1]}`]),
  ].join(' ');
}

function respelled(word: string, item: WorkoutItem & { kind: 'step' }, choose: Choose): string {
  const names: Record<string, string> = {
    E: 'easy',
    M: 'marathon',
    T: 'threshold',
    I: 'interval',
    R: 'repetition',
  };
  const choice = choose();
  if (word in names) return choice > 6 ? (names[word] ?? word) : word;

  const clock = /^(?:(\d+)h)?(\d+)m(\d\d)s$/.exec(word);
  if (clock && choice > 6) {
    const [, hours, minutes = '', rest] = clock;
    return hours ? `${hours}:${minutes.padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
  }
  if (/^\d+m$/.test(word) && choice > 6) return word.replace('m', 'min');
  if (/^\d+s$/.test(word) && choice > 6) return word.replace('s', 'sec');
  if (word.includes('/')) return word;
  if (word.endsWith('km') && choice > 8) return word.replace(/km$/, 'k');
  if (/\dk$/.test(word) && choice > 8) return word.replace(/k$/, ' km');
  if (word.endsWith('mtr') && choice > 6)
    return word.replace('mtr', choice > 9 ? 'meters' : ' metres');
  return /(?:km|mi)$/.test(word) && choice > 6 ? word.replace(/(km|mi)$/, ' $1') : word;
}

/** 3mI and 5kM are unclear, so a unit is not written in two cases. */
function recased(word: string, choose: Choose): string {
  const choice = choose();
  return choice > 9 ? word.toUpperCase() : choice > 7 ? word.toLowerCase() : word;
}

const FRAGMENTS = `
  + ( ) x X , ; . : @ # × * ' " 5x( x( 400m 3mI 5kM 1:75 1h30 Z0 Z9 Z tempo 0m 99999 5 100x( 0x( 1.5 7km é
  ⚡️ jog HM open 5× 1,5km 10,000mtr 1'30" .5
`
  .split(/\s+/)
  .concat([
    ' ',
    '\n',
    ' + ',
    '+ +',
    '400 m',
    'warm up',
    'zone 2',
    '\u0000',
    '\ud800',
    'E T',
    'rest 90',
    '1h 30m',
    'E 15m',
    '4:30/km',
    '5km 4:30/km',
    '4:20-4:30 min/mi',
    '4:30-4:20/km',
    '145-155bpm',
    '150 bpm',
    'bpm',
    ' between',
    '"note"',
    '\u201cnote\u201d',
    ' "',
    '" ',
    ' min',
    ' miles ',
    ' easy ',
    ' w/ ',
    ' at ',
    ' pace',
    ', ',
    ' hard',
    '6 x ',
    '4-6 x ',
    ' or ',
    ' then ',
    'WU ',
    ' cool down',
    ' between sets',
    ' strides',
    '800 ',
    ' (2 min jog)',
    ': ',
    ' last 2 km',
    '2E',
    '10-15 min',
    '- ',
  ]);

/** Correct scripts with a few pieces cut out, doubled or put in where they do not belong. */
const mutatedScript: fc.Arbitrary<string> = fc
  .tuple(
    spelledScript,
    fc.array(fc.tuple(fc.nat(400), fc.nat(6), fc.constantFrom(...FRAGMENTS)), {
      minLength: 1,
      maxLength: 6,
    }),
  )
  .map(([script, edits]) => change(script, edits));

function change(script: string, edits: readonly (readonly [number, number, string])[]): string {
  return edits.reduce((text, [at, cut, insert]) => {
    const from = text.length === 0 ? 0 : at % (text.length + 1);
    return text.slice(0, from) + insert + text.slice(from + (cut > 3 ? 0 : cut));
  }, script);
}

/** Sessions as runners write them, changed in the same way. */
const mutatedPhrase: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...CORPUS.map(({ text }) => text)),
    fc.array(fc.tuple(fc.nat(200), fc.nat(6), fc.constantFrom(...FRAGMENTS)), { maxLength: 4 }),
  )
  .map(([phrase, edits]) => change(phrase, edits));

const soup = fc
  .array(fc.constantFrom(...FRAGMENTS, '3m', '5km', 'E', '5x'), { maxLength: 60 })
  .map((pieces) => pieces.join(''));

/** Anything at all, short enough to try every fix of it. */
export const anyText: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 5, arbitrary: mutatedScript },
    { weight: 5, arbitrary: mutatedPhrase },
    { weight: 3, arbitrary: soup },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  )
  .map((text) => text.slice(0, 5000));

/** Anything at all, up to as long as a script may be. */
export const longText: fc.Arbitrary<string> = fc
  .oneof(
    fc.array(mutatedScript, { maxLength: 60, size: 'max' }).map((scripts) => scripts.join(' + ')),
    fc
      .array(fc.constantFrom(...FRAGMENTS), { maxLength: 2500, size: 'max' })
      .map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary', maxLength: 5000, size: 'max' }),
    fc.string({
      unit: fc.constantFrom(...'0123456789+()xX EMTIRZhmskir.:,@'.split('')),
      maxLength: 5000,
      size: 'max',
    }),
  )
  .map((text) => text.slice(0, 5000));

const FILL = [
  '+',
  '(',
  '9',
  'x(',
  ')',
  '5x(',
  '5x',
  '(+',
  '@',
  'E ',
  '5 ',
  'x ',
  '1:',
  '1.',
  'm',
  '3mI ',
  ',',
  "5'",
  '5,',
  '((E)',
  '2x(E)+',
  '1h 1m ',
  'E5m',
  'zone 9 ',
];

/** Five thousand characters of one thing after the other, and little that asks for much. */
export const hostileTexts: string[] = [
  ...FILL.map((piece) => piece.repeat(5000).slice(0, 5000)),
  '99x(99x(99x(x',
  '99x(99x(99x(99x(E))))',
];
