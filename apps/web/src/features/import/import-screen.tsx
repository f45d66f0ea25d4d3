import { type ComponentType, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ChooseFiles } from '../../platform/choose-files.tsx';
import { useDroppedFiles } from '../../platform/dropped-files.ts';
import { Alert } from '../../ui/alert.tsx';
import { classNames } from '../../ui/class-names.ts';
import { lazyWhenOnline } from '../../ui/lazy-when-online.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { PasteText, Reading } from './paste-text.tsx';
import { type FilesReader, readInWorker } from '../../workout/files/open-reader.ts';
import { keepReading, type KeptReading } from './kept-reading.ts';
import { SourceFiles } from './source-files.tsx';
import type { Chosen } from './use-found.ts';
import { useImportWorkouts } from './use-import-workouts.ts';
import { loadPreview, type Result, useSource } from './use-source.ts';

/** Loaded while the source is read. */
const ImportPreview = lazyWhenOnline(loadPreview);

type RunFilesProps = { runs: readonly File[]; paceContext: PaceContext; isAlone: boolean };

type ImportScreenProps = {
  paceContext: PaceContext;
  /** The recorded runs in the list of files. */
  RunFiles: ComponentType<RunFilesProps>;
  /** Files that were dropped on another screen. */
  dropped?: readonly File[];
  /** A text that was pasted on another screen, or what was read before a reload. */
  pasted?: KeptReading | undefined;
  /** Replaces the worker, which tests do not have. */
  read?: FilesReader;
};

/** Reads a text or files, shows what each of them is, and adds the workouts and the runs. */
export function ImportScreen({
  paceContext,
  RunFiles,
  dropped = NONE,
  pasted,
  read = readInWorker,
}: ImportScreenProps) {
  const { readKnown, add, finish } = useImportWorkouts();
  /** The text stays when its reading is closed. */
  const [text, setText] = useState(pasted?.text ?? '');
  const navigate = useNavigate();
  const source = useSource({ paceContext, read, readKnown });
  const { result, start, addFiles, stop, clear } = source;
  /** Its workouts were added, and its runs are still here. */
  const [added, setAdded] = useState<Result>();
  useDroppedFiles(addFiles);
  useStarted({ dropped, pasted, addFiles, start });
  const { chosen, setChosen, keep } = useKeptChoices(result, pasted);

  const hasWorkouts = result !== undefined && result.workouts.length > 0 && result !== added;
  const files = result?.source.kind === 'files' ? result : undefined;
  // An answer has the same source read once more, without a word.
  const isReading = source.source !== undefined && source.source !== result?.source;

  async function leave(day: string | undefined): Promise<void> {
    if (result && result.runs.length > 0) setAdded(result);
    else await navigate(day === undefined ? '/app/workouts' : `/app/calendar?day=${day}`);
  }

  return (
    <>
      <Heading isChecking={hasWorkouts && !files} />
      {source.failure !== undefined && (
        <Alert kind="error" title="We couldn’t read this." className="mb-4">
          {source.failure}
        </Alert>
      )}
      {isReading ? (
        <Reading progress={source.progress} onStop={stop} />
      ) : files ? (
        <ImportFiles isFurther onFiles={addFiles} />
      ) : (
        !hasWorkouts && (
          <div className="grid gap-3.5 md:gap-5 lg:grid-cols-[6fr_5fr]">
            <PasteText
              text={text}
              problem={result?.files[0]?.problem}
              onText={setText}
              onRead={(given) => {
                setChosen(NOTHING_CHOSEN);
                clear();
                void start({ kind: 'text', text: given });
              }}
            />
            <ImportFiles isFurther={false} onFiles={addFiles} />
          </div>
        )
      )}
      <div
        className={classNames(
          'grid items-start gap-3.5 *:min-w-0 md:gap-5',
          files && 'mt-3.5 md:mt-5',
          files && hasWorkouts && 'lg:grid-cols-[5fr_6fr]',
        )}
      >
        {hasWorkouts && (
          <Suspense>
            <ImportPreview
              result={result}
              text={result.source.kind === 'text' ? result.source.text : undefined}
              known={result.known}
              paceContext={paceContext}
              kept={files ? NOTHING_CHOSEN : chosen}
              onKeep={keep}
              onAnswer={(id, choice) =>
                void start(result.source, { ...result.answers, [id]: choice })
              }
              onCut={(made) => void source.cut(result, made)}
              onChangeText={clear}
              onAdd={add}
              onFinish={finish}
              onDone={(day) => void leave(day)}
              onOpenWorkout={({ title, script, notes }) =>
                void navigate('/app/workouts/new', { state: { start: { title, script, notes } } })
              }
              onOpenPlan={(plan) =>
                void navigate('/app/plans/new', { state: { start: { text: plan } } })
              }
            />
          </Suspense>
        )}
        {files && (
          <div className="lg:order-first">
            <SourceFiles files={files.files} hasFocus={files === added} onClear={clear}>
              {files.runs.length > 0 && (
                <Suspense fallback={<p className="px-(--gutter) py-3 md:px-5.5">Reading…</p>}>
                  <RunFiles
                    runs={files.runs}
                    paceContext={paceContext}
                    isAlone={files.files.length === 1}
                  />
                </Suspense>
              )}
            </SourceFiles>
          </div>
        )}
      </div>
    </>
  );
}

const NONE: readonly File[] = [];
const NOTHING_CHOSEN: Chosen = { start: undefined, decisions: new Map() };

function Heading({ isChecking }: { isChecking: boolean }) {
  return (
    <PageHeading
      title={isChecking ? 'Check what we read' : 'Import'}
      under={
        isChecking
          ? 'Our best guess is chosen everywhere. Change what is wrong, then add it.'
          : 'Paste your coach’s plan, or add files. You’ll check everything before it’s saved.'
      }
    />
  );
}

type ImportFilesProps = { isFurther: boolean; onFiles: (files: readonly File[]) => void };

function ImportFiles({ isFurther, onFiles }: ImportFilesProps) {
  return (
    <ChooseFiles
      label="Files"
      isSmall={isFurther}
      title={isFurther ? 'Drop more files here' : 'Drop your files here'}
      touchTitle={isFurther ? 'More files' : 'Your files'}
      hint={
        !isFurther &&
        'Runs, workouts or calendars: FIT, TCX, ZWO, .workout, Garmin JSON, a Pacewright export, ICS, CSV, or a zip of these. Nothing is uploaded until you save it, and your route never is.'
      }
      button={isFurther ? 'Choose more files' : 'Choose files'}
      onFiles={onFiles}
    />
  );
}

type Started = {
  dropped: readonly File[];
  pasted: KeptReading | undefined;
  addFiles: (files: readonly File[]) => void;
  start: ReturnType<typeof useSource>['start'];
};

/** Starts with what another screen handed over. */
function useStarted({ dropped, pasted, addFiles, start }: Started) {
  const startDropped = useRef(addFiles);
  useEffect(() => {
    if (dropped.length > 0) startDropped.current(dropped);
  }, [dropped]);

  const startPasted = useRef(({ text: own, answers, cuts }: KeptReading) => {
    void start({ kind: 'text', text: own }, answers, cuts);
  });
  useEffect(() => {
    if (pasted && pasted.text.trim() !== '') startPasted.current(pasted);
  }, [pasted]);
}

/** What was chosen about a text, also after the page was loaded again. */
function useKeptChoices(result: Result | undefined, pasted: KeptReading | undefined) {
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
  return { chosen, setChosen, keep };
}
