import { type Run, sayConfidence, unpackTrace } from '@pacewright/activity';
import { type ActivityDetail, MAX_COMPARED_STEPS } from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { fromBase64, inflate } from './bytes.ts';
import { type FileReader, openWorkerReader } from './file-reader.ts';
import type { FileProblem, ReadFile } from './read-file.ts';
import { ByPace, RunCard } from './run-card.tsx';
import { toCompared, viewActivity } from './run-view.ts';
import { StepResults } from './step-results.tsx';
import type { VisitorRunCardProps } from './visitor-run-card.tsx';

type VisitorRunProps = VisitorRunCardProps & {
  file: File;
  /** Replaces the worker, which tests do not have. */
  openReader?: () => FileReader;
};

type Reading =
  | { kind: 'read'; file: ReadFile; run: Run; reader: FileReader }
  | { kind: 'refused'; problem: FileProblem };

/** A run over a workout. Both are in this tab only. */
export function VisitorRun({
  file,
  title,
  script,
  paceContext,
  openReader = openWorkerReader,
}: VisitorRunProps) {
  const [reading, setReading] = useState<Reading>();
  const open = useRef(openReader);

  useEffect(() => {
    const reader = open.current();
    let isClosed = false;
    void readRun(reader, file).then((result) => {
      if (!isClosed) setReading(result);
    });
    return () => {
      isClosed = true;
      reader.close();
    };
  }, [file]);

  if (!reading) return <Working>Reading the run</Working>;
  if (reading.kind === 'refused')
    return (
      <Alert kind="error" title={`${reading.problem.title}.`}>
        {reading.problem.detail}.
      </Alert>
    );
  return <Compared {...reading} {...{ title, script, paceContext }} />;
}

function Working({ children }: { children: string }) {
  return (
    <output className="flex items-center gap-2.5 text-ink-2">
      <Spinner className="w-8" /> {children}
    </output>
  );
}

async function readRun(reader: FileReader, blob: File): Promise<Reading> {
  try {
    const result = await reader.read(blob);
    if (!result.ok) return { kind: 'refused', problem: result.problem };
    const run = unpackTrace(await inflate(fromBase64(result.file.trace)));
    if (run) return { kind: 'read', file: result.file, run, reader };
  } catch {
    // The reader stopped, or the file is gone from the disk.
  }
  return {
    kind: 'refused',
    problem: { title: 'Not read', detail: 'Choose the file again', isFailure: true },
  };
}

type ComparedProps = Extract<Reading, { kind: 'read' }> & VisitorRunCardProps;

function Compared({ file, run, reader, title, script, paceContext }: ComparedProps) {
  const activity = useComparison(file, reader, {
    title: useDeferredValue(title),
    script: useDeferredValue(script),
    paceContext,
  });
  const [linked, setLinked] = useState<number>();
  if (!activity) return <Working>Comparing the run</Working>;
  const view = viewActivity(activity, paceContext);
  const compared = toCompared(view);
  return (
    <>
      {!activity.comparison && (
        <Alert kind="info" title="There is nothing to compare it with.">
          A workout needs a step, and has up to {MAX_COMPARED_STEPS}.
        </Alert>
      )}
      <RunCard {...{ activity, run, view, paceContext, linked, onLink: setLinked }} />
      {compared && <p className="text-sm text-ink-2">{sayConfidence(compared)}</p>}
      <div className="run-columns">
        {view.steps.length > 0 && (
          <StepResults {...{ run, view, linked }} units={paceContext.units} onLink={setLinked} />
        )}
        <ByPace seconds={activity.paceSeconds} planned={view.plannedSeconds} />
      </div>
    </>
  );
}

/** The run compared with the workout as it is written now; the comparison before it stays meanwhile. */
function useComparison(
  file: ReadFile,
  reader: FileReader,
  { title, script, paceContext }: { title: string; script: string; paceContext: PaceContext },
): ActivityDetail | undefined {
  const [activity, setActivity] = useState<ActivityDetail>();
  const { speeds, units } = paceContext;

  useEffect(() => {
    let isLate = false;
    const plans = speeds && script.trim() ? [{ title, script, paces: speeds }] : [];
    const paces = speeds?.trainingPaces ?? DEFAULT_TRAINING_PACES;
    void reader.compare({ plans, paces, units }).then(
      ({ withPlans, own }) => {
        if (isLate) return;
        setActivity({
          id: file.sourceId,
          source: 'file',
          entryId: null,
          effort: null,
          notes: '',
          ...file,
          ...(withPlans[0] ?? own),
        });
      },
      // The reader was closed with the run.
      () => undefined,
    );
    return () => {
      isLate = true;
    };
  }, [file, reader, title, script, speeds, units]);
  return activity;
}
