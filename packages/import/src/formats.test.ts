import { encodeFit } from '@pacewright/delivery';
import { trainingPaces } from '@pacewright/pace';
import { describe, expect, test } from 'vitest';

import { recordScript } from '../../activity/test/recorded-file.ts';
import { GRID, LIST, SAMPLES, TCX } from '../test/samples.ts';
import { detect, readImport, readPasted, type ImportOptions } from './index.ts';

const SPEEDS = { vdot: 50, trainingPaces: trainingPaces(50) };
const OPTIONS: ImportOptions = { units: 'metric' };

function read(text: string, options = OPTIONS) {
  const reading = readPasted(text, options);
  if (!reading.ok) throw new Error(reading.reason);
  return reading;
}

function refuse(text: string): string {
  const reading = readPasted(text, OPTIONS);
  return reading.ok ? '' : reading.reason;
}

test('steps of our text for intervals.icu are one workout, also with kilometres only', () => {
  const reading = readPasted('- Run 7.5km\n- Rest 5km', { units: 'metric' });
  expect(reading).toMatchObject({
    format: 'intervals-text',
    workouts: [{ script: '7.5km + 5km rest' }],
  });
});

test('each format is known by its content', () => {
  const formats = Object.entries(SAMPLES).map(([name, bytes]) => [name, detect(bytes).format]);
  expect(Object.fromEntries(formats)).toEqual({
    fit: 'fit',
    schedule: 'fit',
    apple: 'apple',
    tcx: 'tcx',
    zwo: 'zwo',
    garmin: 'json',
    export: 'json',
    icalendar: 'icalendar',
    grid: 'table',
    list: 'table',
    'intervals-text': 'intervals-text',
    text: 'text',
  });
  expect(detect(new Uint8Array([0xff, 0xfe, 0])).format).toBe('unknown');
  expect(detect(new TextEncoder().encode('PK\u0003\u0004')).format).toBe('zip');
});

test('TCX: repeats, speeds, beats, a day and notes; an end and a target that a script lacks are losses', () => {
  const [workout] = read(TCX).workouts;
  expect(workout).toMatchObject({
    title: '5 x 1 km',
    script: 'open + 5x(1km 4:10-3:58/km + 1m30s 110-130bpm) + "until 100 kcal - cadence 80-90"',
    day: '2026-11-17',
    notes: 'On the track',
  });
  expect(workout?.losses.map(({ what }) => what)).toEqual(['until 100 kcal', 'cadence 80-90']);
  expect(refuse(TCX.replaceAll('Workouts>', 'Activities>'))).toMatch(/import that with your runs/);
});

