import { trainingPaces } from '@pacewright/pace';
import { describe, expect, test } from 'vitest';

import { recordScript, type RecordedFileOptions } from '../test/recorded-file.ts';
import { judgeOwn, judgeRun } from './judge-run.ts';
import {
  type Candidate,
  chooseMatch,
  listCandidates,
  timeOfDayAt,
  type TimeOfDay,
  type When,
} from './match-run.ts';
import { readRun } from './read-run.ts';

const PACES = { trainingPaces: trainingPaces(50) };

type Session = When & { id: string; script: string; daysAway?: number; workoutFile?: number };

/** The question or the certainty that a run of this script is one of the sessions. */
function match(ran: string, when: When, sessions: Session[], options: RecordedFileOptions = {}) {
  const reading = readRun(recordScript(ran, options));
  if (!reading.ok) throw new Error(reading.reason);
  const { run, watch } = reading;
  const { paceSeconds } = judgeOwn(run, PACES.trainingPaces);
  const recorded = { ...when, seconds: run.seconds, paceSeconds, watch };
  const planned = sessions.map(
    ({ id, script, daysAway = 0, workoutFile, ...rest }): Candidate<When & { id: string }> => ({
      entry: { id, ...rest },
      plan: { title: id, script, paces: PACES },
      daysAway,
      workoutFile,
    }),
  );
  const compared = listCandidates(recorded, planned).map((candidate) => ({
    ...candidate,
    judged: judgeRun(run, watch, candidate.plan, [], 'metric'),
  }));
  const found = chooseMatch(recorded, compared);
  return found && `${found.kind}: ${found.entry.id}`;
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
  ])('in the %s, of equal sessions, to the one of its half of the day', (timeOfDay, all, id) => {
    expect(match('45m E', { timeOfDay }, all, { kind: 'none' })).toBe(`matched: ${id}`);
  });

  test('to the session it resembles, whatever the time of day', () => {
    const reps = {
      id: 'reps',
      script: '15m E + 5x(3m I + 2m E) + 10m E',
      timeOfDay: 'am',
    } as const;
    const found = match(reps.script, { timeOfDay: 'pm' }, [pm, reps], { kind: 'button' });
    expect(found).toBe('matched: reps');
  });

  test('of many alike, to one that was compared: two of its day, and two of others', () => {
    const planned = ['30m E', '60m E', '10km E', '2h E', '50m E', '3h E'].map((script) => ({
      entry: {},
      plan: { title: script, script, paces: PACES },
      daysAway: 0,
    }));
    const paceSeconds = { E: 3000, M: 0, T: 0, I: 0, R: 0 };
    const run = { seconds: 3000, paceSeconds, watch: { steps: [] } };
    const others = planned.map((each) => ({ ...each, daysAway: 3 }));
    const beside = planned.map((each) => ({ ...each, daysAway: 2 }));
    const found = listCandidates(run, [...beside, ...planned, ...others]);
    expect(found.map(({ daysAway, plan }) => `${daysAway} ${plan.script}`)).toEqual([
      '0 50m E',
      '0 10km E',
      '2 50m E',
      '2 10km E',
    ]);
  });
});

describe('D21: a run of another day', () => {
  const threshold = { id: 'threshold', script: '15m E + 4x(8m T + 2m jog) + 10m E' };
  const easy = { id: 'easy', script: '45m E' };

  test.each([
    ['two days early', 2],
    ['a day early', 1],
    ['a day late', -1],
  ])('is asked about if it was run %s, and fits clearly better than its own day', (_, daysAway) => {
    const found = match(threshold.script, {}, [easy, { ...threshold, daysAway }], {
      kind: 'button',
    });
    expect(found).toBe('asked: threshold');
  });

  test('is not looked for further away than two days', () => {
    expect(match(threshold.script, {}, [{ ...threshold, daysAway: 3 }])).toBeUndefined();
  });

  test('is certain if the watch followed that workout', () => {
    const other = { id: 'other', script: '15m E + 5x(3m I + 2m E) + 10m E', daysAway: -1 };
    const planned = [easy, other, { ...threshold, daysAway: 2 }];
    expect(match(threshold.script, {}, planned)).toBe('matched: threshold');
    // By the id of its file, also if the text has changed since.
    const changed = { id: 'changed', script: '45m E + 3x(8m T + 2m jog)', daysAway: 1 };
    const named = [easy, { ...changed, workoutFile: 77 }];
    expect(match(threshold.script, {}, named)).toBe('asked: changed');
  });

  test('leaves the session of its own day to it, if that fits as well', () => {
    const found = match(
      threshold.script,
      {},
      [threshold, { ...threshold, id: 'next', daysAway: 2 }],
      {
        kind: 'button',
      },
    );
    expect(found).toBe('matched: threshold');
  });

  test('is asked about for a much longer run, however many of its steps are in it', () => {
    const reps = { id: 'reps', script: '10m E + 6x(1m T + 1m jog)' };
    expect(match(`${reps.script} + 60m E`, {}, [reps], { kind: 'button' })).toBe('asked: reps');
    expect(match(`${reps.script} + 5m E`, {}, [reps], { kind: 'button' })).toBe('matched: reps');
  });

  test('is asked about for an easy run only if its length agrees', () => {
    const reps = { id: 'reps', script: '15m E + 12x(400mtr R + 400mtr jog) + 10m E' };
    const beside = { ...easy, daysAway: 1 };
    expect(match('46m E', {}, [reps, beside], { kind: 'none' })).toBe('asked: easy');
    expect(match('25m E', {}, [reps, beside], { kind: 'none' })).toBeUndefined();
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
