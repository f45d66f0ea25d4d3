import type { PaceUnits } from '@pacewright/pace';
import type { Workout } from '@pacewright/script';
import {
  type Column,
  listColumns,
  mainColumn,
  nameColumn,
  resolveFor,
  type RunnerSteps,
  type SpeedFormat,
  speedsOf,
  writeCell,
  writeGroupCell,
} from './columns.ts';
import { groupByPace, suggestGroupCount } from './groups.ts';
import type { Runner } from './read-runners.ts';

export type SheetOptions = {
  groups?: number | undefined;
  sort: 'group' | 'name';
  units: PaceUnits;
  format: SpeedFormat;
};

export type SheetRow = {
  runner: Runner;
  vdot: number | undefined;
  group: number;
  /** By column. A runner without a race has those of the group. */
  cells: string[];
  /** Undefined without a race. */
  steps: RunnerSteps | undefined;
};

export type SheetGroup = {
  /** 0 for all runners together, by name. */
  number: number;
  rows: SheetRow[];
  /** "800 m in 2:43 - 2:51", empty without a runner who has a race. */
  target: string;
};

export type Sheet = {
  columns: { column: Column; name: string }[];
  /** The index of the column that stands for the session. */
  main: number;
  groups: SheetGroup[];
  /** How many there are, also if the rows are by name. */
  groupCount: number;
  /** Of the fastest and the slowest. Undefined without a runner who has a race. */
  seconds: { from: number; to: number } | undefined;
};

/** The chosen number of groups, or one that suits the runners. */
export function groupCountOf({
  runners,
  groups,
}: {
  runners: readonly Runner[];
  groups?: number | undefined;
}): number {
  return groups ?? suggestGroupCount(runners.map((runner) => speedsOf(runner)?.vdot));
}

/** One session in everyone's own paces. */
export function buildSheet(
  workout: Workout,
  runners: readonly Runner[],
  { groups: wanted, sort, units, format }: SheetOptions,
): Sheet {
  const columns = listColumns(workout, units);
  const main = mainColumn(columns);
  const members = runners.map((runner) => {
    const speeds = speedsOf(runner);
    return {
      runner,
      name: runner.name,
      group: runner.group,
      vdot: speeds?.vdot,
      steps: speeds && resolveFor(workout, speeds),
    };
  });
  const count = wanted ?? suggestGroupCount(members.map(({ vdot }) => vdot));
  const groups = groupByPace(members, count).map(({ number, members: own }): SheetGroup => {
    const timed = own.flatMap(({ steps }) => steps ?? []);
    const ofGroup = columns.map((column) => writeGroupCell(column, timed, units, format));
    const target = main && ofGroup[columns.indexOf(main)];
    return {
      number,
      target: main && target ? writeTarget(main, target, units, format) : '',
      rows: own.map(({ runner, vdot, steps }) => ({
        runner,
        vdot,
        group: number,
        cells: steps ? columns.map((column) => writeCell(column, steps, units, format)) : ofGroup,
        steps,
      })),
    };
  });
  const byName = (a: SheetRow, b: SheetRow) => a.runner.name.localeCompare(b.runner.name);
  return {
    columns: columns.map((column) => ({ column, name: nameColumn(column, units, format) })),
    main: main ? columns.indexOf(main) : -1,
    groups:
      sort === 'group'
        ? groups
        : [{ number: 0, rows: groups.flatMap(({ rows }) => rows).sort(byName), target: '' }],
    groupCount: groups.length,
    seconds: rangeOf(members.flatMap(({ steps }) => steps ?? [])),
  };
}

function writeTarget(main: Column, figure: string, units: PaceUnits, format: SpeedFormat): string {
  const name = nameColumn({ ...main, isMain: false }, units, format);
  return main.kind === 'split' ? `${name} in ${figure}` : `${name}: ${figure}`;
}

function rangeOf(steps: readonly RunnerSteps[]): Sheet['seconds'] {
  if (steps.length === 0) return undefined;
  const seconds = steps.map((each) => each.seconds);
  return { from: Math.min(...seconds), to: Math.max(...seconds) };
}
