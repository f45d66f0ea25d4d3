import { expect, test } from 'vitest';

import { formatScript } from '@pacewright/script';
import { readPasted, readTraining, type TrainingContext } from '../index.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** A line for each session: week, day, and what to do. */
function sessionsOf(text: string, context?: TrainingContext): string[] {
  return readTraining(text, context).sessions.map(
    ({ week, weekday, kind, script, title, metres }) => {
      const day = weekday === undefined ? '-' : `${week} ${DAYS[weekday]}`;
      if (kind === 'run') return `${day} ${script}`;
      if (kind === 'race') return `${day} race ${metres}`;
      return kind === 'rest' ? `${day} rest` : `${day} (${title})`;
    },
  );
}

const WEEK = [
  '1 Mon rest',
  '1 Tue 8km E',
  '1 Wed rest',
  '1 Thu 6x(400mtr 5k + 1m jog)',
  '1 Fri (Gym)',
  '1 Sat race 5000',
  '1 Sun 14km E',
];

test.each([
  [
    'lines with weekdays',
    `Mon: rest\nTue: 8 km easy\nWed - off\nThu 6 x 400m @ 5k, 1 min jog\nFri: Gym\nSat: parkrun!!\nSun: 14 km easy`,
  ],
  [
    'Markdown',
    `# My plan\n\n## Week 1\n- **Mon**: Rest\n- **Tue**: 8 km easy\n- **Wed**: Rest\n- **Thu**: 6 × 400 m @ 5k pace (1 min jog)\n- **Fri**: Gym\n- **Sat**: 🏁 parkrun\n- **Sun**: 14 km easy`,
  ],
  [
    'tabs',
    `Week\tMon\tTue\tWed\tThu\tFri\tSat\tSun\tTotal\n1\tRest\t8 km easy\tOff\t6 x 400m @ 5k, 1 min jog\tGym\tparkrun\t14 km easy\t32`,
  ],
  [
    'columns of blanks, without a head for the weeks',
    `          MON     TUE          WED    THU                        FRI    SAT       SUN\nWeek 1    Rest    8 km easy    Rest   6 x 400m @ 5k, 1 min jog   Gym    parkrun   14 km easy`,
  ],
  [
    'a head that is one cell too short',
    `Mon | Tue | Wed | Thu | Fri | Sat | Sun\n---|---|---|---|---|---|---\nWeek 1 | Rest | 8 km easy | Rest | 6 x 400m @ 5k, 1 min jog | Gym | parkrun | 14 km easy`,
  ],
  [
    'quoted cells',
    `Week,Phase,Mon,Tue,Wed,Thu,Fri,Sat,Sun\n1,Base,Rest,8 km easy,,"6 x 400m @ 5k, 1 min jog",Gym,parkrun,14 km easy\n2,Base,,,,,,,`,
  ],
  [
    'days down and weeks across',
    `\tWeek 1\tWeek 2\nMonday\tRest\t\nTuesday\t8 km easy\t\nWednesday\tRest\t\nThursday\t6 x 400m @ 5k, 1 min jog\t\nFriday\tGym\t\nSaturday\tparkrun\t\nSunday\t14 km easy\t`,
  ],
  [
    'a cell on each line',
    `Week\nMon\nTue\nWed\nThu\nFri\nSat\nSun\n\n1\nRest\n8 km easy\nRest\n6 x 400m @ 5k, 1 min jog\nGym\nparkrun\n14 km easy`,
  ],
  [
    'rows of days',
    `Tag | Soll | Ist |\nMontag | Ruhetag | |\nDienstag | 8 km locker | |\nMittwoch | Ruhetag | |\nDonnerstag | 6x400 m @ 5k, 1 min Trabpause | |\nFreitag | Gym | |\nSamstag | parkrun | |\nSonntag | 14 km ruhiger Dauerlauf | |`,
  ],
  [
    'initials',
    `M - rest\nT - 8 km easy\nW - rest\nT - 6 x 400m @ 5k, 1 min jog\nF - Gym\nS - parkrun\nS - 14 km easy`,
  ],
  [
    'a week in one line',
    `Wk1: M off, T 8 km easy, W off, Th 6 x 400m @ 5k (1 min jog), F Gym, Sa parkrun, Su 14 km easy`,
  ],
  [
    'sentences',
    `Week 1\nOn Monday rest. Tuesday 8 km easy. Wednesday off. Thursday's session is 6 x 400m @ 5k, 1 min jog. Gym on Friday if you like. Saturday parkrun, Sunday 14 km easy.`,
  ],
  [
    'French',
    `Semaine 1\nLundi : repos\nMardi : footing 8 km\nMercredi : repos\nJeudi : 6 x 400 m à allure 5 km (récup 1 min)\nVendredi : Gym\nSamedi : parkrun\nDimanche : sortie longue 14 km`,
  ],
  [
    'Spanish letters',
    `Semana\tL\tM\tX\tJ\tV\tS\tD\n1\tDescanso\t8 km suave\tDescanso\t6 x 400 m a ritmo de 5 km, rec 1 min trote\tGym\tparkrun\t14 km suave`,
  ],
])('the same week in %s', (_, text) => {
  const sessions = sessionsOf(text);
  for (const session of WEEK.filter((one) => !one.endsWith('rest')))
    expect(sessions).toContain(session);
  for (const session of sessions) expect(WEEK).toContain(session);
});

test('a mail is a week; greetings, signatures and appointments are kept apart', () => {
  const mail = `Hi all,

well done on Sunday! Here is the week:

Tuesday - Track, 7pm. 15 mins warm up, then
   Group 1: 6 x 1000m at 10k pace, 90 secs jog
   Group 2: 5 x 800m at 10k pace, 90 secs jog
   10 mins cool down. Please wear something bright.
Thursday (club night): 5 easy miles. Meet at the field house 6:30 AM.
Sunday - 12 miles easy, last 3 at marathon pace

Subs are due (£42, see Jan).
Ken`;
  const { kind, sessions, leftovers, questions, blocks } = readTraining(mail);
  expect(kind).toBe('week');
  expect(sessions.map(({ script }) => script)).toEqual([
    '15m WU + 6x(1km 10k + 1m30s jog) + 10m CD',
    '5mi E',
    '9mi E + 3mi M',
  ]);
  expect(sessions[0]?.notes).toContain('Group 2: 5 x 800m at 10k pace, 90 secs jog');
  expect(sessions[1]?.notes).toBe('club night\nMeet at the field house 6:30 AM.');
  expect(questions.map(({ id, sessions: count }) => [id, count])).toEqual([['group', 1]]);
  expect(leftovers.map(({ text }) => text)).toEqual([
    'Hi all,',
    'well done on Sunday. Here is the week:',
    'Subs are due (£42, see Jan).',
    'Ken',
  ]);
  expect(blocks).toEqual([]);
});