describe('Zwift', () => {
  const file = (content: string, sport = 'run') =>
    `<workout_file><name>A &amp; B</name><description>Fast</description><sportType>${sport}</sportType><durationType>time</durationType><workout>${content}</workout></workout_file>`;
  const RAMP = file(
    '<Warmup Duration="600" PowerLow="0.6" PowerHigh="0.8" pace="1"><textevent timeoffset="5" message="loosen up"/></Warmup><SteadyState Duration="60" Power="1" pace="4"/><Frob Duration="1"/>',
  );

  test('shares of a race become notes without a VDOT, and 100 % is the race itself', () => {
    const [workout] = read(RAMP).workouts;
    expect(workout).toMatchObject({
      title: 'A & B',
      notes: 'Fast',
      script:
        '10m "Warm-up - loosen up - 60-80% of 5 km pace - the pace changes evenly over the step" + 1m M',
    });
    expect(workout?.losses).toContainEqual({ what: 'an element “Frob”', instead: 'left out' });
  });

  test('with a VDOT they become paces, and the loss says so', () => {
    const [workout] = read(RAMP, { units: 'metric', speeds: SPEEDS }).workouts;
    expect(workout?.script).toMatch(/^10m WU \d:\d\d-\d:\d\d\/km "loosen up/);
    expect(workout?.losses.map(({ instead }) => instead)).toContain(
      'a pace, from your VDOT of today',
    );
  });

  test('a ride is refused', () => {
    expect(refuse(file('<SteadyState Duration="60" Power="0.8"/>', 'bike'))).toMatch(/is a ride/);
    expect(refuse('[COURSE HEADER]\nMINUTES WATTS')).toMatch(/rides/);
  });
});

test('intervals.icu: paces, zones of heart rate, laps and rounds; the rest are losses or a question', () => {
  const text =
    "Warmup\n- 10m ramp 60-80% Pace\n\nMain Set 5x\n- Hard 3m 4:05-3:55/km Pace 180rpm\n- Recovery 90s Z1 HR\n\n- Press lap 10m 7:00-6:00/km Pace\n- 400mtr Z3 Pace\n- 5' 95% LTHR\n- 1'30\" 220w\n";
  const { format, workouts, questions } = read(text, { units: 'metric', speeds: SPEEDS });
  expect(format).toBe('intervals-text');
  expect(workouts[0]?.script).toContain('5x(3m 4:05-3:55/km "Hard - 180rpm" + 1m30s Z1)');
  expect(workouts[0]?.script).toContain('+ 7:00-6:00/km');
  expect(workouts[0]?.script).toContain('+ 5m "95% LTHR"\n+ 1m30s "220w"');
  expect(workouts[0]?.losses.map(({ what }) => what)).toEqual([
    '60-80% Pace',
    'ramp',
    '180rpm',
    '95% LTHR',
    '220w',
  ]);
  expect(questions).toMatchObject([{ id: 'zones', chosen: 0 }]);
  expect(workouts[0]?.script).toContain('400mtr Z3');
  const answered = read(text, { units: 'metric', speeds: SPEEDS, answers: { zones: 1 } });
  expect(answered.workouts[0]?.script).toContain('400mtr M');
});

test('intervals.icu: rounds on a line of their own are kept without any pace', () => {
  const { workouts } = read('3x\n- Rest 5km', { units: 'metric', speeds: SPEEDS });
  expect(workouts[0]?.script).toBe('3x(5km rest)');
});

describe('Garmin', () => {
  test('JSON of Garmin Connect, with the last recovery left out', () => {
    const end = (conditionTypeKey: string) => ({ conditionTypeKey });
    const target = (workoutTargetTypeKey: string) => ({ workoutTargetTypeKey });
    const step = (stepTypeKey: string, fields: object) => ({
      type: 'ExecutableStepDTO',
      stepType: { stepTypeKey },
      ...fields,
    });
    const connect = {
      workoutName: 'Thresholds',
      sportType: { sportTypeKey: 'running' },
      workoutSegments: [
        {
          workoutSteps: [
            step('warmup', { endCondition: end('lap.button'), targetType: target('no.target') }),
            {
              type: 'RepeatGroupDTO',
              numberOfIterations: 4,
              skipLastRestStep: true,
              workoutSteps: [
                step('interval', {
                  endCondition: end('distance'),
                  endConditionValue: 1600,
                  targetType: target('pace.zone'),
                  targetValueOne: 4.2,
                  targetValueTwo: 4,
                }),
                step('rest', { endCondition: end('time'), endConditionValue: 60 }),
              ],
            },
            step('cooldown', {
              endCondition: end('heart.rate'),
              endConditionValue: 120,
              targetType: target('cadence'),
              targetValueOne: 170,
              targetValueTwo: 180,
            }),
          ],
        },
      ],
    };
    const [workout] = read(JSON.stringify(connect)).workouts;
    expect(workout?.script).toBe(
      '"Warm-up"\n+ 4x(1600mtr 4:10-3:58/km + 1m rest between)\n+ "Cool-down - until heart rate 120 - cadence 170-180"',
    );
    expect(workout?.losses.map(({ what }) => what)).toEqual([
      'until heart rate 120',
      'cadence 170-180',
    ]);
  });

  test('another sport, another JSON and half a file are refused', () => {
    expect(refuse('{"sport":"CYCLING","steps":[]}')).toMatch(/not a run/);
    expect(refuse('{"a":1}')).toMatch(/does not know this JSON/);
    expect(refuse('{"sport":')).toMatch(/not complete/);
  });

  test('a damaged FIT file is refused', () => {
    const file = encodeFit({ id: 'x', title: 'x', script: '5m E' }, SPEEDS);
    if (!file.ok) throw new Error(file.reason);
    const bytes = file.bytes.slice();
    bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1;
    expect(readImport(bytes, OPTIONS)).toMatchObject({
      ok: false,
      reason: 'This is not a complete FIT file. Download it again.',
    });
  });
});

test('paces that are the runner’s own can become letters', () => {
  const options = { units: 'metric', speeds: SPEEDS } as const;
  const { questions, workouts } = must(readImport(SAMPLES['fit'] ?? new Uint8Array(), options));
  expect(questions).toMatchObject([{ id: 'letters', chosen: 0 }]);
  expect(workouts[0]?.script).toMatch(/^2km WU \d:\d\d-\d:\d\d\/km/);
  const letters = must(
    readImport(SAMPLES['fit'] ?? new Uint8Array(), { ...options, answers: { letters: 1 } }),
  );
  expect(letters.workouts[0]?.script).toMatch(/^2km WU \+ 3x\(400mtr R/);
});

function must(reading: ReturnType<typeof readImport>) {
  if (!reading.ok) throw new Error(reading.reason);
  return reading;
}

describe('tables', () => {
  test('a grid of weeks has the day of each workout in the plan; other cells are listed', () => {
    const { workouts, skipped } = read(GRID);
    const clear = workouts.filter(({ isUnclear }) => !isUnclear);
    expect(clear.map(({ script, planDay }) => [script, planDay])).toEqual([
      ['8 km easy', { week: 1, weekday: 1 }],
      ['15 min easy, 5 x 1 km T w/ 1 min jog', { week: 1, weekday: 3 }],
      ['20 km easy', { week: 1, weekday: 6 }],
      ['8 km easy', { week: 2, weekday: 1 }],
      ['22 km easy', { week: 2, weekday: 6 }],
    ]);
    expect(skipped.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      '“40 km”: in the column Total, week 1',
      '“42 km”: in the column Total, week 2',
      '8 days: nothing to run',
    ]);
  });

  test('a cell in the place of a workout that may be none is on its day, and asked about', () => {
    const rows = [
      '01.12.2026,book club,',
      '02.12.2026,"Fartlek, 8 km with surges as you feel",hills',
    ];
    const { workouts, skipped } = read(`Date,Workout,Notes\n03.12.2026,40m E,\n${rows.join('\n')}`);
    expect(
      workouts.map(({ title, script, notes, day, isUnclear }) => [
        title,
        script,
        notes,
        day,
        isUnclear,
      ]),
    ).toEqual([
      ['40 min E', '40m E', '', '2026-12-03', undefined],
      ['book club', 'book club', '', '2026-12-01', true],
      [
        'Fartlek, 8 km with surges as you feel',
        'Fartlek, 8 km with surges as you feel',
        'hills',
        '2026-12-02',
        true,
      ],
    ]);
    expect(skipped).toEqual([]);
  });

  test('a table with nothing but such cells is no plan', () => {
    const names = 'Name,Description\nAna,from the club\nBen,a friend';
    expect(readPasted(names, { units: 'metric' })).toMatchObject({ ok: false });
  });

  test('an unclear date is asked about; other columns become notes', () => {
    const { workouts, questions } = read(LIST);
    expect(questions).toMatchObject([{ id: 'dates', chosen: 0 }]);
    expect(workouts.map(({ script, day, notes }) => [script, day, notes])).toEqual([
      ['8 km easy', undefined, '03/04/2026\nPlace: park'],
      ['15m E + 20m T', '2026-04-05', 'Place: track'],
    ]);
    const answered = read(LIST, { units: 'metric', answers: { dates: 1 } });
    expect(answered.workouts[0]?.day).toBe('2026-04-03');
  });

  test('of two columns for the workout, the one with the steps is read, and the other is its title', () => {
    const table = 'Date,Workout,Description\n2026-12-01,Tempo,15m E + 20m T\n2026-12-03,Easy,45m E';
    expect(read(table).workouts).toMatchObject([
      { title: 'Tempo', script: '15m E + 20m T', day: '2026-12-01', notes: '' },
      { title: 'Easy', script: '45m E', day: '2026-12-03', notes: '' },
    ]);
    expect(read('Workout,Description\n15m E + 20m T,on the track').workouts).toMatchObject([
      { script: '15m E + 20m T', notes: 'Description: on the track' },
    ]);
  });

  test.each([
    ['Markdown', '| Day | Workout |\n|---|---|\n| Tue | 8 km easy |'],
    ['tabs', 'Day\tWorkout\nTue\t8 km easy'],
    ['semicolons', 'Day;Workout\nTue;8 km easy'],
  ])('%s', (_, table) => {
    expect(read(table).workouts).toMatchObject([
      { script: '8 km easy', planDay: { week: 1, weekday: 1 } },
    ]);
  });
});

describe('calendars', () => {
  const calendar = (...lines: string[]) =>
    ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n');
  const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];

  test('events of others are read as text, and those that are no workouts are listed', () => {
    const { workouts, skipped } = read(
      calendar(
        ...event(
          'DTSTART;TZID=Europe/Paris:20261118T180000',
          'SUMMARY:Track: 2 mi wu\\, 6x800 @ 5k w/',
          '  400 jog\\, 2 mi cd',
          'LOCATION:The track',
          'RRULE:FREQ=WEEKLY',
          'BEGIN:VALARM',
          'DESCRIPTION:go',
          'END:VALARM',
        ),
        ...event('DTSTART;VALUE=DATE:20261119', 'SUMMARY:Dentist'),
        ...event('DTSTART;VALUE=DATE:20261120', 'SUMMARY:Rest'),
        ...event('SUMMARY:8 km easy'),
      ),
    );
    expect(workouts).toMatchObject([
      { day: '2026-11-18', notes: 'Location: The track', script: expect.stringContaining('6x800') },
    ]);
    expect(workouts[0]?.losses.map(({ instead }) => instead)).toEqual([
      'only its first day',
      'only its day',
    ]);
    expect(skipped.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      'Dentist: no workout was found in it',
      'Rest: nothing to run',
      '8 km easy: without a day',
    ]);
  });

  test('a calendar without workouts is refused', () => {
    expect(refuse(calendar(...event('DTSTART:20261119', 'SUMMARY:Dentist')))).toMatch(/No workout/);
  });
});

