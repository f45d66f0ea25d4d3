import { type ResolvedStep, titleOf } from '@pacewright/script';
import { keyOfName } from './read-runners.ts';
import {
  formatTenths,
  judge,
  listPoints,
  listSplits,
  type Press,
  readPresses,
  type RunnerSplit,
  type TimedGroup,
} from './stopwatch.ts';

/** A rep of a runner with its splits. */
export type RepResult = {
  /** From 1. */
  rep: number;
  splits: RunnerSplit[];
  /** The last of the splits is the end of the rep. False for a rep by time, which has laps. */
  hasEnd: boolean;
};

export type RunnerResult = { name: string; reps: RepResult[] };

/** What was timed, for each runner in the order of the groups. Those who were removed from the squad come last. */
export function listResults(
  presses: readonly Press[],
  groups: readonly TimedGroup[],
  reps: readonly ResolvedStep[],
): RunnerResult[] {
  const { passes } = readPresses(presses);
  const runners = new Map(
    groups.flatMap(({ runners: own }) => own.map((runner) => [keyOfName(runner.name), runner])),
  );
  const results = new Map<string, RunnerResult>();
  for (const [key, { name }] of runners) results.set(key, { name, reps: [] });
  for (const press of presses)
    if (press.kind === 'pass' && !results.has(keyOfName(press.name)))
      results.set(keyOfName(press.name), { name: press.name, reps: [] });

  for (const [index, byRunner] of passes) {
    const start = presses[index];
    const rep = start?.kind === 'start' ? reps[start.rep] : undefined;
    if (!rep || start?.kind !== 'start') continue;
    const points = listPoints(rep, start.everyLap).length;
    for (const [key, times] of byRunner)
      results.get(key)?.reps.push({
        rep: start.rep + 1,
        splits: listSplits(times, start, rep, runners.get(key)?.speedOf(rep.node)),
        hasEnd: points > 0 && times.length >= points,
      });
  }
  return [...results.values()].filter(({ reps: own }) => own.length > 0);
}

/** The time of the rep in bold, and the rest. */
export function describeRep({ splits, hasEnd }: RepResult): { main: string; more: string } {
  const last = splits.at(-1);
  if (!hasEnd || !last)
    return {
      main: '',
      more: splits.map(({ name, seconds }) => `${name} ${formatTenths(seconds)}`).join(', '),
    };
  const before = splits.slice(0, -1).map(({ seconds }) => formatTenths(seconds));
  return {
    main: formatTenths(last.seconds),
    more: [...before, judge(last)].filter(Boolean).join(', '),
  };
}

/** Rows for a spreadsheet or a message, with a tab between the reps. */
export function writeResults(
  workout: { title: string; script: string },
  day: string,
  results: readonly RunnerResult[],
): string {
  const count = Math.max(0, ...results.flatMap(({ reps }) => reps.map(({ rep }) => rep)));
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const cell = (reps: readonly RepResult[]) =>
    reps.map((each) => {
      const { main, more } = describeRep(each);
      return main && more ? `${main} (${more})` : main || more;
    });
  return [
    `${titleOf(workout)}, ${day}`,
    ['Runner', ...numbers.map((number) => `Rep ${number}`)].join('\t'),
    ...results.map(({ name, reps }) =>
      [
        name,
        ...numbers.map((number) => cell(reps.filter(({ rep }) => rep === number)).join('; ')),
      ].join('\t'),
    ),
  ].join('\n');
}