test.each([
  ['numbers', '1. 60 min easy\n2. 6x800m @ I w/ 400m jog\n3) 5k time trial'],
  ['bullets', '- 60 min easy\n- 6x800m @ I w/ 400m jog\n- 5k time trial'],
  ['names', 'Session A:\n60 min easy\nSession B: 6x800m @ I w/ 400m jog\nSession C: 5k time trial'],
])('a list with %s has a workout in each item', (_, text) => {
  expect(readTraining(text).kind).toBe('list');
  expect(sessionsOf(text)).toEqual(['- 1h E', '- 6x(800mtr I + 400mtr jog)', '- race 5000']);
});

test.each([
  '10 min easy\n20 min tempo\n10 min easy',
  '- 10 min easy\n- 5x3 min I, 2 min jog\n- 10 min easy',
  'Warm up: 2km easy\n\nMain set: 6x800 w/ 2 min jog\n\nCool down: 2km easy',
])('parts of one workout are no list: %j', (text) => {
  expect(readTraining(text)).toMatchObject({ kind: 'workout', sessions: [{ questions: [] }] });
});

test('dates give weeks and weekdays; an unclear order is asked once', () => {
  const dated = readTraining('Mon 1 Mar 2027: 8 km easy\nTue 9 March 2027: 10 km easy');
  expect(dated.sessions).toMatchObject([
    { date: '2027-03-01', week: 1, weekday: 0 },
    { date: '2027-03-09', week: 2, weekday: 1 },
  ]);
  const text = '03/04/2027: 8 km easy\n03/04/2027: gym';
  expect(readTraining(text).questions).toMatchObject([{ id: 'order', chosen: 0 }]);
  expect(readTraining(text, { answers: { order: 1 } }).sessions[0]?.date).toBe('2027-03-04');
});

test.each([
  ['Di 13.01. 10 km locker', 'Do 15.01. 45 min locker', 'So 18.01. 16 km locker'],
  ['Di 13.01.10 km locker', 'Do 15.01.45 min locker', 'So 18.01.16 km locker'],
  ['Di 13.01.26: 10 km locker', 'Do 15.01.26 45 min locker', 'So 18.01.26 16 km locker'],
  ['Di 13.01. 2026 10 km locker', 'Do 15.01. 2026 45 min locker', 'So 18.01. 2026 16 km locker'],
  ['Di 13.1 10km locker', 'Do 15.1 45min locker', 'So 18.1 16km locker'],
  ['Tue 13/01 10 km easy', 'Thu 15/01 45 min easy', 'Sun 18/01 16 km easy'],
  ['Jan 13 10 km easy', 'Jan 15 45 min easy', 'Jan 18 16 km easy'],
  ['13 Jan 10 km easy', '15 Jan 45 min easy', '18 Jan 16000 m easy'],
  ['13. Januar 10 km locker', '15. Januar 45 min locker', '18. Januar 16 km locker'],
])('no date takes the length behind it: %s', (...lines) => {
  const { sessions } = readTraining(lines.join('\n'), { today: '2025-12-30', units: 'metric' });
  expect(sessions.map(({ date, script }) => [date, script])).toEqual([
    ['2026-01-13', '10km E'],
    ['2026-01-15', '45m E'],
    ['2026-01-18', '16km E'],
  ]);
});

test.each(['Di 13.01. 5 x 1000 m', 'Di 13.01. 2000 m locker', 'Tue 13 Jan 2000 m easy'])(
  'a year is behind no date with a length: %s',
  (line) => {
    const [one] = readTraining(line, { today: '2025-12-30' }).sessions;
    expect(one).toMatchObject({ date: '2026-01-13', kind: 'run' });
  },
);

test('a number before a word is no year far from today', () => {
  const datesOf = (line: string) =>
    readTraining(`Mo 12.01. 8 km locker\n${line}`, { today: '2025-12-30' }).sessions.map((one) => [
      one.date,
      one.questions.length,
    ]);
  expect(datesOf('Di 13.01. 2010 einlaufen')).toEqual([
    ['2026-01-12', 0],
    ['2026-01-13', 1],
  ]);
  expect(datesOf('Di 13.01. 2026 8 km')[1]).toEqual(['2026-01-13', 0]);
});

test.each([
  'Lovely race on Sunday, 52:30 in the rain deserves a cake. The plan until the weekend:',
  'You did 15 km on Sunday and it was your longest. Next:',
  'Sunday’s 10k was brilliant, 52:30 in the rain.',
])('a day of a sentence above the list of the days is none of the plan: %s', (words) => {
  const list = 'Monday - day off\nTuesday - 50 mins easy\nSunday - 75 mins easy';
  const { sessions, leftovers } = readTraining(`Hi Ann,\n\n${words}\n\n${list}`);
  expect(sessions.map(({ week, weekday }) => [week, weekday])).toEqual([
    [1, 0],
    [1, 1],
    [1, 6],
  ]);
  expect(leftovers.map(({ text }) => text)).toContain(words);
});

test('a date without a year is the next one on its weekday', () => {
  const text = 'Mon, Mar 1 - 8 km easy\nTue, Mar 2 - 10 km easy';
  const { sessions } = readTraining(text, { today: '2026-11-18' });
  expect(sessions.map(({ date }) => date)).toEqual(['2027-03-01', '2027-03-02']);
});

