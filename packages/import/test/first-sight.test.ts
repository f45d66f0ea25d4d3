import { expect, test } from 'vitest';

import { readTraining } from '../src/index.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Week, day, what to do, and a mark where it is asked. */
function sessionsOf(text: string): string[] {
  return readTraining(text, { today: '2026-11-19' }).sessions.map(
    ({ week, weekday = 7, kind, script, title, metres, questions }) =>
      `${week} ${DAYS[weekday] ?? '-'} ${kind === 'run' ? script : kind === 'race' ? `race ${metres}` : kind === 'rest' ? 'rest' : `(${title})`}${questions.length > 0 ? ' ?' : ''}`,
  );
}

function readDay(text: string): string {
  return sessionsOf(`Week 1\nTue: ${text}`)
    .map((one) => one.slice('1 Tue '.length))
    .join(' | ');
}

test.each([
  ['footing 40 min en EF', '40m E'],
  ['sortie longue 1h20 dont les 15 dernières minutes à allure marathon', '1h05m E + 15m M'],
  ['12 x 30 s côte (récup descente)', '12x(30s "côte" + jog)'],
  ['40 min run with 15 mins tempo in the middle', '12m30s E + 15m T + 12m30s E'],
  ['Warm up as usual, 8 x 200m @ 3k, 60s jog, warm down', 'WU + 8x(200mtr 3k + 1m jog) + CD'],
  ['5 x 5 min @ threshold, 90s easy between', '5x(5m T + 1m30s jog between)'],
  [
    '15 km progression: 5 km in 5:40, 5 km in 5:20, 5 km in 5:00',
    '5km 5:40/km + 5km 5:20/km + 5km 5:00/km',
  ],
  ['5 min walk, 12 min run (slow!), 5 min walk', '5m walk + 12m E + 5m walk'],
  ['Run 2 mins / walk 1 min x 6', '6x(2m + 1m walk)'],
  ['Run 3 minutes, walk 90 seconds - and do the whole lot five times', '5x(3m + 1m30s walk)'],
  ['Jog 2 minutes, walk 1 minute. Repeat this 7 times.', '7x(2m jog + 1m walk)'],
  ['1h20 dont 4 km à allure semi', '1h20m + 4km HM ?'],
  ['35 minutes easy with 4 gentle hills', '4x(E "hills") ?'],
  ['Tempodauerlauf 8 km', '8km T'],
  ['16 km, the long one', '16km E'],
  ['City 10 km', 'race 10000'],
  ['10 km de Lannion', 'race 10000'],
  ['Reading Half', 'race 21097.5'],
])('%s', (text, script) => {
  expect(readDay(text)).toBe(script);
});

test('columns of sessions are on the days that their heads name', () => {
  const table = `| Semaine | Séance 1 (mardi) | Séance 2 (samedi) |
|---|---|---|
| 1 | Footing 35 min | 15 min EF + 6 x 300 m VMA (récup 1 min) + 10 min RAC |
| 2 | Footing 40 min | Sortie longue 1h05 |`;
  expect(sessionsOf(table)).toEqual([
    '1 Tue 35m E',
    '1 Sat 15m E + 6x(300mtr I + 1m jog) + 10m CD',
    '2 Tue 40m E',
    '2 Sat 1h05m E',
  ]);
});

test('columns of sessions without days are spread, with one question', () => {
  const table = `Semaine | Séance 1 | Séance 2 | Séance 3
S1 | EF 30' | EF 35' | SL 50'
S2 | EF 35' | EF 40' | SL 55'`;
  expect(sessionsOf(table).map((one) => one.slice(6))).toEqual([
    '30m E',
    '35m E',
    '50m E',
    '35m E',
    '40m E',
    '55m E',
  ]);
  expect(readTraining(table).questions.map(({ id }) => id)).toEqual(['days']);
});

test('S1 is a session where the weeks have names', () => {
  expect(
    sessionsOf(
      'SEMAINE 1\nS1 : Footing 30 min\nS2 : Footing 50 min\nSEMAINE 2\nS1 : Footing 35 min',
    ),
  ).toEqual(['1 Mon 30m E', '1 Sun 50m E', '2 Sun 35m E']);
});

