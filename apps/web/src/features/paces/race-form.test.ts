import { expect, test } from 'vitest';
import { emptyRaceForm, raceFormOf, readRaceForm, normalizeTime } from './race-form.ts';

const TODAY = '2026-11-16';
const FORM = { ...emptyRaceForm(), racedOn: TODAY, minutes: '19', seconds: '57' };

test('a form without a time is empty, not wrong', () => {
  expect(readRaceForm(emptyRaceForm(), TODAY)).toEqual({ kind: 'empty' });
});

test('a race without its date counts as today’s', () => {
  expect(readRaceForm({ ...FORM, racedOn: '' }, TODAY)).toMatchObject({
    kind: 'read',
    isDated: false,
    race: { distance: 5000, timeInSeconds: 1197, racedOn: TODAY },
  });
});

test.each([
  [{ minutes: '19', seconds: '57' }, 1197],
  [{ hours: '0', minutes: '19', seconds: '57' }, 1197],
  [{ minutes: '19', seconds: '' }, 1140],
  [{ minutes: '19', seconds: '7' }, 1147],
  [{ minutes: '18', seconds: '59.4' }, 1139.4],
  [{ hours: '1', minutes: '5', seconds: '0', distance: '10000' }, 3900],
  [{ minutes: '75', seconds: '30', distance: '15000' }, 4530],
])('%j is a time', (typed, timeInSeconds) => {
  expect(readRaceForm({ ...FORM, ...typed }, TODAY)).toMatchObject({
    kind: 'read',
    race: { timeInSeconds },
  });
});

test.each([
  [{ minutes: 'fast', seconds: '' }, 'Enter a time like 24:31 or 1:45:00'],
  [{ seconds: '75' }, 'Enter a time like 24:31 or 1:45:00'],
  [{ hours: '1', minutes: '75' }, 'Enter a time like 24:31 or 1:45:00'],
])('%j is asked about', (typed, message) => {
  expect(readRaceForm({ ...FORM, ...typed }, TODAY)).toEqual({
    kind: 'refused',
    field: 'time',
    message,
    choices: [],
  });
});

test.each([
  [{ distance: 'own', ownDistance: '7,4', minutes: '30' }, 7400],
  [{ distance: 'own', ownDistance: '4', ownUnit: 'miles', minutes: '26' }, 4 * 1609.344],
] as const)('a distance of its own, %j', (typed, distance) => {
  expect(readRaceForm({ ...FORM, ...typed }, TODAY)).toMatchObject({ race: { distance } });
});

test.each(['', 'far', '0.4', '200'])('"%s" km is no distance', (ownDistance) => {
  expect(readRaceForm({ ...FORM, distance: 'own', ownDistance }, TODAY)).toMatchObject({
    kind: 'refused',
    field: 'distance',
    message: 'Enter a race distance between 800 m and 100 km',
  });
});

test('19 hours for 5 km is refused, and 19 minutes offered', () => {
  expect(readRaceForm({ ...FORM, hours: '19', minutes: '57', seconds: '' }, TODAY)).toMatchObject({
    kind: 'refused',
    choices: [1197],
  });
});

test('a race that is still to come is refused', () => {
  expect(readRaceForm({ ...FORM, racedOn: '2026-11-17' }, TODAY)).toMatchObject({
    kind: 'refused',
    field: 'racedOn',
  });
});

test.each([
  [{ minutes: '19.57' }, '5000', { hours: '0', minutes: '19', seconds: '57' }],
  [{ hours: '1:45' }, '21097.5', { hours: '1', minutes: '45', seconds: '00' }],
  [{ minutes: '2431' }, '5000', { hours: '0', minutes: '24', seconds: '31' }],
  [{ hours: '4h05' }, '42195', { hours: '4', minutes: '5', seconds: '00' }],
])('%j over %s m is read like everywhere else', (typed, distance, fields) => {
  const form = { ...emptyRaceForm(), racedOn: TODAY, distance, ...typed };
  expect(readRaceForm(form, TODAY).kind).toBe('read');
  expect(normalizeTime(form)).toMatchObject(fields);
});

test.each([
  [{ minutes: '10k 47:20' }, { distance: '10000', hours: '0', minutes: '47', seconds: '20' }],
  [{ hours: '21,1 km in 1:45:10' }, { distance: '21097.5', hours: '1', minutes: '45' }],
  [{ minutes: '26.2 miles 3:45' }, { distance: '42195', hours: '3', minutes: '45' }],
  [{ minutes: '7k 33:10' }, { distance: 'own', ownDistance: '7', ownUnit: 'km', minutes: '33' }],
])('%j is a distance and a time', (typed, fields) => {
  const form = { ...emptyRaceForm(), ...typed };
  expect(readRaceForm(form, TODAY).kind).toBe('read');
  expect(normalizeTime(form)).toMatchObject(fields);
});

test('a time with two meanings offers both', () => {
  const form = { ...emptyRaceForm(), distance: '21097.5', minutes: '145' };
  expect(readRaceForm(form, TODAY)).toMatchObject({ kind: 'refused', choices: [8700, 6300] });
});

test('a time with colons fills all three fields, wherever it is typed', () => {
  const typed = { ...FORM, hours: '20:10' };
  expect(readRaceForm(typed, TODAY)).toMatchObject({ race: { timeInSeconds: 1210 } });
  expect(normalizeTime(typed)).toEqual({ ...FORM, hours: '0', minutes: '20', seconds: '10' });
  expect(normalizeTime({ ...FORM, seconds: '1:31:35' })).toMatchObject({
    hours: '1',
    minutes: '31',
    seconds: '35',
  });
  expect(normalizeTime(FORM)).toEqual(FORM);
});

test.each([
  { distance: 5000, timeInSeconds: 1197, racedOn: TODAY },
  { distance: 1609.344, timeInSeconds: 303.13, racedOn: TODAY },
  { distance: 7400, timeInSeconds: 1803, racedOn: TODAY },
])('a race in the form reads as itself: %j', (race) => {
  expect(readRaceForm(raceFormOf(race), TODAY)).toMatchObject({ kind: 'read', race });
});