test.each([
  ['Week -2:\nTue: 8 km easy\nWeek -1:\nTue: 6 km easy', ['1 Tue 8km E', '2 Tue 6km E']],
  [
    '2 weeks to go\nTue 8 km easy\n1 week to go\nTue 6 km easy\nRace week\nSun: 10k race',
    ['1 Tue 8km E', '2 Tue 6km E', '3 Sun race 10000'],
  ],
  [
    'weeks 1-2: Base\nTue {8, 9} km easy\nweek 2\nSun 12 km easy\nweek 3 same as week 1',
    ['1 Tue 8km E', '2 Tue 9km E', '2 Sun 12km E', '3 Tue 8km E'],
  ],
  [
    'Cycle 1\nDay 1: 8 km easy\nDay 9: 10 km easy\nCycle 2\nas cycle 1 but Day 9: 12 km easy',
    ['1 Mon 8km E', '2 Tue 10km E', '2 Wed 8km E', '3 Thu 12km E'],
  ],
])('weeks are counted as the text does: %j', (text, sessions) => {
  expect(sessionsOf(text)).toEqual(sessions);
});

test('sessions without days are spread over the week, and one question offers others', () => {
  const text =
    'Week 1\nRun 1: 8 km easy\nRun 2: 5 km tempo\nWeek 2\nRun 1: 9 km easy\nRun 2: 6 km tempo';
  expect(readTraining(text).questions).toMatchObject([
    { id: 'days', choices: ['Mon, Sun', 'Tue, Sun'], chosen: 0, sessions: 4 },
  ]);
  expect(sessionsOf(text)[0]).toBe('1 Mon 8km E');
  expect(sessionsOf(text, { answers: { days: 1 } })[0]).toBe('1 Tue 8km E');
});

test('the unit of bare numbers is one question, the likeliest first', () => {
  const text = 'Mon: Easy 4\nTue: 6\nWed: 5 w/ 2 at tempo\nSun: 10 miles';
  expect(readTraining(text).questions).toMatchObject([
    { id: 'unit', choices: ['Miles', 'Kilometres', 'Minutes'], chosen: 0, sessions: 3 },
    { id: 'part', sessions: 1 },
  ]);
  expect(sessionsOf(text)).toEqual([
    '1 Mon 4mi E',
    '1 Tue 6mi',
    '1 Wed 1.5mi E + 2mi T + 1.5mi E',
    '1 Sun 10mi',
  ]);
  expect(sessionsOf(text, { answers: { part: 1 } })[2]).toBe('1 Wed 3mi E + 2mi T');
  expect(sessionsOf(text, { answers: { unit: 1, part: 2 } })).toEqual([
    '1 Mon 4km E',
    '1 Tue 6km',
    '1 Wed 1500mtr E + 2km T + 1500mtr E',
    '1 Sun 10mi',
  ]);
});

test('a short “m” beside minutes is miles, until the runner says otherwise', () => {
  const text = 'Mon: 3 m run\nTue: 30 min cross\nWed: 4.5 m run';
  expect(readTraining(text).questions).toMatchObject([{ id: 'm', sessions: 2 }]);
  expect(sessionsOf(text)).toEqual(['1 Mon 3mi', '1 Tue (30 min cross)', '1 Wed 4.5mi']);
  expect(sessionsOf(text, { answers: { m: 1 } })[0]).toBe('1 Mon 3m');
});

test.each([
  ['Rest or cross training', 'rest'],
  ['60 minutes of cross training', '(60 minutes of cross training)'],
  ['3 miles easy + strength', '3mi E'],
  ['4-6 miles easy', '4mi E'],
  ['45 min easy or 30 min swim', '45m E'],
  ['5 miles recovery', '5mi E'],
  ['40 min easy with 6 strides', '40m E + 6x(20s R + 1m jog)'],
  ['Brighton Half Marathon', 'race 21097.5'],
  ['RACE DAY - marathon', 'race 42195'],
  ['10-K Race', 'race 10000'],
  ['2 km warm up, 5 km time trial, 2 km cool down', 'race 5000'],
  ['parkrun easy', '5km E'],
  ['Easy run - 45:00', '45m E'],
  ['5 x 1 km @ 4:05/km, 90s jog', '5x(1km 4:05/km + 1m30s jog)'],
])('a day with %j', (words, session) => {
  expect(sessionsOf(`Mon: ${words}\nTue: 8 km easy`)[0]).toBe(`1 Mon ${session}`);
});

test('an unclear session is asked about, with the scripts of its answers', () => {
  const { sessions } = readTraining('Mon: 8 mi w/ 5x600m @ 5k\nTue: 8 km easy');
  expect(sessions[0]?.questions).toHaveLength(1);
  expect(sessions[0]?.questions[0]?.answers[0]?.script).toBe('8mi + 5x(600mtr 5k)');
  // The likeliest is taken, and the words are kept beside it.
  expect(sessions[0]).toMatchObject({
    script: '8mi + 5x(600mtr 5k)',
    notes: '8 mi w/ 5x600m @ 5k',
  });
  expect(sessions[1]?.questions).toEqual([]);
});

test('the short runs of a plan in “m” are miles where its long runs are, with one question', () => {
  const week = (n: number) => `Week ${n}\nTue 4 m easy\nThu 3 m\nSat 3 m easy\nSun ${n + 5} m long`;
  const { sessions, questions } = readTraining(`${week(1)}\n${week(2)}`);
  expect(sessions[0]?.script).toBe('4mi E');
  expect(questions.map(({ id }) => id)).toEqual(['m']);
});

test('times behind the distance of a rep are seconds', () => {
  const { sessions } = readTraining(
    'Tue: 8 x 400 in 86-88 w/ 200 jog\nThu: 10 x 200 @ 32, 200m jog',
  );
  expect(sessions.map(({ script }) => script)).toEqual([
    '8x(400mtr 3:40-3:35/km + 200mtr jog)',
    '10x(200mtr 32s + 200mtr jog)',
  ]);
});

