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
const amount: fc.Arbitrary<Amount> = fc.oneof(
  time,
  distance,
  fc.constant({ kind: 'open' as const }),
);

const target: fc.Arbitrary<Target> = fc.oneof(
  fc.constantFrom<Target>({ kind: 'none' }, { kind: 'jog' }, { kind: 'rest' }),
  fc.constantFrom('E', 'M', 'T', 'I', 'R').map((pace) => ({ kind: 'pace', pace }) as const),
  fc.constantFrom<Zone>(1, 2, 3, 4, 5).map((zone) => ({ kind: 'zone', zone }) as const),
  fc.constantFrom(...RACES).map((race) => ({ kind: 'race', metres: race.metres }) as const),
);

const step: fc.Arbitrary<WorkoutItem> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('step' as const), amount, target }) },
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
            arbitrary: fc
              .tuple(repeat, items(depth - 1))
              .map(
                ([head, inner]) => ({ kind: 'repeat', count: head.count, items: inner }) as const,
              ),
          },
        );
  return fc.array(item, { minLength: 1, maxLength: 5 });
}

export const workout: fc.Arbitrary<Workout> = items(4).map((inner) => ({ items: inner }));

/** A correct script, spelled in any of the ways that mean the same. */
export const spelledScript: fc.Arbitrary<string> = fc
  .tuple(workout, fc.infiniteStream(fc.nat(11)))
  .map(([{ items: inner }, choices]) => spell(inner, () => choices.next().value));

type Choose = () => number;

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
  const [amountWord = '', targetWord] = writeScript({ items: [item] }).split(' ');
  const words = [amountWord, targetWord].filter((word) => word !== undefined);
  const spelled = words.map((word) => recased(respelled(word, item, choose), choose));
  return [...(isOpenWritten && amountWord !== 'open' ? ['open'] : []), ...spelled].join(' ');
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
  .map(([script, edits]) =>
    edits.reduce((text, [at, cut, insert]) => {
      const from = text.length === 0 ? 0 : at % (text.length + 1);
      return text.slice(0, from) + insert + text.slice(from + (cut > 3 ? 0 : cut));
    }, script),
  );

const soup = fc
  .array(fc.constantFrom(...FRAGMENTS, '3m', '5km', 'E', '5x'), { maxLength: 60 })
  .map((pieces) => pieces.join(''));

/** Anything at all, short enough to try every fix of it. */
export const anyText: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 5, arbitrary: mutatedScript },
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
