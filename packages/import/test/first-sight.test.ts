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
  ['35 minutes easy with 4 gentle hills', '31m E + 4m E "hills" ?'],
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
  expect(sessionsOf(text)).toEqual(['1 Tue 5m walk + 3km E']);
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

test.each([
  [
    'a month with the numbers of its days',
    'Summer, June 2027\nSunday\tMonday\tTuesday\tWednesday\tThursday\tFriday\tSaturday\n\t\t1\t2\t3\t4\t5\n\t\tOFF\t30 min easy\tOFF\t30 min easy\tOFF\n6\t7\t8\t9\t10\t11\t12\nOFF\t35 min easy\tXT\tOFF\t30 min easy\tOFF\t45 min LR\n\nLR = long run, slow   XT = cross train',
    ['1 Sun rest', '1 Tue rest', '1 Wed 30m E', '1 Thu rest', '1 Fri 30m E', '1 Sat rest'].concat([
      '2 Mon 35m E',
      '2 Tue (cross train)',
      '2 Wed rest',
      '2 Thu 30m E',
      '2 Fri rest',
      '2 Sat 45m E',
    ]),
  ],
  [
    'weeks across, with their dates in a row',
    'Woche;1;2\nab Mo;15.02.27;22.02.27\nDi;8 km DL1;9 km DL1\nDo;6 km TDL;2 km EL, 5 km TDL\nSo;14 km DL1;16 km DL1\nkm;28;32\n;;\n"EL = Einlaufen, TDL = Tempodauerlauf";;\n"DL1 = ruhiger Dauerlauf, ca. 6:10/km";;',
    ['1 Tue 8km E', '1 Thu 6km T', '1 Sun 14km E', '2 Tue 9km E', '2 Thu 2km WU + 5km T'].concat([
      '2 Sun 16km E',
    ]),
  ],
  [
    'columns of kinds of runs',
    'Week | Easy run | Quality session | Long run | Total\n1 | 5 km | 6 x 300 m @ 5k pace, 200 m jog | 9 km | 17 km\n2 | 6 km | 20 min tempo | Sunday: 10 km race | 20 km',
    ['1 Mon 5km E', '1 Tue 6x(300mtr 5k + 200mtr jog)', '1 Sun 9km E', '2 Mon 6km E'].concat([
      '2 Tue 20m T',
      '2 Sun race 10000',
    ]),
  ],
  [
    'columns for the morning and the evening',
    'Distances in km\nDay\tAM\tPM\nMon\t10 easy\t-\nTue\t12 easy\t6 easy\nWed\t10 easy\tgym\nSun\t20 long\t',
    ['1 Mon 10km E', '1 Tue 12km E', '1 Tue 6km E', '1 Wed 10km E', '1 Wed (gym)', '1 Sun 20km E'],
  ],
  [
    'the letters of a college',
    'Distances are miles\nWEEK OF 3/1\nM   AM 4 / PM 8\nT   3 wu, 5 x 1k @ 5k (2:00 jog), 3 cd\nW   10\nR   6\nF   off\nU   15 long\nWEEK OF 3/8\nM   9\nT   6\nW   10\nR   5',
    ['1 Mon 4mi', '1 Mon 8mi', '1 Tue 3mi WU + 5x(1km 5k + 2m jog) + 3mi CD', '1 Wed 10mi'].concat([
      '1 Thu 6mi',
      '1 Fri rest',
      '1 Sun 15mi E',
      '2 Mon 9mi',
      '2 Tue 6mi',
      '2 Wed 10mi',
      '2 Thu 5mi',
    ]),
  ],
  [
    'days that are counted down',
    'Until race day (April 18, 2027):\n\n3 days out\nOff. Sleep.\n\n2 days out\n3 miles easy\n\n1 day out\n20 min jog\n\nRace day: 10k race',
    ['1 Thu rest', '1 Fri 3mi E', '1 Sat 20m jog', '1 Sun race 10000'],
  ],
  [
    'codes of weeks and days',
    'W1D1 5 min walk, 8 x (1 min run / 90 sec walk)\nW1D2 25 min easy\nW2D1 5 min walk, 20 min run\nW2D2 30 min easy',
    ['1 Mon 5m walk + 8x(1m + 1m30s walk)', '1 Sun 25m E', '2 Mon 5m walk + 20m', '2 Sun 30m E'],
  ],
  [
    'sessions with ordinals',
    'WEEK ONE\nAll three sessions: jog 1 minute, walk 2 minutes. Do that 8 times.\nWEEK TWO\nFirst and second sessions: jog 20 minutes.\nThird session: jog 25 minutes.',
    ['1 Mon', '1 Tue', '1 Sun']
      .map((day) => `${day} 8x(1m jog + 2m walk)`)
      .concat(['2 Mon 20m jog', '2 Tue 20m jog', '2 Sun 25m jog']),
  ],
  [
    'a week with one session for several days',
    'WEEKS #1, 2:   3 miles/day, M/W/F   (9 miles/week)\nWEEK #3:   2/3/4 miles, M/Tu/Th\nWEEK #4:   M - 3 miles easy.  W - 2 miles easy.  F - off.',
    ['1 Mon 3mi', '1 Wed 3mi', '1 Fri 3mi', '2 Mon 3mi', '2 Wed 3mi', '2 Fri 3mi'].concat([
      '3 Mon 2mi',
      '3 Tue 3mi',
      '3 Thu 4mi',
      '4 Mon 3mi E',
      '4 Wed 2mi E',
      '4 Fri rest',
    ]),
  ],
  [
    'a mail that says two days together before the others',
    'Hi Tom,\n\nMonday and Friday are off this week, and I mean off. Tuesday 6 miles easy. On Saturday I’d like 5 miles with the last 2 at marathon pace.\n\nAnn\n\nOn 7 Feb 2027, at 17:02, Tom wrote:\n14 km on Sunday, 1:20.',
    ['1 Mon rest', '1 Tue 6mi E', '1 Fri rest', '1 Sat 3mi E + 2mi M'],
  ],
  [
    'a week in one line, between dashes',
    'S1 : mardi 45 min footing - jeudi 20 min EF + 8 x 30/30 VMA - dimanche 1h10 sortie longue',
    ['1 Tue 45m E', '1 Thu 20m E + 8x(30s I + 30s jog)', '1 Sun 1h10m E'],
  ],
  [
    'columns of letters above the meaning of the others',
    "         L        M          X        J            V        S          D\nSEM 1    Desc.    RS 45'     Fuerza   6x800 r2'    Desc.    RS 40'     RL 14k\n---------------------------------------------------------------------------\nRS  = rodaje suave         RL = rodaje largo, suave",
    ['1 Mon rest', '1 Tue 45m E', '1 Wed (Fuerza)', '1 Thu 6x(800mtr + 2m jog)'].concat([
      '1 Fri rest',
      '1 Sat 40m E',
      '1 Sun 14km E',
    ]),
  ],
])('days are found in %s', (_, text, sessions) => {
  expect(sessionsOf(text).map((one) => one.replace(' ?', ''))).toEqual(sessions);
});