test('a session on no day keeps the rest off the calendar', () => {
  const text = 'Week 1\nTue: 8 km easy\n\n45 min easy\n\nWeek 2\nTue: 9 km easy';
  expect(readTraining(text).blocks.map((block) => block.text)).toEqual(['45 min easy']);
  expect(readTraining('See you on Sunday!').blocks).toHaveLength(1);
});

test('places in the text are those of its sessions', () => {
  const text = '**Mon**: 8 km easy 🏃\nTue: 9 km easy';
  const [first, second] = readTraining(text).sessions;
  expect(text.slice(first?.from, first?.to)).toBe('Mon**: 8 km easy');
  expect(text.slice(second?.from, second?.to)).toBe('Tue: 9 km easy');
});

test('of several groups one is read, and the answer is for all days', () => {
  const text = `Tuesday
A: 5 x 1600m at 10k pace with 400m jog
B: 4 x 1600m at 10k pace with 400m jog

Wednesday
A: 12km easy
B: 10km easy

Friday
All: rest`;
  const { sessions, questions } = readTraining(text);
  expect(sessions.map(({ kind, script }) => [kind, script])).toEqual([
    ['run', '5x(1600mtr 10k + 400mtr jog)'],
    ['run', '12km E'],
    ['rest', ''],
  ]);
  expect(sessions[1]?.notes).toBe('A\nB: 10km easy');
  expect(questions).toMatchObject([{ id: 'group', choices: ['A', 'B'], chosen: 0, sessions: 2 }]);
  const other = readTraining(text, { answers: { group: 1 } });
  expect(other.sessions.map(({ script }) => script)).toEqual([
    '4x(1600mtr 10k + 400mtr jog)',
    '10km E',
    '',
  ]);
});

test('the last day of a plan for a race is the race, and another without a distance is asked', () => {
  const named = readTraining(
    'Spring 50k plan\nAll distances are in miles.\nWeek 1\nSun 20\nWeek 2\nSun 31',
  );
  expect(named.sessions.at(-1)).toMatchObject({ kind: 'race', metres: 50_000, questions: [] });
  const other = readTraining('Week 1\nSun 12 km\nWeek 2\nSun RACE!');
  expect(other.sessions.at(-1)).toMatchObject({
    kind: 'race',
    questions: [{ text: 'How long is the race?', answers: [{ label: '5 km' }, {}, {}, {}] }],
  });
});

test('a week like another may differ on a day, in its half', () => {
  const { sessions, blocks } = readTraining(
    'Week 1\nTue AM: 5 km\nTue PM: 10 x 1000m @ threshold, 60s rest\nWeek 2 - as week 1 but Tue PM 12 x 1000m',
  );
  expect(sessions.filter(({ week }) => week === 2).map(({ script }) => script)).toEqual([
    '5km',
    '12x(1km T + 1m rest)',
  ]);
  expect(blocks).toEqual([]);
});

test.each([
  ['Sat: parkrun as a steady run\nSun: 5 km', '5km E', 0],
  ['Tue: Pyramid 200, 400, 600, 400, 200 with 200m jog\nWed: 5 km', '400mtr', 0],
  ['Tue: 6 miles (inc 3 miles at threshold)\nWed: 5 km', '1.5mi E + 3mi T + 1.5mi E', 0],
])('%s', (text, part, at) => {
  expect(readTraining(text).sessions[at]?.script).toContain(part);
});

test('sessions with names, in weeks without days, are spread over the week', () => {
  const { sessions } = readTraining(
    'Week 1\nRECOVERY RUN: 25 min\nSPEED RUN: 8 x 1 min at 5k pace, 1 min jog\nLONG RUN: 8 km\nWeek 2\nLONG RUN: 9 km',
  );
  expect(sessions.map(({ week, weekday }) => [week, weekday])).toEqual([
    [1, 0],
    [1, 1],
    [1, 6],
    [2, 6],
  ]);
});

test('a greeting about a race is no race, and a sentence may begin with its session', () => {
  const mail = readTraining(
    'Hi all,\nbrilliant relays on Sunday, thanks to everyone. This week:\nMon 40 min easy\nSun 18 km easy',
  );
  expect(mail.sessions.map(({ week, weekday, kind }) => [week, weekday, kind])).toEqual([
    [1, 0, 'run'],
    [1, 6, 'run'],
  ]);
  const prose = readTraining('Week 1: Run 30 minutes easy on Monday and again on Wednesday.');
  expect(prose.sessions.map(({ weekday, script }) => [weekday, script])).toEqual([
    [0, '30m E'],
    [2, '30m E'],
  ]);
});

test('a list of more than a hundred items has each of them', () => {
  const list = Array.from({ length: 160 }, (_, n) => `${n + 1}. ${n + 20} min easy`).join('\n');
  expect(readTraining(list).sessions).toHaveLength(160);
});

test('a table without any names of days is a week in each row', () => {
  const week = (easy: number) => `${easy} km easy\t8 km\trest\t6 x 400m\trest\t5 km\t14 km`;
  const text = `${week(5)}\n${week(6)}`;
  expect(sessionsOf(text)[0]).toBe('1 Mon 5km E');
  expect(sessionsOf(text)[7]).toBe('2 Mon 6km E');
  expect(sessionsOf(text, { answers: { start: 1 } })[0]).toBe('1 Sun 5km E');
  expect(sessionsOf(text, { answers: { axes: 2 } }).slice(0, 3)).toEqual([
    '1 Mon 5km E',
    '1 Tue 6km E',
    '2 Mon 8km',
  ]);
});

test.each([
  '| Tue | Thu |\n|---|---|\n| 5 km easy | 8 km easy |',
  'Tue\tThu\n5 km easy\t8 km easy',
  'Tue;Thu;Notes\n5 km easy;8 km easy;flat',
  '| Week | Tue | Thu |\n| 1 | 5 km easy | 8 km easy |',
  '| | Tue | Thu |\n| Week 1 | 5 km easy | 8 km easy |',
  '| Tue | Thu |\n| Week 1 | 5 km easy | 8 km easy |',
  '| | Week 1 |\n| Tue | 5 km easy |\n| Thu | 8 km easy |',
])('a table may have two days and one week: %s', (text) => {
  expect(sessionsOf(text)).toEqual(['1 Tue 5km E', '1 Thu 8km E']);
  expect(readTraining(text).blocks).toEqual([]);
});

