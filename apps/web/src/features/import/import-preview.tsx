import {
  type Cut,
  type ImportedWorkout,
  type WorkoutQuestion,
  writePlanText,
} from '@pacewright/import';
import { guess } from '@pacewright/import/guess';
import { plural } from '@pacewright/pace';
import {
  followScript,
  formatLength,
  LENGTH_UNITS,
  readScript,
  resolveWorkout,
} from '@pacewright/script';
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
import type { PaceContext } from '../../workout/pace-context.ts';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { type ImportItem, separateRepeats, splitIntoBatches } from './import-batches.ts';
import { dayOf, defaultWeek, firstWeekOf, planItemsOf } from './import-days.ts';
import { kindOf, numberQuestions } from './asked-questions.ts';
import { Corrections } from './corrections.tsx';
import { createKnownFinder, type KnownWorkouts } from './import-known.ts';
import { ImportedWorkoutRow } from './imported-workout.tsx';
import { ChoiceQuestion } from '../../workout/paste/choice-question.tsx';
import { markSource } from './mark-source.ts';
import type { ReadFiles } from './read-files.ts';
import { SourceText } from './source-text.tsx';

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
  /** Reads the text with other borders of its workouts. */
  onCut: (cut: Cut) => void;
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
  /** Opens a workout that is not saved. */
  onOpenWorkout: (workout: ImportedWorkout) => void;
};

/** More would make the page slow; they are added all the same. */
const MAX_SHOWN = 100;
/** Weeks that a plan without dates can begin in. */
const WEEKS_AHEAD = 26;
/** Longer lists of skipped parts are folded. */
const MAX_SKIPPED_OPEN = 5;

/** Without a choice of the athlete's, a workout is taken unless it is known. */
type Row = {
  /** The place among all that were found. */
  place: number;
  key: string;
  workout: ImportedWorkout;
  /** Its script and title as they were found. */
  source: string;
  found: string;
  question: WorkoutQuestion | undefined;
  choice: boolean | undefined;
};

/** What the athlete decided about a workout, by hand. It holds while the same workout is at its place. */
type Decision = {
  title: string;
  choice?: boolean | undefined;
  /** The script that was found when the next two were decided. */
  source?: string;
  /** The script as it was written by hand. */
  line?: string | undefined;
  /** The script of the answer to its question. */
  answer?: string | undefined;
  isAdded?: boolean;
};

const NO_DECISION: Pick<Decision, 'line' | 'answer'> = {};
const NONE_KNOWN: KnownWorkouts = { library: [], calendar: [] };

