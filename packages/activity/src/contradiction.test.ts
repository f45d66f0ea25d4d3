import { trainingPaces } from '@pacewright/pace';
import { describe, expect, test } from 'vitest';

import { findContradiction, type Session, type Verdict } from './index.ts';

const PACES = trainingPaces(50);
const SCRIPT = '15m E + 3x(3m I + 2m jog) + 10m E';
/** The positions of the three reps among the steps as they are run. */
const REPS = [1, 3, 5];

/** A session whose reps have these verdicts. */
function session(
  verdicts: readonly Verdict[],
  { script = SCRIPT, paces = PACES, isSure = true, day = '2026-11-17' } = {},
): Session {
  const steps = Array.from({ length: 8 }, (_, index) => ({
    verdict: verdicts[REPS.indexOf(index)] ?? ('hit' as const),
    isSure,
  }));
  return {
    id: day,
    day,
    comparison: {
      script,
      paces: { trainingPaces: paces, vdot: 50 },
      result: { kind: 'compared', steps },
    },
  };
}

const FAST = session(['fast', 'fast', 'hit']);
const SLOW = session(['slow', 'slow', 'slow']);

describe('D11: sessions contradict a pace', () => {
  test('if the last three at it were faster', () => {
    expect(findContradiction([FAST, FAST, FAST], PACES)).toEqual({
      pace: 'I',
      direction: 'fast',
      sessions: Array.from({ length: 3 }, () => ({
        id: '2026-11-17',
        day: '2026-11-17',
        beyond: 2,
        of: 3,
      })),
    });
  });

  test('if the last three at it were slower', () => {
    expect(findContradiction([SLOW, SLOW, SLOW], PACES)).toMatchObject({ direction: 'slow' });
  });

  test('with sessions at other paces and runs of their own between them', () => {
    const own = { ...FAST, comparison: null };
    const easy = session([], { script: '60m E' });
    expect(findContradiction([FAST, own, FAST, easy, FAST], PACES)?.sessions).toHaveLength(3);
  });

  test.each([
    ['two of them', [FAST, FAST]],
    ['one of them was on pace', [FAST, session(['hit', 'hit', 'hit']), FAST, FAST]],
    ['the newest was on pace', [session(['hit', 'hit', 'hit']), FAST, FAST, FAST]],
    ['they were faster and slower', [FAST, SLOW, FAST]],
    ['one had a slow rep, too', [session(['fast', 'fast', 'slow']), FAST, FAST]],
    [
      'the paces were others then',
      [FAST, FAST, session(['fast', 'fast'], { paces: trainingPaces(48) })],
    ],
    [
      'we are not sure',
      Array.from({ length: 3 }, () => session(['fast', 'fast', 'fast'], { isSure: false })),
    ],
    ['reps were cut short', Array.from({ length: 3 }, () => session(['short', 'missed', 'short']))],
    [
      'only easy running was faster',
      Array.from({ length: 3 }, () => session(['fast'], { script: '5m E + 60m E' })),
    ],
  ])('but not if %s', (_, sessions) => {
    expect(findContradiction(sessions, PACES)).toBeUndefined();
  });
});
