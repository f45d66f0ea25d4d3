import { expect, test } from 'vitest';

import { adviseOnPlan, PLAN_ADVICE_CODES, readPlan, type PlanAdviceCode } from './index.ts';

// For every kind of advice a plan that gets it, and one with a little less that does not.

const BASE = '  Mon 60m E\n  Wed 60m E\n  Fri 60m E\n  Sun 80m E\n';

const EXAMPLES: [PlanAdviceCode, string, string][] = [
  [
    'hard-after-race',
    `week 1\n${BASE}  Sat race 10km\nweek 2\n  Mon 20m E + 20m T`,
    `week 1\n${BASE}  Sat race 10km\nweek 2\n  Tue 20m E + 20m T`,
  ],
  [
    'hard-before-race',
    'week 1\n  Thu 15m E + 6x(3m I + 2m jog)\n  Sat race 5km',
    'week 1\n  Wed 15m E + 6x(3m I + 2m jog)\n  Sat race 5km',
  ],
  [
    'hard-days-in-a-row',
    `week 1\n${BASE}  Tue 15m E + 15m T\n  Wed pm 15m E + 15m T`,
    `week 1\n${BASE}  Tue 15m E + 15m T\n  Thu 15m E + 15m T`,
  ],
  [
    'hard-share',
    'week 1\n  Tue 15m E + 40m T\n  Sun 60m E',
    'week 1\n  Tue 15m E + 15m T\n  Sun 60m E',
  ],
  [
    'long-run-jump',
    'weeks 1-2\n  Mon 60m E\n  Wed 60m E\n  Sun {80m, 95m} E',
    'weeks 1-2\n  Mon 60m E\n  Wed 60m E\n  Sun {80m, 90m} E',
  ],
  [
    'long-run-share',
    `week 1\n  Mon-Thu 30m E\n  Sun 95m E`,
    `week 1\n  Mon-Thu 30m E\n  Sun 75m E`,
  ],
  [
    'many-hard-days',
    `week 1\n${BASE}  Mon pm 15m T\n  Wed pm 15m T\n  Fri pm 15m T\n  Sun pm 15m T`,
    `week 1\n${BASE}  Mon pm 15m T\n  Wed pm 15m T\n  Fri pm 15m T`,
  ],
  [
    'no-taper',
    `week 1\n${BASE}week 2\n  Mon-Fri 45m E\n  Sun race HM`,
    `week 1\n${BASE}week 2\n  Mon-Thu 30m E\n  Sun race HM`,
  ],
  [
    'not-light',
    `week 1\n${BASE}week 2: Light\n${BASE}`,
    `week 1\n${BASE}week 2: Light\n  Mon 60m E`,
  ],
  ['session-share', `week 1\n${BASE}  Thu 15m E + 30m T`, `week 1\n${BASE}  Thu 15m E + 20m T`],
  ['week-jump', `week 1\n${BASE}week 2\n  Mon-Sun 60m E`, `week 1\n${BASE}week 2\n  Mon-Fri 60m E`],
];

test.each(EXAMPLES)(
  'P20: %s is given, not given for a little less, and can be turned off',
  (code, much, less) => {
    const codesOf = (text: string, without: PlanAdviceCode[] = []) =>
      adviseOnPlan(readPlan(text), { without }).map((advice) => advice.code);
    expect(codesOf(much)).toContain(code);
    expect(codesOf(less)).not.toContain(code);
    expect(codesOf(much, [code])).not.toContain(code);
  },
);

test('P20: a name that no day uses, and a week that is not mentioned', () => {
  const { diagnostics } = readPlan('hills = 40m E\nweek 1\n  Tue 40m E\nweek 3\n  Tue 40m E');
  expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
    'advice name-unused',
    'advice week-missing',
  ]);
});

test('P20: every kind of advice has an example', () => {
  const shown = [...EXAMPLES.map(([code]) => code), 'name-unused', 'week-missing'];
  expect(shown.toSorted()).toEqual([...PLAN_ADVICE_CODES].toSorted());
});

test('P20: advice for many weeks of one line is given once, in the units of the athlete', () => {
  const reading = readPlan(`weeks 1-3\n${BASE}  Thu 15m E + 30m T`);
  const messages = (units: 'metric' | 'imperial') =>
    adviseOnPlan(reading, { units })
      .filter(({ code }) => code === 'session-share')
      .map(({ message }) => message);
  expect(messages('metric')).toEqual([
    'Week 1, Thu: 5.7 km at T in one run. In a week like this, 4.8 km is the usual limit. Also in weeks 2-3.',
  ]);
  expect(messages('imperial')).toEqual([
    'Week 1, Thu: 3.6 mi at T in one run. In a week like this, 3.0 mi is the usual limit. Also in weeks 2-3.',
  ]);
});

test('P20: a race is exempt from the limits of training', () => {
  const reading = readPlan(`week 1\n${BASE}  Tue 2km E + race 10km + 2km E`);
  expect(adviseOnPlan(reading).map(({ code }) => code)).toEqual([]);
  expect(readPlan('week 1\n  Sun race marathon').diagnostics).toEqual([]);
});
