import { describe, expect, test } from 'vitest';

import { applyFix, MISTAKE_CODES, type DiagnosticCode } from './diagnostics.ts';
import { formatScript, readScript } from './read.ts';
import type { Amount, Target } from './workout.ts';

const NONE: Target = { kind: 'none' };
const OPEN: Amount = { kind: 'open' };

describe('the meaning of a script', () => {
  test('L1: white space and case mean nothing', () => {
    const loud = readScript(' \n15M\te\u00a0+ 2X ( 3MIN INTERVAL+90S  JOG )\r\n');
    const quiet = readScript('15m E + 2x(3m I + 90s jog)');
    expect(loud.workout).toEqual(quiet.workout);
    expect(loud.diagnostics).toEqual([]);
  });

  test.each([
    ['1h30m', 5400],
    ['1h05m20s', 3920],
    ['15m', 900],
    ['15min', 900],
    ['90s', 90],
    ['90sec', 90],
    ['2m30s', 150],
    ['1h20s', 3620],
    ['3h26m527s', 12_887],
    ['1.5h', 5400],
    ['2.5m', 150],
    ['0.5s', 0.5],
    ['1:30', 90],
    ['1:05:00', 3900],
    ['90:00', 5400],
  ])('L2: %s is a time', (text, seconds) => {
    expect(stepOf(text)).toEqual([{ kind: 'time', seconds }, NONE]);
  });

  test.each([
    ['5km', 5000],
    ['5 km', 5000],
    ['5k', 5000],
    ['1mi', 1609.34],
    ['0.25mi', 402.335],
    ['400mtr', 400],
    ['400meters', 400],
    ['400 metres', 400],
    ['1.5km', 1500],
  ])('L3: %s is a distance', (text, metres) => {
    expect(stepOf(text)).toEqual([{ kind: 'distance', metres }, NONE]);
  });

  test('L3: m is minutes, never metres', () => {
    expect(stepOf('40m')).toEqual([{ kind: 'time', seconds: 2400 }, NONE]);
    expect(stepOf('99m')).toEqual([{ kind: 'time', seconds: 5940 }, NONE]);
  });

  test.each([
    ['Z1', { kind: 'zone', zone: 1 }],
    ['z5', { kind: 'zone', zone: 5 }],
    ['E', { kind: 'pace', pace: 'E' }],
    ['easy', { kind: 'pace', pace: 'E' }],
    ['Marathon', { kind: 'pace', pace: 'M' }],
    ['THRESHOLD', { kind: 'pace', pace: 'T' }],
    ['i', { kind: 'pace', pace: 'I' }],
    ['repetition', { kind: 'pace', pace: 'R' }],
    ['jog', { kind: 'jog' }],
    ['rest', { kind: 'rest' }],
    ['HM', { kind: 'race', metres: 21_097.5 }],
  ] satisfies [string, Target][])(
    'L5, L6, S1: %s alone is a target until the lap button',
    (text, target) => {
      expect(stepOf(text)).toEqual([OPEN, target]);
    },
  );

  test('S1: spaces in a target alone make it no question', () => {
    expect(readScript('E  pm').diagnostics).toEqual(readScript('E pm').diagnostics);
  });

  test.each([
    ['1500mtr', 1500],
    ['1mi', 1609.34],
    ['3km', 3000],
    ['5k', 5000],
    ['10km', 10_000],
    ['15km', 15_000],
    ['HM', 21_097.5],
  ])('G8: %s behind an amount is a race', (text, metres) => {
    expect(stepOf(`20m ${text}`)).toEqual([
      { kind: 'time', seconds: 1200 },
      { kind: 'race', metres },
    ]);
  });

  test('G8: a distance at a race pace', () => {
    expect(stepOf('1km 5k')).toEqual([
      { kind: 'distance', metres: 1000 },
      { kind: 'race', metres: 5000 },
    ]);
  });

  test.each(['400mtr 90s', '400mtr 1:30', '400 mtr 1m30s'])('G9: %s is a goal', (text) => {
    expect(stepOf(text)).toEqual([
      { kind: 'distance', metres: 400 },
      { kind: 'goal', seconds: 90 },
    ]);
  });

  test('G6: open is the amount that the lap button ends', () => {
    expect(stepOf('open')).toEqual([OPEN, NONE]);
    expect(stepOf('open T')).toEqual([OPEN, { kind: 'pace', pace: 'T' }]);
    expect(stepOf('open 5k')).toEqual([OPEN, { kind: 'race', metres: 5000 }]);
  });

  test('L7, G3: + joins steps and repeats, and parentheses group', () => {
    const { workout, diagnostics } = readScript('5m E+2x(1m I+1m jog)+5m E');
    expect(diagnostics).toEqual([]);
    expect(workout.items.map((item) => (item.kind === 'repeat' ? item.items.length : 0))).toEqual([
      0, 2, 0,
    ]);
  });

  test('G5: a step is an amount, a target, or both in this order', () => {
    const easy: Target = { kind: 'pace', pace: 'E' };
    const time: Amount = { kind: 'time', seconds: 300 };
    expect([stepOf('5m'), stepOf('E'), stepOf('5m E')]).toEqual([
      [time, NONE],
      [OPEN, easy],
      [time, easy],
    ]);
  });

  test.each([
    ['Z3', { kind: 'zone', zone: 3 }],
    ['T', { kind: 'pace', pace: 'T' }],
    ['jog', { kind: 'jog' }],
    ['rest', { kind: 'rest' }],
    ['10k', { kind: 'race', metres: 10_000 }],
    ['4m', { kind: 'goal', seconds: 240 }],
  ] satisfies [string, Target][])('G7: %s behind a distance is its target', (text, target) => {
    expect(stepOf(`1km ${text}`)).toEqual([{ kind: 'distance', metres: 1000 }, target]);
  });

  test('G2 to G4: repeats nest, and every item has its place', () => {
    const script = '2km E + 3x(2x(400mtr R + jog) + 3m E)';
    const { workout, places, diagnostics } = readScript(script);
    expect(diagnostics).toEqual([]);
    expect(workout.items).toMatchObject([
      { kind: 'step' },
      {
        kind: 'repeat',
        count: 3,
        items: [
          { kind: 'repeat', count: 2, items: [{ kind: 'step' }, { kind: 'step' }] },
          { kind: 'step' },
        ],
      },
    ]);
    expect(places.map(({ from, to }) => script.slice(from, to))).toEqual([
      '2km E',
      '3x(2x(400mtr R + jog) + 3m E)',
      '2x(400mtr R + jog)',
      '400mtr R',
      'jog',
      '3m E',
    ]);
  });

  test('G1: an empty script is an empty workout', () => {
    expect(readScript(' \n ')).toMatchObject({ workout: { items: [] }, diagnostics: [] });
  });

  test('the same meaning compares equal wherever it is', () => {
    expect(readScript('15min   Easy').workout).toEqual(readScript('15m E').workout);
  });
});

