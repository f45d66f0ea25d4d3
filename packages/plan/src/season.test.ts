import { expect, test } from 'vitest';

import {
  applyPreview,
  checkDays,
  daysToPush,
  endSeason,
  moveSeason,
  NEW_SEASON,
  pauseSeason,
  placePlan,
  previewPlan,
  pushSeason,
  readPlan,
  resumeSeason,
  skipDays,
  undoAction,
  type Entry,
  type PlannedDay,
  type Season,
} from './index.ts';

const BEFORE = '2027-01-01';
const TODAY = '2027-01-13';
const TEXT = 'weeks 1-3\n  Tue {40, 45, 50}m E\n  Sun {80, 85, 90}m E';
const CHANGED = 'weeks 1-3\n  Tue {40, 45, 55}m E\n  Sun {80, 85, 95}m E';

function place(text: string, day = '2027-01-04'): PlannedDay[] {
  const placed = placePlan(readPlan(text), { kind: 'start', day });
  if (!placed.ok) throw new Error(placed.reason);
  return placed.planned;
}

function apply(season: Season, text: string, today: string): Season {
  return applyPreview(season, previewPlan(season, place(text), today), (key) => key);
}

function edit(season: Season, key: string, change: Partial<Entry>): Season {
  return {
    ...season,
    entries: season.entries.map((entry) => (entry.key === key ? { ...entry, ...change } : entry)),
  };
}

function remove(season: Season, key: string): Season {
  return { ...season, entries: season.entries.filter((entry) => entry.key !== key) };
}

function list({ entries }: Season): string[] {
  return entries
    .filter(({ status }) => status !== 'held')
    .toSorted((a, b) => a.day.localeCompare(b.day))
    .map(({ day, script, title, isDone, status }) =>
      [day, script || `${title}:`, isDone ? 'done' : '', status === 'released' ? 'own' : '']
        .filter((word) => word !== '')
        .join(' '),
    );
}

test('A1: week 1 contains the given day, and its days before that day are skipped', () => {
  const placed = placePlan(readPlan(TEXT), { kind: 'start', day: '2027-01-06' });
  expect(placed).toMatchObject({ firstDay: '2027-01-04', early: ['1 Tue'], turn: 0 });
  expect(placed.ok && placed.planned[0]?.day).toBe('2027-01-10');
});

test('A2: counted back from a race, every day shifts with its weekday', () => {
  const reading = readPlan('weeks 1-2\n  Tue 40m E\nweek 2\n  Sun race 10km');
  const sunday = placePlan(reading, { kind: 'race', day: '2027-04-18' });
  expect(sunday).toMatchObject({ firstDay: '2027-04-05', turn: 0 });
  const saturday = placePlan(reading, { kind: 'race', day: '2027-04-17' });
  expect(saturday).toMatchObject({ firstDay: '2027-04-04', turn: -1 });
  expect(saturday.ok && saturday.planned.map(({ key, day }) => `${key} ${day}`)).toEqual([
    '1 Tue 2027-04-05',
    '2 Tue 2027-04-12',
    '2 Sun 2027-04-17',
  ]);
});

test.each([
  ['2027-04-18', 0],
  ['2027-04-19', 1],
  ['2027-04-20', 2],
  ['2027-04-21', 3],
  ['2027-04-22', -3],
  ['2027-04-23', -2],
  ['2027-04-24', -1],
])('A2: a race on %s turns the weekdays by %i', (day, turn) => {
  for (const start of ['', 'week starts Sun\n', 'week starts Wed\n']) {
    const reading = readPlan(`${start}week 1\n  Sun race 10km`);
    expect(placePlan(reading, { kind: 'race', day })).toMatchObject({ turn });
  }
});

test('A2: the chosen race falls on the day', () => {
  const reading = readPlan('week 1\n  Sun race 5km\nweek 2\n  Sun race 10km');
  const placed = placePlan(reading, { kind: 'race', day: '2027-04-18', key: '1 Sun' });
  expect(placed).toMatchObject({ firstDay: '2027-04-12' });
});