test('a table is read a column to the side if the athlete says so', () => {
  const text = `Mon\tTue\tWed\n5 km\t8 km\t10 km\n6 km\t9 km\t11 km`;
  expect(sessionsOf(text, { answers: { shift: 1 } })).toEqual([
    '1 Mon 8km',
    '1 Tue 10km',
    '2 Mon 9km',
    '2 Tue 11km',
  ]);
  expect(sessionsOf(text, { answers: { shift: 2 } })).toEqual([
    '1 Tue 5km',
    '1 Wed 8km',
    '2 Tue 6km',
    '2 Wed 9km',
  ]);
});

test('sessions are split and joined where the athlete says so, and a line becomes one', () => {
  const text =
    'Mon: 5 km easy\nWed: 2 km easy\n6 x 400m, 1 min jog\n\nThanks for the 20 min\nSun: 14 km';
  const at = (words: string) => text.indexOf(words);
  const { from } = readTraining(text).sessions[2] ?? { from: 0 };
  expect(sessionsOf(text, { cuts: [{ kind: 'split', at: at('6 x') }] })).toEqual([
    '1 Mon 5km E',
    '1 Wed 2km E',
    '1 Wed 6x(400mtr + 1m jog)',
    '1 Sun 14km',
  ]);
  expect(sessionsOf(text, { cuts: [{ kind: 'join', at: from }] })).toEqual([
    '1 Mon 5km E',
    '1 Wed 2km E + 6x(400mtr + 1m jog) + 14km',
  ]);
  expect(sessionsOf(text, { cuts: [{ kind: 'run', at: at('Thanks') }] })).toHaveLength(4);
});

test('a chat is its messages: who wrote them, and when, is no part of a session', () => {
  const chat = `[08:12, 16/11/2026] Lena: Plan for this week
Mon 😴
Tue 45' easy
Sun 16k long run
[08:15, 16/11/2026] You: what pace?
[08:16, 16/11/2026] Lena: 5:30-6:00, nothing faster`;
  expect(sessionsOf(chat)).toEqual(['1 Tue 45m E', '1 Sun 16km E']);
  expect(readTraining(chat).sessions.map(({ questions }) => questions)).toEqual([[], []]);
});

test.each([
  [
    'dates beside weekdays',
    'Date\tDay\tSession\tTotal\n03/11/2026\tTue\tEasy\t8 km\n15/11/2026\tSun\tLong run\t18 km',
    ['1 Tue 8km E', '2 Sun 18km E'],
  ],
  [
    'weeks before weekdays, between commas',
    'Week,Day,Type,Session\n1,Tuesday,Easy,5 km easy\n2,Thursday,Tempo,"2 km easy, 3 km tempo"',
    ['1 Tue 5km E', '2 Thu 2km E + 3km T'],
  ],
  [
    'letters and dates',
    'M 4/8: 5 miles easy\nT 4/9: 6 miles easy\nR 4/11: 4 miles easy\nSu 4/14: 15 mi - first 10 easy, last 5 @ marathon pace',
    ['1 Mon 5mi E', '1 Tue 6mi E', '1 Thu 4mi E', '1 Sun 10mi E + 5mi M'],
  ],
  [
    'weeks of the year',
    'KW 47 (16.11. – 22.11.)\nDi: 8 km locker\nKW 48 (23.11. – 29.11.)\nSa: 12 km, davon 6 km im HM-Tempo',
    ['1 Tue 8km E', '2 Sat 6km E + 6km HM'],
  ],
  [
    'early weeks of the year, of a year in which they begin on a Monday',
    'KW 14 (31. März bis 6. April)\nMontag: Ruhetag\nDienstag: 8 km locker\nKW 15 (7. bis 13. April)\nSamstag: 12 km locker',
    ['1 Mon rest', '1 Tue 8km E', '2 Sat 12km E'],
  ],
  [
    'a legend',
    'R = rest, LR = long run\nMon | Tue | Wed | Thu | Fri | Sat | Sun\nR | 5 km | R | 6 km | R | R | 12 km LR',
    [
      '1 Mon rest',
      '1 Tue 5km',
      '1 Wed rest',
      '1 Thu 6km',
      '1 Fri rest',
      '1 Sat rest',
      '1 Sun 12km E',
    ],
  ],
  [
    'Italian',
    "Lunedì: riposo\nMercoledì: 50' di corsa lenta\nDomenica: lungo di 22 km, gli ultimi 5 km a ritmo maratona",
    ['1 Mon rest', '1 Wed 50m E', '1 Sun 17km E + 5km M'],
  ],
  [
    'an app, with the planned length',
    'Tuesday\nRun – Easy\nPlanned: 0:45:00\nSaturday\nBike – Recovery\nPlanned: 1:30:00\nSunday\nRun – Long\nPlanned: 1:45:00\nLast 20 min at marathon pace',
    ['1 Tue 45m E', '1 Sat (Bike – Recovery, 1:30:00)', '1 Sun 1h25m E + 20m M'],
  ],
  [
    'letters and short names of days',
    'M: off\nTu: 8mi w/ 5mi @ LT\nW: 6mi recovery\nTh: same as Tuesday\nSa: 4mi recovery',
    ['1 Mon rest', '1 Tue 1.5mi E + 5mi T + 1.5mi E', '1 Wed 6mi E'].concat([
      '1 Thu 1.5mi E + 5mi T + 1.5mi E',
      '1 Sat 4mi E',
    ]),
  ],
  [
    'this week beside the next',
    '      This week    Next week\nMon   Rest         Rest\nTue   10k easy     12k easy\nWed   8k easy      9k easy\nSun   18k long     20k long',
    ['1 Mon rest', '1 Tue 10km E', '1 Wed 8km E', '1 Sun 18km E'].concat([
      '2 Mon rest',
      '2 Tue 12km E',
      '2 Wed 9km E',
      '2 Sun 20km E',
    ]),
  ],
  [
    'lines for the morning and the evening',
    'TUESDAY\nam: track. 3 km warm up, 8 x 1000 m at 10k pace, 90 s jog\npm: 30 min recovery run\nFRIDAY\nam: 12 km easy\npm: gym',
    ['1 Tue 3km WU + 8x(1km 10k + 1m30s jog)', '1 Tue 30m E', '1 Fri 12km E', '1 Fri (gym)'],
  ],
  [
    'a file of an app, with semicolons in its cells',
    'Date,Title,Type,Planned Duration,Description\n2026-11-16,Recovery Run,Run,00:30:00,"30 min HR Zone 1"\n2026-11-18,Tempo,Run,00:45:00,"Warm up 15 min; 20 min @ Zone 3; Cool down 10 min"',
    ['1 Mon 30m Z1', '1 Wed 15m WU + 20m Z3 + 10m CD'],
  ],
  [
    'a heading that says when and where, and days with arrows',
    "GROUPE 1 (lundi et jeudi 18h30 au stade)\n\nSEMAINE 1\n  lundi > repos\n  jeudi > footing 40'",
    ['1 Mon rest', '1 Thu 40m E'],
  ],
  [
    'a mail that is broken where it is wide',
    'Hello all,\n\nTuesday we meet at the track by the river as usual, 7pm: two miles to\nwarm up, then four times 1000 metres at 5k pace with two minutes jog, and one mile to\ncool down. On Thursday there is a run along the old railway, ten minutes easy, 20 minutes\nat threshold and ten minutes easy.',
    ['1 Tue 2mi WU + 4x(1km 5k + 2m jog) + 1mi CD', '1 Thu 10m E + 20m T + 10m E'],
  ],
  [
    'a mail that says for which day its session is',
    'Session for Tuesday 24th: 8 x 3 mins at 10k effort, 90 secs jog\nIf you race on Saturday, tell me. 10 miles on Sunday.',
    ['1 Tue 8x(3m 10k + 1m30s jog)', '1 Sun 10mi'],
  ],
])('days are found in %s', (_, text, sessions) => {
  expect(sessionsOf(text)).toEqual(sessions);
});