/** A script, its mistakes as a code and the text it points at, and the scripts that the first three fixes of each give. */
const MISTAKES: [string, [DiagnosticCode, string][], string[]][] = [
  ['-10m E', [['invalid-character', '-']], ['10m E']],
  ['/10m E', [['invalid-character', '/']], ['10m E']],
  ['10m E , , 5m T', [['invalid-character', ',']], ['10m E ,  5m T']],
  [
    '10m E . . . 5m T',
    [
      ['invalid-character', '.'],
      ['invalid-character', '.'],
    ],
    ['10m E .  . 5m T', '10m E . .  5m T'],
  ],
  ['10m E -', [['invalid-character', '-']], ['10m E ']],
  ['10m E | 5m T |', [['invalid-character', '|']], ['10m E | 5m T ']],
  ['3x(1km I /) + 5m E', [['invalid-character', '/']], ['3x(1km I ) + 5m E']],
  ['10m E, 5m T.', [], []],
  ['10m - E', [], []],
  ['10m - - E', [['invalid-character', '-']], ['10m -  E']],
  ['3x[1km I)', [['invalid-character', ')']], ['3x[1km I]']],
  ['3x{1km I]', [['invalid-character', ']']], ['3x{1km I}']],
  ['⚡️ 15m E', [['invalid-character', '⚡️']], [' 15m E']],
  ['400m E', [['minutes-or-metres', '400m']], ['400mtr E', '6h40m E']],
  ['3mI', [['unknown-amount', '3mI']], ['3mi', '3m I']],
  ['5kM', [['unknown-amount', '5kM']], ['5km', '5k M']],
  ['1:5 E', [['unknown-amount', '1:5']], ['1:05 E']],
  ['5foo + E', [['unknown-word', '5foo']], ['"5foo" + E', ' + E']],
  ['400m 4:30/km', [['minutes-or-metres', '400m']], ['400mtr 4:30/km', '6h40m 4:30/km']],
  ['1:75 E', [['clock-out-of-range', '1:75']], ['2m15s E']],
  ['1:60:00 E', [['clock-out-of-range', '1:60:00']], ['2h E']],
  ['25h E', [['amount-out-of-range', '25h']], []],
  ['401km E', [['amount-out-of-range', '401km']], []],
  ['0m E + 5m T', [['zero-amount', '0m E']], ['5m T']],
  ['5m T + 0km', [['zero-amount', '0km']], ['5m T']],
  ['400mtr 0s', [['zero-amount', '0s']], ['400mtr ']],
  ['5 E', [['number-needs-unit', '5']], ['5min E', '5km E', '5mi E']],
  ['5', [['number-needs-unit', '5']], ['5min', '5km', '5mi']],
  ['400 E', [['number-needs-unit', '400']], ['400mtr E', '400s E']],
  ['5 (3m I + 2m E)', [['number-needs-unit', '5']], ['5x(3m I + 2m E)']],
  ['400mtr 90', [['number-needs-unit', '90']], ['400mtr 90s']],
  ['5m Z0', [['zone-out-of-range', 'Z0']], ['5m Z1']],
  ['5m Z6', [['zone-out-of-range', 'Z6']], ['5m Z5']],
  ['10m esay', [['unknown-word', 'esay']], ['10m E', '10m "esay"', '10m ']],
  ['10m treshold', [['unknown-word', 'treshold']], ['10m T', '10m "treshold"', '10m ']],
  ['15m E 5m T', [['missing-plus', '5m']], ['15m E + 5m T']],
  ['15m E 5x(3m I + jog)', [['missing-plus', '5']], ['15m E + 5x(3m I + jog)']],
  ['400mtr 90s jog', [['missing-plus', '90s']], ['400mtr + 90s jog']],
  ['15m E + ', [['missing-step', '+']], ['15m E  ']],
  ['+ 15m E', [['missing-step', '+']], [' 15m E']],
  ['15m E + + + 5m T', [['missing-step', '+ +']], ['15m E +  5m T']],
  ['5x(3m I + 2m E', [['unclosed-parenthesis', '5x(']], ['5x(3m I + 2m E)']],
  ['15m E)', [['unopened-parenthesis', ')']], ['15m E']],
  ['5x + T', [['empty-repeat', '5x']], ['T']],
  ['(3m I + 2m E)', [['repeat-needs-count', '(']], ['2x(3m I + 2m E)', '3m I + 2m E']],
  ['x(3m I + 2m E)', [['repeat-needs-count', 'x(']], ['2x(3m I + 2m E)', '3m I + 2m E']],
  ['x 3m M', [['repeat-needs-count', 'x']], ['2x 3m M', ' 3m M']],
  ['0x(3m E)', [['count-out-of-range', '0']], ['1x(3m E)']],
  ['100x(3m E)', [['count-out-of-range', '100']], ['99x(3m E)']],
  ['2.5x(3m E)', [['count-out-of-range', '2.5']], ['3x(3m E)']],
  ['2x(2x(2x(2x(2x(E)))))', [['nested-too-deep', '2x(E)']], []],
  ['2x(2x(2x(2x(1m E)))) x 3', [['nested-too-deep', 'x 3']], []],
  ['5x()', [['empty-repeat', '5x()']], ['']],
  ['E + 5x() + T', [['empty-repeat', '5x()']], ['E + T']],
  ['20m 7km', [['target-not-a-race', '7km']], ['20m 5k', '20m + 7km']],
  ['20m 9km', [['target-not-a-race', '9km']], ['20m 10k', '20m + 9km']],
  ['3m E T', [['target-twice', 'T']], ['3m E', '3m T']],
  ['3m Z2 jog', [['target-twice', 'jog']], ['3m Z2', '3m jog']],
  ['20m T @ 150bpm', [['target-twice', '150bpm']], ['20m T', '20m 150bpm']],
  ['20m T 4:30/km', [['target-twice', '4:30/km']], ['20m T', '20m 4:30/km']],
  ['20 min tempo, 150 bpm', [['target-twice', '150 bpm']], ['20 min tempo', '20 min 150 bpm']],
  ['20M easy run', [['unknown-amount', '20M']], ['20mi easy run', '20m easy run']],
  ['2E', [['number-needs-unit', '2E']], ['2mi E', '2km E', '2min E']],
  ['2 laps E run', [['unknown-amount', '2 laps']], ['800mtr E run', 'open E run']],
  ['4-6 x 400mtr R', [['one-of-several', '4-6 x']], ['4 x 400mtr R', '6 x 400mtr R']],
  ['10-15 min easy', [['one-of-several', '10-15 min']], ['10m easy', '15m easy']],
  ['Z1-2 for 40 min', [['one-of-several', 'Z1-2']], ['Z1 for 40 min', 'Z2 for 40 min']],
  ['3m Z2 jog', [['target-twice', 'jog']], ['3m Z2', '3m jog']],
  ['5km 0:30/km', [['pace-out-of-range', '0:30/km']], ['5km ']],
  ['20m 300bpm', [['heart-rate-out-of-range', '300bpm']], ['20m ']],
  ['2m jog between', [['between-not-last', 'between']], ['2m jog ']],
  ['2x(2m jog between + 1m R)', [['between-not-last', 'between']], ['2x(2m jog  + 1m R)']],
  ['10m race', [['vague-effort', 'race']], ['10m "race"', '10m I', '10m T']],
  [
    '20 min goal pace',
    [['vague-effort', 'goal pace']],
    ['20 min "goal pace"', '20 min I', '20 min T'],
  ],
  ['2m float', [['vague-effort', 'float']], ['2m jog', '2m "float"', '2m E']],
  ['6x800m @ 3:40', [['time-or-pace', '3:40']], ['6x800m @ 3m40s', '6x800m @ 3:40/km']],
  ['45 min @ 7:00', [['time-or-pace', '7:00']], ['45 min @ 7:00/km', '45 min @ 7:00/mi']],
  [
    '5x1km I + 2m jog',
    [['recovery-or-step', '2m jog']],
    ['5x(1km I + 2m jog)', '5x(1km I) + 2m jog'],
  ],
  [
    '6x800mtr T, 2 min easy',
    [['recovery-or-step', '2 min easy']],
    ['6x(800mtr T + 2 min easy)', '6x(800mtr T) + 2 min easy'],
  ],
  [
    '6mi w/ 4mi @ T',
    [['part-or-step', 'w/ 4mi @ T']],
    ['2mi E + 4mi @ T', '1mi E + 4mi @ T + 1mi E', '6mi + 4mi @ T'],
  ],
  ['15k, 3x3.2k @ HMP', [['part-or-step', '15k']], ['3x3.2k @ HMP', '15k + 3x3.2k @ HMP']],
  [
    '3km WU, 3km CD, 6x1km T',
    [['part-or-step', '3km CD']],
    ['3km WU, 6x1km T + 3km CD', '3km WU, 3km E, 6x1km T'],
  ],
  [
    '20 min easy or 30 min walk',
    [['one-of-several', 'or 30 min walk']],
    ['20 min easy', '30 min walk'],
  ],
  ['10 x 60m R', [['minutes-or-metres', '60m']], ['10 x 60mtr R', '10 x 60min R']],
  [
    '3 x (1200mtr @ 5k, 90s)',
    [['vague-effort', '90s']],
    [
      '3 x (1200mtr @ 5k, 90s jog)',
      '3 x (1200mtr @ 5k, 90s rest)',
      '3 x (1200mtr @ 5k, 90s "by feel")',
    ],
  ],
  [
    '400mtr, 800mtr at 5k pace',
    [['one-of-several', '400mtr']],
    ['400mtr 5k, 800mtr at 5k pace', '400mtr + 800mtr at 5k pace'],
  ],
  [
    '5 x 1000m @ 5k pace + 5 sec',
    [['unknown-word', '5k pace + 5 sec']],
    ['5 x 1000m @ "5k pace + 5 sec"', '5 x 1000m @ '],
  ],
  [
    '2 x 200m @ 800m pace',
    [['target-not-a-race', '800m']],
    ['2 x 200m @ "800m pace"', '2 x 200m @ 1500mtr pace'],
  ],
  ['10m Q', [['unknown-word', 'Q']], ['10m "Q"', '10m ']],
  ['6 x hill', [['unknown-word', 'hill']], ['6 x "hill"', '6 x ']],
  ['1:45 easy run', [['unknown-amount', '1:45']], ['1h45m easy run', '1m45s easy run']],
  ['5 x 1km (3:45)', [['time-or-pace', '3:45']], ['5 x 1km in 3:45', '5 x 1km (3:45 jog)']],
];