test.each([
  [{ kind: 'race', day: '2027-04-18' }, TEXT, 'no-such-race'],
  [{ kind: 'start', day: '2027-02-29' }, TEXT, 'no-such-day'],
  [{ kind: 'start', day: '2027-02-28' }, 'Tue 40m E', 'mistakes'],
] as const)('A4: %o is rejected', (anchor, text, reason) => {
  expect(placePlan(readPlan(text), anchor)).toEqual({ ok: false, reason });
});

test('A3: runs and other activities become entries with alternatives and notes, rest days do not', () => {
  const text = 'week 1\n  Mon rest\n  Tue Club: 40m E or 30m T or rest // flat\n  Wed Strength:';
  expect(place(text)).toMatchObject([
    {
      key: '1 Tue',
      kind: 'run',
      title: 'Club',
      script: '40m E',
      notes: 'flat',
      alternatives: [{ kind: 'run', script: '30m T' }, { kind: 'rest' }],
    },
    { key: '1 Wed', kind: 'other', title: 'Strength', script: '' },
  ]);
});

test('A5: applying the same text again changes nothing', () => {
  const season = apply(NEW_SEASON, TEXT, BEFORE);
  expect(previewPlan(season, place(TEXT), BEFORE)).toMatchObject({ changes: [], questions: [] });
});

test('A6: an entry that the athlete has not changed follows the text, from today on', () => {
  const season = apply(NEW_SEASON, TEXT, BEFORE);
  expect(previewPlan(season, place(CHANGED), TODAY).questions).toEqual([]);
  expect(list(apply(season, CHANGED, TODAY))).toEqual([
    '2027-01-05 40m E',
    '2027-01-10 1h20m E',
    '2027-01-12 45m E',
    '2027-01-17 1h25m E',
    '2027-01-19 55m E',
    '2027-01-24 1h35m E',
  ]);
});

test('A6: a moved entry keeps its day and gets the new content, an edited one the new day', () => {
  const moved = edit(apply(NEW_SEASON, TEXT, BEFORE), '3 Sun', { day: '2027-01-23' });
  expect(list(apply(moved, CHANGED, TODAY)).at(-1)).toBe('2027-01-23 1h35m E');
  const edited = edit(apply(NEW_SEASON, TEXT, BEFORE), '3 Sun', { script: '30m E' });
  const later = place(TEXT, '2027-01-11');
  const season = applyPreview(edited, previewPlan(edited, later, TODAY), (key) => key);
  expect(list(season).at(-1)).toBe('2027-01-31 30m E');
});

const DOUBLE = TEXT.replace('\n  Sun', '\n  Tue pm 30m E\n  Sun');

test('A6: both runs of a day say when they are, and the athlete’s word on it stays', () => {
  const timesOf = ({ entries }: Season) =>
    entries
      .filter(({ key }) => key.startsWith('3 '))
      .map(({ key, timeOfDay }) => `${key}: ${timeOfDay}`);
  const single = apply(NEW_SEASON, TEXT, BEFORE);
  expect(timesOf(single)).toEqual(['3 Tue: undefined', '3 Sun: undefined']);
  const doubled = apply(single, DOUBLE, TODAY);
  expect(timesOf(doubled)).toEqual(['3 Tue: am', '3 Sun: undefined', '3 Tue pm: pm']);
  expect(timesOf(apply(doubled, TEXT, TODAY))).toEqual(timesOf(single));

  const evening = edit(single, '3 Tue', { timeOfDay: 'pm' });
  const preview = previewPlan(evening, place(DOUBLE), TODAY);
  expect(preview.questions).toEqual([]);
  expect(timesOf(apply(evening, DOUBLE, TODAY))).toContain('3 Tue: pm');
  const left = previewPlan(evening, place('weeks 1-3\n  Sun {80, 85, 90}m E'), TODAY);
  expect(left.questions).toMatchObject([{ key: '3 Tue', about: 'left' }]);
});

test('A7: where both changed, mine stays until theirs is taken', () => {
  const season = edit(apply(NEW_SEASON, TEXT, BEFORE), '3 Tue', { script: '30m E' });
  const preview = previewPlan(season, place(CHANGED), TODAY);
  expect(preview.questions).toMatchObject([{ key: '3 Tue', about: 'content' }]);
  const mine = applyPreview(season, preview, (key) => key);
  expect(list(mine)).toContain('2027-01-19 30m E');
  expect(previewPlan(mine, place(CHANGED), TODAY)).toMatchObject({ changes: [], questions: [] });
  const answers = { takeTheirs: preview.questions };
  const theirs = applyPreview(season, preview, (key) => key, answers);
  expect(list(theirs)).toContain('2027-01-19 55m E');
});

