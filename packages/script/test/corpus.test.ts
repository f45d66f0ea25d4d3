import { describe, expect, test } from 'vitest';

import { CORPUS, HELD_OUT, judge, type Phrase } from './corpus.ts';

/** Shares in percent that only go up. The aims are 95 and 100. */
const SETS = [
  { name: 'tuned on', phrases: CORPUS, readAtOnce: 100, askedWell: 100 },
  { name: 'held out', phrases: HELD_OUT, readAtOnce: 98, askedWell: 88 },
];

describe.each(SETS)(
  'sessions as runners write them, $name',
  ({ phrases, readAtOnce, askedWell }) => {
    const judged = phrases.map((phrase) => ({ phrase, outcome: judge(phrase) }));

    test('none is read as another workout', () => {
      const wrong = judged.filter(({ outcome }) => outcome === 'wrong');
      expect(wrong.map(({ phrase }) => phrase.text)).toEqual([]);
    });

    test('those with one meaning are read at once', () => {
      expect(shareOf(judged, 'right', false)).toBeGreaterThanOrEqual(readAtOnce);
    });

    test('those a person would ask about are asked, with the right answer among the first two', () => {
      expect(shareOf(judged, 'asked', true)).toBeGreaterThanOrEqual(askedWell);
    });
  },
);

test('each phrase has a text of its own and a script that means it', () => {
  const all = [...CORPUS, ...HELD_OUT];
  expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
  expect(all.filter(({ scripts }) => scripts.length === 0)).toEqual([]);
});

test('there are 600 phrases, a quarter of them held out', () => {
  expect(CORPUS.length + HELD_OUT.length).toBeGreaterThanOrEqual(600);
  expect(HELD_OUT.length * 4).toBeGreaterThanOrEqual(CORPUS.length + HELD_OUT.length);
});

function shareOf(
  judged: readonly { phrase: Phrase; outcome: string }[],
  outcome: string,
  isAmbiguous: boolean,
): number {
  const all = judged.filter(({ phrase }) => phrase.isAmbiguous === isAmbiguous);
  return (100 * all.filter((one) => one.outcome === outcome).length) / all.length;
}
