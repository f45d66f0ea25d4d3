import { formatRaceTime, raceName } from '@pacewright/pace';
import { expect, test } from 'vitest';
import { COACH_LINES } from '../../testing/coach-lines.ts';
import { listRunners, readRunners, type RunnerLine } from './read-runners.ts';

test.each(COACH_LINES)('reads %s as %s', (line, meaning) => {
  expect(readRunners(line).map(describe)).toEqual([meaning]);
});

test.each(['George Best', 'In-Su Park', 'Ana Road', 'Ca Flat'])('%s is a name', (name) => {
  expect(readRunners(`${name} 17:12 5k`).map(describe)).toEqual([`${name}, 5 km 17:12`]);
});

test('a question has more than one answer', () => {
  const questions = ['Ana 52:30', 'Ben 2:59:00', 'Cy 18:58', 'Di 2:05'].flatMap((line) =>
    readRunners(line).map((read) => read.kind === 'runner' && read.question),
  );
  for (const question of questions)
    expect(question).toMatchObject({ choices: [expect.anything(), expect.anything()] });
});

test('a word of headings in a name, and a name twice', () => {
  expect(readRunners('Runner A 17:12 5k\nSquad 18:00').map(describe)).toEqual([
    'Runner A, 5 km 17:12',
    'nothing',
  ]);
  const twice = readRunners('Ben 17:12 5k\nBEN 17:12 5k\nBen 19:00 5k');
  expect(listRunners(twice).map(({ runner }) => runner.name)).toEqual(['Ben', 'Ben 2']);
});

test('no line disappears, and an endless text is read up to a bound', () => {
  const lines = ['', 'Hi all,', '17:12 5k', 'Ben 19:00 5k', '!!!'];
  expect(readRunners(lines.join('\r\n')).map(({ text }) => text)).toEqual(lines.slice(1));
  expect(readRunners('9:9'.repeat(100_000))).toHaveLength(1);
  expect(readRunners('Ben 19:00 5k\n'.repeat(10_000)).length).toBeLessThanOrEqual(200);
});

function describe(line: RunnerLine): string {
  if (line.kind === 'other') return 'nothing';
  const { name, race, group } = line.runner;
  const time = race && `${raceName(race.distance)} ${formatTime(race.timeInSeconds)}`;
  const asked = line.question?.kind === 'race' ? ' ?' : '';
  return `${[name, time ?? 'no time', group && `group ${group}`].filter(Boolean).join(', ')}${asked}`;
}

function formatTime(seconds: number): string {
  return Number.isInteger(seconds)
    ? formatRaceTime(seconds)
    : `${formatRaceTime(Math.floor(seconds))}.${Math.round((seconds % 1) * 10)}`;
}
