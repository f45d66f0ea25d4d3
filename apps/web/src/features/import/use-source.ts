import type { Answers, Cut } from '@pacewright/import';
import { useEffect, useRef, useState } from 'react';
import { weekOf } from '../../platform/days/days.ts';
import { firstWeekday } from '../../platform/days/first-weekday.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { keyOfFile } from '../../platform/dropped-files.ts';
import { showToast } from '../../ui/toast.tsx';
import type { Progress } from '../../ui/work-progress.tsx';
import type { FilesReader } from '../../workout/files/open-reader.ts';
import type { ReadFiles } from '../../workout/files/read-files.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { firstDayOf } from './import-days.ts';
import type { KnownWorkouts } from './import-known.ts';
import { messageOf } from '../../ui/message-of.ts';

export const loadPreview = async () => (await import('./import-preview.tsx')).ImportPreview;

export type Source = { kind: 'text'; text: string } | { kind: 'files'; files: readonly File[] };

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
};

/** Reads a text or files, as often as an answer about them changes. */
export function useSource({ paceContext, read, readKnown }: Options) {
  /** What is read now. */
  const [source, setSource] = useState<Source>();
  const [progress, setProgress] = useState<Progress>();
  const [result, setResult] = useState<Result>();
  const [failure, setFailure] = useState<string>();
  const today = useToday();
  const [thisWeek = ''] = weekOf(today, firstWeekday());
  const reading = useRef<AbortController>(undefined);
  /** The files so far, which may not be read yet. */
  const given = useRef(new Map<string, File>());
  useEffect(() => clear, []);

  async function start(
    next: Source,
    answers: Answers = {},
    cuts: readonly Cut[] = [],
  ): Promise<ReadFiles | undefined> {
    reading.current?.abort();
    const controller = new AbortController();
    reading.current = controller;
    setSource(next);
    setProgress(undefined);
    setFailure(undefined);
    // What fails here is loaded again when it is shown.
    loadPreview().catch(() => undefined);
    try {
      const files = next.kind === 'files' ? next.files : [new File([next.text], 'Pasted text')];
      const { units, speeds } = paceContext;
      const weekStart: 'monday' | 'sunday' = firstWeekday() === 1 ? 'monday' : 'sunday';
      const options = { units, speeds, weekStart, today, answers, cuts };
      const found = await read({ files, options }, controller.signal, (now) => {
        if (!controller.signal.aborted) setProgress(now);
      });
      // Without the library, everything is offered.
      const known =
        found.workouts.length === 0
          ? undefined
          : await readKnown(firstDayOf(found.workouts, thisWeek), controller.signal).catch(
              () => undefined,
            );
      if (controller.signal.aborted) return undefined;
      setResult({ ...found, source: next, known, answers, cuts });
      setSource(undefined);
      return found;
    } catch (error) {
      if (controller.signal.aborted) return undefined;
      setFailure(messageOf(error));
      setSource(undefined);
      return undefined;
    }
  }

  /** Reads files with those before them, whose days or workouts they may have. */
  function addFiles(files: readonly File[]): void {
    for (const file of files) given.current.set(keyOfFile(file), file);
    if (result?.source.kind === 'text') setResult(undefined);
    const answers = result?.source.kind === 'files' ? result.answers : {};
    void start({ kind: 'files', files: [...given.current.values()] }, answers);
  }

  /** Reads a text again with other borders of its workouts. */
  async function cut({ source: own, answers, cuts, workouts }: Result, made: Cut): Promise<void> {
    const found = await start(own, answers, withCut(cuts, made));
    if (found?.workouts.length !== workouts.length) return;
    showToast.warning('We couldn’t change it there');
    await start(own, answers, cuts);
  }

  /** Goes back to what was read before. */
  function stop(): void {
    reading.current?.abort();
    const files = result?.source.kind === 'files' ? result.source.files : [];
    given.current = new Map(files.map((file) => [keyOfFile(file), file]));
    setSource(undefined);
  }

  function clear(): void {
    reading.current?.abort();
    given.current.clear();
    setSource(undefined);
    setResult(undefined);
  }

  return { source, progress, result, failure, start, addFiles, cut, stop, clear };
}

/** Joining what was split is as it was before, and the other way round. */
function withCut(cuts: readonly Cut[], made: Cut): readonly Cut[] {
  const isUndone = ({ kind, at }: Cut) => at === made.at && kind !== made.kind && kind !== 'run';
  return cuts.some(isUndone) ? cuts.filter((cut) => !isUndone(cut)) : [...cuts, made];
}
