import { trainingPaces } from '@pacewright/pace';
import { describe, expect, test } from 'vitest';

import { recordScript } from '../test/recorded-file.ts';
import { chooseMatch, judgeRun, timeOfDayAt, type TimeOfDay } from './judge-run.ts';
import { readRun } from './read-run.ts';

const DAY = '2026-11-17';
const PACES = { trainingPaces: trainingPaces(50) };

type Session = { id: string; script: string; day?: string; timeOfDay?: TimeOfDay | null };

/** The id of the session that a run of this script belongs to. */
function match(ran: string, timeOfDay: TimeOfDay | undefined, sessions: Session[]) {
  const reading = readRun(recordScript(ran));
  if (!reading.ok) throw new Error(reading.reason);
  const compared = sessions.map(({ script, ...rest }) => ({
    entry: { day: DAY, ...rest },
    judged: judgeRun(
      reading.run,
      { steps: [] },
      { title: rest.id, script, paces: PACES },
      [],
      'metric',
    ),
  }));
  return chooseMatch({ day: DAY, timeOfDay }, compared)?.entry.id;
}

describe('D12: a run belongs', () => {
  const am = { id: 'am', script: '45m E', timeOfDay: 'am' } as const;
  const pm = { id: 'pm', script: '45m E', timeOfDay: 'pm' } as const;
  const neither = { id: 'neither', script: '45m E', timeOfDay: null } as const;

  test.each<[TimeOfDay | undefined, Session[], string]>([
    ['am', [am, pm], 'am'],
    ['pm', [am, pm], 'pm'],
    ['am', [pm, neither], 'neither'],
    ['pm', [neither, pm], 'pm'],
    [undefined, [neither, am, pm], 'neither'],
  ])('in the %s, of equal sessions, to the one of its half of the day', (half, sessions, id) => {
    expect(match('45m E', half, sessions)).toBe(id);
  });

  test('to the session it resembles, whatever the time of day', () => {
    const reps = {
      id: 'reps',
      script: '15m E + 5x(3m I + 2m E) + 10m E',
      timeOfDay: 'am',
    } as const;
    expect(match(reps.script, 'pm', [pm, reps])).toBe('reps');
  });
});

test.each<[number, TimeOfDay]>([
  [Date.UTC(2026, 10, 17, 0, 0) / 1000, 'am'],
  [Date.UTC(2026, 10, 17, 11, 59, 59) / 1000, 'am'],
  [Date.UTC(2026, 10, 17, 12, 0) / 1000, 'pm'],
  [Date.UTC(2026, 10, 17, 23, 59) / 1000, 'pm'],
])('noon is where the afternoon begins', (localSeconds, half) => {
  expect(timeOfDayAt(localSeconds)).toBe(half);
});
