import { type ImportedWorkout, writePlanText } from '@pacewright/import';
import { formatLength, LENGTH_UNITS, readScript, resolveWorkout } from '@pacewright/script';
import { CalendarPlus } from 'lucide-react';
import { useId, useMemo, useRef, useState } from 'react';
import { addDays, formatShortDay, weekOf, weekTitle } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ScriptText } from '../editor/script-text.tsx';
import type { PaceContext } from '../pace-context.ts';
import { AtLeastPrefix } from '../view/at-least-prefix.tsx';
import { formatMinutes } from '../view/format-minutes.ts';
import { MiniChart } from '../view/mini-profile.tsx';
import { type ImportItem, splitIntoBatches } from './import-batches.ts';
import { dayOf, firstWeekOf, planItemsOf, titleOnCalendar } from './import-days.ts';
import { createKnownFinder, type KnownWorkouts } from './import-known.ts';
import { listQuestions, OPEN_QUESTIONS, Questions } from './questions.tsx';
import type { ReadFiles } from './read-files.ts';

export type ImportActions = {
  /** Saves some workouts, all or none. Repeated after a failure, it saves once. */
  onAdd: (items: readonly ImportItem[]) => Promise<void>;
  /** Called when no more are added, for one undo. */
  onFinish: () => void;
  /** Opens the text of a plan in its editor. */
  onOpenPlan: (text: string) => void;
};

type ImportPreviewProps = ImportActions & {
  result: ReadFiles;
  /** Undefined if the library could not be read. */
  known: KnownWorkouts | undefined;
  paceContext: PaceContext;
  onAnswer: (id: string, choice: number) => void;
  onBack: () => void;
  onClose: () => void;
};

/** More would slow the dialog down; they are added all the same. */
const MAX_SHOWN = 100;
/** Weeks that a plan without dates can begin in. */
const WEEKS_AHEAD = 26;
/** Long lists of parts that were left out are folded. */
const MAX_SKIPPED_OPEN = 5;

/** Without a choice of the athlete's, a workout is taken unless it is known. */
type Row = { workout: ImportedWorkout; hasQuestions: boolean; choice?: boolean };

const NONE_KNOWN: KnownWorkouts = { library: [], calendar: [] };

