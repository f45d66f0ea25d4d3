import { useEffect, useMemo, useState } from 'react';
import { weekOf } from '../../platform/days/days.ts';
import { firstWeekday } from '../../platform/days/first-weekday.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { defaultWeek, firstWeekOf } from './import-days.ts';
import { createKnownFinder, type KnownWorkouts } from './import-known.ts';
import { type Decisions, listShown, sortRows, useRows } from './import-rows.ts';
import type { ReadFiles } from '../../workout/files/read-files.ts';
import { kindOf, numberQuestions } from './asked-questions.ts';
import type { WeekFieldProps } from './week-field.tsx';

/** The week and the workouts, as the athlete chose them. */
export type Chosen = { start: string | undefined; decisions: Decisions };

const NONE_KNOWN: KnownWorkouts = { library: [], calendar: [] };

type Reading = {
  result: ReadFiles;
  text: string | undefined;
  known: KnownWorkouts | undefined;
  kept: Chosen;
  onKeep: (chosen: Chosen) => void;
};

export type Found = ReturnType<typeof useFound>;

/** The workouts of a source, with the week, the decisions and the questions of each. */
export function useFound({ result, text, known, kept, onKeep }: Reading) {
  const today = useToday();
  // The weeks of a text may begin on another day than those of the athlete's calendar.
  const said = result.corrections.find(({ id }) => id === 'start')?.chosen;
  const firstDay = said === undefined ? firstWeekday() : said === 0 ? 1 : 7;
  const [thisWeek = today] = weekOf(today, firstDay);
  const [chosenStart, setStart] = useState(kept.start);
  const [start = thisWeek] = weekOf(
    chosenStart ?? defaultWeek(result.workouts, { text, thisWeek, today }),
    firstDay,
  );
  const { rows, change, decisions } = useRows(result.workouts, kept.decisions);
  useEffect(() => onKeep({ start: chosenStart, decisions }), [onKeep, chosenStart, decisions]);
  const first = firstWeekOf(result.workouts);
  const finder = useMemo(() => createKnownFinder(known ?? NONE_KNOWN), [known]);
  const sorted = sortRows(rows, finder, { start, first });
  const { shown, dated, planItems } = sorted;
  const alike = Map.groupBy(
    shown.filter(({ row, isChosen }) => isChosen && row.question).map(({ row }) => row),
    ({ question }) => kindOf(question),
  );
  const listed = listShown(shown);
  const weekField: WeekFieldProps | undefined = dated.some(({ day }) => day === undefined)
    ? {
        label: planItems ? 'First week' : 'Week',
        start,
        thisWeek,
        firstDay,
        today,
        onChange: setStart,
      }
    : undefined;

  return {
    rows,
    change,
    sorted,
    finder,
    start,
    first,
    today,
    weekField,
    listed,
    /** By the kind of their question. Questions that are alike are asked once. */
    alike,
    numbered: numberQuestions(listed, alike),
  };
}