test('our export: planned days, and a list of the rest', () => {
  const text = JSON.stringify({
    format: 'pacewright-export',
    workouts: [{ title: 'A', script: '8km E', notes: 'n', tags: ['easy'] }],
    calendar: [
      { title: 'A', script: '8km E', day: '2026-11-20', done: null },
      { title: 'A', script: '8km E', day: '2026-11-10', done: { at: 'x' } },
    ],
    plans: [{}, {}],
  });
  const { workouts, skipped } = read(text);
  expect(workouts.map(({ title, day, tags }) => [title, day, tags])).toEqual([
    ['A', undefined, ['easy']],
    ['A', '2026-11-20', []],
  ]);
  expect(skipped).toEqual([
    { what: 'A on 2026-11-10', why: 'already done' },
    { what: '2 plans', why: 'not workouts' },
  ]);
});

test('text: each session with its notes, and a day if its label is a date', () => {
  const { workouts } = read(
    '2026-11-17: 2k wu, 6x800 @ 5k w/ 400 jog, 2k cd\nKeep it relaxed\nSun: 90 min easy',
  );
  expect(workouts.map(({ script, day, notes }) => [script, day, notes])).toEqual([
    ['2k wu, 6x800 @ 5k w/ 400 jog, 2k cd', '2026-11-17', 'Keep it relaxed'],
    ['90 min easy', undefined, ''],
  ]);
});