test.each([
  ['Week ending 24 Jan 2027', '2027-01-19'],
  ['w/e 24 Jan 2027', '2027-01-19'],
  ['w/c 18 Jan 2027', '2027-01-19'],
])('the date of a week is that of its end or its beginning: %s', (heading, date) => {
  const { sessions } = readTraining(`${heading}\nTue: 8 km\nSun: 12 km`, { today: '2026-11-19' });
  expect(sessions[0]?.date).toBe(date);
});

test('what every workout starts and ends with is asked once for all of them', () => {
  const text =
    'Every session starts and ends with five minutes of walking.\n\nWeek 1\nTue: 20 min jog\nThu: rest\nSun: 5 min walk, 30 min jog';
  const { questions } = readTraining(text);
  expect(questions).toMatchObject([{ id: 'around', choices: ['Yes', 'No'], sessions: 2 }]);
  expect(sessionsOf(text)).toEqual([
    '1 Tue 5m walk + 20m jog + 5m walk',
    '1 Thu rest',
    '1 Sun 5m walk + 30m jog + 5m walk',
  ]);
  const { sessions } = readTraining(text, { answers: { around: 1 } });
  expect(sessions[0]?.script).toBe('20m jog');
});

test.each([
  ['the session of another day in one', 'Week 1\nTue: 8 km easy (flat) Thu 10 km / Fri 12 km'],
  [
    'a warm-up that a line says of some',
    'Tue: 6x800 m @ 5k, 2 min jog\n\nTrack: warm up 15 min, cool down 10 min',
  ],
  ['a name that the text explains in unknown words', 'HBR = with the hounds\nTue: 8 km HBR'],
])('%s is a reason to ask', (_, text) => {
  expect(readTraining(text).sessions[0]?.questions).toHaveLength(1);
});

