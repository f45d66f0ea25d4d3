import { encodeFit } from '@pacewright/delivery';
import { trainingPaces } from '@pacewright/pace';
import { describe, expect, test } from 'vitest';

import { createFitWriter } from '../../activity/test/fit-writer.ts';
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

test('a run on no day is a workout, also where the days of the text are all rest', () => {
  const { workouts } = read('Week 1\nTue: rest\n\n45 min easy\n\nWeek 2\nTue: rest');
  expect(workouts.map(({ source }) => source)).toEqual(['45 min easy']);
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
    script:
      '"Warm-up" + 5x(1km 4:10-3:58/km + 1m30s 110-130bpm) + "until 100 kcal - cadence 80-90"',
    day: '2026-11-17',
    notes: 'On the track',
  });
  expect(workout?.losses.map(({ what }) => what)).toEqual(['until 100 kcal', 'cadence 80-90']);
  expect(refuse(TCX.replaceAll('Workouts>', 'Activities>'))).toMatch(/a recorded run/);
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
    expect(workout?.losses).toContainEqual({ what: 'an element “Frob”', instead: 'skipped' });
  });

  test('with a VDOT they become paces, and the loss says so', () => {
    const [workout] = read(RAMP, { units: 'metric', speeds: SPEEDS }).workouts;
    expect(workout?.script).toMatch(/^10m WU \d:\d\d-\d:\d\d\/km "loosen up/);
    expect(workout?.losses.map(({ instead }) => instead)).toContain(
      'a pace from your current VDOT',
    );
  });

  test('a ride is refused', () => {
    expect(refuse(file('<SteadyState Duration="60" Power="0.8"/>', 'bike'))).toMatch(
      /is a bike ride/,
    );
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
    expect(refuse('{"sport":"CYCLING","steps":[]}')).toMatch(/isn’t a run/);
    expect(refuse('{"a":1}')).toMatch(/can’t read this JSON/);
    expect(refuse('{"sport":')).toMatch(/incomplete/);
  });

  test('a damaged FIT file is refused', () => {
    const file = encodeFit({ id: 'x', title: 'x', script: '5m E' }, SPEEDS);
    if (!file.ok) throw new Error(file.reason);
    const bytes = file.bytes.slice();
    bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1;
    expect(readImport(bytes, OPTIONS)).toMatchObject({
      ok: false,
      reason: 'This FIT file is incomplete. Download it again.',
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
      ['8km E', { week: 1, weekday: 1 }],
      ['15m E + 5x(1km T + 1m jog)', { week: 1, weekday: 3 }],
      ['20km E', { week: 1, weekday: 6 }],
      ['8km E', { week: 2, weekday: 1 }],
      ['22km E', { week: 2, weekday: 6 }],
    ]);
    expect(skipped.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      '6 days: nothing to run',
      '“Week 1: Total 40 km”: not a workout',
      '“Week 2: Total 42 km”: not a workout',
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

  test('a table with days down and weeks across is a plan, not a list of its first weeks', () => {
    const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
    const rows = days.map((day, n) => `${day}\t${n + 4} km easy\t${n + 5} km easy`);
    const { workouts } = read(`Day\tWeek 1\tWeek 2\n${rows.join('\n')}`);
    expect(workouts).toHaveLength(14);
    expect(workouts.every(({ planDay }) => planDay !== undefined)).toBe(true);
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
      'first day only',
      'day only',
    ]);
    expect(skipped.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      'Dentist: no workout found',
      'Rest: nothing to run',
      '8 km easy: no date',
    ]);
  });

  test('a calendar without workouts is refused', () => {
    expect(refuse(calendar(...event('DTSTART:20261119', 'SUMMARY:Dentist')))).toMatch(
      /no workouts/,
    );
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
    { what: 'A on 2026-11-10', why: 'already completed' },
    { what: '2 plans', why: 'not workouts' },
  ]);
});

