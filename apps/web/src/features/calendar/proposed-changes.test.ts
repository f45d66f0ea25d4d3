import type { CalendarEntry } from '@pacewright/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { EASY, entryOf, FIVE, raceEntryOf } from '../../testing/open-calendar.tsx';
import {
  copyTo,
  copyWeek,
  countBusyDays,
  describeCopies,
  describeRaces,
  describeShift,
  describeWeek,
  nextWeeks,
  shiftFrom,
  toRequests,
} from './proposed-changes.ts';

const TODAY = '2026-11-17';
const TUESDAY = entryOf(FIVE, TODAY, '2');
const SATURDAY = entryOf(EASY, '2026-11-21', '6');
const DONE: CalendarEntry = {
  ...entryOf(EASY, '2026-11-18', '3'),
  done: { at: '2026-11-18T08:00:00.000Z', paces: { trainingPaces: {} as never } },
};

test('an entry is repeated on its weekday', () => {
  const proposal = copyTo(TUESDAY, nextWeeks(TODAY, 8));
  expect(proposal.items.map(({ day }) => day).slice(0, 2)).toEqual(['2026-11-24', '2026-12-01']);
  expect(describeCopies(proposal, TODAY)).toBe('Adds 8 workouts, every Tuesday until 12 Jan 2027.');
  expect(describeCopies(copyTo(TUESDAY, ['2026-11-20']), TODAY)).toBe(
    'Adds 1 workout to Friday 20 November.',
  );
});

test('nothing is proposed after the last day of the calendar, or for a day that is none', () => {
  const last = { ...TUESDAY, day: '2199-12-25' };
  expect(copyTo(last, nextWeeks(last.day, 4)).items).toEqual([]);
  expect(copyTo(TUESDAY, ['', '2026-02-30']).items).toEqual([]);
  expect(describeCopies(copyTo(TUESDAY, []), TODAY)).toBe('');
  const days = { from: '2199-12-31', days: 1 };
  expect(shiftFrom([{ ...TUESDAY, day: '2199-12-31' }], days).items).toEqual([]);
});

test.each([
  ['2026-11-25', 1, ['2026-11-24', '2026-11-28']],
  ['2026-11-25', 7, ['2026-11-24', '2026-11-28']],
  ['2026-11-16', 1, []],
] as const)('a week is copied to that of %s, weekday by weekday', (to, first, days) => {
  const proposal = copyWeek([TUESDAY, SATURDAY], { from: TODAY, to, first });
  expect(proposal.items.map(({ day }) => day)).toEqual(days);
});

test('a copied week is described with its days', () => {
  const proposal = copyWeek([TUESDAY, SATURDAY], { from: TODAY, to: '2026-11-24', first: 1 });
  expect(describeWeek(proposal, ['2026-11-23', '2026-11-29'], TODAY)).toBe(
    'Adds 2 workouts to 23 - 29 November, on the same weekdays.',
  );
});

test('a race is not copied with its week', () => {
  const race = raceEntryOf('Harbour 10K', '10km 10k', '2026-11-22', '7');
  const proposal = copyWeek([TUESDAY, race], { from: TODAY, to: '2026-11-24', first: 1 });
  expect(proposal.items.map(({ entry }) => entry.title)).toEqual(['Five by three']);
});

test('a shift moves everything from a day on that is not done', () => {
  const proposal = shiftFrom([TUESDAY, DONE, SATURDAY], { from: TODAY, days: 1 });
  expect(proposal.items.map(({ day }) => day)).toEqual(['2026-11-18', '2026-11-22']);
  expect(describeShift(proposal, 1, TODAY)).toBe(
    'Moves 2 workouts one day later. The last one, Easy 45, moves to Sunday 22 November.',
  );
  expect(countBusyDays(proposal, [TUESDAY, DONE, SATURDAY])).toBe(1);
  const week = shiftFrom([TUESDAY, SATURDAY], { from: TODAY, to: '2026-11-20', days: -1 });
  expect(describeShift(week, -1, TODAY)).toBe('Moves Five by three to Monday 16 November.');
});

test('a shift leaves a race on its day, and says so', () => {
  const race = raceEntryOf('Harbour 10K', '10km 10k', '2026-11-22', '7');
  const range = { from: TODAY };
  const proposal = shiftFrom([TUESDAY, race], { ...range, days: 1 });
  expect(proposal.items.map(({ entry }) => entry.title)).toEqual(['Five by three']);
  expect(describeRaces([TUESDAY, race], range, TODAY)).toBe(
    'Harbour 10K is a race, so it won’t move from Sunday 22 November.',
  );
  expect(describeRaces([race, race], range, TODAY)).toBe('2 races won’t move.');
  expect(describeRaces([race], { ...range, to: '2026-11-21' }, TODAY)).toBe('');
});

test('rest and strength are counted as items, not as workouts', () => {
  const own = { kind: 'rest' as const, notes: '', alternatives: [] };
  const rest = { ...SATURDAY, workoutId: null, own };
  expect(describeShift(shiftFrom([TUESDAY, rest], { from: TODAY, days: 1 }), 1, TODAY)).toContain(
    'Moves 2 items one day later.',
  );
  expect(describeCopies(copyTo(rest, ['2026-11-20']), TODAY)).toBe(
    'Adds 1 item to Friday 20 November.',
  );
});

test('the opposite of a request restores every day and position', () => {
  const day = fc.integer({ min: 10, max: 28 }).map((date) => `2026-11-${date}`);
  const entries = fc
    .array(fc.record({ day, position: fc.nat(5) }), { maxLength: 8 })
    .map((rows) =>
      rows.map((row, index) => ({ ...entryOf(EASY, row.day, String(index)), ...row })),
    );
  fc.assert(
    fc.property(entries, day, fc.constantFrom(1, -1), (all, from, days) => {
      const { changes, opposite } = toRequests(shiftFrom(all, { from, days }), () => '');
      const places = new Map(all.map((entry) => [entry.id, entry.day]));
      for (const { id, from: on, day: to } of changes.moves ?? []) {
        expect(places.get(id)).toBe(on);
        places.set(id, to);
      }
      for (const { id, from: on, day: to, position } of opposite.moves ?? []) {
        expect(places.get(id)).toBe(on);
        places.set(id, to);
        expect(all.find((entry) => entry.id === id)?.position).toBe(position);
      }
      expect([...places]).toEqual(all.map((entry) => [entry.id, entry.day]));
    }),
  );
});