test('of a list of lengths, the first is taken and the others are a note', () => {
  const { sessions } = readTraining('Thu: 5, 6 or 8 miles');
  expect(sessions).toMatchObject([{ script: '5mi', notes: '5, 6 or 8' }]);
});

test.each([
  ['Sun: 16-18k easy', '16km E', '16-18k'],
  ['So: 16 bis 18 km', '16km', '16 bis 18 km'],
  ['Di: 40-50 Minuten locker', '40m E', '40-50 Minuten'],
  ['Mardi : 40-50’ footing', '40m E', '40-50’'],
  ['Martes: 40 a 50 minutos suave', '40m E', '40 a 50 minutos'],
  ['Sun: 10-12 easy', '10km E', '10-12'],
])('the lower end of a range is read, and its words are a note: %s', (text, script, note) => {
  const { sessions } = readTraining(text, { units: 'metric' });
  expect(sessions).toMatchObject([{ script, notes: note, questions: [] }]);
});

test('items of a numbered week are sessions with or without names', () => {
  const text =
    'Week 1\n1. Easy run: 5 km\n2. Speed - 6 x 400m, 200m jog\n3. Long run: 10 km\nWeek 2\n1. Easy run: 6 km\n2. 20 min tempo';
  expect(sessionsOf(text).map((one) => one.slice(6))).toEqual([
    '5km E',
    '6x(400mtr + 200mtr jog)',
    '10km E',
    '6km E',
    '20m T',
  ]);
});

test('a note is not in the title, too', () => {
  const [session] = readTraining('Sat: parkrun (with the club) - with the club').sessions;
  expect(`${session?.title} ${session?.notes}`.match(/with the club/g)).toHaveLength(1);
});

test.each([
  ['*LUNES*: descanso\n*MARTES*: rodaje 35 min\n_JUEVES_: rodaje 50 min', [0, 1, 3]],
  ['[Mon] rest\n[Tue] 5 km easy\n(Thu) 8 km easy', [0, 1, 3]],
  ['• Mon – rest\n→ Tue: 5 km easy\n~Thu~: 8 km easy', [0, 1, 3]],
  ['== Monday ==\nrest\n== Tuesday ==\n5 km easy\n--- Thursday ---\n8 km easy', [0, 1, 3]],
  ['🏃🏽‍♀️ Mon: rest\n🇬🇧 Tue: 5 km easy\n3️⃣ Thu: 8 km easy', [0, 1, 3]],
])('marks around a weekday hide it not: %s', (text, days) => {
  expect(readTraining(text).sessions.map(({ weekday }) => weekday)).toEqual(days);
});

test.each([
  ['Di 18:15 Uhr Bahn: 6x600m, 2 min Trabpause', '6x(600mtr + 2m jog)'],
  ['mardi 19h15 au parc : footing 35 min', '35m E'],
  ['dimanche 9h, parking : footing 1h10', '1h10m E'],
  ['Tue 18:45 Long Mead: 5 x 800m @ 5k, 2 min jog', '5x(800mtr 5k + 2m jog)'],
  ['Jueves: a las 20:15 en la pista: 8x200 r1’', '8x(200mtr + 1m jog)'],
])('when people meet is no length: %s', (text, script) => {
  expect(readTraining(text).sessions).toMatchObject([{ script, questions: [] }]);
});

test('a sentence about where to meet is no session', () => {
  const { sessions } = readTraining(
    'Martes: 6 km suave\nJueves: 8 km suave\nEl jueves quedamos a las 19:15 en el parque.',
  );
  expect(sessions.map(({ weekday }) => weekday)).toEqual([1, 3]);
});

test('the week of the race follows the last one that is counted down', () => {
  const week = 'Tue: 5 km\nSun: 10 km';
  expect(
    sessionsOf(`3 weeks to go\n${week}\n2 weeks to go\n${week}\nRace week\nSun: 10k race`).at(-1),
  ).toBe('3 Sun race 10000');
});

