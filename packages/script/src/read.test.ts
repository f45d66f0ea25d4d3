import { describe, expect, test } from 'vitest';

import { applyFix, MISTAKE_CODES, type DiagnosticCode } from './diagnostics.ts';
import { readScript } from './read.ts';
import type { Amount, Target } from './workout.ts';

const NONE: Target = { kind: 'none' };
const OPEN: Amount = { kind: 'open' };

describe('what a script means', () => {
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

  test('the same meaning compares equal wherever it stands', () => {
    expect(readScript('15min   Easy').workout).toEqual(readScript('15m E').workout);
  });
});

/** A script, its mistakes as a code and the text it points at, and the scripts its fixes give. */
const MISTAKES: [string, [DiagnosticCode, string][], string[]][] = [
  // L9
  ['15m E @', [['invalid-character', '@']], ['15m E ']],
  ['15m @ E', [['invalid-character', '@']], ['15m  E']],
  ['⚡️ 15m E', [['invalid-character', '⚡️']], [' 15m E']],
  ['5×(3m I + 2m E)', [['invalid-character', '×']], ['5x(3m I + 2m E)']],
  ['5 * (3m I + 2m E)', [['invalid-character', '*']], ['5 x (3m I + 2m E)']],
  ['1,5km E', [['invalid-character', ',']], ['1.5km E']],
  ['10,000mtr E', [['invalid-character', ',']], ['10000mtr E']],
  ['.5km E', [['invalid-character', '.']], ['0.5km E']],
  ['15m E, 5m T', [['invalid-character', ',']], ['15m E + 5m T', '15m E 5m T']],
  [
    '15m E; 5x(3m I + jog)',
    [['invalid-character', ';']],
    ['15m E + 5x(3m I + jog)', '15m E 5x(3m I + jog)'],
  ],
  [`90" rest`, [['invalid-character', '"']], ['90s rest']],
  [`1'30" rest`, [['invalid-character', `'30"`]], ['1m30s rest']],
  ['5’ E', [['invalid-character', '’']], ['5m E']],
  // L2, L3
  ['400m E', [['minutes-or-metres', '400m']], ['400mtr E', '6h40m E']],
  ['100M', [['minutes-or-metres', '100M']], ['100mtr', '1h40m']],
  ['3mI', [['unknown-amount', '3mI']], ['3mi', '3m I']],
  ['5kM', [['unknown-amount', '5kM']], ['5km', '5k M']],
  ['3mE', [['unknown-amount', '3mE']], ['3m E']],
  ['3kmZ2', [['unknown-amount', '3kmZ2']], ['3km Z2']],
  ['1h30 E', [['unknown-amount', '1h30']], ['1h30m E']],
  ['2m30 E', [['unknown-amount', '2m30']], ['2m30s E']],
  ['15 min E', [['unknown-amount', '15 min']], ['15m E']],
  ['5 m E', [['unknown-amount', '5 m']], ['5m E']],
  ['400 m E', [['unknown-amount', '400 m']], ['400mtr E', '6h40m E']],
  ['5miles E', [['unknown-amount', '5miles']], ['5mi E']],
  ['1.5h30m E', [['unknown-amount', '1.5h30m']], ['2h E']],
  ['1:30min E', [['unknown-amount', '1:30min']], ['1:30 E']],
  ['1:5 E', [['unknown-amount', '1:5']], ['1:05 E']],
  ['5foo + E', [['unknown-amount', '5foo']], ['E']],
  ['5km 4:30/km', [['unknown-amount', '4:30/km']], ['5km 22m30s']],
  [
    '1,5km 4:30/km',
    [
      ['invalid-character', ','],
      ['unknown-amount', '4:30/km'],
    ],
    ['1.5km 4:30/km', '1,5km 6m45s'],
  ],
  ['10 km 7:15 / mi + E', [['unknown-amount', '7:15 / mi']], ['10 km 45m03s + E']],
  ['5km 4:20-4:40/km', [['unknown-amount', '4:20-4:40/km']], ['5km 22m30s']],
  [`400mtr 4'30"/km`, [['unknown-amount', `4'30"/km`]], ['400mtr 1m48s']],
  ['5km 4:30min/km', [['unknown-amount', '4:30min/km']], ['5km 22m30s']],
  ['5km 4:30 per km', [['unknown-amount', '4:30 per km']], ['5km 22m30s']],
  ['E + 4:30/km', [['unknown-amount', '4:30/km']], ['E + 1km 4m30s']],
  ['20m 4:30/km', [['unknown-amount', '4:30/km']], ['20m ']],
  [
    '400m 4:30/km',
    [
      ['minutes-or-metres', '400m'],
      ['unknown-amount', '4:30/km'],
    ],
    ['400mtr 4:30/km', '6h40m 4:30/km', '400m 1m48s'],
  ],
  ['1:75 E', [['clock-out-of-range', '1:75']], ['2m15s E']],
  ['1:60:00 E', [['clock-out-of-range', '1:60:00']], ['2h E']],
  ['25h E', [['amount-out-of-range', '25h']], []],
  ['401km E', [['amount-out-of-range', '401km']], []],
  ['0m E + 5m T', [['zero-amount', '0m E']], ['5m T']],
  ['5m T + 0km', [['zero-amount', '0km']], ['5m T']],
  ['400mtr 0s', [['zero-amount', '0s']], ['400mtr']],
  // L4
  ['5 E', [['number-needs-unit', '5']], ['5m E', '5km E', '5x(E)']],
  ['5', [['number-needs-unit', '5']], ['5m', '5km']],
  ['400 E', [['number-needs-unit', '400']], ['400mtr E', '400s E']],
  ['5 (3m I + 2m E)', [['number-needs-unit', '5']], ['5x(3m I + 2m E)']],
  ['400mtr 90', [['number-needs-unit', '90']], ['400mtr 90s']],
  // L5
  ['5m Z0', [['zone-out-of-range', 'Z0']], ['5m Z1']],
  ['5m Z6', [['zone-out-of-range', 'Z6']], ['5m Z5']],
  // L6
  ['20m Tempo', [['unknown-word', 'Tempo']], ['20m T', '20m ']],
  ['2m recovery', [['unknown-word', 'recovery']], ['2m jog', '2m ']],
  ['10m warm up', [['unknown-word', 'warm up']], ['10m E', '10m ']],
  ['10m esay', [['unknown-word', 'esay']], ['10m E', '10m ']],
  ['10m treshold', [['unknown-word', 'treshold']], ['10m T', '10m ']],
  ['10m zone 2', [['unknown-word', 'zone 2']], ['10m Z2']],
  ['lap', [['unknown-word', 'lap']], ['open', '']],
  // G2
  ['15m E 5m T', [['missing-plus', '5m']], ['15m E + 5m T']],
  ['15m E 5x(3m I + jog)', [['missing-plus', '5']], ['15m E + 5x(3m I + jog)']],
  ['400mtr 90s jog', [['missing-plus', '90s']], ['400mtr + 90s jog']],
  ['E 15m', [['missing-plus', '15m']], ['15m E', 'E + 15m']],
  ['1h 30m E', [['missing-plus', '30m']], ['1h30m E', '1h + 30m E']],
  ['15m E + ', [['missing-step', '+']], ['15m E  ']],
  ['+ 15m E', [['missing-step', '+']], [' 15m E']],
  ['15m E + + + 5m T', [['missing-step', '+ +']], ['15m E +  5m T']],
  // G4
  ['5x(3m I + 2m E', [['unclosed-parenthesis', '5x(']], ['5x(3m I + 2m E)']],
  ['15m E)', [['unopened-parenthesis', ')']], ['15m E']],
  ['5x 400mtr M', [['repeat-needs-parentheses', '5x']], ['5x(400mtr M)']],
  ['5xE + T', [['repeat-needs-parentheses', '5x']], ['5x(E) + T']],
  ['5x + T', [['repeat-needs-parentheses', '5x']], ['T']],
  ['(3m I + 2m E)', [['repeat-needs-count', '(']], ['2x(3m I + 2m E)']],
  ['x(3m I + 2m E)', [['repeat-needs-count', 'x(']], ['2x(3m I + 2m E)']],
  ['x 3m M', [['repeat-needs-count', 'x']], ['2x(3m M)']],
  ['0x(3m E)', [['count-out-of-range', '0']], ['1x(3m E)']],
  ['100x(3m E)', [['count-out-of-range', '100']], ['99x(3m E)']],
  ['2.5x(3m E)', [['count-out-of-range', '2.5']], ['3x(3m E)']],
  ['2x(2x(2x(2x(2x(E)))))', [['nested-too-deep', '2x(E)']], []],
  ['5x()', [['empty-repeat', '5x()']], ['']],
  ['E + 5x() + T', [['empty-repeat', '5x()']], ['E + T']],
  // G7, G8
  ['20m 7km', [['target-not-a-race', '7km']], ['20m 5k', '20m + 7km']],
  ['20m 9km', [['target-not-a-race', '9km']], ['20m 10k', '20m + 9km']],
  ['3m E T', [['target-twice', 'T']], ['3m E', '3m T']],
  ['3m Z2 jog', [['target-twice', 'jog']], ['3m Z2', '3m jog']],
];

/** Named by its codes. */
const NAMED = MISTAKES.map(([script, mistakes, mended]) => ({
  codes: mistakes.map(([code]) => code).join(', '),
  script,
  mistakes,
  mended,
}));

describe('a mistake is pointed at, named and mended', () => {
  test.each(NAMED)('$codes: $script', ({ script, mistakes, mended }) => {
    const diagnostics = mistakesIn(script);
    expect(diagnostics.map(({ code, from, to }) => [code, script.slice(from, to)])).toEqual(
      mistakes,
    );
    const fixes = diagnostics.flatMap((diagnostic) => diagnostic.fixes);
    expect(fixes.map((fix) => applyFix(script, fix))).toEqual(mended);
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
    expect(MISTAKE_CODES.filter((code) => !shown.has(code))).toEqual(['too-long']);
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

  test('what was understood stands beside the mistakes, and what is unclear says so', () => {
    const { workout, places } = readScript('15m E + 400m R + 5m Tempo + @');
    expect(workout).toEqual(readScript('15m E + 400mtr R + 5m T').workout);
    expect(places.map(({ isUnclear }) => isUnclear)).toEqual([false, true, true]);
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
