import { metresOf, sayConfidence } from '@pacewright/activity';
import { MAX_COMPARED_STEPS } from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { startTransition, useDeferredValue, useEffect, useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { openRunReader } from '../../workout/files/open-reader.ts';
import type { CompareAnswer, RunReader, ViewResult } from '../../workout/files/run-reader.ts';
import { ByPace, RunCard, type ShownActivity } from './run-card.tsx';
import { toCompared, viewActivity } from './run-view.ts';
import { StepResults } from './step-results.tsx';
import { useReader } from '../../workout/files/use-reader.ts';

export type WorkoutOfRun = { title: string; script: string; paceContext: PaceContext };

type VisitorRunProps = WorkoutOfRun & {
  /** Undefined until there is one. The reader starts before, because that takes longer than reading. */
  file: File | undefined;
  /** Replaces the worker, which tests do not have. */
  openReader?: () => RunReader;
};

/** A run over a workout. Both are in this tab only. */
export function VisitorRun({ file, openReader = openRunReader, ...workout }: VisitorRunProps) {
  const getReader = useReader(openReader);
  if (!file) return null;
  return (
    <FileOverWorkout
      key={`${file.name} ${file.lastModified} ${file.size}`}
      {...{ file, getReader, ...workout }}
    />
  );
}

type FileOverWorkoutProps = WorkoutOfRun & { file: File; getReader: () => RunReader };

function FileOverWorkout({ file, getReader, title, script, paceContext }: FileOverWorkoutProps) {
  const read = useFile(file, getReader);
  // Asked for in the same moment as the file, so that the reader goes on without the page.
  const answer = useComparison(getReader, {
    title: useDeferredValue(title),
    script: useDeferredValue(script),
    paceContext,
  });
  if (read && !read.ok)
    return (
      <Alert kind="error" title={`${read.problem.title}.`}>
        {read.problem.detail}.
      </Alert>
    );
  if (!read || !answer) return <Working>Reading the run…</Working>;
  const { run, watch, remarks } = read;
  const activity = {
    seconds: run.seconds,
    metres: metresOf(run),
    watch,
    ...(answer.withPlans[0] ?? answer.own),
  };
  return <Compared {...{ activity, run, remarks, paceContext }} />;
}

function Working({ children }: { children: string }) {
  return (
    <output className="flex items-center gap-2.5 text-ink-2">
      <Spinner className="w-8" /> {children}
    </output>
  );
}

const NOT_READ: ViewResult = {
  ok: false,
  problem: { title: 'Couldn’t read this file', detail: 'Choose it again', isFailure: true },
};

function useFile(file: File, getReader: () => RunReader): ViewResult | undefined {
  const [result, setResult] = useState<ViewResult>();
  useEffect(() => {
    let isClosed = false;
    void getReader()
      .view(file)
      // The reader stopped, or the file is gone from the disk.
      .catch(() => NOT_READ)
      .then((viewed) => {
        if (!isClosed) setResult(viewed);
      });
    return () => {
      isClosed = true;
    };
  }, [file, getReader]);
  return result;
}

type ComparedProps = {
  activity: ShownActivity;
  paceContext: PaceContext;
} & Pick<Extract<ViewResult, { ok: true }>, 'run' | 'remarks'>;

function Compared({ activity, run, remarks, paceContext }: ComparedProps) {
  const [linked, setLinked] = useState<number>();
  const isChartPainted = usePainted();
  const view = viewActivity(activity, paceContext);
  const compared = toCompared(view);
  return (
    <>
      {!activity.comparison && (
        <Alert kind="info" title="Nothing to compare with.">
          The workout needs 1 to {MAX_COMPARED_STEPS} steps.
        </Alert>
      )}
      {remarks.length > 0 && <p className="text-sm text-ink-2">{remarks.join(' ')}</p>}
      <RunCard {...{ activity, run, view, paceContext, linked, onLink: setLinked }} />
      {compared && <p className="text-sm text-ink-2">{sayConfidence(compared)}</p>}
      {isChartPainted && (
        <div className="run-columns">
          {view.steps.length > 0 && (
            <StepResults {...{ run, view, linked }} units={paceContext.units} onLink={setLinked} />
          )}
          <ByPace seconds={activity.paceSeconds} planned={view.plannedSeconds} />
        </div>
      )}
    </>
  );
}

/** The file read last, compared with the workout as it is written now; the comparison before it stays meanwhile. */
function useComparison(
  getReader: () => RunReader,
  { title, script, paceContext }: WorkoutOfRun,
): CompareAnswer | undefined {
  const [answer, setAnswer] = useState<CompareAnswer>();
  const { speeds, units } = paceContext;

  useEffect(() => {
    let isLate = false;
    const plans = speeds && script.trim() ? [{ title, script, paces: speeds }] : [];
    const paces = speeds?.trainingPaces ?? DEFAULT_TRAINING_PACES;
    getReader()
      .compare({ plans, paces, units })
      .then(
        (compared) => {
          if (!isLate) setAnswer(compared);
        },
        // The file is not a run, or the reader was closed with it.
        () => undefined,
      );
    return () => {
      isLate = true;
    };
  }, [getReader, title, script, speeds, units]);
  return answer;
}

/** False until the component's first frame is on the screen, so that parts below it do not delay it. */
function usePainted(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      // Callbacks of a frame come before its painting, and a task after it.
      timer = setTimeout(() => startTransition(() => setIsPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}