test('what is below a head of several sessions is in each of them', () => {
  const text = 'WEEK ONE\nRuns 1 and 2\nWalk 2 min, run 2 min. Repeat 5 times.\nRun 3\n25 min jog';
  expect(sessionsOf(text).map((one) => one.slice(6))).toEqual([
    '5x(2m walk + 2m)',
    '5x(2m walk + 2m)',
    '25m jog',
  ]);
  expect(sessionsOf('Monday and Friday\n6 km easy')).toEqual(['1 Mon 6km E', '1 Fri 6km E']);
});

test.each([
  ['Wk\tMon\tWed (club)\tSun\n1\t5k easy\t6 x 400m @ 5k, 200m jog\t12k', 'Wed 6x(400mtr 5k'],
  ['Wk\tMon\tWed - track\tSun\n1\t5k easy\t6 x 400m @ 5k, 200m jog\t12k', 'Wed 6x(400mtr 5k'],
])('a weekday with a note heads a column, too: %j', (text, session) => {
  expect(sessionsOf(text)[1]).toContain(session);
});

test('dates without weekdays are in the year in which they are on the weekday that a text names', () => {
  const text =
    'Thursday hills, block 2\n\n1. 8 May - 6 x 90s\n2. 15 May - 8 x 60s\n3. 22 May - 10 x 45s';
  expect(sessionsOf(text).map((one) => one.slice(0, 5))).toEqual(['1 Thu', '2 Thu', '3 Thu']);
});

test('the sum of a week in its heading is no session', () => {
  const text =
    'WEEK 1 · 4 – 10 Jan · 15.0 km\n\nTue 5 Jan\nEasy Run\n5 km\n\nSun 10 Jan\nLong Run\n10 km';
  expect(sessionsOf(text)).toEqual(['1 Tue 5km E', '1 Sun 10km E']);
});

test('messages with only their time are messages', () => {
  const chat =
    '[09:14] Ines: tue 8k easy\n[09:15] Tom: and the weekend?\n[09:20] Ines: sun 16k easy';
  expect(sessionsOf(chat)).toEqual(['1 Tue 8km E', '1 Sun 16km E']);
});

test('a key says what words mean, with or without signs', () => {
  const text = `Key to abbreviations
E     Easy running
SH    Strides: 15 seconds quick, 45 seconds easy jog
WU / CD = 12 mins easy

Mon   E 5 miles + 4 SH
Wed   WU, 4 x 3 min @ 5k (2 min jog), CD
Fri   E 4 miles`;
  expect(sessionsOf(text)).toEqual([
    '1 Mon 5mi E + 4x(15s R + 45s jog)',
    '1 Wed 12m E + 4x(3m 5k + 2m jog) + 12m E',
    '1 Fri 4mi E',
  ]);
});

test('an abbreviation behind its words is explained by them', () => {
  const text = 'Ritmos: umbral 4:30, ritmo de media (RM) 4:45\n\nMar: 2 km suaves + 6 km a RM';
  expect(sessionsOf(text)).toEqual(['1 Tue 2km E + 6km HM']);
});

test.each([
  ['8 x 300 m à 100% VMA, récup 1 min', '8x(300mtr I + 1m jog)'],
  [
    '6 x 500m at 4:05/km, 90s rest. 12 mins easy jog before and after',
    '12m E + 6x(500mtr 4:05/km + 1m30s rest) + 12m E',
  ],
  ['7 miles w/ 6x80m strides', '7mi E + 6x(80mtr R "strides")'],
  ['9 miles w/ 4 @ LT', '2.5mi E + 4mi T + 2.5mi E'],
  ['9 miles w/ 4 @ MP', '5mi E + 4mi M'],
  ['6 x 3 min hard, 2 min jog', '6x(3m I + 2m jog) ?'],
  ['parkrun (as easy or hard as you want)', 'race 5000'],
])('%s is as runners run it', (text, script) => {
  expect(readDay(text)).toBe(script);
});

