import { expect, test } from 'vitest';
import { isRaceEntry, isRestEntry, isRunEntry, isSkippedEntry, kindOfEntry } from './entry-kind.ts';
import type { CalendarEntry } from './calendar.ts';

const own = (kind: 'run' | 'rest' | 'other', isRace = false): CalendarEntry['own'] => ({
  kind,
  isRace,
  notes: '',
  alternatives: [],
});
const season = { id: 's', key: '1 Tue' };

test.each([
  ['workout', {}, 'run'],
  ['workout', { own: null, season: null }, 'run'],
  ['own', { own: own('run') }, 'run'],
  ['season', { own: own('run'), season }, 'run'],
  ['race', { own: own('run', true) }, 'run'],
  ['race', { own: own('run', true), season }, 'run'],
  ['rest', { own: own('rest') }, 'no run'],
  ['rest', { own: own('rest'), season }, 'no run'],
  ['other', { own: own('other') }, 'no run'],
  ['other', { own: own('other', true), season }, 'no run'],
])('an entry is one of six kinds: %s, %o', (kind, entry, run) => {
  expect(kindOfEntry(entry)).toBe(kind);
  expect(isRunEntry(entry)).toBe(run === 'run');
  expect(isRaceEntry(entry)).toBe(kind === 'race');
  expect(isRestEntry(entry)).toBe(kind === 'rest');
});

test('a rest day is a skipped day if it says what it was, or is in a plan without a choice', () => {
  const rest = own('rest');
  const skipped = { kind: 'run' as const, title: 'Easy', script: '30m E', alternatives: [] };
  expect(isSkippedEntry({ own: rest && { ...rest, skipped } })).toBe(true);
  expect(isSkippedEntry({ own: rest, season })).toBe(true);
  expect(isSkippedEntry({ own: rest })).toBe(false);
  expect(isSkippedEntry({ own: own('run'), season })).toBe(false);
  const option = { kind: 'run' as const, title: 'Easy', script: '30m E' };
  expect(isSkippedEntry({ own: rest && { ...rest, alternatives: [option] }, season })).toBe(false);
});
