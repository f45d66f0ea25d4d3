import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { afterEach, expect, test, vi } from 'vitest';
import {
  deleteVisitorWorkout,
  hasVisitorWork,
  saveVisitorPaces,
  saveVisitorWorkout,
  withoutExample,
  getVisitorData,
  setImportDeclined,
  subscribeVisitorData,
} from './visitor-store.ts';
import { resolveVisitorPaces } from './visitor-paces.ts';

const KEY = 'pacewright.visitor.1';
const RACE = { distance: 5000, timeInSeconds: 1197 };
const EASY = { title: 'Easy', script: '45m E' };

afterEach(() => {
  // A test that blocked storage leaves its data in memory. The next successful write clears it.
  vi.restoreAllMocks();
  saveVisitorPaces({ race: undefined, ranges: undefined, units: undefined });
  for (const { id } of getVisitorData().workouts) deleteVisitorWorkout(id);
});

test('saved data is there for the next page', () => {
  saveVisitorPaces({ race: RACE, units: 'metric' });
  saveVisitorWorkout(EASY);
  expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toMatchObject({
    race: RACE,
    units: 'metric',
    workouts: [EASY],
  });
  expect(getVisitorData()).toMatchObject({ race: RACE, units: 'metric', workouts: [EASY] });
  expect(getVisitorData()).toBe(getVisitorData());
});

test('an example is not the visitor’s race until it is saved as one or another is entered', () => {
  saveVisitorPaces({ race: { ...RACE, isExample: true }, units: 'metric' });
  expect(resolveVisitorPaces(getVisitorData()).vdot).toBeCloseTo(50, 1);
  expect(hasVisitorWork(getVisitorData())).toBe(false);
  saveVisitorPaces({ race: RACE });
  expect(withoutExample(getVisitorData()).race).toBeUndefined();

  saveVisitorPaces({ race: { ...RACE, isExample: false } });
  expect(withoutExample(getVisitorData()).race).toMatchObject(RACE);
  saveVisitorPaces({ race: { ...RACE, isExample: true } });
  saveVisitorPaces({ race: { ...RACE, distance: 3000 } });
  expect(hasVisitorWork(getVisitorData())).toBe(true);
});

test('the day of a race is stored until the race changes', () => {
  saveVisitorPaces({ race: { ...RACE, racedOn: '2026-10-18' } });
  saveVisitorPaces({ race: RACE });
  expect(getVisitorData().race?.racedOn).toBe('2026-10-18');
  saveVisitorPaces({ race: { ...RACE, timeInSeconds: 1190 } });
  expect(getVisitorData().race?.racedOn).toBeUndefined();
});

test('an edited workout replaces the one before and gets a new id', () => {
  const { id: first } = saveVisitorWorkout(EASY);
  saveVisitorWorkout({ title: 'Tempo', script: '20m T' });
  const { id: second } = saveVisitorWorkout({ ...EASY, script: '50m E' }, first);
  expect(second).not.toBe(first);
  expect(getVisitorData().workouts.map(({ script }) => script)).toEqual(['20m T', '50m E']);
  expect(saveVisitorWorkout({ ...EASY, script: '50m E' }, second).id).toBe(second);
});

test('two tabs that edit one workout end up with two', () => {
  const { id } = saveVisitorWorkout(EASY);
  saveVisitorWorkout({ ...EASY, script: '50m E' }, id);
  saveVisitorWorkout({ ...EASY, script: '55m E' }, id);
  expect(getVisitorData().workouts.map(({ script }) => script)).toEqual(['55m E', '50m E']);
});

test('a workout without a script is not stored', () => {
  expect(saveVisitorWorkout({ title: 'Later', script: ' ' })).toEqual({
    id: undefined,
    isStored: true,
  });
  const { id } = saveVisitorWorkout(EASY);
  saveVisitorWorkout({ ...EASY, script: '' }, id);
  expect(getVisitorData().workouts).toEqual([]);
  expect(localStorage.getItem(KEY)).toBeNull();
});

test.each([
  ['no JSON', '{"workouts": ['],
  ['a list', '[]'],
  ['null', 'null'],
  ['another thing', '{"workouts": 7, "race": "fast", "units": "yards", "isDeclined": 1}'],
])('%s in storage counts as no data', (_, text) => {
  localStorage.setItem(KEY, text);
  expect(hasVisitorWork(getVisitorData())).toBe(false);
  expect(resolveVisitorPaces(getVisitorData()).trainingPaces).toEqual(DEFAULT_TRAINING_PACES);
  expect(saveVisitorWorkout(EASY).isStored).toBe(true);
  expect(getVisitorData().workouts).toMatchObject([EASY]);
});

test('an invalid field does not discard the others', () => {
  localStorage.setItem(
    KEY,
    JSON.stringify({
      race: { distance: 'far' },
      ranges: { E: { from: 3, to: 2 } },
      units: 'metric',
      workouts: [{ id: 'one', ...EASY }, { id: 'two' }, null],
      plans: [{ title: 'Spring', text: 'week 1' }],
    }),
  );
  expect(getVisitorData()).toEqual({
    race: undefined,
    ranges: undefined,
    units: 'metric',
    isDeclined: undefined,
    workouts: [{ id: 'one', ...EASY }],
    plans: [{ title: 'Spring', text: 'week 1' }],
  });
});

test('with blocked storage the data lasts as long as the page, and the caller learns of it', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('refused');
  });
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('refused');
  });
  expect(saveVisitorPaces({ race: RACE })).toBe(false);
  expect(saveVisitorWorkout(EASY).isStored).toBe(false);
  expect(getVisitorData()).toMatchObject({ race: RACE, workouts: [EASY] });
});

test('listeners are called for changes here and in another tab', () => {
  const listener = vi.fn<() => void>();
  const stop = subscribeVisitorData(listener);
  saveVisitorWorkout(EASY);
  expect(listener).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'pacewright.theme' }));
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  saveVisitorWorkout({ ...EASY, title: 'Other' });
  expect(listener).toHaveBeenCalledTimes(2);
});

test('a declined import stays declined until something else is made', () => {
  saveVisitorWorkout(EASY);
  setImportDeclined(true);
  saveVisitorPaces({ units: 'imperial' });
  expect(getVisitorData().isDeclined).toBe(true);
  saveVisitorPaces({ race: RACE });
  expect(getVisitorData().isDeclined).toBe(false);
});

test('paces follow the race, except for ranges set by hand', () => {
  const easy = { from: 2, to: 2.5 };
  expect(resolveVisitorPaces({ workouts: [], plans: [] })).toMatchObject({
    from: 'defaults',
    units: 'imperial',
  });
  expect(resolveVisitorPaces({ workouts: [], plans: [], ranges: { E: easy } })).toMatchObject({
    from: 'hand',
    trainingPaces: { ...DEFAULT_TRAINING_PACES, E: easy },
  });
  const paces = resolveVisitorPaces({ workouts: [], plans: [], race: RACE, ranges: { E: easy } });
  expect(paces).toMatchObject({ from: 'race', race: RACE, trainingPaces: { E: easy } });
  expect(paces.vdot?.toFixed(1)).toBe('50.0');
  expect(paces.trainingPaces.I).not.toEqual(DEFAULT_TRAINING_PACES.I);
});

test('an impossible race is ignored', () => {
  expect(
    resolveVisitorPaces({ workouts: [], plans: [], race: { distance: 5000, timeInSeconds: 60 } }),
  ).toMatchObject({
    from: 'defaults',
    race: undefined,
    vdot: undefined,
  });
});