test.each([
  [
    'days of a note',
    'Before each Tuesday workout, jog 2 miles to warm up.\n\nWeek 1\nTue: 5 x 1k @ 5k, 2 min jog\nThu: 6 miles\nSun: 10 miles',
    ['1 Tue 2mi WU + 5x(1km 5k + 2m jog) ?', '1 Thu 6mi', '1 Sun 10mi'],
  ],
  [
    'strides of one day',
    'Mon: 5 km easy\nWed: 8 km easy\nSat: 6 km easy\n\nStrides after Wednesday’s run: 5x15s',
    ['1 Mon 5km E', '1 Wed 8km E + 5x(15s R) ?', '1 Sat 6km E'],
  ],
  [
    'kinds of sessions',
    'Long runs: last 4 km at marathon pace.\n\nWeek 1\nTue: 8 km easy\nSun: 20 km long run\n\nWeek 2\nTue: 9 km easy\nSun: 22 km long run',
    ['1 Tue 8km E', '1 Sun 16km E + 4km M ?', '2 Tue 9km E', '2 Sun 18km E + 4km M ?'],
  ],
  [
    'sessions with a recovery',
    'Intervals: 15 minutes to warm up, 10 minutes to cool down.\n\nTue: 6 x 2 min @ 5k, 1 min jog\nThu: 40 min easy\nSun: 12 km',
    ['1 Tue 15m WU + 6x(2m 5k + 1m jog) + 10m CD ?', '1 Thu 40m E', '1 Sun 12km'],
  ],
  [
    'a week',
    'Week 1\nTue: 8 km easy\nSun: 15 km easy\n\nAdd strides on Tuesday.\n\nWeek 2\nTue: 9 km easy\nSun: 16 km easy',
    ['1 Tue 8km E + 4x(20s R + 1m jog) ?', '1 Sun 15km E', '2 Tue 9km E', '2 Sun 16km E'],
  ],
])('a note is asked at the sessions that it names: %s', (_, text, sessions) => {
  expect(sessionsOf(text)).toEqual(sessions);
});

test('an easy run needs no warm-up, though all of them have one', () => {
  const text =
    'Every session starts with a 12 minute warm up.\n\nTue: 5 x 800m @ 5k, 2 min jog\nThu: 8 km easy';
  expect(sessionsOf(text)).toEqual(['1 Tue 12m WU + 5x(800mtr 5k + 2m jog)', '1 Thu 8km E ?']);
});

test('a note below the last day is no part of it', () => {
  expect(sessionsOf('Tue: 8 km easy\nSun: 16 km easy\nAll runs start with 5 min walking')[1]).toBe(
    '1 Sun 5m walk + 16km E',
  );
});

const LAST_DAYS = ['2 Wed 8km E', '2 Thu rest', '2 Fri 5km E', '2 Sat 20m jog', '2 Sun race 10000'];

test.each([
  '4 days to go: 8 km easy\n3 days to go: rest\n2 days to go: 5 km easy\n1 day to go: 20 min jog\nRace day: 10k race',
  'T-4: 8 km easy\nT-3: rest\nT-2: 5 km easy\nT-1: 20 min jog\nT-0: 10k race',
  'Day -4: 8 km easy\nDay -3: rest\nDay -2: 5 km easy\nDay -1: 20 min jog\nDay 0: 10k race',
  'Four days out: 8 km easy\nThree days out: rest\nTwo days out: 5 km easy\nThe day before: 20 min jog\nRace day: 10k race',
  'Noch 4 Tage: 8 km locker\nNoch 3 Tage: Ruhetag\nNoch 2 Tage: 5 km locker\nNoch 1 Tag: 20 min traben\nRenntag: 10 km Rennen',
])('days that are counted down to no date end on a Sunday: %s', (text) => {
  expect(sessionsOf(`T-8: 30 min easy\n${text}`.replace(/^T-8.*\n(?!T)/, '')).slice(-5)).toEqual(
    text.startsWith('T') ? LAST_DAYS : LAST_DAYS.map((one) => one.replace('2', '1')),
  );
});

test('bare numbers count days down where the text says so, and several may be in a line', () => {
  const text =
    'Countdown to the Vale 10K, Saturday 20 March\n\n6 - 30 min easy\n5-4: rest\n3 - 6 x 400m @ 5k, 200m jog\n2 - rest\n1 - 15 min jog\nRace day!';
  expect(
    readTraining(text, { today: '2026-11-19' }).sessions.map(({ date, kind }) => [date, kind]),
  ).toEqual([
    ['2027-03-14', 'run'],
    ['2027-03-15', 'rest'],
    ['2027-03-16', 'rest'],
    ['2027-03-17', 'run'],
    ['2027-03-18', 'rest'],
    ['2027-03-19', 'run'],
    ['2027-03-20', 'race'],
  ]);
});

