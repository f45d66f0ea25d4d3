import type { Answers, Cut } from '@pacewright/import';
import { useEffect, useRef, useState } from 'react';
import { weekOf } from '../../platform/days/days.ts';
import { firstWeekday } from '../../platform/days/first-weekday.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { showToast } from '../../ui/toast.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import type { Source } from './choose-source.tsx';
import type { FilesReader } from './files-reader.ts';
import { firstDayOf } from './import-days.ts';
import type { KnownWorkouts } from './import-known.ts';
import type { ReadFiles } from './read-files.ts';
import type { Progress } from './work-progress.tsx';

export const loadPreview = async () => (await import('./import-preview.tsx')).ImportPreview;

/** With the answers that it was read with, and the workouts it is compared with, unless they could not be read. */
export type Result = ReadFiles & {
  source: Source;
  answers: Answers;
  cuts: readonly Cut[];
  known: KnownWorkouts | undefined;
};

type Options = {
  paceContext: PaceContext;
  read: FilesReader;
  readKnown: (from: string | undefined, signal: AbortSignal) => Promise<KnownWorkouts>;
  /** Called instead of showing a result, for files that are all recorded runs. */
  onRuns: (runs: readonly File[]) => Promise<void>;
};

/** Reads a text or files, as often as an answer about them changes. */
export function useSource({ paceContext, read, readKnown, onRuns }: Options) {
  const [isReading, setIsReading] = useState(false);
  const [progress, setProgress] = useState<Progress>();
  const [result, setResult] = useState<Result>();
  const [failure, setFailure] = useState<string>();
  const today = useToday();
  const [thisWeek = ''] = weekOf(today, firstWeekday());
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
        await onRuns(found.runs);
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

  function stop(): void {
    reading.current?.abort();
    setIsReading(false);
    setResult(undefined);
  }

  return {
    isReading,
    progress,
    result,
    failure,
    start,
    cut,
    stop,
    clear: () => setResult(undefined),
  };
}

/** Joining what was split is as it was before, and the other way round. */
function withCut(cuts: readonly Cut[], made: Cut): readonly Cut[] {
  const isUndone = ({ kind, at }: Cut) => at === made.at && kind !== made.kind && kind !== 'run';
  return cuts.some(isUndone) ? cuts.filter((cut) => !isUndone(cut)) : [...cuts, made];
}
