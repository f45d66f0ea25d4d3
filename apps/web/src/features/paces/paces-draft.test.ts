import type { AthletePaces } from '@pacewright/contract';
import {
  badRangeMessage,
  DEFAULT_TRAINING_PACES,
  formatRange,
  PACE_KEYS,
  type PaceEnds,
  type PaceKey,
  trainingPaces,
  vdotFromRace,
} from '@pacewright/pace';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changeUnits,
  type PacesDraft,
  readDraft,
  resetRanges,
  startDraft,
  typeRange,
} from './paces-draft.ts';

const TODAY = '2026-11-16';
const VDOT = vdotFromRace(5000, 1197);

const NEW_RUNNER: AthletePaces = {
  trainingPaces: DEFAULT_TRAINING_PACES,
  computedPaces: DEFAULT_TRAINING_PACES,
  paceUnits: 'metric',
  edited: [],
};

const SAVED: AthletePaces = {
  trainingPaces: trainingPaces(VDOT),
  computedPaces: trainingPaces(VDOT),
  paceUnits: 'metric',
  vdot: VDOT,
  race: {
    id: '018f6f0e-0000-7000-8000-000000000000',
    distance: 5000,
    timeInSeconds: 1197,
    racedOn: '2026-10-18',
    vdot: VDOT,
  },
  edited: [],
};

function read(draft: PacesDraft, saved = SAVED) {
  return readDraft(draft, saved, TODAY);
}

function type(draft: PacesDraft, key: PaceKey, change: Partial<PaceEnds>, saved = SAVED) {
  return typeRange(draft, key, read(draft, saved).rows[key], change);
}

test('paces without edits have not changed', () => {
  const reading = read(startDraft(SAVED));
  expect(reading).toMatchObject({ isChanged: false, vdot: VDOT });
  expect(reading.toSave).toEqual({
    trainingPaces: SAVED.trainingPaces,
    paceUnits: 'metric',
    vdot: VDOT,
    race: SAVED.race,
  });
});

test('a race typed over another moves every range', () => {
  const draft = startDraft(SAVED);
  const reading = read({ ...draft, raceForm: { ...draft.raceForm, minutes: '19', seconds: '30' } });
  expect(reading.vdot).toBe(vdotFromRace(5000, 1170));
  expect(reading.trainingPaces).toEqual(trainingPaces(vdotFromRace(5000, 1170)));
  expect(reading.toSave?.race).toEqual({
    distance: 5000,
    timeInSeconds: 1170,
    racedOn: '2026-10-18',
  });
});

test('while a race is being typed the ranges stay, and cannot be saved as if they were its own', () => {
  const draft = startDraft(SAVED);
  const reading = read({ ...draft, raceForm: { ...draft.raceForm, minutes: '1' } });
  expect(reading).toMatchObject({ vdot: undefined, trainingPaces: SAVED.trainingPaces });
  expect(reading.toSave).toBeUndefined();
});

test('a range set by hand stays when the race changes, and can go back to the new race', () => {
  let draft = type(startDraft(SAVED), 'T', { faster: '4:05' });
  draft = { ...draft, raceForm: { ...draft.raceForm, minutes: '18', seconds: '22' } };
  expect(read(draft).rows.T.ends).toEqual({ faster: '4:05', slower: '4:19' });

  const reset = read(resetRanges(draft, ['T']));
  expect(reset.rows.T.range).toEqual(trainingPaces(vdotFromRace(5000, 1102)).T);
  expect(reset.rows.T.isEdited).toBe(false);
});

test('an edit of one end leaves the exact speed of the other', () => {
  const draft = type(startDraft(SAVED), 'E', { faster: '4:50' });
  expect(read(draft).rows.E).toMatchObject({
    range: { from: SAVED.trainingPaces.E.from, to: 1000 / 290 },
    isEdited: true,
  });
});

test('an edit typed back is no edit', () => {
  let draft = type(startDraft(SAVED), 'E', { faster: '4:5' });
  expect(read(draft).isChanged).toBe(true);
  draft = type(draft, 'E', { faster: '4:57' });
  expect(read(draft)).toMatchObject({ isChanged: false, trainingPaces: SAVED.trainingPaces });
});

test.each(PACE_KEYS)('a %s range the wrong way round is named, and cannot be saved', (key) => {
  const draft = type(startDraft(SAVED), key, { faster: '9:59' });
  const reading = read(draft);
  expect(reading.rows[key].problem).toEqual({ kind: 'invalid', message: badRangeMessage(key) });
  expect(reading.toSave).toBeUndefined();

  const fixed = read(type(draft, key, { slower: '10:30' }));
  expect(fixed.rows[key].problem).toBeUndefined();
  expect(formatRange(fixed.trainingPaces[key], 'metric')).toBe('9:59 - 10:30');
});

test('text that is not a pace is an error', () => {
  const reading = read(type(startDraft(SAVED), 'I', { slower: '4.00' }));
  expect(reading.rows.I.problem?.kind).toBe('unreadable');
  expect(reading.rows.I.ends.slower).toBe('4.00');
});

describe('units', () => {
  test('switching them any number of times changes no bit of what is saved', () => {
    const speed = fc.double({ min: 0.5, max: 9, noNaN: true });
    const range = fc
      .tuple(speed, speed)
      .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));
    const ranges = fc.record({ E: range, M: range, T: range, I: range, R: range });
    const edited = fc.subarray([...PACE_KEYS]);

    fc.assert(
      fc.property(ranges, edited, fc.integer({ min: 1, max: 4 }), (paces, keys, times) => {
        const saved = { ...SAVED, trainingPaces: paces, edited: keys };
        let draft = startDraft(saved);
        for (let time = 0; time < times; time++) {
          const other = draft.paceUnits === 'metric' ? 'imperial' : 'metric';
          draft = changeUnits(draft, read(draft, saved), other);
        }
        const reading = read(draft, saved);
        expect(reading.toSave?.trainingPaces).toEqual(paces);
        expect(reading.isChanged).toBe(times % 2 === 1);
      }),
    );
  });

  test('an edit in one unit is shown in the other, and comes back as it was typed', () => {
    let draft = type(startDraft(SAVED), 'M', { faster: '4:24' });
    draft = changeUnits(draft, read(draft), 'imperial');
    expect(read(draft).rows.M.ends.faster).toBe('7:05');
    draft = changeUnits(draft, read(draft), 'metric');
    expect(read(draft).rows.M.ends.faster).toBe('4:24');
    expect(read(draft).trainingPaces.M.to).toBe(1000 / 264);
  });
});

test('someone without a race may save ranges set by hand', () => {
  const draft = type(startDraft(NEW_RUNNER), 'E', { faster: '5:50' }, NEW_RUNNER);
  const { toSave } = read(draft, NEW_RUNNER);
  expect(toSave).toMatchObject({ paceUnits: 'metric' });
  expect(toSave?.race).toBeUndefined();
  expect(toSave?.vdot).toBeUndefined();
});

test('a race of an odd distance is saved unchanged', () => {
  const race = {
    id: '018f6f0e-0000-7000-8000-000000000000',
    distance: 7412.3,
    timeInSeconds: 1803.1,
    racedOn: '2026-10-18',
    vdot: 46,
  };
  const saved = { ...SAVED, race };
  expect(read(startDraft(saved), saved)).toMatchObject({
    isChanged: false,
    toSave: { race },
  });
});