test('a run below a name of another sport is both, with a question', () => {
  expect(sessionsOf('Wed: yoga\n6 x 400m, 200m jog')).toEqual(['1 Wed 6x(400mtr + 200mtr jog) ?']);
  expect(sessionsOf('Mon: gym\n25 min T, track')).toEqual(['1 Mon 25m T ?']);
  expect(sessionsOf('Wed: bike\n45 min easy')).toEqual(['1 Wed (bike, 45 min easy)']);
});

test.each([
  [
    'headings that count down',
    'Woche 3 vor dem Rennen\nDi: 10 km locker\nWoche 2 vor dem Rennen\nDi: 9 km locker\nWoche 1 vor dem Rennen\nDi: 8 km locker\nWettkampfwoche\nSo: 10 km Rennen',
    ['1 Tue 10km E', '2 Tue 9km E', '3 Tue 8km E', '4 Sun race 10000'],
  ],
  [
    'numbers that count down',
    'Week 3\nTue: 10 km easy\nWeek 2\nTue: 9 km easy\nWeek 1\nTue: 8 km easy',
    ['1 Tue 10km E', '2 Tue 9km E', '3 Tue 8km E'],
  ],
  [
    'the next week of a mail',
    'Mon: rest\nTue: 8 km easy\nSun: 15 km easy\n\nNext week: Tue 9 km easy, Thu 6 km easy, Sun 16 km easy',
    ['1 Mon rest', '1 Tue 8km E', '1 Sun 15km E', '2 Tue 9km E', '2 Thu 6km E', '2 Sun 16km E'],
  ],
  [
    'a column for two days',
    'Week\tTuesday\tThursday\tWeekend\n1\t8 km easy\t6 km easy\tSat: 5 km easy / Sun: 15 km easy\n2\t9 km easy\t6 km easy\t16 km easy',
    [
      '1 Tue 8km E',
      '1 Thu 6km E',
      '1 Sat 5km E',
      '1 Sun 15km E',
      '2 Tue 9km E',
      '2 Thu 6km E',
    ].concat(['2 Sat 16km E']),
  ],
  [
    'dates between slashes',
    '16/11 8k easy\n17/11 rest\n18/11 wu 2k, 6x400 (90s jog), cd 2k\n22/11 20k long',
    ['1 Mon 8km E', '1 Tue rest', '1 Wed 2km WU + 6x(400mtr + 1m30s jog) + 2km CD', '1 Sun 20km E'],
  ],
  [
    'bullets below weeks',
    'Week 1\n- 25 min easy\n- 10 min warm up, 6 x 1 min at 5k pace with 1 min jog\n- 35 min easy\nWeek 2\n- 25 min easy\n- 40 min easy',
    [
      '1 Mon 25m E',
      '1 Tue 10m WU + 6x(1m 5k + 1m jog)',
      '1 Sun 35m E',
      '2 Mon 25m E',
      '2 Sun 40m E',
    ],
  ],
  [
    'a day without its session',
    'Tue 1 Dec: 6 x 800m @ 5k, 2 min jog\nTue 8 Dec: NO SESSION (hall closed)',
    ['1 Tue 6x(800mtr 5k + 2m jog)', '2 Tue rest'],
  ],
])('%s', (_, text, sessions) => {
  expect(sessionsOf(text)).toEqual(sessions);
});

test.each([
  ['Club night 7pm – 2M w/u, 6 x 800m @ 5k, 2 min jog', '2mi WU + 6x(800mtr 5k + 2m jog)'],
  ['8 miles, middle 4 at threshold', '2mi E + 4mi T + 2mi E'],
  ['12k with 25 min tempo', '12km + 25m T ?'],
  ['6 km mit 3x4 min im HM-Tempo', '6km + 3x(4m HM) ?'],
  ['40 min easy, 10 hills', '40m E + 10m "hills" ?'],
  ['40 min easy. No strides', '40m E ?'],
])('nothing that a session says is left out of it unasked: %s', (text, script) => {
  expect(readDay(text)).toBe(script);
});

