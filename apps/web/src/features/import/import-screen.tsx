import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { keepDropped, useDroppedFiles } from '../../platform/dropped-files.ts';
import { lazyWhenOnline } from '../../ui/lazy-when-online.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { ChooseSource } from './choose-source.tsx';
import { type FilesReader, readInWorker } from './files-reader.ts';
import { keepReading, type KeptReading } from './kept-reading.ts';
import { SourceFiles } from './source-files.tsx';
import type { Chosen } from './use-found.ts';
import { useImportWorkouts } from './use-import-workouts.ts';
import { loadPreview, type Result, useSource } from './use-source.ts';

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

/** Reads a text or files, shows what was understood beside it, and adds the workouts. */
export function ImportScreen({
  paceContext,
  dropped = NONE,
  pasted,
  read = readInWorker,
}: ImportScreenProps) {
  const { readKnown, add, finish } = useImportWorkouts();
  /** The text stays when its reading is closed. */
  const [text, setText] = useState(pasted?.text ?? '');
  const [isText, setIsText] = useState(dropped.length === 0);
  const navigate = useNavigate();
  const source = useSource({
    paceContext,
    read,
    readKnown,
    onRuns: (runs) => openRuns(runs, true),
  });
  const { result, start, stop } = source;

  function startFiles(files: readonly File[]): void {
    setIsText(false);
    source.clear();
    void start({ kind: 'files', files });
  }

  /** Recorded runs are compared with their workouts on another screen. */
  async function openRuns(runs: readonly File[], replace = false): Promise<void> {
    await navigate('/app/activities/new', { replace, state: keepDropped(runs) });
  }

  useDroppedFiles(startFiles);
  useStarted({ dropped, pasted, startFiles, start });
  const { chosen, setChosen, keep } = useKeptChoices(result, pasted);

  const list = result && result.source.kind === 'files' && (
    <SourceFiles
      files={result.files}
      runs={result.runs}
      onOther={result.workouts.length > 0 ? stop : undefined}
      onOpenRuns={(runs) => void openRuns(runs)}
    />
  );

  return (
    <>
      <Heading isChecking={result?.source.kind === 'text' && result.workouts.length > 0} />
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
            onCut={(made) => void source.cut(result, made)}
            onChangeText={stop}
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
          {...{ isText, text }}
          isReading={source.isReading}
          progress={source.progress}
          failure={source.failure}
          problem={result?.source.kind === 'text' ? result.files[0]?.problem : undefined}
          onKind={setIsText}
          onText={setText}
          onSource={(given) => {
            setChosen(NOTHING_CHOSEN);
            source.clear();
            void start(given);
          }}
          onFiles={startFiles}
          onStop={stop}
        >
          {list}
        </ChooseSource>
      )}
    </>
  );
}

const NONE: readonly File[] = [];
const NOTHING_CHOSEN: Chosen = { start: undefined, decisions: new Map() };

function Heading({ isChecking }: { isChecking: boolean }) {
  return (
    <PageHeading
      title={isChecking ? 'Check what we read' : 'Import workouts'}
      under={
        isChecking
          ? 'Our best guess is chosen everywhere. Change what is wrong, then add it.'
          : 'Paste your coach’s plan or choose files. You’ll check everything before it’s saved.'
      }
    />
  );
}

type Started = {
  dropped: readonly File[];
  pasted: KeptReading | undefined;
  startFiles: (files: readonly File[]) => void;
  start: ReturnType<typeof useSource>['start'];
};

/** Starts with what another screen handed over. */
function useStarted({ dropped, pasted, startFiles, start }: Started) {
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