test('a line is of all the sessions that it names', () => {
  expect(
    sessionsOf('Week 1\nRuns 1 and 2: 6 x (1 min jog, 2 min walk)\nRun 3: as run 1').map((one) =>
      one.slice(6),
    ),
  ).toEqual(Array.from({ length: 3 }, () => '6x(1m jog + 2m walk)'));
});

test('sessions with labels stay in a week that has a day, too', () => {
  expect(sessionsOf('Week 1\nRun 1: 25 min easy\nRun 2: 30 min easy\nSunday: parkrun')).toEqual([
    '1 Mon 25m E',
    '1 Tue 30m E',
    '1 Sun race 5000',
  ]);
});

test('a week of sentences has its session as often as they say', () => {
  const text = `Sofa to 5k

Week 1
Run for 1 minute, then walk for 3 minutes. Repeat this 6 times. Do it three times this week.

Week 2
Run 2 minutes, walk 90 seconds, and repeat 5 times.`;
  expect(sessionsOf(text).map((one) => one.slice(6))).toEqual([
    ...Array.from({ length: 3 }, () => '6x(1m + 3m walk)'),
    '5x(2m + 1m30s walk)',
  ]);
});

test('days that a sentence only lists have no session', () => {
  const text =
    'We suggest Tuesday, Thursday and Saturday. Always begin with a 5-minute walk.\n\nWeek 1\nTuesday: 3 km easy';
  expect(sessionsOf(text)).toEqual(['1 Tue 3km E']);
});

test('the days of a week that another is like are in it', () => {
  const text =
    'Week 1 (14 km)\nTue: 6 km easy\nSun: 8 km easy\n\nWeek 2 (16 km)\nSame as week 1 except:\nSun: 10 km easy';
  const { blocks } = readTraining(text);
  expect(blocks).toEqual([]);
  expect(sessionsOf(text)).toEqual(['1 Tue 6km E', '1 Sun 8km E', '2 Tue 6km E', '2 Sun 10km E']);
});

test('an export with names of columns in German', () => {
  const text = `Datum;Tag;Einheit;Distanz (km);Dauer;Intensität;Bemerkung
01.02.2027;Mo;Rad;;01:30:00;;
02.02.2027;Di;DL locker;8,5;00:50:00;GA1;
04.02.2027;Do;"Intervalle; 5x1000m";11;01:05:00;;"Ein- und Auslaufen je 2 km"
07.02.2027;So;Langer DL;18,0;01:50:00;GA1;`;
  expect(sessionsOf(text)).toEqual([
    '1 Mon (Rad, 01:30:00)',
    '1 Tue 8.5km E',
    '1 Thu 5x(1km I) ?',
    '1 Sun 18km E',
  ]);
});

test('a column with the steps of a run says more than its name', () => {
  const text = `| Day | Session | Details |
|---|---|---|
| Tuesday | Tempo Run | 3 km easy, 4 km @ tempo, 2 km easy |
| Sunday | Long Run | 14 km easy, 2 km @ marathon pace |`;
  expect(sessionsOf(text)).toEqual(['1 Tue 3km E + 4km T + 2km E', '1 Sun 14km E + 2km M']);
});

test('the columns before the one of the weeks are not theirs', () => {
  const text =
    'Phase,Week,Mon,Wed,Sun,Mileage\nBase,1,4 easy,5 easy,8 long,17\n,2,4 easy,6 easy,9 long,19';
  const { leftovers } = readTraining(text);
  expect(leftovers.map((one) => one.text)).toEqual([
    'Week 1: Phase Base',
    'Week 1: Mileage 17',
    'Week 2: Mileage 19',
  ]);
  expect(
    sessionsOf('| Week | Mon | Tue | km |\n|---|---|---|---|\n| 1 | rest | 8 km easy | 8 |'),
  ).toEqual(['1 Mon rest', '1 Tue 8km E']);
});

test('a race in an export has its distance, not its goal', () => {
  expect(
    sessionsOf(
      'Sat Jun 13\nRun - Easy\n20 min easy\n\nSun Jun 14\nRACE: River 10 Mile\nGoal: 1:15:00',
    ).at(-1),
  ).toBe('1 Sun race 16093.44');
});

test('notes say nothing twice', () => {
  const { sessions } = readTraining(
    'Tue: 10 km easy (the scenic one), 3 somethings, the scenic one',
  );
  expect(sessions[0]?.notes.match(/scenic one/g)).toHaveLength(1);
});
