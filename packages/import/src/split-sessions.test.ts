import { expect, test } from 'vitest';
import { splitSessions } from './split-sessions.ts';

const EMAIL = `Hi all,

this week at the track:

Tuesday: 2k wu, 6x800 @ 5k w/ 400 jog, 2k cd
Keep the first two relaxed
Thursday - 15 min easy, 20 min tempo, 10 min easy
Sat rest
Sunday 90 min easy

Cheers, Tom`;

const LIST = `1. 15m E + 5x(3m I + 2m jog) + 10m E
2. 10m E + 20m T + 10m E
3. 2km E + 8x(400mtr R + 90s jog) + 2km E`;

const COLUMN = `15 min easy, 20 min tempo, 10 min easy
2km E + 8x(400mtr R + 90s jog) + 2km E`;

const TABLE = `Tue\t2km E + 6x(800mtr I + 2m jog) + 2km E\tkeep it smooth
Thu\t"10m E
20m T
10m E"
Sun\t90m E`;

const DATES = `Week 1 Tue: 10m E + 20m T + 10m E
14.5. - 8x(400mtr R + 90s jog)
Session 3: 45 min easy`;

const PARAGRAPHS = `15m E
5x(3m I + 2m jog)
10m E

2km E
20m T
2km E`;

test.each([
  ['an e-mail', EMAIL, 3],
  ['a numbered list', LIST, 3],
  ['a column of cells', COLUMN, 2],
  ['a table with days', TABLE, 3],
  ['a plan with dates', DATES, 3],
  ['paragraphs', PARAGRAPHS, 2],
])('%s has several sessions, and every word of it is in one of them', (_, pasted, count) => {
  const sessions = splitSessions(pasted) ?? [];
  expect(sessions).toHaveLength(count);
  const everything = sessions
    .flatMap(({ title, script, notes }) => [title, script, notes])
    .join(' ');
  const words = pasted.replaceAll(/^\d\. /gm, '').match(/[\w']+/g) ?? [];
  for (const word of words) expect(everything).toContain(word);
});

test('a label becomes the beginning of the title, and other lines become notes', () => {
  expect(splitSessions(EMAIL)).toEqual([
    {
      title: 'Tuesday: 6 × 800 m 5k',
      script: '2k wu, 6x800 @ 5k w/ 400 jog, 2k cd',
      notes: 'Hi all,\nthis week at the track:\nKeep the first two relaxed',
    },
    {
      title: 'Thursday: 20 min T',
      script: '15 min easy, 20 min tempo, 10 min easy',
      notes: '',
    },
    { title: 'Sunday: 1 h 30 E', script: '90 min easy', notes: 'Sat rest\nCheers, Tom' },
  ]);
});

test('a remark between a day and its colon belongs to the label', () => {
  const [, club] =
    splitSessions(
      'Mon: 45 min easy\nTuesday (club night): 15 min easy, 20 min tempo, 10 min easy',
    ) ?? [];
  expect(club).toEqual({
    title: 'Tuesday (club night): 20 min T',
    script: '15 min easy, 20 min tempo, 10 min easy',
    notes: '',
  });
});

test.each([
  ['one line', '15m E + 5x(3m I + 2m jog) + 10m E'],
  ['a step in each line', '2km Z1\n+ 3x(2x(400mtr R + 400mtr E) + 3m E)\n+ 2km E'],
  ['steps without a plus', '10m E\n20m T\n10m E'],
  ['parts apart', 'Warm up: 2km easy\n\nMain set: 6x800 w/ 2 min jog\n\nCool down: 2km easy'],
  ['a list of steps', '- 10 min easy\n- 5x3 min I, 2 min jog\n- 10 min easy'],
  ['a session for one day', 'Tuesday: 2k wu, 6x800 w/ 400 jog\n2k cd'],
  ['words', 'See you at the track.\nBring spikes.'],
  ['nothing', ''],
  ['distances that begin like dates', '10.5 km easy\n1/2 mile R\nrun 5 km easy'],
  ['more than fifty', `${LIST}\n`.repeat(20)],
  ['too much', `${LIST}\n`.repeat(200)],
])('%s is pasted as it is', (_, pasted) => {
  expect(splitSessions(pasted)).toBeUndefined();
});
