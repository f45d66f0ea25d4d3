import {
  formatSplits,
  RACE_DISTANCES,
  raceTime,
  type PaceUnits,
  type RaceResult,
  readRace,
} from '@pacewright/pace';
import {
  findSplits,
  formatDuration,
  formatSpeed,
  formatSplit,
  formatTreadmill,
  previewScript,
  type ResolvedItem,
  type ResolvedStep,
  SCRIPT_EXAMPLES,
} from '@pacewright/script';
import { expect, test } from 'vitest';
import { resolveVisitorPaces } from '../../visitor/visitor-paces.ts';
import {
  listColumns,
  mainColumn,
  nameColumn,
  resolveFor,
  speedsOf,
  writeCell,
  writeGroupCell,
} from './columns.ts';

function namesOf(script: string, units: PaceUnits = 'metric'): string[] {
  const { workout } = previewScript(script);
  return listColumns(workout, units).map((column) => nameColumn(column, units, 'pace'));
}

test.each([
  [
    '2km E + 6x(800mtr I + 400mtr jog) + 2km E',
    ['200 m', '400 m at I', '800 m at I', 'Jog 400 m', 'Easy, min/km'],
  ],
  ['10x(200mtr R + 200mtr jog)', ['200 m at R', 'Jog 200 m']],
  ['15m E + 5x(3m I + 2m E) + 10m E', ['400 m lap at I', 'Interval, min/km', 'Easy, min/km']],
  ['20m E + 3x(1mi T + 1m rest)', ['400 m at T', '1 mi at T', 'Easy, min/km']],
  ['3km E + 8km M + 2km E', ['Marathon, min/km', 'Easy, min/km']],
  ['45m E', ['Easy, min/km']],
  ['400mtr R + 800mtr R + 400mtr I', ['200 m', '400 m at R', '800 m at R', '200 m', '400 m at I']],
  ['10m Z2', []],
])('%s has the columns %j', (script, names) => {
  expect(namesOf(script)).toEqual(names);
});

test('the figures of the design', () => {
  const { workout } = previewScript('2km E + 6x(800mtr I + 400mtr jog) + 2km E');
  const columns = listColumns(workout, 'metric');
  const runner = stepsOf(workout, { distance: 5000, timeInSeconds: 1032 });
  expect(columns.map((column) => writeCell(column, runner, 'metric', 'pace'))).toEqual([
    '0:40 - 0:42',
    '1:20 - 1:23',
    '2:40 - 2:47',
    '1:56',
    '4:17 - 4:51',
  ]);
  expect(mainColumn(columns)).toMatchObject({ metres: 800 });
});

test('a group runs between the middles of its fastest and its slowest', () => {
  const { workout } = previewScript('6x(800mtr I + 400mtr jog)');
  const column = mainColumn(listColumns(workout, 'metric'));
  const times = [17 * 60 + 12, 17 * 60 + 38, 18 * 60 + 5];
  const members = times.map((timeInSeconds) => stepsOf(workout, { distance: 5000, timeInSeconds }));
  expect(column && writeGroupCell(column, members, 'metric', 'pace')).toBe('2:43 - 2:51');
  expect(column && writeGroupCell(column, [], 'metric', 'pace')).toBe('');
});

function stepsOf(workout: Parameters<typeof resolveFor>[0], race: RaceResult) {
  const speeds = speedsOf({ name: 'Amara', race });
  if (!speeds) throw new Error('No race');
  return resolveFor(workout, speeds);
}

const SESSIONS = [
  ...SCRIPT_EXAMPLES.map(({ script }) => script),
  '2km E + 6x(800mtr I + 400mtr jog) + 2km E',
  '15m E + 5x(3m I + 2m E) + 10m E',
  '3x(4x(200mtr R + 200mtr jog) + 3m rest)',
  '20m E + 3x(1mi T + 1m rest) + 2mi E',
  '3km E + 12km M + 2km E',
  '5x(1km 5k + 400mtr walk)',
  '4x(1200mtr @ 3:50/km + 2m jog)',
  '8x(400mtr in 84s + 400mtr E)',
  '2x(2mi T + 800mtr jog) + 6x(150mtr R + 250mtr walk)',
];
const VDOTS = [15.5, 22, 30, 38.4, 45, 50, 57.7, 66, 80];

test('each cell is the figure on the screens of the runner’s own account', () => {
  let cells = 0;
  for (const script of SESSIONS)
    for (const { metres } of RACE_DISTANCES)
      for (const vdot of VDOTS) {
        const race = { distance: metres, timeInSeconds: Math.round(raceTime(vdot, metres)) };
        if (!readRace(race).ok) continue;
        for (const units of ['metric', 'imperial'] as const)
          cells += checkCells(script, race, units);
      }
  expect(cells).toBeGreaterThan(10_000);
});

function checkCells(script: string, race: RaceResult, units: PaceUnits): number {
  const ownPaces = resolveVisitorPaces({ race, units, workouts: [], plans: [] });
  const { workout, resolved } = previewScript(script, { speeds: ownPaces });
  const ownSteps = listSteps(resolved.items);
  const steps = stepsOf(workout, race);
  const columns = listColumns(workout, units);
  const own = columns.map(({ node }) => ownSteps.find((step) => step.node === node));
  for (const format of ['pace', 'treadmill'] as const)
    expect([script, race, ...columns.map((each) => writeCell(each, steps, units, format))]).toEqual(
      [script, race, ...columns.map((each, index) => ownFigure(each, own[index], units, format))],
    );
  return columns.length;
}

/** What the step table, and track mode for a whole rep, show for a step. */
function ownFigure(
  column: ReturnType<typeof listColumns>[number],
  step: ResolvedStep | undefined,
  units: PaceUnits,
  format: 'pace' | 'treadmill',
): string {
  if (!step) return 'no step';
  const { speed, seconds, amount } = step;
  if (column.kind === 'time') return seconds === undefined ? '' : formatDuration(seconds);
  if (!speed) return '';
  if (column.kind === 'pace')
    return format === 'pace' ? formatSpeed(speed, units) : formatTreadmill(speed, units);
  const end = findSplits(step, units)?.marks.at(-1);
  if (column.kind === 'split' && amount.kind === 'distance' && column.metres === amount.metres)
    return end ? formatSplit(end) : '';
  const range = formatSplits(speed, column.metres ?? 400);
  const [fast, slow] = range.split(' - ');
  return fast === slow ? (fast ?? '') : range;
}

function listSteps(items: readonly ResolvedItem[]): ResolvedStep[] {
  return items.flatMap((item) => (item.kind === 'step' ? [item] : listSteps(item.items)));
}