test.each([
  [
    'numbers of days before weekdays',
    '1 Thu - 5 km easy\n3 Sat - 3 x 1 km @ 10k, 2 min rest\n6 Tue - 6 km easy',
    ['1 Thu 5km E', '1 Sat 3x(1km 10k + 2m rest)', '2 Tue 6km E'],
  ],
  [
    'weeks in lines with semicolons',
    'Wk 1: Mon rest; Tue 4k easy; Wed gym; Thu 6k easy; Fri rest; Sat 3k easy; Sun 9k easy',
    ['1 Mon rest', '1 Tue 4km E', '1 Wed (gym)', '1 Thu 6km E', '1 Fri rest', '1 Sat 3km E'].concat(
      ['1 Sun 9km E'],
    ),
  ],
  [
    'sentences in another order than the week',
    'On Sunday run 60 minutes easy. On Thursdays do 10 minutes easy, 5 x 1 minute at 5k effort with 2 minutes jogging, and 10 minutes easy.',
    ['1 Thu 10m E + 5x(1m 5k + 2m jog) + 10m E', '1 Sun 1h E'],
  ],
  [
    'cards of an app',
    'Monday, November 23\nEasy Run\n6.0 mi\nPace 9:30/mi - 10:15/mi\n\nTuesday, November 24\nSpeed - 400m repeats\nWarm-up 1.5 mi\n8 x 400m @ 1:45, rest 1:30\nCool-down 1.0 mi',
    ['1 Mon 6mi 10:15-9:30/mi', '1 Tue 1.5mi WU + 8x(400mtr 1m45s + 1m30s rest) + 1mi CD'],
  ],
])('days are in order: %s', (_, text, sessions) => {
  expect(sessionsOf(text)).toEqual(sessions);
});

test.each([
  ['Langer Lauf 18 km (Treff 8 Uhr Brücke)', '18km E'],
  ['Turkey Trot 8K', 'race 8000'],
  ['2km cal + 5x500 (r 1’30) + 2km enf', '2km WU + 5x(500mtr + 1m30s jog) + 2km CD'],
  ['6x1k off 90 @ 3:45-3:50', '6x(1km + 1m30s 3:50-3:45/km) ?'],
])('a session %s', (text, script) => {
  expect(readDay(text)).toBe(script);
});

test('weeks in the heading of a phase have its days each', () => {
  const days = '| Day | Workout |\n|---|---|\n| Tue | 8 km easy |\n| Sun | 14 km long |';
  expect(sessionsOf(`Phase 1 (weeks 1-2)\n${days}\n\nPhase 2 (week 3)\n${days}`)).toEqual(
    [1, 2, 3].flatMap((week) => [`${week} Tue 8km E`, `${week} Sun 14km E`]),
  );
});

test.each([
  [
    'Lunes 10: rodaje 35’\nMartes 11: descanso\nJueves 13: Calentar 15’. 6x500 R:1’. Soltar 10’',
    ['1 Mon 35m E', '1 Tue rest', '1 Thu 15m WU + 6x(500mtr + 1m jog) + 10m CD'],
  ],
  [
    'Jour 1 : 35’ EF\nJour 2 : repos\nJour 3 : 45’ EF',
    ['1 Mon 35m E', '1 Tue rest', '1 Wed 45m E'],
  ],
  [
    'Date | Tuesday | Thursday\n5 Jan | 8 km easy | 6 x 400m @ 5k, 200m jog\n12 Jan | 9 km easy | 20 min tempo',
    ['1 Tue 8km E', '1 Thu 6x(400mtr 5k + 200mtr jog)', '2 Tue 9km E', '2 Thu 20m T'],
  ],
  [
    'Week 1 (w/c 4 Jan): 25 min easy\nWeek 2 (w/c 11 Jan): 30 min easy',
    ['1 Sun 25m E', '2 Sun 30m E'],
  ],
  ['Week 1: 5 km easy (Tues); 10 km easy (Sunday)', ['1 Sun 5km E + 10km E ?']],
])('days have numbers, names or dates: %s', (text, sessions) => {
  expect(sessionsOf(text)).toEqual(sessions);
});

test.each([
  [
    'Monday & Wednesday easy 4 miles each. Friday tempo 3 miles.',
    ['1 Mon 4mi E', '1 Wed 4mi E', '1 Fri 3mi T'],
  ],
  [
    'Wk | Tue | Thu | Sat/Sun\n1 | 3 km easy | 4 km easy | 8 km long\n2 | 3 km easy | 5 km easy | 9 km long',
    ['1 Tue 3km E', '1 Thu 4km E', '1 Sat 8km E', '2 Tue 3km E', '2 Thu 5km E', '2 Sat 9km E'],
  ],
  [
    'Dienstag (18.30 h, Bahn)\nEL 3 km\n10 x 300 m, TP 100 m',
    ['1 Tue 3km WU + 10x(300mtr + 100mtr jog)'],
  ],
  ['Dimanche : 1h50 (dernière demi-heure à allure marathon)', ['1 Sun 1h50m ?']],
])('days are found in %s', (text, sessions) => {
  expect(sessionsOf(text)).toEqual(sessions);
});

