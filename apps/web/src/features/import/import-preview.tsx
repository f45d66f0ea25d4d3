import { type ImportedWorkout, writePlanText } from '@pacewright/import';
import { applyFix, type Diagnostic, type Fix } from '@pacewright/script';
import { CalendarPlus } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { addDays, weekOf, weekTitle } from '../../platform/days/days.ts';
import { firstWeekday } from '../../platform/days/first-weekday.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { answerAll, kindOf } from '../../workout/editor/alike-questions.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { listQuestions, OPEN_QUESTIONS } from '../../workout/paste/questions.tsx';
import { type ImportItem, separateRepeats, splitIntoBatches } from './import-batches.ts';
import { dayOf, firstWeekOf, planItemsOf } from './import-days.ts';
import { createKnownFinder, type KnownWorkouts } from './import-known.ts';
import { ImportedWorkoutRow } from './imported-workout.tsx';
import { markSource } from './mark-source.ts';
import type { ReadFiles } from './read-files.ts';
import { type NumberedQuestion, SourceText } from './source-text.tsx';

type ImportPreviewProps = {
  result: ReadFiles;
  /** The pasted text, if it was one. */
  text: string | undefined;
  /** The list of files, otherwise. */
  files: ReactNode;
  /** Undefined if the library could not be read. */
  known: KnownWorkouts | undefined;
  paceContext: PaceContext;
  onAnswer: (id: string, choice: number) => void;
  onChangeText: () => void;
  /** Reads other files instead. */
  onFiles: (files: File[]) => void;
  /** Saves some workouts, all or none, and returns their ids. Repeated after a failure, it saves once. */
  onAdd: (items: readonly ImportItem[]) => Promise<string[]>;
  /** Called when no more are added, for one undo. */
  onFinish: () => void;
  /** Called when everything was added, with the first day on the calendar. */
  onDone: (day: string | undefined) => void;
  /** Opens the text of a plan in its editor. */
  onOpenPlan: (text: string) => void;
};

/** More would make the page slow; they are added all the same. */
const MAX_SHOWN = 100;
/** Weeks that a plan without dates can begin in. */
const WEEKS_AHEAD = 26;
/** Long lists of parts that were left out are folded. */
const MAX_SKIPPED_OPEN = 5;

/** Without a choice of the athlete's, a workout is taken unless it is known. */
type Row = {
  /** The place among all that were found. */
  place: number;
  workout: ImportedWorkout;
  questions: Diagnostic[];
  choice?: boolean;
};

const NONE_KNOWN: KnownWorkouts = { library: [], calendar: [] };

