import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { afterEach, expect, test, vi } from 'vitest';
import {
  forgetWorkout,
  isWorthKeeping,
  keepPaces,
  keepWorkout,
  ownOf,
  readKept,
  setDeclined,
  watchKept,
} from './kept.ts';
import { pacesOf } from './own-paces.ts';

const KEY = 'pacewright.visitor.1';
const RACE = { distance: 5000, timeInSeconds: 1197 };
const EASY = { title: 'Easy', script: '45m E' };

afterEach(() => {
  // A test that forbade the storage leaves what it kept in the page. Writing ends that.
  vi.restoreAllMocks();
  keepPaces({ race: undefined, ranges: undefined, units: undefined });
  for (const { id } of readKept().workouts) forgetWorkout(id);
});

test('what is kept is there for the next page', () => {
  keepPaces({ race: RACE, units: 'metric' });
  keepWorkout(EASY);
  expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toMatchObject({
    race: RACE,
    units: 'metric',
    workouts: [EASY],
  });
  expect(readKept()).toMatchObject({ race: RACE, units: 'metric', workouts: [EASY] });
  expect(readKept()).toBe(readKept());
});

test('an example is nobody’s race until it is kept as one or another is entered', () => {
  keepPaces({ race: { ...RACE, isExample: true }, units: 'metric' });
  expect(pacesOf(readKept()).vdot).toBeCloseTo(50, 1);
  expect(isWorthKeeping(readKept())).toBe(false);
  keepPaces({ race: RACE });
  expect(ownOf(readKept()).race).toBeUndefined();

  keepPaces({ race: { ...RACE, isExample: false } });
  expect(ownOf(readKept()).race).toMatchObject(RACE);
  keepPaces({ race: { ...RACE, isExample: true } });
  keepPaces({ race: { ...RACE, distance: 3000 } });
  expect(isWorthKeeping(readKept())).toBe(true);
});

test('the day of a race is kept for as long as the race is the same', () => {
  keepPaces({ race: { ...RACE, racedOn: '2026-10-18' } });
  keepPaces({ race: RACE });
  expect(readKept().race?.racedOn).toBe('2026-10-18');
  keepPaces({ race: { ...RACE, timeInSeconds: 1190 } });
  expect(readKept().race?.racedOn).toBeUndefined();
});

test('a changed workout takes the place of the one before, under a key of its own', () => {
  const { id: first } = keepWorkout(EASY);
  keepWorkout({ title: 'Tempo', script: '20m T' });
  const { id: second } = keepWorkout({ ...EASY, script: '50m E' }, first);
  expect(second).not.toBe(first);
  expect(readKept().workouts.map(({ script }) => script)).toEqual(['20m T', '50m E']);
  expect(keepWorkout({ ...EASY, script: '50m E' }, second).id).toBe(second);
});

test('two tabs that change one workout make two of it', () => {
  const { id } = keepWorkout(EASY);
  keepWorkout({ ...EASY, script: '50m E' }, id);
  keepWorkout({ ...EASY, script: '55m E' }, id);
  expect(readKept().workouts.map(({ script }) => script)).toEqual(['55m E', '50m E']);
});

test('a workout without a script is none', () => {
  expect(keepWorkout({ title: 'Later', script: ' ' })).toEqual({ id: undefined, isKept: true });
  const { id } = keepWorkout(EASY);
  keepWorkout({ ...EASY, script: '' }, id);
  expect(readKept().workouts).toEqual([]);
  expect(localStorage.getItem(KEY)).toBeNull();
});

test.each([
  ['no JSON', '{"workouts": ['],
  ['a list', '[]'],
  ['null', 'null'],
  ['another thing', '{"workouts": 7, "race": "fast", "units": "yards", "isDeclined": 1}'],
])('%s in the storage is nothing kept', (_, text) => {
  localStorage.setItem(KEY, text);
  expect(isWorthKeeping(readKept())).toBe(false);
  expect(pacesOf(readKept()).trainingPaces).toEqual(DEFAULT_TRAINING_PACES);
  expect(keepWorkout(EASY).isKept).toBe(true);
  expect(readKept().workouts).toMatchObject([EASY]);
});

test('what is spoilt takes nothing else with it', () => {
  localStorage.setItem(
    KEY,
    JSON.stringify({
      race: { distance: 'far' },
      ranges: { E: { from: 3, to: 2 } },
      units: 'metric',
      workouts: [{ id: 'one', ...EASY }, { id: 'two' }, null],
    }),
  );
  expect(readKept()).toEqual({
    race: undefined,
    ranges: undefined,
    units: 'metric',
    isDeclined: undefined,
    workouts: [{ id: 'one', ...EASY }],
  });
});

test('where the browser keeps nothing it lasts as long as the page, and says so', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('refused');
  });
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('refused');
  });
  expect(keepPaces({ race: RACE })).toBe(false);
  expect(keepWorkout(EASY).isKept).toBe(false);
  expect(readKept()).toMatchObject({ race: RACE, workouts: [EASY] });
});

test('a change here and in another tab is heard', () => {
  const hear = vi.fn<() => void>();
  const stop = watchKept(hear);
  keepWorkout(EASY);
  expect(hear).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'pacewright.theme' }));
  expect(hear).toHaveBeenCalledTimes(2);
  stop();
  keepWorkout({ ...EASY, title: 'Other' });
  expect(hear).toHaveBeenCalledTimes(2);
});

test('a no holds until something else is made', () => {
  keepWorkout(EASY);
  setDeclined(true);
  keepPaces({ units: 'imperial' });
  expect(readKept().isDeclined).toBe(true);
  keepPaces({ race: RACE });
  expect(readKept().isDeclined).toBe(false);
});

test('paces follow the race, but for the ranges set by hand', () => {
  const easy = { from: 2, to: 2.5 };
  expect(pacesOf({ workouts: [] })).toMatchObject({ from: 'defaults', units: 'imperial' });
  expect(pacesOf({ workouts: [], ranges: { E: easy } })).toMatchObject({
    from: 'hand',
    trainingPaces: { ...DEFAULT_TRAINING_PACES, E: easy },
  });
  const own = pacesOf({ workouts: [], race: RACE, ranges: { E: easy } });
  expect(own).toMatchObject({ from: 'race', race: RACE, trainingPaces: { E: easy } });
  expect(own.vdot?.toFixed(1)).toBe('50.0');
  expect(own.trainingPaces.I).not.toEqual(DEFAULT_TRAINING_PACES.I);
});

test('a race that nobody can believe is none', () => {
  expect(pacesOf({ workouts: [], race: { distance: 5000, timeInSeconds: 60 } })).toMatchObject({
    from: 'defaults',
    race: undefined,
    vdot: undefined,
  });
});