test.each([
  [
    '2 mile warm up then 5 x 1k at 5k pace with 2 mins jog. Cool down.',
    '2mi WU + 5x(1km 5k + 2m jog) + CD',
  ],
  ['parkrun at tempo effort', '5km T'],
  ['15k w/ last 8k @ MP', '7km E + 8km M'],
  ['3M inc. 1M @ 10k pace', '1mi E + 1mi 10k + 1mi E'],
  ['16M inc. 6M @ MP', '10mi E + 6mi M'],
  ['8 x 45 s uphill (walk down)', '8x(45s "uphill" + walk)'],
  ['6 x 1 min fast / 2 min slow', '6x(1m I + 2m E)'],
  ['30 min shake out', '30m E'],
  [
    'walk 5, then 4 x (run 2 min, walk 1 min), walk 5 - before swimming',
    '5m walk + 4x(2m + 1m walk) + 5m walk',
  ],
  ['walk 5, RUN 15 (gulp), walk 5', '5m walk + 15m + 5m walk'],
  ['long run 30 km, 20 km easy then 10 km marathon pace', '20km E + 10km M'],
  ['10 km (4 km easy, 6 km tempo)', '4km E + 6km T'],
  ['40 min easy with 10 min @ HM at the end', '30m E + 10m HM'],
  ['5 x 300m @ 1500m pace, full recovery (4 min)', '5x(300mtr 1500mtr + 4m jog)'],
  [
    "15' échauffement + 2 x (6 x 30/30 VMA), 3' entre les 2 séries",
    '15m WU + 2x(6x(30s I + 30s jog) + 3m jog between)',
  ],
  ['pyramid: 1,2,3,2,1 min', '1m + 2m + 3m + 2m + 1m'],
])('a session %j', (words, script) => {
  expect(readTraining(`Mon: ${words}\nTue: 8 km easy`).sessions[0]).toMatchObject({ script });
});

test.each(['Race day! Spring 10k', 'Wettkampf! Frühlingslauf 10 km'])('%s is a race', (words) => {
  const { sessions } = readTraining(`Tue: 8 km easy\nSun: ${words}`);
  expect(sessions[1]).toMatchObject({ kind: 'race', metres: 10_000 });
});

test.each([
  '40 min easy with 20 min @ HM at the end',
  '50 minutes at a chatty easy pace',
  '6 x 1 km @ 5k-10k pace w/ 400m jog',
  '2 h langer Lauf, wirklich langsam',
])('nothing is asked about %s', (words) => {
  const { sessions, questions } = readTraining(`Tue: ${words}`);
  expect([...questions, ...sessions.flatMap((one) => one.questions)]).toEqual([]);
});

test('a rest with something else to choose is a rest, with a question', () => {
  const { sessions } = readTraining('Mon: rest or 30 mins easy\nTue: 8 km easy');
  expect(sessions[0]).toMatchObject({ kind: 'rest', notes: 'or 30 mins easy' });
  expect(sessions[0]?.questions[0]?.answers.map(({ label }) => label)).toEqual(['Rest', '30m E']);
  const [open] = readTraining('Mon: Rest or easy run\nTue: 8 km easy').sessions;
  expect(open?.questions[0]?.answers.map(({ script }) => script)).toEqual(['', 'E']);
});

test.each([
  ['a length that the text has for all of it', 'Session\tTotal\nTue\t10x45s uphill\t18 km'],
  ['words that we know nothing of', 'Mon 8 km\nTue 8 km glurping'],
  ['more time than a workout takes', 'Mon 8 km\nTue 8 h easy'],
  ['a day that is neither a run nor a sport', 'Mon 8 km\nTue: Something else'],
  ['two cells in one', 'Mon 8 km\nTue 10k easy             12k easy'],
  ['strides without a length', 'Mon 8 km\nTue 8 km easy + 6 strides'],
])('%s is a reason to ask', (_, text) => {
  expect(readTraining(text).sessions.at(-1)?.questions).toHaveLength(1);
});