/** The workouts that were found, each with its day and questions, and where to put them. */
export function ImportPreview({
  result,
  known,
  paceContext,
  onAdd,
  onFinish,
  onOpenPlan,
  onAnswer,
  onBack,
  onClose,
}: ImportPreviewProps) {
  const { questions, skipped } = result;
  const today = useToday();
  const [monday = today] = weekOf(today, 1);
  const [start, setStart] = useState(addDays(monday, 7));
  const [rows, setRows] = useState<Row[]>(() =>
    result.workouts.map((workout) => rowOf(workout, paceContext)),
  );
  const [progress, setProgress] = useState<{ added: number; of: number }>();
  const [failure, setFailure] = useState<string>();
  const isStopped = useRef(false);
  const first = firstWeekOf(result.workouts);
  const finder = useMemo(() => createKnownFinder(known ?? NONE_KNOWN), [known]);
  const repeated = finder.findRepeated(rows.map(({ workout }) => workout));
  const shown = rows.map((row) => {
    const { workout, choice } = row;
    const day = dayOf(workout, start, first);
    const isRepeated = repeated.has(workout);
    const isNewWorkout = !finder.isInLibrary(workout) && !isRepeated;
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
  const isAsking =
    questions.length > 0 || shown.some(({ row, isChosen }) => isChosen && row.hasQuestions);

  async function addAll(isOnCalendar: boolean): Promise<void> {
    isStopped.current = false;
    setFailure(undefined);
    const items = isOnCalendar
      ? chosen.map((workout) => ({ workout, day: dayOf(workout, start, first) }))
      : // The last one first: the library shows the newest on top, and so the plan in its order.
        toKeep.toReversed().map((workout) => ({ workout, day: undefined }));
    const added = new Set<ImportedWorkout>();
    setProgress({ added: 0, of: items.length });
    try {
      for (const batch of splitIntoBatches(items)) {
        if (isStopped.current) break;
        await onAdd(batch);
        for (const { workout } of batch) added.add(workout);
        setProgress({ added: added.size, of: items.length });
      }
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
    // Those that were added are not added again.
    setRows(rows.filter(({ workout }) => !added.has(workout)));
    setProgress(undefined);
    onFinish();
    if (added.size === items.length) onClose();
  }

  function openPlan(): void {
    const text = writePlanText('Imported', planItems ?? []);
    if (text === undefined) setFailure('A plan has up to 53 weeks and two runs a day.');
    else onOpenPlan(text);
  }

  function change(row: Row, changes: Partial<Row>): void {
    setRows((all) => all.map((one) => (one === row ? { ...one, ...changes } : one)));
  }

  return (
    <Dialog
      wide
      alert={progress !== undefined}
      title={countOf(rows.filter((row) => !isUnclear(row)).length, 'found')}
      description={describe({ count: rows.length, knownCount, isAsking })}
      onClose={() => {
        isStopped.current = true;
        if (!progress) onClose();
      }}
      actions={
        progress ? (
          <Button onClick={() => (isStopped.current = true)}>Stop</Button>
        ) : (
          <>
            <Button variant="quiet" className="sm:mr-auto" onClick={onBack}>
              Choose others
            </Button>
            {dated.length > 0 ? (
              <>
                {toKeep.length > 0 && (
                  <Button onClick={() => void addAll(false)}>
                    {toKeep.length < chosen.length
                      ? `Only keep ${toKeep.length} new in Workouts`
                      : 'Only keep in Workouts'}
                  </Button>
                )}
                <Button variant="primary" data-autofocus onClick={() => void addAll(true)}>
                  Put {dated.length === 1 ? '1 run' : `${dated.length} runs`} on the calendar
                </Button>
              </>
            ) : (
              <Button
                variant="primary"
                data-autofocus
                disabled={chosen.length === 0}
                onClick={() => void addAll(false)}
              >
                {chosen.length === 1 ? 'Add 1 workout' : `Add ${chosen.length} workouts`}
              </Button>
            )}
          </>
        )
      }
    >
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
      {progress ? (
        <div className="grid gap-1 text-sm">
          <progress
            className="w-full accent-ink"
            max={progress.of}
            value={progress.added}
            aria-label="Added"
          />
          <output>
            {progress.added} of {progress.of} added
          </output>
        </div>
      ) : (
        <>
          {questions.map(({ id, text, choices, chosen: answer }) => (
            <SelectField
              key={id}
              label={text}
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
          <ol className="divide-y divide-line rounded-md border border-line [&_button]:scroll-my-24">
            {listed.slice(0, MAX_SHOWN).map(({ row, day, remark, isChosen }, index) => (
              <Imported
                key={index}
                workout={row.workout}
                day={day}
                remark={remark}
                isChosen={isChosen}
                today={today}
                paceContext={paceContext}
                onChoose={(choice) => change(row, { choice })}
                onAnswer={(script) => change(row, rowOf({ ...row.workout, script }, paceContext))}
              />
            ))}
          </ol>
          {rows.length > MAX_SHOWN && (
            <p className="text-sm text-ink-2">And {rows.length - MAX_SHOWN} more.</p>
          )}
          {skipped.length > 0 && (
            <details
              className="rounded-md bg-surface-2/55 px-4 py-3 text-sm"
              open={skipped.length <= MAX_SKIPPED_OPEN}
            >
              <summary className="font-semibold">
                {skipped.length === 1
                  ? '1 part was left out'
                  : `${skipped.length} parts were left out`}
              </summary>
              <SkippedList skipped={skipped} />
            </details>
          )}
          {(hasPlanDays || planItems) && (
            <div className="flex flex-wrap items-end gap-3">
              {hasPlanDays && (
                <SelectField
                  label={planItems ? 'First week' : 'Week'}
                  className="min-w-52 flex-1"
                  value={start}
                  onChange={({ target }) => setStart(target.value)}
                >
                  {Array.from({ length: WEEKS_AHEAD }, (_, index) =>
                    addDays(monday, index * 7),
                  ).map((each) => (
                    <option key={each} value={each}>
                      {weekTitle(weekOf(each, 1), today)}
                    </option>
                  ))}
                </SelectField>
              )}
              {planItems && (
                <Button icon={<CalendarPlus aria-hidden />} onClick={openPlan}>
                  Open as a plan
                </Button>
              )}
            </div>
          )}
          {dated.length > 0 && dated.length < chosen.length && (
            <p className="text-sm text-ink-2">
              {countOf(chosen.length - dated.length, 'without a day')}: only added to Workouts.
            </p>
          )}
        </>
      )}
    </Dialog>
  );
}

function rowOf(workout: ImportedWorkout, paceContext: PaceContext): Row {
  return { workout, hasQuestions: listQuestions(workout.script, paceContext).length > 0 };
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

function describe({ count, knownCount, isAsking }: Summary): string | undefined {
  const sentences = [
    knownCount > 0 &&
      (knownCount === count
        ? 'You have all of them already. Tick those you want twice.'
        : `You have ${knownCount} of them already, so ${knownCount === 1 ? 'it isn’t' : 'they aren’t'} ticked.`),
    isAsking && OPEN_QUESTIONS,
  ].filter((sentence) => sentence !== false);
  return sentences.join(' ') || undefined;
}

type ImportedProps = {
  workout: ImportedWorkout;
  day: string | undefined;
  /** The reason why it is not ticked. */
  remark: string | undefined;
  isChosen: boolean;
  today: string;
  paceContext: PaceContext;
  onChoose: (isChosen: boolean) => void;
  onAnswer: (script: string) => void;
};

function Imported({
  workout,
  day,
  remark,
  isChosen,
  today,
  paceContext,
  onChoose,
  onAnswer,
}: ImportedProps) {
  const { title, script, notes, losses } = workout;
  const { speeds, units } = paceContext;
  const remarkId = useId();
  const resolved = resolveWorkout(readScript(script, { speeds }).workout, speeds);
  const { time, distance } = resolved.totals;
  const isText = workout.isUnclear === true && !isChosen;
  const shownTitle = day === undefined ? title : titleOnCalendar(workout);
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-3 gap-y-1 px-3.5 py-3.5 md:grid-cols-[24px_110px_minmax(0,1fr)] md:gap-x-4">
      <Checkbox
        label={<span className="sr-only">Take {shownTitle}</span>}
        className="self-start"
        aria-describedby={remark === undefined ? undefined : remarkId}
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
      />
      {isText ? <span aria-hidden /> : <MiniChart resolved={resolved} width={110} height={36} />}
      <div className="min-w-0 max-md:col-span-2">
        <div className="flex flex-wrap items-baseline gap-x-2.5">
          {day !== undefined && (
            <span className="font-semibold text-ink-2">{formatShortDay(day, today)}</span>
          )}
          <h3 className="min-w-0 text-md break-words">{shownTitle}</h3>
          {!isText && (
            <span className="fig ml-auto text-sm text-ink-2">
              <AtLeastPrefix of={time} />
              {formatMinutes(time.seconds)} · {formatLength(distance.metres, units)}{' '}
              {LENGTH_UNITS[units]}
            </span>
          )}
        </div>
        {remark !== undefined && (
          <p id={remarkId} className="text-sm font-semibold text-ink-2">
            {remark}
          </p>
        )}
        {isText ? (
          script !== title && <p className="mt-1 break-words whitespace-pre-wrap">{script}</p>
        ) : (
          <p className="mt-1 break-words whitespace-pre-wrap">
            <ScriptText script={script} />
          </p>
        )}
        {notes !== '' && (
          <p className="mt-1 text-sm break-words whitespace-pre-wrap text-ink-2">Notes: {notes}</p>
        )}
        {losses.length > 0 && (
          <ul aria-label="What a script can’t say" className="mt-2 text-sm break-words">
            {losses.map(({ what, instead }, index) => (
              <li key={index}>
                <s>{what}</s>: {instead}
              </li>
            ))}
          </ul>
        )}
        {isChosen && <Questions script={script} paceContext={paceContext} onAnswer={onAnswer} />}
      </div>
    </li>
  );
}

export function SkippedList({ skipped }: { skipped: ReadFiles['skipped'] }) {
  return (
    <ul className="mt-1 grid gap-1 break-words">
      {skipped.slice(0, MAX_SHOWN).map(({ what, why }, index) => (
        <li key={index}>
          {what}: {why}
        </li>
      ))}
    </ul>
  );
}
