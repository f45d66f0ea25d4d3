import { type Cut, type ImportedWorkout, writePlanText } from '@pacewright/import';
import { plural } from '@pacewright/pace';
import { formatLength, LENGTH_UNITS, readScript, resolveWorkout } from '@pacewright/script';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { addDays, weekOf, weekTitle } from '../../platform/days/days.ts';
import { firstWeekday } from '../../platform/days/first-weekday.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { ImportActions } from './import-actions.tsx';
import type { ImportItem } from './import-batches.ts';
import { dayOf, defaultWeek, firstWeekOf } from './import-days.ts';
import { kindOf, numberQuestions } from './asked-questions.ts';
import { Corrections } from './corrections.tsx';
import { createKnownFinder, type KnownWorkouts } from './import-known.ts';
import { type Decisions, isUnclear, type Row, sortRows, useRows } from './import-rows.ts';
import { ImportedWorkoutRow } from './imported-workout.tsx';
import { ChoiceQuestion } from '../../workout/paste/choice-question.tsx';
import { markSource } from './mark-source.ts';
import type { ReadFiles } from './read-files.ts';
import { SourceText } from './source-text.tsx';
import { useAdding } from './use-adding.ts';
import { useAnswerKeys } from './use-answer-keys.ts';
import { WorkProgress } from './work-progress.tsx';

type ImportPreviewProps = {
  result: ReadFiles;
  /** The pasted text, if it was one. */
  text: string | undefined;
  /** The list of files, otherwise. */
  files: ReactNode;
  /** Undefined if the library could not be read. */
  known: KnownWorkouts | undefined;
  paceContext: PaceContext;
  /** What was decided before the page was loaded again. */
  kept: Chosen;
  onKeep: (chosen: Chosen) => void;
  onAnswer: (id: string, choice: number) => void;
  /** Reads the text with other borders of its workouts. */
  onCut: (cut: Cut) => void;
  onChangeText: () => void;
  /** Saves some workouts, all or none, and returns their ids. Repeated after a failure, it saves once. */
  onAdd: (items: readonly ImportItem[]) => Promise<string[]>;
  /** Called when no more are added, for one undo. */
  onFinish: () => void;
  /** Called when everything was added, with the first day on the calendar. */
  onDone: (day: string | undefined) => void;
  /** Opens the text of a plan in its editor. */
  onOpenPlan: (text: string) => void;
  /** Opens a workout that is not saved. */
  onOpenWorkout: (workout: ImportedWorkout) => void;
};

/** The week and the workouts, as the athlete chose them. */
export type Chosen = { start: string | undefined; decisions: Decisions };

/** More would make the page slow; they are added all the same. */
const MAX_SHOWN = 100;
/** Weeks that a plan without dates can begin in. */
const WEEKS_AHEAD = 26;
/** Longer lists of skipped parts are folded. */
const MAX_SKIPPED_OPEN = 5;

const NONE_KNOWN: KnownWorkouts = { library: [], calendar: [] };