test('numbers without a unit in one session have the same one, of a length that somebody runs', () => {
  const week = (thursday: string) =>
    sessionsOf(`Mon - easy 45\nTue - 8 km easy\nThu - ${thursday}`, { units: 'metric' }).at(-1);
  expect(week('15 easy, 20 tempo, 10 easy')).toBe('1 Thu 15m E + 20m T + 10m E');
  expect(week('15 easy then 25 steady and 10 easy')).toMatch(/^1 Thu 15m E \+ 25m .* \+ 10m E$/);
  expect(week('3 easy, 5 tempo, 2 easy')).toBe('1 Thu 3km E + 5km T + 2km E');
});

test('the chosen unit says what was read, and marathon pace is no reason for minutes', () => {
  const read = (thursday: string, unit?: number) => {
    const { sessions, questions } = readTraining(`Tue - 8 km easy\nThu - ${thursday}`, {
      units: 'metric',
      ...(unit !== undefined && { answers: { unit } }),
    });
    return [sessions.at(-1)?.script, ...questions.map(({ choices, chosen }) => choices[chosen])];
  };
  expect(read('5 easy, 15 MP, 5 easy')).toEqual(['5km E + 15km M + 5km E', 'Kilometres']);
  expect(read('15 easy, 20 tempo, 10 easy')).toEqual([
    '15m E + 20m T + 10m E',
    'Kilometres, and large numbers are minutes',
  ]);
  expect(read('15 easy, 20 tempo, 10 easy', 3)[0]).toBe('15km E + 20km T + 10km E');
  expect(read('15 easy, 20 tempo, 10 easy', 1)).toEqual(['15mi E + 20mi T + 10mi E', 'Miles']);
});

test('strides after a run come after it', () => {
  expect(sessionsOf('Mon: 6 x 20s strides after 40 min easy')).toEqual([
    '1 Mon 40m E + 6x(20s R "strides")',
  ]);
});

test.each([
  [
    'the months that it names',
    'Track - May & June 2025\n\n6 May: 5 x 1 km @ 5k, 2 min jog\n3 June: 4 x 1 mile @ 10k, 2 min jog',
    ['1 Tue 5x(1km 5k + 2m jog)', '5 Tue 4x(1mi 10k + 2m jog)'],
  ],
  [
    'the weekdays of its dates',
    'Week of 2 June\n\nMon 2/6\nRest\n\nTue 3/6\n8 km easy\n\nTue 10/6\n6 km easy',
    ['1 Mon rest', '1 Tue 8km E', '2 Tue 6km E'],
  ],
])('a text of another year is of that of %s', (_, text, sessions) => {
  const context = { today: '2026-11-17', units: 'metric' } as const;
  expect(sessionsOf(text, context)).toEqual(sessions);
  // The dates of an old text are no days to plan.
  expect(readTraining(text, context).sessions.every(({ date }) => date === undefined)).toBe(true);
});

test.each([
  ['Week 30/11 - 6/12', 'Mon', 'Sun'],
  ['Plan for the week (30 Nov - 6 Dec):', 'Mon', 'Sun'],
  ['Hi all, sessions for w/c 30th Nov below.', 'Mon', 'Sun'],
  ['Training for 30 November - 6 December', 'Mon', 'Sun'],
  ['Mon 30 Nov to Sun 6 Dec', 'Mon', 'Sun'],
  ['Nov 30 - Dec 6', 'Mon', 'Sun'],
  ['Trainingswoche vom 30. November bis 6. Dezember', 'Mo', 'So'],
  ['Training 30.11.-6.12.', 'Mo', 'So'],
  ['KW 49', 'Mo', 'So'],
  ['Entraînement du 30 novembre au 6 décembre', 'Lundi', 'Dimanche'],
  ['Semaine du 30/11', 'Lundi', 'Dimanche'],
  ['Entrenamiento del 30 de noviembre al 6 de diciembre', 'Lunes', 'Domingo'],
])('the dates of a heading are those of its week: %s', (heading, monday, sunday) => {
  const text = `${heading}\n${monday}: 8 km\n${sunday}: 12 km`;
  const { sessions } = readTraining(text, { today: '2026-11-19' });
  expect(sessions.map(({ date, script }) => [date, script])).toEqual([
    ['2026-11-30', '8km'],
    ['2026-12-06', '12km'],
  ]);
});

test('the days of a plan follow from the dates that it names', () => {
  const datesOf = (text: string) =>
    readTraining(text, { today: '2026-11-19' }).sessions.map(({ date }) => date);
  const weeks = 'Week 1\nTue: 8 km\nWeek 2 same as week 1\nWeek 3\nSun: Berlin Marathon';
  expect(datesOf(`Plan 30 Nov - 20 Dec\n${weeks}`)).toEqual([
    '2026-12-01',
    '2026-12-08',
    '2026-12-20',
  ]);
  expect(datesOf(weeks.replace('1', '1 (w/c 30/11)'))).toEqual([
    '2026-12-01',
    '2026-12-08',
    '2026-12-20',
  ]);
  const later = 'Week 9\nTue: 8 km\nWeek 10\nSun: 12 km';
  expect(datesOf(`Weeks 9 & 10 (23 Nov - 6 Dec)\n${later}`)).toEqual(['2026-11-24', '2026-12-06']);
  const mail = 'Hi Ana, for this week (30 Nov - 6 Dec). Tuesday 8 km easy. Sunday 12 km easy.';
  expect(datesOf(mail)).toEqual(['2026-12-01', '2026-12-06']);
  expect(datesOf('This week:\nTue: 8 km\nw/c 30 Nov\nThu: 8 km')).toEqual([
    '2026-11-24',
    '2026-12-03',
  ]);
  const rows = ['23-29 Nov', 'w/c 30 Nov'].map((week) => `${week}\t8 km\t8 km\t12 km`);
  expect(datesOf(`Week\tTue\tThu\tSun\n${rows.join('\n')}`)).toEqual([
    '2026-11-24',
    '2026-11-26',
    '2026-11-29',
    '2026-12-01',
    '2026-12-03',
    '2026-12-06',
  ]);
  expect(datesOf('Tue 1 Dec: 8 km\nThursday: 8 km\nTuesday: 9 km')).toEqual([
    '2026-12-01',
    '2026-12-03',
    '2026-12-08',
  ]);
});