/** The source beside the workouts that were found in it, each with its day and questions, and where to put them. */
export function ImportPreview({
  result,
  text,
  files,
  known,
  paceContext,
  onAnswer,
  onCut,
  onChangeText,
  onFiles,
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
  const [chosenStart, setStart] = useState<string>();
  const [start = thisWeek] = weekOf(
    chosenStart ?? defaultWeek(result.workouts, { text, thisWeek, today }),
    firstDay,
  );
  /** By the key of their workout. Another answer about the source may find other workouts. */
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map());
  /** A workout with what the athlete decided about it. None if it was added. */
  function decide(found: ImportedWorkout, place: number): Row[] {
    const { title, script: source } = found;
    const key = keyOf(found, place);
    const decision = decisions.get(key);
    const own = decision?.title === title ? decision : undefined;
    if (own?.isAdded) return [];
    const { line, answer } = own?.source === source ? own : NO_DECISION;
    const choice = own?.choice;
    const written = line === undefined ? found : guess(line);
    const script = answer ?? written.script;
    const workout =
      script === source ? found : { ...found, script, title: followScript(found, script) };
    return [{ place, key, workout, source, found: title, question: written.question, choice }];
  }

  const rows = result.workouts.flatMap((found, place) => decide(found, place));
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
  const only =
    rows.length === 1 && dayOf(rows[0]!.workout, start, first) === undefined
      ? chosen[0]
      : undefined;
  const knownCount = shown.filter(({ isKnown }) => isKnown).length;
  const dated = chosen.filter((workout) => dayOf(workout, start, first) !== undefined);
  const hasPlanDays = dated.some(({ day }) => day === undefined);
  // A plan is a text of its own, whatever is on the calendar.
  const planItems = planItemsOf(
    workoutsOf(shown.filter(({ row }) => row.choice ?? !isUnclear(row))),
    start,
    first,
  );
  const alike = Map.groupBy(
    shown.filter(({ row, isChosen }) => isChosen && row.question).map(({ row }) => row),
    ({ question }) => kindOf(question),
  );
  // Files of workouts are put on their days, a pasted plan is a text.
  const isPlan = planItems !== undefined && text !== undefined;
  const numbered = numberQuestions(listed.slice(0, MAX_SHOWN), alike);
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
    change(
      rows.filter(({ workout }) => added.has(workout)),
      () => ({ isAdded: true }),
    );
    setProgress(undefined);
    onFinish();
    // An athlete who went to another screen meanwhile stays there.
    if (added.size === items.length && !isStopped.current)
      onDone(items.flatMap(({ day }) => day ?? []).sort()[0]);
  }

  function openPlan(): void {
    const plan = writePlanText('Imported', planItems ?? []);
    if (plan === undefined) setFailure('Plans can have up to 53 weeks and two runs a day.');
    else onOpenPlan(plan);
  }

  function change(some: readonly Row[], changesOf: (row: Row) => Partial<Decision>): void {
    setDecisions((before) => {
      const after = new Map(before);
      for (const row of some) {
        const { key, found: title, choice } = row;
        const own = after.get(key)?.title === title ? after.get(key) : undefined;
        after.set(key, { choice, ...own, title, ...changesOf(row) });
      }
      return after;
    });
  }

  /** Questions that are alike are asked once, also for workouts further down than are shown. */
  function answerAlike({ question }: Row, at: number): void {
    change(alike.get(kindOf(question)) ?? [], ({ source, question: own }) => ({
      source,
      answer: own?.answers[at]?.script,
    }));
  }

  const addToCalendar = (
    <Button
      variant={isPlan ? 'secondary' : 'primary'}
      className={classNames('max-md:grow', !isPlan && 'md:ml-auto')}
      onClick={() => void addAll(true)}
    >
      Add {plural(dated.length, 'workout')} to calendar
    </Button>
  );
  const openAsPlan = (
    <Button
      variant={isPlan ? 'primary' : 'secondary'}
      className={classNames('max-md:grow', isPlan && 'md:ml-auto')}
      icon={<CalendarPlus aria-hidden />}
      onClick={openPlan}
    >
      Open as plan
    </Button>
  );
  const hasOthers =
    (dated.length > 0 && toKeep.length > 0) || planItems || (text !== undefined && only);

  return (
    <div className="grid items-start gap-3.5 *:min-w-0 md:gap-5 lg:grid-cols-[5fr_6fr]">
      {!progress && <FileDrop onFiles={onFiles} />}
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
          {describe({ count: rows.length, knownCount }).map((sentence) => (
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
              aria-label="Workouts added"
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
                  key={row.key}
                  {...{ day, remark, isChosen, text, today, paceContext, onCut }}
                  workout={row.workout}
                  above={listed[index - 1]?.row.workout.title}
                  asked={numbered.of(row.place)}
                  onChoose={(choice) => change([row], () => ({ choice }))}
                  onAnswer={(at) => answerAlike(row, at)}
                  onWrite={(line) =>
                    change([row], ({ source }) => ({
                      source,
                      line,
                      answer: undefined,
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
            {skipped.length > 0 && (
              <details
                className="border-t border-line bg-surface-2/55 px-(--gutter) py-3.5 text-sm md:px-5.5"
                open={skipped.length <= MAX_SKIPPED_OPEN}
              >
                <summary className="font-semibold">
                  {plural(skipped.length, 'item')} skipped
                </summary>
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
            )}
            {(hasOthers || chosen.length === 0) && (
              <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-(--gutter) py-3 md:px-5.5">
                {dated.length > 0 && dated.length < chosen.length && (
                  <p className="mr-auto text-sm text-ink-2">
                    {plural(chosen.length - dated.length, 'workout')} without a day: added to
                    Workouts only.
                  </p>
                )}
                {chosen.length === 0 && (
                  <p className="mr-auto text-sm text-ink-2">Tick a workout to add it.</p>
                )}
                {dated.length > 0 && toKeep.length > 0 && (
                  <Button className="max-md:grow" onClick={() => void addAll(false)}>
                    {toKeep.length < chosen.length
                      ? `Save ${toKeep.length} new to Workouts only`
                      : 'Save to Workouts only'}
                  </Button>
                )}
                {isPlan && dated.length > 0 && addToCalendar}
                {planItems && !isPlan && openAsPlan}
                {text !== undefined && only && (
                  <Button className="max-md:grow" onClick={() => onOpenWorkout(only)}>
                    Open in the editor
                  </Button>
                )}
              </div>
            )}
            {(isPlan || chosen.length > 0) && (
              <footer className="sticky bottom-[calc(64px+env(safe-area-inset-bottom))] z-2 flex flex-wrap items-end justify-end gap-2 border-t border-line bg-surface px-(--gutter) py-3 md:bottom-0 md:px-5.5">
                {hasPlanDays && (
                  <SelectField
                    label={planItems ? 'First week' : 'Week'}
                    className="min-w-50 flex-1"
                    value={start}
                    onChange={({ target }) => setStart(target.value)}
                  >
                    {Array.from({ length: WEEKS_AHEAD }, (_, index) =>
                      addDays(thisWeek, index * 7),
                    ).map((each) => (
                      <option key={each} value={each}>
                        {weekTitle(weekOf(each, firstDay), today)}
                      </option>
                    ))}
                  </SelectField>
                )}
                {isPlan && openAsPlan}
                {!isPlan && dated.length > 0 && addToCalendar}
                {!isPlan && dated.length === 0 && (
                  <Button
                    variant="primary"
                    className="max-md:grow md:ml-auto"
                    onClick={() => void addAll(false)}
                  >
                    Add {plural(chosen.length, 'workout')}
                  </Button>
                )}
              </footer>
            )}
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

/** Splitting a workout moves the numbers of those below it, but not their places. */
function keyOf({ place, planDay, day }: ImportedWorkout, index: number): string {
  return place ? [place.from, planDay?.week, planDay?.weekday, day].join() : `${index}`;
}

function isUnclear({ workout }: Row): boolean {
  return workout.isUnclear === true;
}

const UNCLEAR = 'Is this a run? Tick it to add it.';

function remarkOn(day: string | undefined, isRepeated: boolean): string {
  if (day !== undefined) return 'Already on this day';
  return isRepeated ? 'Duplicate in this import' : 'Already in your library';
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
