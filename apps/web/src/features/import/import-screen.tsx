import type { Answers, Cut } from '@pacewright/import';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { keepDropped, useDroppedFiles } from '../../platform/dropped-files.ts';
import { weekOf } from '../../platform/days/days.ts';
import { firstWeekday } from '../../platform/days/first-weekday.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { lazyWhenOnline } from '../../ui/lazy-when-online.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { ChooseSource, type Source } from './choose-source.tsx';
import { type FilesReader, readInWorker } from './files-reader.ts';
import { firstDayOf } from './import-days.ts';
import type { KnownWorkouts } from './import-known.ts';
import type { Chosen } from './import-preview.tsx';
import { keepReading, type KeptReading } from './kept-reading.ts';
import { SourceFiles } from './source-files.tsx';
import type { ReadFiles } from './read-files.ts';
import { useImportWorkouts } from './use-import-workouts.ts';
import type { Progress } from './work-progress.tsx';

const loadPreview = async () => (await import('./import-preview.tsx')).ImportPreview;

/** Loaded while the source is read. */
const ImportPreview = lazyWhenOnline(loadPreview);

type ImportScreenProps = {
  paceContext: PaceContext;
  /** Files that were dropped on another screen. */
  dropped?: readonly File[];
  /** A text that was pasted on another screen, or what was read before a reload. */
  pasted?: KeptReading | undefined;
  /** Replaces the worker, which tests do not have. */
  read?: FilesReader;
};

/** With the answers that it was read with, and the workouts it is compared with, unless they could not be read. */
type Result = ReadFiles & {
  source: Source;
  answers: Answers;
  cuts: readonly Cut[];
  known: KnownWorkouts | undefined;
};