test('A7: a day that the athlete keeps stays as it is, and counts as changed by them', () => {
  const season = apply(NEW_SEASON, TEXT, BEFORE);
  const next = 'weeks 1-3\n  Tue {40, 45, 55}m E\n  Thu 30m E';
  const preview = previewPlan(season, place(next), TODAY);
  const keep = ['3 Tue', '3 Thu', '3 Sun'];
  const after = applyPreview(season, preview, (key) => key, { keep });
  // Neither changed nor added, and the one that left the text is the athlete's own.
  expect(list(after).slice(-3)).toEqual([
    '2027-01-14 30m E',
    '2027-01-19 50m E',
    '2027-01-24 1h30m E own',
  ]);
  expect(previewPlan(after, place(next), TODAY)).toMatchObject({ changes: [], questions: [] });
  const later = previewPlan(after, place(next.replace('55', '60').replace('30m', '35m')), TODAY);
  expect(later.questions).toMatchObject([
    { key: '3 Tue', about: 'content' },
    { key: '3 Thu', about: 'removed' },
  ]);
  const theirs = { takeTheirs: later.questions, keep: ['3 Tue'] };
  expect(list(applyPreview(after, later, (key) => key, theirs))).toContain('2027-01-19 50m E');
});

test('A7: an entry that was removed stays removed until theirs is taken', () => {
  const season = remove(apply(NEW_SEASON, TEXT, BEFORE), '3 Tue');
  expect(previewPlan(season, place(TEXT), TODAY)).toMatchObject({ changes: [], questions: [] });
  const preview = previewPlan(season, place(CHANGED), TODAY);
  expect(preview.questions).toMatchObject([{ key: '3 Tue', about: 'removed' }]);
  expect(list(applyPreview(season, preview, (key) => key))).not.toContain('2027-01-19 55m E');
  expect(
    list(applyPreview(season, preview, (key) => key, { takeTheirs: preview.questions })),
  ).toContain('2027-01-19 55m E');
});

test('A7: a day that leaves the text leaves the calendar, or becomes the athlete’s own', () => {
  const shorter = 'weeks 1-3\n  Sun {80, 85, 90}m E';
  const season = edit(apply(NEW_SEASON, TEXT, BEFORE), '3 Tue', { day: '2027-01-20' });
  const preview = previewPlan(season, place(shorter), BEFORE);
  expect(preview.changes.map(({ kind }) => kind)).toEqual(['remove', 'remove']);
  expect(preview.questions).toMatchObject([{ key: '3 Tue', about: 'left' }]);
  const own = '2027-01-20 50m E own';
  expect(list(applyPreview(season, preview, (key) => key))).toContain(own);
  expect(
    list(applyPreview(season, preview, (key) => key, { takeTheirs: preview.questions })),
  ).toHaveLength(3);
});

test('A7: an entry that the text moves into the past is asked about, and theirs removes it', () => {
  const season = apply(NEW_SEASON, 'week 2\n  Thu 40m E', BEFORE);
  const earlier = place('week 2\n  Thu 40m E', '2026-12-28');
  const preview = previewPlan(season, earlier, TODAY);
  expect(preview.questions).toMatchObject([{ key: '2 Thu', about: 'past' }]);
  expect(list(applyPreview(season, preview, (key) => key))).toEqual(['2027-01-14 40m E']);
  expect(
    list(applyPreview(season, preview, (key) => key, { takeTheirs: preview.questions })),
  ).toEqual([]);
});

test('A8: done entries never change, nor does anything before today', () => {
  const season = edit(apply(NEW_SEASON, TEXT, BEFORE), '3 Sun', {
    isDone: true,
    day: '2027-01-22',
  });
  expect(list(apply(season, 'weeks 1-3\n  Mon 20m E', TODAY))).toEqual([
    '2027-01-05 40m E',
    '2027-01-10 1h20m E',
    '2027-01-12 45m E',
    '2027-01-18 20m E',
    '2027-01-22 1h30m E done',
  ]);
  expect(previewPlan(season, place('weeks 1-3\n  Mon 20m E'), TODAY).skipped).toEqual([
    '1 Mon',
    '2 Mon',
  ]);
});

