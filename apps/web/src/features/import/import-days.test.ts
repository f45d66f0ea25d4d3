import type { ImportedWorkout } from '@pacewright/import';
import { expect, test } from 'vitest';
import { defaultWeek } from './import-days.ts';

const THIS_WEEK = '2026-11-16';
const NEXT_WEEK = '2026-11-23';
const WEDNESDAY = { thisWeek: THIS_WEEK, today: '2026-11-18' };

function on(...weekdays: number[]): ImportedWorkout[] {
  return weekdays.map((weekday) => ({
    title: '45 min E',
    script: '45m E',
    notes: '',
    tags: [],
    losses: [],
    source: '',
    planDay: { week: 1, weekday },
  }));
}

test.each([
  ['days ahead are this week', on(2, 5), 'Wed 45m E', THIS_WEEK],
  ['two days may have passed', on(0, 1, 5), 'Tue 45m E', THIS_WEEK],
  ['days that have all passed are next week', on(0, 1), 'Tue 45m E', NEXT_WEEK],
  ['unless the text says this week', on(0, 1), 'Hi all, this week: Tue 45m E', THIS_WEEK],
  ['or next week', on(2, 5), 'Plan for next week: Thu 45m E', NEXT_WEEK],
  ['in other languages too', on(2, 5), 'La semaine prochaine : jeu 45m E', NEXT_WEEK],
])('%s', (_, workouts, text, week) => {
  expect(defaultWeek(workouts, { ...WEDNESDAY, text })).toBe(week);
});