test.each([
  ['Medium Long 12k', '12km E'],
  ['Parkrun + 4 miles easy', '5km + 4mi E'],
  ['45 min bike + 15 min run off it', '(45 min bike + 15 min run off it) ?'],
  ['Twice: AM 4k easy, PM 6k easy', '4km E + 6km E ?'],
  ['Rodaje 9 km + 5x60 rectas', '9km E + 5x(60mtr R "strides")'],
  ['2 miles easy / 4 x 1 mile @ 10k / 1 mile easy', '2mi E + 4x(1mi 10k) + 1mi E'],
  ['3 up, 5 x 1k @ threshold, 1 min jog, 3 down', '3mi WU + 5x(1km T + 1m jog) + 3mi CD'],
  ['5 x 10 min at 82% max HR, 2 min jog', '5x(10m + 2m jog) ?'],
  ['5mi (last mile quick)', '5mi ?'],
  ['10 x 300m (equal jog)', '10x(300mtr) ?'],
  ['15’ + 8 x (40"/20") + 15’', '15m + 8x(40s + 20s) + 15m ?'],
  ['20 min all out', '20m T ?'],
  ['10k XC course, steady', '10km "steady"'],
])('one line: %s', (text, script) => {
  expect(readDay(text)).toBe(script);
});

test('letters with brackets are items of a list, letters with colons groups', () => {
  const list = 'A) 5 x 800m @ 5k, 2 min jog. WU/CD 12 min each\nB) 40 min easy\nC) Long run 90 min';
  expect(readTraining(list).sessions.map(({ title, script }) => [title, script])).toEqual([
    ['A', '12m WU + 5x(800mtr 5k + 2m jog) + 12m CD'],
    ['B', '40m E'],
    ['C', '1h30m E'],
  ]);
});

test('how hard a run is may be in a column', () => {
  const table =
    'Day\tActivity\tDuration\tIntensity\nMon\tRest\t\t\nTue\tRun\t35 min\tEasy\nSat\tRun\t25 min\tTempo';
  expect(sessionsOf(table)).toEqual(['1 Mon rest', '1 Tue 35m E', '1 Sat 25m T']);
});

test.each([
  ['MARATHON! 26.2 miles', 'race 42195'],
  ['4 x 1 mile at 6:15 (2 min jog)', '4x(1mi 6m15s + 2m jog)'],
])('a line %s', (text, script) => {
  expect(readDay(text)).toBe(script);
});

test('a week of a day that is no Monday begins with its own days', () => {
  const text =
    'Week of 9th\nMon - rest\nThu - 40 min easy\n\nWeek of 16th\nMon - rest\nThu - 45 min easy';
  expect(sessionsOf(text)).toEqual(['1 Mon rest', '1 Thu 40m E', '2 Mon rest', '2 Thu 45m E']);
});

test('days are counted down to a race that is named above them', () => {
  const text =
    'Samedi 5 avril : 10 km course\n\nJ-8 : 12 x 200 m, récup 1 min\nJ-6 : 50 min EF\nJ-2 : 30 min EF\nJ : course';
  expect(sessionsOf(text)).toEqual([
    '1 Fri 12x(200mtr + 1m jog)',
    '1 Sun 50m E',
    '2 Thu 30m E',
    expect.stringMatching(/^2 Sat race/),
  ]);
  const last =
    '3 days to go: 5 km easy\n2 days to go: rest\n1 day to go: rest\nRace day! 13.1 miles';
  expect(sessionsOf(last).at(-1)).toBe('1 Sun race 21097.5');
});

test.each([
  ['hills x 12', '12x("hills") ?'],
  ['HALF!', 'race 21097.5'],
  ['¡MEDIA MARATÓN!', 'race 21097.5'],
])('a line of words: %s', (text, script) => {
  expect(readDay(text)).toBe(script);
});
