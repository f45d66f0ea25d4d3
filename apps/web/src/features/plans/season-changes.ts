import type { SeasonChange, SeasonPreview, SeasonQuestion } from '@pacewright/contract';
import type { Answer } from './seasons-queries.ts';

/** One day of the plan: the change that follows the text, and the questions to the athlete. */
export type DayChange = {
  key: string;
  change: SeasonChange | undefined;
  questions: SeasonQuestion[];
};

export type WeekChanges = { week: number; days: DayChange[] };

/** The days that a preview changes or asks about, by the weeks of the plan and in order of time. */
export function listWeekChanges({ changes, questions }: SeasonPreview): WeekChanges[] {
  const days = new Map<string, DayChange>();
  const dayOf = (key: string) => {
    const known = days.get(key) ?? { key, change: undefined, questions: [] };
    days.set(key, known);
    return known;
  };
  for (const change of changes) {
    const key = (change.after ?? change.before)?.key;
    // An entry is released only because of a question, which says so.
    if (key !== undefined && change.kind !== 'release') dayOf(key).change = change;
  }
  for (const question of questions) dayOf(question.key).questions.push(question);
  const weeks = new Map<number, DayChange[]>();
  for (const day of days.values()) {
    const week = Number.parseInt(day.key, 10);
    weeks.set(week, [...(weeks.get(week) ?? []), day]);
  }
  return [...weeks]
    .map(([week, own]) => ({
      week,
      days: own.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1)),
    }))
    .toSorted((one, other) => one.week - other.week);
}

function placeOf({ change, questions: [question] }: DayChange): string {
  const shown = change?.after ?? change?.before ?? question?.mine ?? question?.theirs;
  return `${shown?.day} ${shown?.key}`;
}

export function isAnswer(question: SeasonQuestion, answers: readonly Answer[]): boolean {
  return answers.some(({ key, about }) => key === question.key && about === question.about);
}

/** The days that are not kept as they are. */
export function withoutUnchanged(
  weeks: readonly WeekChanges[],
  keep: readonly string[],
): WeekChanges[] {
  return weeks.map(({ week, days }) => ({
    week,
    days: days.filter(({ key }) => !keep.includes(key)),
  }));
}

/** The number of days that would change on the calendar with these answers. */
export function countChanged(weeks: readonly WeekChanges[], takeTheirs: readonly Answer[]): number {
  return weeks
    .flatMap(({ days }) => days)
    .filter(
      ({ change, questions }) =>
        change || questions.some((question) => isAnswer(question, takeTheirs)),
    ).length;
}

/** The changes in words, each with its count. */
export function summarizeChanges(
  weeks: readonly WeekChanges[],
  unchanged: number,
): [count: number, text: string][] {
  const days = weeks.flatMap((week) => week.days);
  const count = (isCounted: (day: DayChange) => boolean) => days.filter(isCounted).length;
  const moves = ({ change }: DayChange) =>
    change?.kind === 'change' && change.before?.day !== change.after?.day;
  const relabels = ({ change }: DayChange) =>
    change?.kind === 'change' && change.before?.timeOfDay !== change.after?.timeOfDay;
  const rewrites = ({ change }: DayChange) =>
    change?.kind === 'change' && contentOf(change.before) !== contentOf(change.after);
  const added = count(({ change }) => change?.kind === 'add');
  const removed = count(({ change }) => change?.kind === 'remove');
  const asked = count(({ questions }) => questions.length > 0);
  const said: [number, string, string][] = [
    [count(rewrites), 'with a new workout', 'with a new workout'],
    [count(moves), 'moved to another day', 'moved to another day'],
    [count(relabels), 'with a new time of day', 'with a new time of day'],
    [added, 'added', 'added'],
    [removed, 'removed', 'removed'],
    [asked, 'needs your choice', 'need your choice'],
    [unchanged, 'unchanged', 'unchanged'],
  ];
  return said
    .filter(([amount]) => amount > 0)
    .map(([amount, one, several]) => [amount, amount === 1 ? one : several]);
}

function contentOf(day: SeasonChange['after']): string {
  return JSON.stringify([day?.kind, day?.title, day?.script, day?.notes, day?.alternatives]);
}