/** Spellings that were mistakes once, and the short form of each. */
const SPELLINGS: [string, string][] = [
  ['15m E @', '15m E'],
  ['15m @ E', '15m E'],
  ['5×(3m I + 2m E)', '5x(3m I + 2m E)'],
  ['5 * (3m I + 2m E)', '5x(3m I + 2m E)'],
  ['1,5km E', '1500mtr E'],
  ['10,000mtr E', '10km E'],
  ['.5km E', '500mtr E'],
  ['15m E, 5m T', '15m E + 5m T'],
  ['15m E; 5x(3m I + jog)', '15m E + 5x(3m I + jog)'],
  ['90" rest', '1m30s rest'],
  ['1\'30" rest', '1m30s rest'],
  ['5’ E', '5m E'],
  ['100M', '100mtr'],
  ['3mE', '3m E'],
  ['3kmZ2', '3km Z2'],
  ['1h30 E', '1h30m E'],
  ['2m30 E', '2m30s E'],
  ['15 min E', '15m E'],
  ['5 m E', '5m E'],
  ['400 m E', '400mtr E'],
  ['5miles E', '5mi E'],
  ['1.5h30m E', '2h E'],
  ['1:30min E', '1m30s E'],
  ['5km 4:30/km', '5km 4:30/km'],
  ['1,5km 4:30/km', '1500mtr 4:30/km'],
  ['10 km 7:15 / mi + E', '10km 7:15/mi + E'],
  ['5km 4:20-4:40/km', '5km 4:40-4:20/km'],
  ['400mtr 4\'30"/km', '400mtr 4:30/km'],
  ['5km 4:30min/km', '5km 4:30/km'],
  ['5km 4:30 per km', '5km 4:30/km'],
  ['E + 4:30/km', 'E + 4:30/km'],
  ['20m 4:30/km', '20m 4:30/km'],
  ['20m Tempo', '20m T'],
  ['2m recovery', '2m jog'],
  ['10m warm up', '10m WU'],
  ['10m zone 2', '10m Z2'],
  ['lap', 'open'],
  ['E 15m', '15m E'],
  ['1h 30m E', '1h30m E'],
  ['5x 400mtr M', '5x(400mtr M)'],
  ['5xE + T', '5x(E) + T'],
  ['3x10m T, jog', '3x(10m T + jog)'],
];