test('text: each session with its notes, on its date or the next such weekday behind one', () => {
  const { workouts } = read(
    '2026-11-17: 2k wu, 6x800 @ 5k w/ 400 jog, 2k cd\nKeep it relaxed\nSun: 90 min easy',
  );
  expect(workouts.map(({ script, day, notes }) => [script, day, notes])).toEqual([
    ['2km WU + 6x(800mtr 5k + 400mtr jog) + 2km CD', '2026-11-17', 'Keep it relaxed'],
    ['1h30m E', '2026-11-22', ''],
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

test('a FIT file without its first message is for the reader of runs, which may find one', () => {
  const run = recordScript('20m E', { startedAt: 1_795_000_000, seed: 1 });
  const header = run[0] ?? 0;
  const rest = new Uint8Array([...run.subarray(0, header), ...run.subarray(header + 60)]);
  expect(readImport(rest, OPTIONS)).toMatchObject({ format: 'fit', ok: false, isRun: true });
});

test('a recording as GPX says which file to choose instead', () => {
  expect(refuse('<?xml version="1.0"?><gpx version="1.1">')).toMatch(/GPX.*export it as FIT/);
});

test('a recording as TCX is called one, whole or not, also if it is larger than any workout', () => {
  const start = '<TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap><Track>';
  const points = '<Trackpoint><Time>2026-11-17T17:00:00Z</Time></Trackpoint>'.repeat(30_000);
  for (const text of [start + points, start])
    expect(refuse(text)).toMatch(/is a recording, not a workout.*export it as FIT/);
});

test('TCX: a resting step named Warm Up is one', () => {
  const tcx = (name: string) =>
    '<TrainingCenterDatabase><Workouts><Workout Sport="Running"><Name>Easy</Name>' +
    `<Step xsi:type="Step_t"><Name>${name}</Name>` +
    '<Duration xsi:type="Time_t"><Seconds>300</Seconds></Duration><Intensity>Resting</Intensity>' +
    '</Step></Workout></Workouts></TrainingCenterDatabase>';
  expect(read(tcx('Warm Up')).workouts).toMatchObject([{ script: '5m "Warm-up"' }]);
  expect(read(tcx('Recover')).workouts).toMatchObject([{ script: '5m jog' }]);
});

test('intervals.icu: a number in the title, metres of the writer, and rounds in a step', () => {
  const text =
    '800m Repeats\n\nWarmup\n- 15m Z2 HR\n- 4x 100m Z1 HR\n\nMain Set 5x\n- 800m 4:00/km\n- 400m Z1 HR';
  expect(read(text)).toMatchObject({
    format: 'intervals-text',
    workouts: [
      { title: '800m Repeats', script: '15m Z2 + 4x(100mtr Z1) + 5x(800mtr 4:00/km + 400mtr Z1)' },
    ],
  });
});

test('text as spreadsheets write it: UTF-16 with a mark, or Windows-1252', () => {
  const text = 'Datum,Workout\n2026-12-01,45 min easy – schön';
  const little = Uint8Array.from([
    0xff,
    0xfe,
    ...Array.from(text).flatMap((letter) => [
      letter.charCodeAt(0) & 0xff,
      letter.charCodeAt(0) >> 8,
    ]),
  ]);
  const big = little.map((_, at) => little[at ^ 1] ?? 0);
  const windows = Uint8Array.from(Array.from(text), (letter) =>
    letter === '–' ? 0x96 : letter.charCodeAt(0),
  );
  for (const bytes of [little, big, windows])
    expect(detect(bytes)).toEqual({ format: 'table', text });
  // Bytes that are no text stay so.
  expect(detect(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16)).format).toBe('unknown');
});

test('Garmin Connect: the only segment may be without a list', () => {
  const workout = {
    workoutName: 'Easy',
    sportType: { sportTypeKey: 'running' },
    workoutSegments: {
      workoutSteps: [
        {
          type: 'ExecutableStepDTO',
          endCondition: { conditionTypeKey: 'time' },
          endConditionValue: 600,
        },
      ],
    },
  };
  expect(read(JSON.stringify(workout)).workouts).toMatchObject([{ script: '10m' }]);
});

test('FIT: ends and powers above their offset are beats and watts', () => {
  const file = createFitWriter();
  file.define(0, 0, [{ number: 0, type: 'enum' }]);
  file.write(0, [5]);
  file.define(0, 26, [{ number: 4, type: 'enum' }]);
  file.write(0, [1]);
  file.define(0, 27, [
    { number: 254, type: 'uint16' },
    { number: 1, type: 'enum' },
    { number: 2, type: 'uint32' },
    { number: 3, type: 'enum' },
    { number: 4, type: 'uint32' },
    { number: 5, type: 'uint32' },
    { number: 6, type: 'uint32' },
  ]);
  file.write(0, [0, 2, 225, 4, 0, 1300, 1310]);
  file.write(0, [1, 2, 60, 4, 5, undefined, undefined]);
  const reading = readImport(file.close(), OPTIONS);
  expect(reading.ok && reading.workouts[0]?.losses.map(({ what }) => what)).toEqual([
    'until the heart rate is below 125 bpm',
    'power 300-310 W',
    'until the heart rate is below 60% of maximum',
    'power zone 5',
  ]);
});

test('tables: many columns of other names; without one of workouts, a row is its distance', () => {
  const csv = [
    'phase,week,date,type,distance_km,pace,notes',
    'Base,1,2026-06-22,Easy,6,6:00,22 min on grass',
    'Base,1,2026-06-24,Intervals,8,4:30,"5 x 800m, 400m jog"',
    'Base,1,2026-06-27,Long,14,6:10,',
  ].join('\n');
  expect(detect(new TextEncoder().encode(csv)).format).toBe('table');
  expect(read(csv).workouts).toMatchObject([
    { script: '6 km Easy', day: '2026-06-22', notes: expect.stringContaining('22 min on grass') },
    { script: '5 x 800m, 400m jog', day: '2026-06-24' },
    { script: '14 km Long', day: '2026-06-27' },
  ]);
});

describe('calendars of others', () => {
  const calendar = (...events: [summary: string, description: string][]) =>
    [
      'BEGIN:VCALENDAR',
      ...events.flatMap(([summary, description]) => [
        'BEGIN:VEVENT',
        'DTSTART;VALUE=DATE:20261119',
        `SUMMARY:${summary}`,
        `DESCRIPTION:${description}`,
        'END:VEVENT',
      ]),
      'END:VCALENDAR',
    ].join('\n');

  test('runs of so few minutes are miles, which is asked once', () => {
    const file = calendar(['3 m run', ''], ['12 m run', ''], ['30m E + 4x(20s R + 1m jog)', '']);
    const { workouts, questions } = read(file);
    expect(workouts.map(({ script }) => script)).toEqual([
      '3 mi run',
      '12 mi run',
      '30m E + 4x(20s R + 1m jog)',
    ]);
    expect(questions).toMatchObject([{ id: 'minutes', choices: ['Miles', 'Minutes'], chosen: 0 }]);
    const answered = readImport(new TextEncoder().encode(file), {
      ...OPTIONS,
      answers: { minutes: 1 },
    });
    expect(answered.ok && answered.workouts[0]?.script).toBe('3 min run');
  });

  test('the text with the steps is read, and the other one is a note', () => {
    const [workout] = read(calendar(['6x800m I w/ 400m jog', 'Distance: 10 km'])).workouts;
    expect(workout).toMatchObject({
      source: '6x800m I w/ 400m jog',
      notes: 'Distance: 10 km',
    });
  });

  test('a label in brackets is no part of the run', () => {
    const [workout] = read(calendar(['[tempo] 2km E + 4km T + 2km E', ''])).workouts;
    expect(workout).toMatchObject({ script: '2km E + 4km T + 2km E' });
  });
});

describe('Zwift files of others', () => {
  const file = (steps: string, more = '') =>
    `<workout_file><name>Own</name><sportType>run</sportType>${more}<workout>${steps}</workout></workout_file>`;

  test('speeds and paces that are none of the races are losses', () => {
    const [workout] = read(
      file('<SteadyState Duration="600" Speed="12.5"/><SteadyState Duration="300" pace="280"/>'),
    ).workouts;
    expect(workout?.losses.map(({ what }) => what)).toEqual(['speed 12.5', 'pace 280']);
  });

  test('lengths that may be metres are asked', () => {
    const steps =
      '<Warmup Duration="1000"/><SteadyState Duration="6800"/><Cooldown Duration="2000"/>';
    const { workouts, questions } = read(file(steps));
    expect(questions).toMatchObject([
      { id: 'durations', choices: ['Metres', 'Seconds'], chosen: 0 },
    ]);
    expect(workouts[0]?.script).toMatch(/^1km .*6\.8km .*2km/s);
    expect(read(file(steps, '<durationType>time</durationType>')).questions).toEqual([]);
    expect(read(file('<SteadyState Duration="3600"/>')).questions).toEqual([]);
  });
});
