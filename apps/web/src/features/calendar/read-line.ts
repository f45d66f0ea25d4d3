import { guess, type WorkoutQuestion } from '@pacewright/import/guess';
import { highlightScript, readScript, suggestTitle, writeScript } from '@pacewright/script';
import { addDays, longWeekday, shortWeekday } from '../../platform/days/days.ts';

/** A workout that was written in one line, with the day that it names. */
export type WrittenLine = {
  title: string;
  /** As written, or how it was read if some words are only for people; with a question, that of its first answer. */
  script: string;
  day: string | undefined;
  question: WorkoutQuestion | undefined;
};

const DAYS_AHEAD = [0, 1, 2, 3, 4, 5, 6];

/** A line as a workout. A word alone, such as "tempo", is none: it may be a search. A weekday is the next from a day on. */
export function readLine(text: string, today: string, from = today): WrittenLine | undefined {
  const { day, rest } = dayAt(text.trim(), today, from);
  if (!/\d|parkrun/i.test(rest)) return undefined;
  const { script, question } = guess(rest);
  const { workout } = readScript(script);
  if (workout.items.length === 0 || (question && question.answers.length === 0)) return undefined;
  const hasOtherWords = highlightScript(rest).some(({ style }) => style === 'invalid');
  const shown = hasOtherWords ? writeScript(workout) : rest;
  return { title: suggestTitle(workout), script: question ? script : shown, day, question };
}

/** "thu 45 easy" is about the next Thursday. */
function dayAt(
  text: string,
  today: string,
  from: string,
): { day: string | undefined; rest: string } {
  const [head = '', word = ''] = /^(\p{L}{3,9})\.?[\s:,–-]+(?=\S)/u.exec(text) ?? [];
  const named = word.toLowerCase();
  const day = DAYS_AHEAD.map((ahead) => addDays(from, ahead)).find((one) => {
    const long = longWeekday(one).toLowerCase();
    return (
      named === long || named === shortWeekday(one).toLowerCase() || named === long.slice(0, 4)
    );
  });
  if (day !== undefined) return { day, rest: text.slice(head.length) };
  if (named === 'today') return { day: today, rest: text.slice(head.length) };
  if (named === 'tomorrow') return { day: addDays(today, 1), rest: text.slice(head.length) };
  return { day: undefined, rest: text };
}