test('A9: before today the base stays', () => {
  const season = apply(apply(NEW_SEASON, TEXT, BEFORE), 'weeks 1-3\n  Tue 20m E', TODAY);
  const base = Object.fromEntries(season.base.map(({ key, script }) => [key, script]));
  expect(base).toMatchObject({ '1 Tue': '40m E', '2 Tue': '45m E', '3 Tue': '20m E' });
});

test('A10: an action is undone as one, and entries that were touched since stay', () => {
  const before = apply(NEW_SEASON, TEXT, BEFORE);
  const after = apply(before, CHANGED, TODAY);
  const undone = undoAction(before, after, after);
  expect(undone.stayed).toEqual([]);
  expect(list(undone.season)).toEqual(list(before));
  const { season, stayed } = undoAction(before, after, edit(after, '3 Sun', { isDone: true }));
  expect(stayed).toEqual(['3 Sun']);
  expect(list(season)).toContain('2027-01-19 50m E');
  expect(list(season)).toContain('2027-01-24 1h35m E done');
});

test('A10: a day that has another entry by now does not get the old one back', () => {
  const before = apply(NEW_SEASON, TEXT, BEFORE);
  const without = applyPreview(
    before,
    previewPlan(before, place('weeks 1-3\n  Sun {80, 85, 90}m E'), TODAY),
    (key) => key,
  );
  const again = applyPreview(
    without,
    previewPlan(without, place(TEXT), TODAY),
    (key) => `new ${key}`,
  );
  const edited = edit(again, '3 Tue', { script: '30m E' });
  const once = undoAction(without, again, edited);
  expect(once.stayed).toEqual(['new 3 Tue']);
  const twice = undoAction(before, without, once.season);
  expect(twice.stayed).toEqual(['3 Tue']);
  expect(list(twice.season).filter((line) => line.startsWith('2027-01-19'))).toEqual([
    '2027-01-19 30m E',
  ]);
});

test('A11: everything ahead moves, and the text follows', () => {
  const season = edit(apply(NEW_SEASON, TEXT, BEFORE), '3 Sun', { day: '2027-01-23' });
  const later = moveSeason(season, TODAY, 7);
  expect(list(later)).toEqual([
    '2027-01-05 40m E',
    '2027-01-10 1h20m E',
    '2027-01-12 45m E',
    '2027-01-24 1h25m E',
    '2027-01-26 50m E',
    '2027-01-30 1h30m E',
  ]);
  expect(previewPlan(later, place(TEXT), TODAY)).toMatchObject({ changes: [], questions: [] });
});

test('A11: what would land before today is removed, or becomes the athlete’s own', () => {
  const season = edit(apply(NEW_SEASON, TEXT, BEFORE), '3 Tue', { script: '30m E' });
  const earlier = moveSeason(season, '2027-01-16', -7);
  expect(list(earlier).slice(3)).toEqual(['2027-01-17 1h30m E', '2027-01-19 30m E own']);
});

test('A12: a paused season holds what is ahead, and resumes later by whole weeks or here', () => {
  const before = edit(apply(NEW_SEASON, TEXT, BEFORE), '3 Sun', { day: '2027-01-23' });
  const paused = pauseSeason(before, TODAY);
  expect(list(paused)).toEqual(['2027-01-05 40m E', '2027-01-10 1h20m E', '2027-01-12 45m E']);
  expect(previewPlan(paused, place(CHANGED), TODAY)).toMatchObject({
    changes: [],
    isWaiting: true,
  });

  const later = resumeSeason(paused, '2027-01-21', 'later').season;
  expect(list(later).slice(3)).toEqual([
    '2027-01-24 1h25m E',
    '2027-01-26 50m E',
    '2027-01-30 1h30m E',
  ]);
  expect(previewPlan(later, place(TEXT), TODAY)).toMatchObject({ changes: [], questions: [] });
  const { season: here, skipped } = resumeSeason(paused, '2027-01-21', 'here');
  expect(list(here).slice(3)).toEqual(['2027-01-23 1h30m E']);
  expect(skipped).toEqual(['2 Sun', '3 Tue']);
});