/** Reads a text or files, shows what was understood beside it, and adds the workouts. */
export function ImportScreen({
  paceContext,
  dropped = NONE,
  pasted,
  read = readInWorker,
}: ImportScreenProps) {
  const { readKnown, add, finish } = useImportWorkouts();
  const [isReading, setIsReading] = useState(false);
  const [progress, setProgress] = useState<Progress>();
  const [result, setResult] = useState<Result>();
  const [failure, setFailure] = useState<string>();
  /** The text stays when its reading is closed. */
  const [text, setText] = useState(pasted?.text ?? '');
  const [isText, setIsText] = useState(dropped.length === 0);
  const today = useToday();
  const [thisWeek = ''] = weekOf(today, firstWeekday());
  const navigate = useNavigate();
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);

  async function start(
    source: Source,
    answers: Answers = {},
    cuts: readonly Cut[] = [],
  ): Promise<ReadFiles | undefined> {
    reading.current?.abort();
    const controller = new AbortController();
    reading.current = controller;
    setIsReading(true);
    setProgress(undefined);
    setFailure(undefined);
    // What fails here is loaded again when it is shown.
    loadPreview().catch(() => undefined);
    try {
      const files =
        source.kind === 'files' ? source.files : [new File([source.text], 'Pasted text')];
      const { units, speeds } = paceContext;
      const weekStart: 'monday' | 'sunday' = firstWeekday() === 1 ? 'monday' : 'sunday';
      const options = { units, speeds, weekStart, today, answers, cuts };
      const found = await read({ files, options }, controller.signal, (now) => {
        if (!controller.signal.aborted) setProgress(now);
      });
      if (found.runs.length > 0 && found.files.every(({ isRun }) => isRun)) {
        await openRuns(found.runs, true);
        return undefined;
      }
      // Without the library, everything is offered.
      const known = await readKnown(firstDayOf(found.workouts, thisWeek), controller.signal).catch(
        () => undefined,
      );
      if (controller.signal.aborted) return undefined;
      setResult({ ...found, source, known, answers, cuts });
      setIsReading(false);
      return found;
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setIsReading(false);
      return undefined;
    }
  }

  /** Reads a text again with other borders of its workouts. */
  async function cut({ source, answers, cuts, workouts }: Result, made: Cut): Promise<void> {
    const found = await start(source, answers, withCut(cuts, made));
    if (found?.workouts.length !== workouts.length) return;
    showToast.warning('We couldn’t change it there');
    await start(source, answers, cuts);
  }

  function startFiles(files: readonly File[]): void {
    setIsText(false);
    setResult(undefined);
    void start({ kind: 'files', files });
  }

  function reset(): void {
    reading.current?.abort();
    setIsReading(false);
    setResult(undefined);
  }

  /** Recorded runs are compared with their workouts on another screen. */
  async function openRuns(runs: readonly File[], replace = false): Promise<void> {
    await navigate('/app/activities/new', { replace, state: keepDropped(runs) });
  }

  useDroppedFiles(startFiles);
  const startDropped = useRef(startFiles);
  useEffect(() => {
    if (dropped.length > 0) startDropped.current(dropped);
  }, [dropped]);

  const startPasted = useRef(({ text: own, answers, cuts }: KeptReading) => {
    void start({ kind: 'text', text: own }, answers, cuts);
  });
  useEffect(() => {
    if (pasted && pasted.text.trim() !== '') startPasted.current(pasted);
  }, [pasted]);

  const [chosen, setChosen] = useState<Chosen>(() => ({
    start: pasted?.start,
    decisions: new Map(pasted?.decisions),
  }));
  const keep = useCallback(
    (now: Chosen) => {
      if (result?.source.kind !== 'text') return;
      const { source, answers, cuts } = result;
      // What was added is on the calendar, and found there.
      const decisions = [...now.decisions].filter(([, { isAdded }]) => !isAdded);
      keepReading({ text: source.text, answers, cuts: [...cuts], start: now.start, decisions });
    },
    [result],
  );

  const list = result && result.source.kind === 'files' && (
    <SourceFiles
      files={result.files}
      runs={result.runs}
      onOther={result.workouts.length > 0 ? reset : undefined}
      onOpenRuns={(runs) => void openRuns(runs)}
    />
  );

  const isChecking = result?.source.kind === 'text' && result.workouts.length > 0;
  return (
    <>
      <PageHeading
        title={isChecking ? 'Check what we read' : 'Import workouts'}
        under={
          isChecking
            ? 'Our best guess is chosen everywhere. Change what is wrong, then add it.'
            : 'Paste your coach’s plan or choose files. You’ll check everything before it’s saved.'
        }
      />
      {result && result.workouts.length > 0 ? (
        <Suspense>
          <ImportPreview
            result={result}
            text={result.source.kind === 'text' ? result.source.text : undefined}
            files={list}
            known={result.known}
            paceContext={paceContext}
            kept={result.source.kind === 'text' ? chosen : NOTHING_CHOSEN}
            onKeep={keep}
            onAnswer={(id, choice) =>
              void start(result.source, { ...result.answers, [id]: choice })
            }
            onCut={(made) => void cut(result, made)}
            onChangeText={reset}
            onAdd={add}
            onFinish={finish}
            onDone={(day) =>
              void navigate(day === undefined ? '/app/workouts' : `/app/calendar?day=${day}`)
            }
            onOpenWorkout={({ title, script, notes }) =>
              void navigate('/app/workouts/new', { state: { start: { title, script, notes } } })
            }
            onOpenPlan={(plan) =>
              void navigate('/app/plans/new', { state: { start: { text: plan } } })
            }
          />
        </Suspense>
      ) : (
        <ChooseSource
          {...{ isText, text, isReading, progress, failure }}
          problem={result?.source.kind === 'text' ? result.files[0]?.problem : undefined}
          onKind={setIsText}
          onText={setText}
          onSource={(source) => {
            setChosen(NOTHING_CHOSEN);
            setResult(undefined);
            void start(source);
          }}
          onFiles={startFiles}
          onStop={reset}
        >
          {list}
        </ChooseSource>
      )}
    </>
  );
}

const NONE: readonly File[] = [];
const NOTHING_CHOSEN: Chosen = { start: undefined, decisions: new Map() };

/** Joining what was split is as it was before, and the other way round. */
function withCut(cuts: readonly Cut[], made: Cut): readonly Cut[] {
  const isUndone = ({ kind, at }: Cut) => at === made.at && kind !== made.kind && kind !== 'run';
  return cuts.some(isUndone) ? cuts.filter((cut) => !isUndone(cut)) : [...cuts, made];
}
