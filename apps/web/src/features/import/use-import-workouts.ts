import { deleteWorkouts, MAX_WORKOUTS_PER_BATCH, saveWorkouts } from '@pacewright/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useCall } from '../../platform/api/call-context.ts';
import { readCalendar } from '../../platform/api/queries/calendar.ts';
import { refetchWorkouts, wholeLibraryQuery } from '../../platform/api/queries/workouts.ts';
import { showToast } from '../../ui/toast.tsx';
import type { ImportItem } from './import-batches.ts';
import { dayInWords, titleOnCalendar } from './import-days.ts';
import type { KnownWorkouts } from './import-known.ts';

type Added = { id: string; isPlanned: boolean; hasEntry: boolean };

/** Saves imported workouts, and offers one undo for all of them. */
export function useImportWorkouts() {
  const call = useCall();
  const queryClient = useQueryClient();
  /** A batch whose response was lost is sent again with the same key, and so saved only once. */
  const last = useRef({ request: '', key: '' });
  const added = useRef<Added[]>([]);

  async function readKnown(from: string | undefined, signal: AbortSignal): Promise<KnownWorkouts> {
    const [library, calendar] = await Promise.all([
      queryClient.fetchQuery(wholeLibraryQuery(call)),
      from === undefined ? [] : readCalendar(call, { from }, signal),
    ]);
    return { library, calendar };
  }

  async function add(items: readonly ImportItem[]): Promise<void> {
    const body = { workouts: items.map(toSave) };
    const request = JSON.stringify(body);
    if (last.current.request !== request) last.current = { request, key: crypto.randomUUID() };
    const idempotencyKey = last.current.key;
    const { workouts } = await call(saveWorkouts, { body, idempotencyKey });
    // The same workouts once more are another import.
    last.current = { request: '', key: '' };
    added.current.push(
      ...workouts.map(({ id, entryId }, index) => ({
        id,
        isPlanned: items[index]?.day !== undefined,
        hasEntry: entryId !== null,
      })),
    );
  }

  function finish(): void {
    const all = added.current;
    added.current = [];
    if (all.length === 0) return;
    void refetchWorkouts(queryClient);
    const planned = all.filter(({ hasEntry }) => hasEntry).length;
    const title = all.length === 1 ? '1 workout added' : `${all.length} workouts added`;
    const left = all.filter(({ isPlanned, hasEntry }) => isPlanned && !hasEntry).length;
    const detail = [
      planned > 0 && `${planned} on the calendar.`,
      left > 0 && `${left} only in Workouts, because their days are full.`,
    ].filter((part) => part !== false);
    const ids = all.map(({ id }) => id);
    showToast.undo(title, () => void undo(ids), 'saved', detail.join(' ') || undefined);
  }

  async function undo(ids: readonly string[]): Promise<void> {
    const progress = showToast.working('Taking them out again');
    let left = [...ids];
    try {
      while (left.length > 0) {
        await call(deleteWorkouts, { body: { ids: left.slice(0, MAX_WORKOUTS_PER_BATCH) } });
        left = left.slice(MAX_WORKOUTS_PER_BATCH);
      }
      progress.succeed('They are in the trash.');
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      progress.fail(`${left.length} are still in your library.`, {
        detail,
        retry: () => void undo(left),
      });
    }
    await refetchWorkouts(queryClient);
  }

  return { readKnown, add, finish };
}

/** The library has no days, so a day without an entry is kept in the notes. */
function toSave({ workout, day }: ImportItem) {
  const { title, script, tags, notes } = workout;
  if (day !== undefined)
    return { workout: { title: titleOnCalendar(workout), script, notes, tags }, day };
  const lines = [notes, dayInWords(workout)].filter(Boolean);
  return { workout: { title, script, notes: lines.join('\n'), tags } };
}
