import { type Cut, type ImportedWorkout, writePlanText } from '@pacewright/import';
import { plural } from '@pacewright/pace';
import { formatLength, LENGTH_UNITS, readScript, resolveWorkout } from '@pacewright/script';
import { useEffect, useId, useMemo, useRef } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { ChoiceQuestion } from '../../workout/paste/choice-question.tsx';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { Corrections } from './corrections.tsx';
import { FoundList, Skipped } from './found-list.tsx';
import { ImportActions } from './import-actions.tsx';
import type { ImportItem } from './import-batches.ts';
import { dayOf } from './import-days.ts';
import type { KnownWorkouts } from './import-known.ts';
import { isUnclear, MAX_SHOWN, type SortedRows } from './import-rows.ts';
import { markSource, type SourceRow } from './mark-source.ts';
import type { ReadFiles } from '../../workout/files/read-files.ts';
import { SourceText } from './source-text.tsx';
import { useAdding } from './use-adding.ts';
import { useAnswerKeys } from './use-answer-keys.ts';
import { type Chosen, useFound } from './use-found.ts';
import { WeekField } from './week-field.tsx';
import { WorkProgress } from '../../ui/work-progress.tsx';

type ImportPreviewProps = {
  result: ReadFiles;
  /** The pasted text, if it was one. */
  text: string | undefined;
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

/** The source beside the workouts that were found in it, each with its day and questions, and where to put them. */
export function ImportPreview(props: ImportPreviewProps) {
  const { result, text, paceContext } = props;
  const { onCut, onChangeText, onAdd, onFinish, onDone, onOpenPlan, onOpenWorkout } = props;
  const { questions, skipped } = result;
  const found = useFound(props);
  const { rows, change, sorted, finder, start, first, numbered, weekField } = found;
  const heading = useRef<HTMLHeadingElement>(null);
  const questionsPart = useRef<HTMLDivElement>(null);
  useAnswerKeys(questionsPart);
  const headingId = useId();
  useEffect(() => {
    // The control that was used is gone.
    heading.current?.focus();
  }, []);
  const asked = questions.length + numbered.count;
  const marked = useMemo(
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
    const items = itemsOf(sorted, isOnCalendar, { start, first, finder });
    // An athlete who went to another screen meanwhile stays there.
    if (await add(items)) onDone(items.flatMap(({ day }) => day ?? []).sort()[0]);
  }

  function openPlan(): void {
    const plan = writePlanText('Imported', sorted.planItems ?? []);
    if (plan === undefined) setFailure('Plans can have up to 53 weeks and two runs a day.');
    else onOpenPlan(plan);
  }

  return (
    <div
      ref={questionsPart}
      className={classNames(
        'grid items-start gap-3.5 *:min-w-0 md:gap-5',
        text !== undefined && 'lg:grid-cols-[5fr_6fr]',
      )}
    >
      <Card edgeToEdge aria-labelledby={headingId} className="[&_button]:scroll-my-24">
        <header className="flex min-h-14 flex-wrap items-center gap-x-4 border-b border-line px-(--gutter) py-3 md:px-5.5">
          <h2 ref={heading} id={headingId} tabIndex={-1} className="text-lg outline-none">
            {plural(rows.filter((row) => !isUnclear(row)).length, 'workout')} found
          </h2>
          <p className="fig text-sm text-ink-2 md:ml-auto">
            {[totalsOf(sorted.chosen, paceContext), asked > 0 && plural(asked, 'question')]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </header>
        <Notices {...props} {...{ failure, sorted }} isAdding={progress !== undefined} />
        {progress ? (
          <WorkProgress progress={progress} verb="added" onStop={stop} />
        ) : (
          <>
            <FoundList {...{ found, text, paceContext, onCut }} />
            {skipped.length > 0 && <Skipped {...{ skipped, text, onCut }} />}
            <ImportActions
              {...{ sorted, onOpenWorkout }}
              isPasted={text !== undefined}
              weekField={weekField && <WeekField {...weekField} />}
              onAdd={(isOnCalendar) => void addAll(isOnCalendar)}
              onOpenPlan={openPlan}
            />
          </>
        )}
      </Card>
      {text !== undefined && (
        <div className="lg:sticky lg:top-5 lg:order-first">
          <SourceText
            rows={withoutSkipped(marked, sorted.shown)}
            areOthersSkipped={result.files[0]?.format === 'text'}
            questionsOf={(place) => {
              const question = numbered.of(place);
              return question ? [question] : [];
            }}
            onChange={onChangeText}
          />
        </div>
      )}
    </div>
  );
}

/** The parts of workouts that aren't ticked become no steps. */
function withoutSkipped(rows: readonly SourceRow[], shown: SortedRows['shown']): SourceRow[] {
  const skipped = new Set(shown.filter(({ isChosen }) => !isChosen).map(({ row }) => row.place));
  return rows.map(({ text, parts }) => ({
    text,
    parts: parts.filter(({ workout }) => !skipped.has(workout)),
  }));
}

type Put = Pick<ReturnType<typeof useFound>, 'start' | 'first' | 'finder'>;

/** The workouts to add, to the calendar or to the library. */
function itemsOf(
  { chosen, toKeep }: SortedRows,
  isOnCalendar: boolean,
  { start, first, finder }: Put,
): ImportItem[] {
  if (isOnCalendar)
    return chosen.map((workout) => {
      const day = dayOf(workout, start, first);
      // On its day, one workout of the library is enough.
      return { workout, day, workoutId: day && finder.findId(workout) };
    });
  // The last one first: the library shows the newest on top, and so the plan in its order.
  return toKeep.toReversed().map((workout) => ({ workout, day: undefined }));
}

type NoticesProps = Pick<ImportPreviewProps, 'result' | 'known' | 'onAnswer'> & {
  failure: string | undefined;
  sorted: SortedRows;
  isAdding: boolean;
};

/** What failed, what is asked about the whole source, and what is known already. */
function Notices({ result, known, failure, sorted, isAdding, onAnswer }: NoticesProps) {
  const { questions, corrections } = result;
  const { shown } = sorted;
  const sentence = describeKnown(shown.length, shown.filter(({ isKnown }) => isKnown).length);
  return (
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
      {!isAdding &&
        questions.map(({ id, text, choices, chosen }) => (
          <ChoiceQuestion
            key={id}
            text={text}
            times={1}
            choices={choices}
            chosen={chosen}
            onChoose={(choice) => onAnswer(id, choice)}
          />
        ))}
      {!isAdding && corrections.length > 0 && <Corrections {...{ corrections, onAnswer }} />}
      {sentence !== undefined && <p className="text-sm text-ink-2">{sentence}</p>}
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

function describeKnown(count: number, knownCount: number): string | undefined {
  if (knownCount === 0) return undefined;
  if (knownCount === count) return 'You already have all of these. Tick any you want to add again.';
  return knownCount === 1
    ? 'You already have 1 of these, so it isn’t ticked.'
    : `You already have ${knownCount} of these, so they aren’t ticked.`;
}