/** The source beside the workouts that were found in it, each with its day and questions, and where to put them. */
export function ImportPreview({
  result,
  text,
  files,
  known,
  paceContext,
  kept,
  onKeep,
  onAnswer,
  onCut,
  onChangeText,
  onAdd,
  onFinish,
  onDone,
  onOpenPlan,
  onOpenWorkout,
}: ImportPreviewProps) {
  const { questions, corrections, skipped } = result;
  const today = useToday();
  // The weeks of a text may begin on another day than those of the athlete's calendar.
  const said = corrections.find(({ id }) => id === 'start')?.chosen;
  const firstDay = said === undefined ? firstWeekday() : said === 0 ? 1 : 7;
  const [thisWeek = today] = weekOf(today, firstDay);
  const [chosenStart, setStart] = useState(kept.start);
  const [start = thisWeek] = weekOf(
    chosenStart ?? defaultWeek(result.workouts, { text, thisWeek, today }),
    firstDay,
  );
  const { rows, change, decisions } = useRows(result.workouts, kept.decisions);
  useEffect(() => onKeep({ start: chosenStart, decisions }), [onKeep, chosenStart, decisions]);
  const heading = useRef<HTMLHeadingElement>(null);
  const questionsPart = useRef<HTMLDivElement>(null);
  useAnswerKeys(questionsPart);
  const headingId = useId();
  useEffect(() => {
    // The control that was used is gone.
    heading.current?.focus();
  }, []);
  const first = firstWeekOf(result.workouts);
  const finder = useMemo(() => createKnownFinder(known ?? NONE_KNOWN), [known]);
  const sorted = sortRows(rows, finder, { start, first });
  const { shown, chosen, dated, toKeep, planItems } = sorted;
  // Of a long list, those that can only be taken by hand are first.
  const listed =
    shown.length > MAX_SHOWN
      ? shown.toSorted((a, b) => Number(isUnclear(b.row)) - Number(isUnclear(a.row)))
      : shown;
  const alike = Map.groupBy(
    shown.filter(({ row, isChosen }) => isChosen && row.question).map(({ row }) => row),
    ({ question }) => kindOf(question),
  );
  const numbered = numberQuestions(listed.slice(0, MAX_SHOWN), alike);
  const asked = questions.length + numbered.count;
  const rowsOfText = useMemo(
    () => (text === undefined ? [] : markSource(text, result.workouts)),
    [text, result],
  );

  const { add, stop, progress, failure, setFailure } = useAdding({
    onAdd,
    contentOf: finder.contentOf,
    onEnd: (added) => {
      // Those that were added are not added again.
      change(
        rows.filter(({ workout }) => added.has(workout)),
        () => ({ isAdded: true }),
      );
      onFinish();
    },
  });

  async function addAll(isOnCalendar: boolean): Promise<void> {
    const items = isOnCalendar
      ? chosen.map((workout) => {
          const day = dayOf(workout, start, first);
          // On its day, one workout of the library is enough.
          return { workout, day, workoutId: day && finder.findId(workout) };
        })
      : // The last one first: the library shows the newest on top, and so the plan in its order.
        toKeep.toReversed().map((workout) => ({ workout, day: undefined }));
    // An athlete who went to another screen meanwhile stays there.
    if (await add(items)) onDone(items.flatMap(({ day }) => day ?? []).sort()[0]);
  }

  function openPlan(): void {
    const plan = writePlanText('Imported', planItems ?? []);
    if (plan === undefined) setFailure('Plans can have up to 53 weeks and two runs a day.');
    else onOpenPlan(plan);
  }

  /** Questions that are alike are asked once, also for workouts further down than are shown. */
  function answerAlike({ question }: Row, at: number): void {
    change(alike.get(kindOf(question)) ?? [], ({ source, question: own }) => ({
      source,
      answer: own?.answers[at]?.script,
    }));
  }

  const weekField = dated.some(({ day }) => day === undefined) && (
    <SelectField
      label={planItems ? 'First week' : 'Week'}
      className="min-w-50 flex-1"
      value={start}
      onChange={({ target }) => setStart(target.value)}
    >
      {Array.from({ length: WEEKS_AHEAD }, (_, index) => addDays(thisWeek, index * 7)).map(
        (each) => (
          <option key={each} value={each}>
            {weekTitle(weekOf(each, firstDay), today)}
          </option>
        ),
      )}
    </SelectField>
  );

  return (
    <div
      ref={questionsPart}
      className="grid items-start gap-3.5 *:min-w-0 md:gap-5 lg:grid-cols-[5fr_6fr]"
    >
      <Card edgeToEdge aria-labelledby={headingId} className="[&_button]:scroll-my-24">
        <header className="flex min-h-14 flex-wrap items-center gap-x-4 border-b border-line px-(--gutter) py-3 md:px-5.5">
          <h2 ref={heading} id={headingId} tabIndex={-1} className="text-lg outline-none">
            {plural(rows.filter((row) => !isUnclear(row)).length, 'workout')} found
          </h2>
          <p className="fig text-sm text-ink-2 md:ml-auto">
            {[totalsOf(chosen, paceContext), asked > 0 && plural(asked, 'question')]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </header>
        <div className="grid gap-4 px-(--gutter) pt-4 empty:hidden md:px-5.5">
          {failure !== undefined && (
            <Alert kind="error" title="Some workouts weren’t added.">
              {failure}
            </Alert>
          )}
          {!known && (
            <Alert kind="warning" title="Your library didn’t load.">
              You may already have some of these.
            </Alert>
          )}
          {!progress &&
            questions.map(({ id, text: question, choices, chosen: at }) => (
              <ChoiceQuestion
                key={id}
                text={question}
                times={1}
                choices={choices}
                chosen={at}
                onChoose={(choice) => onAnswer(id, choice)}
              />
            ))}
          {!progress && corrections.length > 0 && <Corrections {...{ corrections, onAnswer }} />}
          {describe({
            count: rows.length,
            knownCount: shown.filter(({ isKnown }) => isKnown).length,
          }).map((sentence) => (
            <p key={sentence} className="text-sm text-ink-2">
              {sentence}
            </p>
          ))}
        </div>
        {progress ? (
          <WorkProgress progress={progress} verb="added" onStop={stop} />
        ) : (
          <>
            <ol className="divide-y divide-line">
              {listed.slice(0, MAX_SHOWN).map(({ row, day, remark, isChosen }, index) => (
                <ImportedWorkoutRow
                  key={row.key}
                  {...{ day, remark, isChosen, text, today, paceContext, onCut }}
                  workout={row.workout}
                  above={listed[index - 1]?.row.workout.title}
                  asked={numbered.of(row.place)}
                  onChoose={(choice) => change([row], () => ({ choice }))}
                  onAnswer={(at) => answerAlike(row, at)}
                  onEdit={({ line, ...edit }) =>
                    change([row], ({ source }) => ({
                      ...edit,
                      ...(line !== undefined && { source, line, answer: undefined }),
                      choice: true,
                    }))
                  }
                />
              ))}
            </ol>
            {rows.length > MAX_SHOWN && (
              <p className="border-t border-line px-(--gutter) py-3 text-sm text-ink-2 md:px-5.5">
                And {rows.length - MAX_SHOWN} more.
              </p>
            )}
            {skipped.length > 0 && <Skipped {...{ skipped, text, onCut }} />}
            <ImportActions
              {...{ sorted, onOpenWorkout }}
              isPasted={text !== undefined}
              weekField={weekField}
              onAdd={(isOnCalendar) => void addAll(isOnCalendar)}
              onOpenPlan={openPlan}
            />
          </>
        )}
      </Card>
      <div className="lg:order-first lg:sticky lg:top-5">
        {text === undefined ? (
          files
        ) : (
          <SourceText
            rows={rowsOfText}
            areOthersSkipped={result.files[0]?.format === 'text'}
            questionsOf={(place) => {
              const question = numbered.of(place);
              return question ? [question] : [];
            }}
            onChange={onChangeText}
          />
        )}
      </div>
    </div>
  );
}

/** The parts of the source that are no workouts. */
function Skipped({
  skipped,
  text,
  onCut,
}: Pick<ImportPreviewProps, 'text' | 'onCut'> & Pick<ReadFiles, 'skipped'>) {
  return (
    <details
      className="border-t border-line bg-surface-2/55 px-(--gutter) py-3.5 text-sm md:px-5.5"
      open={skipped.length <= MAX_SKIPPED_OPEN}
    >
      <summary className="font-semibold">{plural(skipped.length, 'item')} skipped</summary>
      <ul className="mt-1 grid gap-1 break-words">
        {skipped.slice(0, MAX_SHOWN).map(({ what, why, at }, index) => (
          <li key={index}>
            {what}: {why}
            {text !== undefined && at !== undefined && (
              <Button
                size="sm"
                variant="quiet"
                className="ml-1"
                onClick={() => onCut({ kind: 'run', at })}
              >
                It’s a run<span className="sr-only">: {what}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The time and distance of several workouts. */
function totalsOf(workouts: readonly ImportedWorkout[], { speeds, units }: PaceContext): string {
  if (workouts.length > MAX_SHOWN) return '';
  const totals = workouts.map(
    ({ script }) => resolveWorkout(readScript(script, { speeds }).workout, speeds).totals,
  );
  const seconds = totals.reduce((sum, { time }) => sum + time.seconds, 0);
  const metres = totals.reduce((sum, { distance }) => sum + distance.metres, 0);
  if (seconds === 0) return '';
  return `${formatMinutes(seconds)} · ${formatLength(metres, units)} ${LENGTH_UNITS[units]}`;
}

type Summary = { count: number; knownCount: number };

function describe({ count, knownCount }: Summary): string[] {
  return [
    knownCount > 0 &&
      (knownCount === count
        ? 'You already have all of these. Tick any you want to add again.'
        : knownCount === 1
          ? 'You already have 1 of these, so it isn’t ticked.'
          : `You already have ${knownCount} of these, so they aren’t ticked.`),
  ].filter((sentence) => sentence !== false);
}
