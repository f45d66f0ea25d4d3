import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { readPlan, WEEKDAYS, type Option, type PlanDay } from './index.ts';

const CASES = readFileSync(new URL('cases.txt', import.meta.url), 'utf8')
  .split(/^==== /m)
  .slice(1)
  .map((text) => {
    const [, name = '', plan = '', expected = ''] =
      /^(.*)\n([^]*?)\n----\n([^]*)$/.exec(text) ?? [];
    return { name, plan, expected: expected.trim().split('\n') };
  });

test.each(CASES)('$name', ({ plan, expected }) => {
  const { days, diagnostics } = readPlan(plan);
  const mistakes = diagnostics.filter(({ severity }) => severity === 'error');
  expect([
    ...days.filter(({ kind }) => kind !== 'rest').map(describeDay),
    ...mistakes.map(({ layer, code, from, to }) => `${layer} ${code}: ${plan.slice(from, to)}`),
  ]).toEqual(expected);
});

/** A title only where it is not suggested by the script. */
function describeDay(day: PlanDay): string {
  const { week, weekday, run, notes, races, alternatives } = day;
  const options = [day, ...alternatives].map(describeOption).join(' | ');
  const race = races.length > 0 ? ` (race ${races.join(', ')})` : '';
  const note = notes === '' ? '' : ` // ${notes.replaceAll('\n', ' / ')}`;
  return `${week} ${WEEKDAYS[weekday]}${run === 2 ? ' pm' : ''}: ${options}${race}${note}`;
}

function describeOption({ kind, title, script, races }: Option): string {
  if (kind === 'rest') return 'rest';
  if (kind === 'other') return `${title}:`;
  const written = script.replaceAll('\n', '\\n');
  const untitled = readPlan(`week 1\n  Mon ${script}`).days[0]?.title;
  return title === untitled || races.length > 0 ? written : `${title}: ${written}`;
}

test('P2: the title and the note after it', () => {
  expect(readPlan('plan 10 km, twelve weeks // for Jo')).toMatchObject({
    title: '10 km, twelve weeks',
    notes: 'for Jo',
  });
});

test('P4: a note belongs to the plan, a heading or a day', () => {
  const { notes, weeks, days } = readPlan(`plan A // one
// two
week 1 // three
// four
  Tue 40m E // five
  // six

// seven`);
  expect(notes).toBe('one\ntwo');
  expect(weeks[0]?.notes).toEqual(['three', 'four', 'seven']);
  expect(days[0]?.notes).toBe('five\nsix');
});

test('P5: a heading may have a title, which changes nothing', () => {
  const { weeks } = readPlan('weeks 1-2: Build\n  Tue 40m E\nweek 3 Light\nweek 2: Step');
  expect(weeks.map(({ titles }) => titles)).toEqual([['Build'], ['Build', 'Step'], ['Light']]);
});

test('P8, P11: a day without a title is named after its script or its race', () => {
  const title = (content: string) => readPlan(`week 1\n  Tue ${content}`).days[0]?.title;
  expect(title('15m E + 6x(800mtr I + 2m jog)')).toBe('6 × 800 m I');
  expect(title('2km E + race 10km')).toBe('Race 10 km');
  expect(title('race half')).toBe('Race half marathon');
});

test('P18: a fix changes text that every week has, or one value, or is not offered', () => {
  const text = 'weeks 1-2\n  Tue 15m E + {20m, 400m} T';
  const [found] = readPlan(text).diagnostics;
  expect(found?.fixes[0]?.edits).toEqual([{ from: found?.from, to: found?.to, insert: '400mtr' }]);
  const [across] = readPlan('weeks 1-2\n  Tue 15m E + {4, 5}00m T').diagnostics;
  expect(across).toMatchObject({ code: 'minutes-or-metres', fixes: [] });
});