/** The source beside the workouts that were found in it, each with its day and questions, and where to put them. */
export function ImportPreview({
  result,
  text,
  files,
  known,
  paceContext,
  onAnswer,
  onChangeText,
  onFiles,
  onAdd,
  onFinish,
  onDone,
  onOpenPlan,
}: ImportPreviewProps) {
  const { questions, skipped } = result;
  const today = useToday();
  const [thisWeek = today] = weekOf(today, firstWeekday());
  const [start, setStart] = useState(addDays(thisWeek, 7));
  const [rows, setRows] = useState<Row[]>(() =>
    result.workouts.map((workout, place) => rowOf(workout, place, paceContext)),
  );
  const [progress, setProgress] = useState<{ added: number; of: number }>();
  const [failure, setFailure] = useState<string>();
  const isStopped = useRef(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  useEffect(() => {
    // The control that was used is gone.
    heading.current?.focus();
    return () => {
      isStopped.current = true;
    };
  }, []);
  const first = firstWeekOf(result.workouts);
  const finder = useMemo(() => createKnownFinder(known ?? NONE_KNOWN), [known]);
  const repeated = finder.findRepeated(rows.map(({ workout }) => workout));
  const shown = rows.map((row) => {
    const { workout, choice } = row;
    const day = dayOf(workout, start, first);
    const isRepeated = repeated.has(workout);
    const isNewWorkout = finder.findId(workout) === undefined && !isRepeated;
    const isKnown = day === undefined ? !isNewWorkout : finder.isOnDay(workout, day);
    return {
      row,
      day,
      isKnown,
      remark: isKnown ? remarkOn(day, isRepeated) : isUnclear(row) ? UNCLEAR : undefined,
      isChosen: choice ?? !(isKnown || isUnclear(row)),
      isForLibrary: choice ?? (isNewWorkout && !isUnclear(row)),
    };
  });
  // Of a long list, those that can only be taken by hand are first.
  const listed =
    shown.length > MAX_SHOWN
      ? shown.toSorted((a, b) => Number(isUnclear(b.row)) - Number(isUnclear(a.row)))
      : shown;
  const workoutsOf = (some: typeof shown) => some.map(({ row }) => row.workout);
  const chosen = workoutsOf(shown.filter(({ isChosen }) => isChosen));
  const toKeep = workoutsOf(shown.filter(({ isForLibrary }) => isForLibrary));
  const knownCount = shown.filter(({ isKnown }) => isKnown).length;
  const dated = chosen.filter((workout) => dayOf(workout, start, first) !== undefined);
  const hasPlanDays = dated.some(({ day }) => day === undefined);
  // A plan is a text of its own, whatever is on the calendar.
  const planItems = planItemsOf(
    workoutsOf(shown.filter(({ row }) => row.choice ?? !isUnclear(row))),
    start,
    first,
  );
  const numbered = numberQuestions(listed.slice(0, MAX_SHOWN));
  const alikeCounts = new Map<string, number>();
  for (const { row, isChosen } of shown)
    for (const question of isChosen ? row.questions : [])
      alikeCounts.set(kindOf(question), (alikeCounts.get(kindOf(question)) ?? 0) + 1);
  const asked = questions.length + numbered.count;
  const rowsOfText = useMemo(
    () => (text === undefined ? [] : markSource(text, result.workouts)),
    [text, result],
  );

  async function addAll(isOnCalendar: boolean): Promise<void> {
    setFailure(undefined);
    const items = isOnCalendar
      ? chosen.map((workout) => {
          const day = dayOf(workout, start, first);
          // On its day, one workout of the library is enough.
          return { workout, day, workoutId: day && finder.findId(workout) };
        })
      : // The last one first: the library shows the newest on top, and so the plan in its order.
        toKeep.toReversed().map((workout) => ({ workout, day: undefined }));
    const added = new Set<ImportedWorkout>();
    const idsByContent = new Map<string, string>();
    const addInBatches = async (some: readonly ImportItem[]) => {
      for (const batch of splitIntoBatches(some)) {
        if (isStopped.current) break;
        const ids = await onAdd(batch);
        for (const [index, { workout }] of batch.entries()) {
          added.add(workout);
          idsByContent.set(finder.contentOf(workout), ids[index] ?? '');
        }
        setProgress({ added: added.size, of: items.length });
      }
    };
    isStopped.current = false;
    setProgress({ added: 0, of: items.length });
    const { firsts, repeats } = separateRepeats(items, finder.contentOf);
    try {
      await addInBatches(firsts);
      await addInBatches(
        repeats.map((item) => ({
          ...item,
          workoutId: idsByContent.get(finder.contentOf(item.workout)),
        })),
      );
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
    // Those that were added are not added again.
    setRows(rows.filter(({ workout }) => !added.has(workout)));
    setProgress(undefined);
    onFinish();
    // An athlete who went to another screen meanwhile stays there.
    if (added.size === items.length && !isStopped.current)
      onDone(items.flatMap(({ day }) => day ?? []).sort()[0]);
  }

  function openPlan(): void {
    const plan = writePlanText('Imported', planItems ?? []);
    if (plan === undefined) setFailure('A plan has up to 53 weeks and two runs a day.');
    else onOpenPlan(plan);
  }

  function change(row: Row, changes: Partial<Row>): void {
    setRows((all) => all.map((one) => (one === row ? { ...one, ...changes } : one)));
  }

  /** Also in workouts further down than are shown, but in none that is not taken. */
  function answerEverywhere(question: Diagnostic, answer: Fix): void {
    const kind = kindOf(question);
    setRows(
      shown.map(({ row, isChosen }) => {
        const alike = isChosen ? row.questions.filter((other) => kindOf(other) === kind) : [];
        if (alike.length === 0) return row;
        const { workout, place } = row;
        const script = applyFix(workout.script, answerAll(alike, answer));
        return { ...row, ...rowOf({ ...workout, script }, place, paceContext) };
      }),
    );
  }

  return (
    <div className="grid items-start gap-3.5 *:min-w-0 md:gap-5 lg:grid-cols-[5fr_6fr]">
      {!progress && <FileDrop onFiles={onFiles} />}
      {text === undefined ? (
        files
      ) : (
        <SourceText
          rows={rowsOfText}
          areOthersNotes={result.files[0]?.format === 'text'}
          questionsOf={numbered.of}
          onChange={onChangeText}
        />
      )}
      <Card edgeToEdge aria-labelledby={headingId} className="[&_button]:scroll-my-24">
        <header className="flex min-h-14 flex-wrap items-center gap-x-4 border-b border-line px-(--gutter) py-3 md:px-5.5">
          <h2 ref={heading} id={headingId} tabIndex={-1} className="text-lg outline-none">
            {countOf(rows.filter((row) => !isUnclear(row)).length, 'found')}
          </h2>
          {asked > 0 && (
            <p className="text-sm text-ink-2 md:ml-auto">
              {asked === 1 ? 'One open question' : `${asked} open questions`}
            </p>
          )}
        </header>
        <div className="grid gap-4 px-(--gutter) pt-4 empty:hidden md:px-5.5">
          {failure !== undefined && (
            <Alert kind="error" title="Not all of them were added.">
              {failure}
            </Alert>
          )}
          {!known && (
            <Alert kind="warning" title="Your library couldn’t be read.">
              Some of these may be in it already.
            </Alert>
          )}
          {!progress &&
            questions.map(({ id, text: question, choices, chosen: answer }) => (
              <SelectField
                key={id}
                label={question}
                value={String(answer)}
                onChange={({ target }) => onAnswer(id, Number(target.value))}
              >
                {choices.map((choice, index) => (
                  <option key={choice} value={index}>
                    {choice}
                  </option>
                ))}
              </SelectField>
            ))}
          {describe({ count: rows.length, knownCount, isAsking: asked > 0 }).map((sentence) => (
            <p key={sentence} className="text-sm text-ink-2">
              {sentence}
            </p>
          ))}
        </div>
        {progress ? (
          <div className="grid gap-3 px-(--gutter) py-5 text-sm md:px-5.5">
            <progress
              className="w-full accent-ink"
              max={progress.of}
              value={progress.added}
              aria-label="Added"
            />
            <div className="flex items-center gap-3">
              <output>
                {progress.added} of {progress.of} added
              </output>
              <Button className="ml-auto" onClick={() => (isStopped.current = true)}>
                Stop
              </Button>
            </div>
          </div>
        ) : (
          <>
            <ol className="divide-y divide-line">
              {listed.slice(0, MAX_SHOWN).map(({ row, day, remark, isChosen }, index) => (
                <ImportedWorkoutRow
                  key={index}
                  workout={row.workout}
                  day={day}
                  remark={remark}
                  isChosen={isChosen}
                  questions={row.questions}
                  firstNumber={numbered.of(row.place)[0]?.number ?? 1}
                  today={today}
                  paceContext={paceContext}
                  onChoose={(choice) => change(row, { choice })}
                  onAnswer={(script) =>
                    change(row, rowOf({ ...row.workout, script }, row.place, paceContext))
                  }
                  countAlike={(question) => (alikeCounts.get(kindOf(question)) ?? 1) - 1}
                  onAnswerAll={answerEverywhere}
                />
              ))}
            </ol>
            {rows.length > MAX_SHOWN && (
              <p className="border-t border-line px-(--gutter) py-3 text-sm text-ink-2 md:px-5.5">
                And {rows.length - MAX_SHOWN} more.
              </p>
            )}
            {skipped.length > 0 && (
              <details
                className="border-t border-line bg-surface-2/55 px-(--gutter) py-3.5 text-sm md:px-5.5"
                open={skipped.length <= MAX_SKIPPED_OPEN}
              >
                <summary className="font-semibold">
                  {skipped.length === 1
                    ? '1 part was left out'
                    : `${skipped.length} parts were left out`}
                </summary>
                <ul className="mt-1 grid gap-1 break-words">
                  {skipped.slice(0, MAX_SHOWN).map(({ what, why }, index) => (
                    <li key={index}>
                      {what}: {why}
                    </li>
                  ))}
                </ul>
              </details>
            )}
            <footer className="grid gap-3 border-t border-line px-(--gutter) py-4 md:px-5.5">
              {dated.length > 0 && dated.length < chosen.length && (
                <p className="text-sm text-ink-2">
                  {countOf(chosen.length - dated.length, 'without a day')}: only added to Workouts.
                </p>
              )}
              <div className="flex flex-wrap items-end gap-3">
                {hasPlanDays && (
                  <SelectField
                    label={planItems ? 'First week' : 'Week'}
                    className="min-w-52 flex-1"
                    value={start}
                    onChange={({ target }) => setStart(target.value)}
                  >
                    {Array.from({ length: WEEKS_AHEAD }, (_, index) =>
                      addDays(thisWeek, index * 7),
                    ).map((each) => (
                      <option key={each} value={each}>
                        {weekTitle(weekOf(each, firstWeekday()), today)}
                      </option>
                    ))}
                  </SelectField>
                )}
                {planItems && (
                  <Button
                    className="max-md:grow"
                    icon={<CalendarPlus aria-hidden />}
                    onClick={openPlan}
                  >
                    Open as a plan
                  </Button>
                )}
                {dated.length > 0 && toKeep.length > 0 && (
                  <Button className="max-md:grow md:ml-auto" onClick={() => void addAll(false)}>
                    {toKeep.length < chosen.length
                      ? `Only keep ${toKeep.length} new in Workouts`
                      : 'Only keep in Workouts'}
                  </Button>
                )}
                {dated.length > 0 && (
                  <Button
                    variant="primary"
                    className={classNames('max-md:grow', toKeep.length === 0 && 'md:ml-auto')}
                    onClick={() => void addAll(true)}
                  >
                    Put {dated.length === 1 ? '1 run' : `${dated.length} runs`} on the calendar
                  </Button>
                )}
                {dated.length === 0 && chosen.length > 0 && (
                  <Button
                    variant="primary"
                    className="max-md:grow md:ml-auto"
                    onClick={() => void addAll(false)}
                  >
                    {chosen.length === 1 ? 'Add 1 workout' : `Add ${chosen.length} workouts`}
                  </Button>
                )}
                {chosen.length === 0 && (
                  <p className="text-sm text-ink-2">Tick a workout to add it.</p>
                )}
              </div>
            </footer>
          </>
        )}
      </Card>
    </div>
  );
}

function rowOf(workout: ImportedWorkout, place: number, paceContext: PaceContext): Row {
  return { place, workout, questions: listQuestions(workout.script, paceContext) };
}

function isUnclear({ workout }: Row): boolean {
  return workout.isUnclear === true;
}

function countOf(count: number, word: string): string {
  return `${count === 1 ? 'One workout' : `${count} workouts`} ${word}`;
}

const UNCLEAR = 'Is this a run? Tick it to keep it.';

function remarkOn(day: string | undefined, isRepeated: boolean): string {
  if (day !== undefined) return 'Already on this day';
  return isRepeated ? 'Twice in this import' : 'Already in your library';
}

type Summary = { count: number; knownCount: number; isAsking: boolean };

function describe({ count, knownCount, isAsking }: Summary): string[] {
  return [
    knownCount > 0 &&
      (knownCount === count
        ? 'You have all of them already. Tick those you want twice.'
        : `You have ${knownCount} of them already, so ${knownCount === 1 ? 'it isn’t' : 'they aren’t'} ticked.`),
    isAsking && OPEN_QUESTIONS,
  ].filter((sentence) => sentence !== false);
}

/** The open questions of the chosen workouts, counted from the top of the page. */
function numberQuestions(shown: readonly { row: Row; isChosen: boolean }[]) {
  const byPlace = new Map<number, NumberedQuestion[]>();
  let count = 0;
  for (const { row, isChosen } of shown)
    if (isChosen)
      byPlace.set(
        row.place,
        row.questions.map(({ from, to }) => ({
          number: ++count,
          phrase: row.workout.script.slice(from, to),
        })),
      );
  return { count, of: (place: number) => byPlace.get(place) ?? [] };
}