test('text: weekdays are days of a plan; a number or an earlier weekday begins another week', () => {
  const daysOf = (text: string) =>
    read(text).workouts.map(({ planDay, day }) => day ?? (planDay && Object.values(planDay)));
  expect(daysOf('Tue: 45 min easy\nSun: 90 min easy\nTue: 50 min easy')).toEqual([
    [1, 1],
    [1, 6],
    [2, 1],
  ]);
  expect(daysOf('Week 3\nTue: 45 min easy\nSun: 90 min easy\nWeek 5\nSun: 2 h easy')).toEqual([
    [3, 1],
    [3, 6],
    [5, 6],
  ]);
  expect(daysOf('2026-12-01: 45 min easy\n2026-12-03: 1 h easy')).toEqual([
    '2026-12-01',
    '2026-12-03',
  ]);
  expect(daysOf('Session 1: 45 min easy\nSession 2: 1 h easy')).toEqual([undefined, undefined]);
});

test('a text has one week from Sunday to Saturday if weeks begin on Sunday', () => {
  const text = 'Sun: 90 min easy\nTue: 45 min easy\nSun: 80 min easy';
  const weeks = (weekStart: 'monday' | 'sunday') =>
    read(text, { units: 'metric', weekStart }).workouts.map(({ planDay }) => planDay?.week);
  expect(weeks('sunday')).toEqual([1, 1, 2]);
  expect(weeks('monday')).toEqual([1, 2, 2]);
});

test('a recorded run is called one, also if it is larger than any workout', () => {
  const run = recordScript('20m E', { startedAt: 1_795_000_000, seed: 1 });
  const long = new Uint8Array(run.length + 2_000_000);
  long.set(run);
  for (const bytes of [run, long])
    expect(readImport(bytes, OPTIONS)).toMatchObject({ format: 'fit', ok: false, isRun: true });
});