test.each(SPELLINGS)('L2, L3, L6: %s means %s', (script, short) => {
  expect(mistakesIn(script)).toEqual([]);
  expect(formatScript(script)).toBe(short);
});

/** Named by its codes. */
const NAMED = MISTAKES.map(([script, mistakes, fixed]) => ({
  codes: mistakes.map(([code]) => code).join(', '),
  script,
  mistakes,
  fixed,
}));

describe('a mistake is pointed at, named and fixed', () => {
  test.each(NAMED)('$codes: $script', ({ script, mistakes, fixed }) => {
    const diagnostics = mistakesIn(script);
    expect(diagnostics.map(({ code, from, to }) => [code, script.slice(from, to)])).toEqual(
      mistakes,
    );
    const fixes = diagnostics.flatMap((diagnostic) => diagnostic.fixes.slice(0, 3));
    expect(fixes.map((fix) => applyFix(script, fix))).toEqual(fixed);
  });

  test.each(NAMED)('$codes: $script: each fix removes its mistake', ({ script }) => {
    const before = mistakesIn(script);
    for (const { code, fixes } of before)
      for (const fix of fixes) {
        const after = mistakesIn(applyFix(script, fix));
        expect(count(after, code), `${code}: ${fix.label}`).toBeLessThan(count(before, code));
      }
  });

  test('every code has an example here or below', () => {
    const shown = new Set(MISTAKES.flatMap(([, mistakes]) => mistakes.map(([code]) => code)));
    expect(MISTAKE_CODES.filter((code) => !shown.has(code))).toEqual(['being-read', 'too-long']);
  });

  test('L6, L9: points at every mistake, not only the first', () => {
    const places = readScript('10m Q + # 5m W').diagnostics.map(({ code, from, to }) => [
      code,
      from,
      to,
    ]);
    expect(places).toEqual([
      ['unknown-word', 4, 5],
      ['invalid-character', 8, 9],
      ['unknown-word', 13, 14],
    ]);
  });

  test('too-long: over 5,000 characters nothing is read, and it is said', () => {
    const { workout, diagnostics } = readScript('E'.padEnd(5001));
    expect(workout.items).toEqual([]);
    expect(diagnostics).toMatchObject([{ code: 'too-long', from: 0, to: 5001 }]);
    expect(readScript('E'.padEnd(5000)).diagnostics).toEqual([]);
  });

  test('too-long: over 1,000 steps when repeats are unrolled', () => {
    expect(mistakesIn('50x(10x(30s R + 30s jog))')).toEqual([]);
    expect(mistakesIn('51x(10x(30s R + 30s jog))')).toMatchObject([{ code: 'too-long' }]);
  });

  test('a mistake hides nothing that was understood, and an unclear step says so', () => {
    const { workout, places } = readScript('15m E + 400m R + 5m Q + #');
    expect(workout).toEqual(readScript('15m E + 400mtr R + 5m "Q" + "#"').workout);
    expect(places.map(({ isUnclear }) => isUnclear)).toEqual([false, true, true, true]);
  });
});

function stepOf(script: string): [Amount, Target] {
  const { workout, diagnostics } = readScript(script);
  expect(diagnostics).toEqual([]);
  const [step] = workout.items;
  if (step?.kind !== 'step' || workout.items.length !== 1)
    throw new Error(`${script} is not one step`);
  return [step.amount, step.target];
}

function mistakesIn(script: string) {
  return readScript(script).diagnostics.filter(({ severity }) => severity === 'error');
}

function count(diagnostics: readonly { code: DiagnosticCode }[], code: DiagnosticCode): number {
  return diagnostics.filter((diagnostic) => diagnostic.code === code).length;
}