test('A13: days with other entries are listed, and days that would have more than 20', () => {
  const after = apply(NEW_SEASON, TEXT, BEFORE);
  const others = new Map([
    ['2027-01-05', 20],
    ['2027-01-06', 3],
    ['2027-01-10', 19],
  ]);
  expect(checkDays(NEW_SEASON, after, others)).toEqual({
    shared: ['2027-01-05', '2027-01-10'],
    full: ['2027-01-05'],
  });
  expect(checkDays(after, after, others)).toEqual({ shared: [], full: [] });
});

test('A14: an ended season leaves done, past and touched entries, or all of them', () => {
  const season = edit(apply(NEW_SEASON, TEXT, BEFORE), '3 Sun', { day: '2027-01-23' });
  const past = ['2027-01-05 40m E', '2027-01-10 1h20m E', '2027-01-12 45m E'];
  expect(list(endSeason(season, TODAY, 'remove'))).toEqual([...past, '2027-01-23 1h30m E own']);
  expect(list(endSeason(season, TODAY, 'keep'))).toEqual([
    ...past,
    '2027-01-17 1h25m E own',
    '2027-01-19 50m E own',
    '2027-01-23 1h30m E own',
  ]);
});

test('A19: skipped days are rest days that say what they were, and races and done days stay', () => {
  const season = edit(
    edit(apply(NEW_SEASON, `${TEXT}\nweek 3\n  Sat race 5km`, BEFORE), '2 Tue', { isDone: true }),
    '2 Sun',
    { script: '30m E', title: 'Mine' },
  );
  const skipped = skipDays(season, '2027-01-10', { from: '2027-01-10', to: '2027-01-24' });
  expect(list(skipped)).toEqual([
    '2027-01-05 40m E',
    '2027-01-10 Skipped: 1 h 20 E:',
    '2027-01-12 45m E done',
    '2027-01-17 Skipped: Mine:',
    '2027-01-19 Skipped: 50 min E:',
    '2027-01-23 5km 5k',
    '2027-01-24 Skipped: 1 h 30 E:',
  ]);
  // The athlete's own version is not lost; the plan's comes back from its text.
  const options = skipped.entries.map(({ alternatives }) => alternatives.map(({ title }) => title));
  expect(options.filter((titles) => titles.length > 0)).toEqual([['Mine']]);
  expect(list(undoAction(season, skipped, skipped).season)).toEqual(list(season));
});

test('A19: a push moves everything from its first day on by whole weeks', () => {
  const season = apply(NEW_SEASON, TEXT, BEFORE);
  const absence = { from: TODAY, to: '2027-01-17' };
  expect(daysToPush(absence)).toBe(7);
  expect(daysToPush({ ...absence, to: '2027-01-20' })).toBe(14);
  const pushed = pushSeason(season, TODAY, absence, undefined);
  expect(list(pushed)).toEqual([
    '2027-01-05 40m E',
    '2027-01-10 1h20m E',
    '2027-01-12 45m E',
    '2027-01-24 1h25m E',
    '2027-01-26 50m E',
    '2027-01-31 1h30m E',
  ]);
  // A later text knows it.
  expect(list(apply(pushed, TEXT, TODAY))).toEqual(list(pushed));
});

test('A19: a race stays when the days of another week are dropped', () => {
  const text = `${TEXT}\nweek 4\n  Tue 30m E\n  Sun race 10km`;
  const season = apply(NEW_SEASON, text, BEFORE);
  const pushed = pushSeason(season, TODAY, { from: TODAY, to: '2027-01-17' }, '2027-01-18');
  const after = [
    '2027-01-05 40m E',
    '2027-01-10 1h20m E',
    '2027-01-12 45m E',
    '2027-01-24 1h25m E',
    '2027-01-26 30m E',
    '2027-01-31 10km 10k',
  ];
  expect(list(pushed)).toEqual(after);
  expect(list(apply(pushed, text, TODAY))).toEqual(after);
  expect(list(undoAction(season, pushed, pushed).season)).toEqual(list(season));
});
