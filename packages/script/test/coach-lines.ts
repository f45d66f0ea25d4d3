import * as fc from 'fast-check';

import { CORPUS } from './corpus.ts';

// Lines as coaches write them, with the workout that each means; and the lines of the corpus, changed as people change them.

/** A line, and the script of what it means. */
export type CoachLine = { text: string; script: string };

const METRES = [200, 300, 400, 600, 800, 1000, 1200, 1600] as const;

const pick = <T>(...values: readonly T[]) => fc.constantFrom(...values);

/** A pace in words, and as it is written. */
const pace = pick(
  ['at threshold', 'T'],
  ['@ T', 'T'],
  ['at 5k pace', '5k'],
  ['@ 10k', '10k'],
  ['at marathon pace', 'M'],
  ['@ HMP', 'HM'],
  ['im Schwellentempo', 'T'],
  ['à allure 10 km', '10k'],
  ['a ritmo de 10 km', '10k'],
  ['in soglia', 'T'],
);

const recovery = fc.oneof(
  fc
    .tuple(
      pick(60, 90, 120, 180),
      pick(['jog', 'jog'], ['rest', 'rest'], ['walk', 'walk'], ['Trabpause', 'jog']),
    )
    .chain(([seconds, [word, kind]]) =>
      pick(
        [`w/ ${seconds} sec ${word}`, `${seconds}s ${kind}`],
        [`, ${seconds}s ${word}`, `${seconds}s ${kind}`],
        [`(${seconds} secs ${word})`, `${seconds}s ${kind}`],
      ),
    ),
  pick(200, 400).map((metres) => [`w/ ${metres}m jog`, `${metres}mtr jog`]),
  pick(60, 90).map((seconds) => [`off ${seconds}`, `${seconds}s jog`]),
);

const repeat = fc
  .tuple(
    fc.integer({ min: 2, max: 12 }),
    fc.oneof(
      fc.constantFrom(...METRES).map((metres) => [`${metres}m`, `${metres}mtr`]),
      fc.constantFrom(...METRES).map((metres) => [String(metres), `${metres}mtr`]),
      fc.integer({ min: 1, max: 12 }).map((minutes) => [`${minutes} min`, `${minutes}min`]),
      pick(['1k', '1km'], ['1 mile', '1mi'], ['2k', '2km']),
    ),
    pace,
    recovery,
    pick('x', ' x ', ' × '),
  )
  .map(([count, [length = '', amount = ''], [aim, target], [rest = '', between = ''], times]) => ({
    text: `${count}${times}${length} ${aim}${rest.startsWith(',') ? '' : ' '}${rest}`,
    script: `${count}x(${amount} ${target} + ${between})`,
  }));

const ends = pick(
  ['', '', '', ''],
  ['15 min easy, ', ', 10 min easy', '15m E + ', ' + 10m E'],
  ['2k warm up, ', ', 2k cool down', '2km WU + ', ' + 2km CD'],
  ['2 miles wu. ', '. 2 miles cd', '2mi WU + ', ' + 2mi CD'],
  ['15 min Einlaufen, ', ', 10 min Auslaufen', '15m WU + ', ' + 10m CD'],
);

const TALK = ['Tuesday: ', 'Hi all, ', 'Track tonight! '];
const talk = pick('', '', '', ...TALK);

/** A session whose meaning is known. */
export const coachLine: fc.Arbitrary<CoachLine> = fc
  .tuple(talk, ends, repeat)
  .map(([before, [start, end, first, last], { text, script }]) => ({
    text: `${before}${start}${text}${end}`,
    script: `${first}${script}${last}`,
  }));

/** What is put into a line, and what of it a workout shows. */
const MORE = [
  ['1711', '1711', '1.711', '28m31s'],
  ['137', '137', '2m17s', '2h17m'],
  ['23 min', '23m'],
  ['7 km', '7km'],
  ['hike', 'walk'],
  ['strides', 'strides'],
  ['Z2', 'Z2'],
  ['at 15k pace', '15k'],
  ['cool down', 'CD'],
] as const;

/** A session with a figure or a word more, somewhere between its words. */
export const lineWithMore: fc.Arbitrary<{ text: string; traces: readonly string[] }> = fc
  .tuple(coachLine, fc.nat(), fc.constantFrom(...MORE), pick('', ','))
  .map(([{ text }, place, [more, ...traces], comma]) => {
    const words = text.split(' ');
    const at = place % (words.length + 1);
    return { text: words.toSpliced(at, 0, more + comma).join(' '), traces: [...traces, more] };
  });

/** A session of lengths and paces that nobody runs together. */
export const oddLine: fc.Arbitrary<string> = fc
  .tuple(
    talk,
    fc.integer({ min: 3, max: 9 }),
    pick(
      ['30 km', 'at threshold'],
      ['12 km', 'at 5k pace'],
      ['80 min', 'at 10k pace'],
      ['2 hours', 'at threshold'],
      ['1 km', '@ 1:40/km'],
      ['20 metres', 'at 5k pace'],
    ),
    pick('w/ 90 sec jog', 'w/ 2 min rest', '(90 secs walk)'),
  )
  .map(([before, count, [length, aim], rest]) => `${before}${count} x ${length} ${aim} ${rest}`);

const PIECES = CORPUS.map(({ text }) => text).filter((text) => text.length < 300);
const WORDS = PIECES.flatMap((text) => text.split(/\s+/)).filter((word) => word !== '');

const word = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.integer({ min: 0, max: 2000 }).map(String),
  pick(
    'last',
    'or',
    '(',
    ')',
    ',',
    '+',
    '/',
    ':',
    '1:15',
    'R',
    'jog',
    'wombat',
    '\n',
    '"',
    '@',
    '%',
  ),
);

/** Drops, doubles, swaps, replaces or inserts a word. */
const change = fc.tuple(
  fc.nat(),
  fc.constantFrom('drop', 'double', 'swap', 'replace', 'insert'),
  word,
);

/** A line of the corpus or of a coach, or two of them, with a few words changed. */
export const changedLine: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(
      fc.oneof(
        fc.constantFrom(...PIECES, ...TALK),
        coachLine.map(({ text }) => text),
      ),
      {
        minLength: 1,
        maxLength: 2,
      },
    ),
    pick(', ', ' then ', '\n', ' + ', ' '),
    fc.array(change, { maxLength: 4 }),
  )
  .map(([lines, join, changes]) =>
    changes.reduce(changed, lines.join(join).split(' ')).join(' ').slice(0, 800),
  );

function changed(
  words: string[],
  [place, kind, other]: readonly [number, string, string],
): string[] {
  const at = place % Math.max(1, words.length);
  const own = words[at] ?? '';
  const next = words[at + 1];
  if (kind === 'drop') return words.toSpliced(at, 1);
  if (kind === 'double') return words.toSpliced(at, 0, own);
  if (kind === 'swap' && next !== undefined) return words.toSpliced(at, 2, next, own);
  return words.toSpliced(at, kind === 'replace' ? 1 : 0, other);
}