test.each([
  'Tue: 8 km easy (30 November - 6 December)',
  'Di: 8 km locker (vom 30. November bis 6. Dezember)',
  'Mardi : 8 km footing, du 30 novembre au 6 décembre',
  'Martes: 8 km suave (del 30 de noviembre al 6 de diciembre)',
])('a date is no amount: %s', (text) => {
  const { sessions } = readTraining(text, { today: '2026-11-19' });
  expect(sessions).toMatchObject([{ script: '8km E', questions: [] }]);
  expect(sessions[0]?.notes).toMatch(/30.*6/);
});

test.each([
  ['parkrun', '- race 5000', '5km 5k'],
  ['Sat: parkrun!', '1 Sat race 5000', '5km 5k'],
  ['Sat: easy parkrun', '1 Sat 5km E', '5km E'],
  ['Sat: parkrun easy', '1 Sat 5km E', '5km E'],
  ['Sat: 2 km wu, parkrun, 2 km cd', '1 Sat 2km WU + 5km 5k + 2km CD', undefined],
])(
  'parkrun means the same wherever it is written: %s',
  (text, session, script = session.slice(6)) => {
    expect(sessionsOf(text)).toEqual([session]);
    expect(readPasted(text, { units: 'metric' })).toMatchObject({ workouts: [{ script }] });
    expect(formatScript(text.replace('Sat: ', ''))).toBe(script);
  },
);

test('a parkrun with miles around it is a race with its warm-up', () => {
  const { sessions } = readTraining('Sat: parkrun + 2 miles warm up');
  expect(sessions).toMatchObject([{ kind: 'race', metres: 5000, script: '2mi WU + 5km 5k' }]);
});

test.each([
  ['Tuesday (10k): 2k wu, 6x1k, 2k cd', '1 Tue 2km WU + 6x(1km) + 2km CD'],
  ['Tue: 8 miles total: 2 easy, 4 @ MP, 2 easy', '1 Tue 2mi E + 4mi M + 2mi E'],
  ['Tue: 10 km 70% easy', '1 Tue 10km E'],
  ['Tue: 5x3 min at 90% with 2 min jog', '1 Tue 5x(3m + 2m jog)'],
  ['Tue: 5 km at 90% of marathon pace', '1 Tue 5km'],
  ['Tue: 18 miles, with miles 12 to 16 at marathon pace', '1 Tue 11mi E + 5mi M + 2mi E'],
  ['Sat: parkrun (not flat out)', '1 Sat 5km'],
  ['Sat: parkrun (easy)', '1 Sat 5km E'],
  ['Sat: 5km parkrun', '1 Sat race 5000'],
  ['24 Nov,"2 km wu, 6x800 m @ 5k, 2 min jog"', '1 Tue 2km WU + 6x(800mtr 5k + 2m jog)'],
  ['Tue: 12 miles @ 9 min miling', '1 Tue 12mi 9:00/mi'],
  ['Tue: 11 or 12 easy miles', '1 Tue 11mi E'],
  ['Tue: 6pm canal - 2 mile w/u then 5x5 min @ T off 1 min', '1 Tue 2mi WU + 5x(5m T + 1m jog)'],
])('%s', (text, session) => {
  expect(sessionsOf(text, { today: '2026-11-19' })).toEqual([session]);
});

test.each([
  ['Total 42 km', 'Total: 42'],
  ['= 32 km', 'Week total 32 km'],
  ['32 km', '32 km total'],
  ['Wochenumfang: 32 km', 'Suma: 32 km'],
])('the sum of a week is no session: %s, %s', (...sums) => {
  for (const sum of sums) {
    const { sessions, leftovers, blocks } = readTraining(`Tue: 8 km\nSun: 24 km\n${sum}`);
    expect(sessions.map(({ script }) => script)).toEqual(['8km', '24km']);
    expect(leftovers.map(({ text }) => text)).toEqual([sum]);
    expect(blocks).toEqual([]);
  }
});

test('a column beside a run adds to it', () => {
  const table = [
    'Day\tDistance\tType\tStrides\tStrength',
    'Tue\t8 km\tEasy\t6x100m\t',
    'Wed\t10 km\tEasy\t\tcore',
    'Sun\t18 km\tLong\t\t',
  ];
  const { sessions } = readTraining(table.join('\n'));
  expect(sessions.map(({ script, notes }) => [script, notes])).toEqual([
    ['8km E + 6x(100mtr R "strides")', ''],
    ['10km E', '+ core'],
    ['18km E', ''],
  ]);
});

test('the weeks of prose, after praise for a day that was', () => {
  const text = `Well done at the 10k on Sunday, 51:20 for Sheila!

In the first week keep it easy. On Tuesday run 8 miles easy, and on Sunday 18 miles.

The last week is all about rest. Tuesday 4 miles easy, Saturday a 15 minute jog.`;
  expect(sessionsOf(text)).toEqual(['1 Tue 8mi E', '1 Sun 18mi', '2 Tue 4mi E', '2 Sat 15m jog']);
});

test('numbered lines below a week are sessions, unless they are parts of one', () => {
  const weeks = `Week 1
1. 25 min easy
2. 10 min warm up, 6 x 2 min at 5k pace / 1 min walk, 10 min cool down
3. 40 min slow

Week 2
1. 30 min easy
2. 10 min warm up, 18 min tempo, 5 min cool down
3. 50 min slow`;
  expect(readTraining(weeks).sessions.map(({ week, script }) => `${week} ${script}`)).toEqual([
    '1 25m E',
    '1 10m WU + 6x(2m 5k + 1m walk) + 10m CD',
    '1 40m E',
    '2 30m E',
    '2 10m WU + 18m T + 5m CD',
    '2 50m E',
  ]);
  const parts = 'Week 1\n1. 15 min warm up\n2. 5 x 1km @ 5k, 2 min jog\n3. 15 min cool down';
  expect(sessionsOf(parts)).toEqual(['1 Sun 15m WU + 5x(1km 5k + 2m jog) + 15m CD']);
});
