import { expect, test } from 'vitest';

import { formatPlan } from './index.ts';

test('P21: one spelling for one meaning', () => {
  expect(
    formatPlan(`PLAN: My plan
//note
Strides=6 x (20sec R+60s jog)
Weeks 1 to 4 - Base
- Monday,wednesday:  40min easy
* Tue. Club night:15min E+{4,5,6,5} X (3min interval + 2m jog)
Thu {40,45,50,40}m E +STRIDES
Fri 6 x 800m at 5k pace w/ 2 min jog, strides
Sat {30, 30, 40, 40} min easy, {10, 10, 15, 15} mins tempo
Sun race half   or   off //why not
WEEK 3
tuesday PM 30m easy
tuesday 40m walk "up // down"`),
  ).toBe(`plan My plan
// note

strides = 6x(20s R + 1m jog)

weeks 1-4: Base
  Mon, Wed 40m E
  Tue Club night: 15m E + {4, 5, 6, 5}x(3m I + 2m jog)
  Thu {40m, 45m, 50m, 40m} E + strides
  Fri 6x(800mtr 5k + 2m jog) + strides
  Sat {30m, 30m, 40m, 40m} E + {10m, 10m, 15m, 15m} T
  Sun race HM or rest // why not

week 3
  Tue pm 30m E
  Tue am 40m walk "up // down"
`);
});

test.each([
  ['race 10k', 'race 10km'],
  ['race 10km easy', 'race 10km E'],
  ['race marathon', 'race marathon'],
  ['race 42.195km in 3:30:00', 'race marathon 3h30m'],
  ['2 km easy, race mile, 1 km easy', '2km E + race 1mi + 1km E'],
  ['{race 5k, 40min E, race hm 90min}', '{race 5km, 40m E, race HM 1h30m}'],
  ['2km E + race {5,10,15}k', '2km E + race {5km, 10km, 15km}'],
  ['race {5km, HM, marathon} + 10min E', 'race {5km, HM, marathon} + 10m E'],
  ['{4, 5, 6}x(3min {I, T, R} "smooth")', '{4, 5, 6}x(3m {I, T, R} "smooth")'],
  ['{2x(5min T), 3 x (4min T), 20min T} + 5min E', '{2x(5m T), 3x(4m T), 20m T} + 5m E'],
  ['{a, 40min easy, a or off} + 5min E', '{a, 40min easy, a or off} + 5min E'],
  ['{a, 40min easy, rest}', '{a, 40m E, rest}'],
  ['1km {5k, 4min, 10k} + 5k', '1km {5k, 4m, 10k} + 5km'],
  ['5min {4:30/km, 4:20/km, 4:40 per km}', '5m {4:30/km, 4:20/km, 4:40/km}'],
])('P21: %s is written as %s', (content, formatted) => {
  expect(formatPlan(`a = 10m E\nweeks 1-3\n Tue ${content}`)).toBe(
    `a = 10m E\n\nweeks 1-3\n  Tue ${formatted}\n`,
  );
});

test('P22: a line over 100 characters is broken before its steps', () => {
  const long = `weeks 1-3
  Tue 20m E + {2x(15m T + 3m jog), 3x(12m T + 2m jog), 3x(14m T + 2m jog)} + 4x(20s R + 1m jog) + 15m E // smooth
`;
  expect(formatPlan(long)).toBe(`weeks 1-3
  Tue 20m E // smooth
      + {2x(15m T + 3m jog), 3x(12m T + 2m jog), 3x(14m T + 2m jog)}
      + 4x(20s R + 1m jog)
      + 15m E
`);
});

test('P23: a plan with a mistake of its own is left alone', () => {
  const text = 'week 1\n Tue  40m E\n Tue 30m E';
  expect(formatPlan(text)).toBe(text);
});

test('P23: in a line with a mistake only white space changes', () => {
  expect(
    formatPlan('week 1\n Tue  40min blahy+ 10min  E\n   20min easy  // a\n Thu  40min easy'),
  ).toBe('week 1\n  Tue 40min blahy+ 10min E\n      20min easy\n    // a\n  Thu 40m E\n');
});

test.each(['{1, 2}h{30, 15}m E', '{5km, 20m} {10k, T}', '{4, 5} x 800m I w/ 2m jog'])(
  'P24: the script of a line stays as written where its lists have no spelling: %s',
  (script) => {
    const text = `weeks 1-2\n  Tue ${script}\n  Wed 40m E\n`;
    expect(formatPlan(`weeks 1-2\n Tue   ${script}\nWed 40min easy`)).toBe(text);
    expect(formatPlan(text)).toBe(text);
  },
);
