import type { ImportedWorkout } from '@pacewright/import';
import { useEffect, useRef, useState } from 'react';
import { type ImportItem, separateRepeats, splitIntoBatches } from './import-batches.ts';
import type { Progress } from '../../ui/work-progress.tsx';
import { messageOf } from '../../ui/message-of.ts';

type Adding = {
  onAdd: (items: readonly ImportItem[]) => Promise<string[]>;
  /** Called with what was added, also after a failure. */
  onEnd: (added: ReadonlySet<ImportedWorkout>) => void;
  contentOf: (workout: ImportedWorkout) => string;
};

/** Adds workouts batch by batch, until they are stopped or one fails. */
export function useAdding({ onAdd, onEnd, contentOf }: Adding) {
  const [progress, setProgress] = useState<Progress>();
  const [failure, setFailure] = useState<string>();
  const isStopped = useRef(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );

  /** Whether all of them were added, and the athlete is still on this screen. */
  async function add(items: readonly ImportItem[]): Promise<boolean> {
    setFailure(undefined);
    const added = new Set<ImportedWorkout>();
    const idsByContent = new Map<string, string>();
    const addInBatches = async (some: readonly ImportItem[]) => {
      for (const batch of splitIntoBatches(some)) {
        if (isStopped.current) break;
        const ids = await onAdd(batch);
        for (const [index, { workout }] of batch.entries()) {
          added.add(workout);
          idsByContent.set(contentOf(workout), ids[index] ?? '');
        }
        setProgress({ what: 'Workouts', done: added.size, of: items.length });
      }
    };
    isStopped.current = false;
    setProgress({ what: 'Workouts', done: 0, of: items.length });
    const { firsts, repeats } = separateRepeats(items, contentOf);
    try {
      await addInBatches(firsts);
      await addInBatches(
        repeats.map((item) => ({ ...item, workoutId: idsByContent.get(contentOf(item.workout)) })),
      );
    } catch (error) {
      setFailure(messageOf(error));
    }
    setProgress(undefined);
    onEnd(added);
    return added.size === items.length && !isStopped.current;
  }

  function stop(): void {
    isStopped.current = true;
  }

  return { add, stop, progress, failure, setFailure };
}
