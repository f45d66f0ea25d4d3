import {
  changeCalendar,
  deleteWorkouts,
  MAX_CALENDAR_CHANGES,
  MAX_WORKOUTS_PER_BATCH,
  saveWorkouts,
} from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useCall } from '../../platform/api/call-context.ts';
import { readCalendar } from '../../platform/api/queries/calendar.ts';
import { refetchWorkouts, wholeLibraryQuery } from '../../platform/api/queries/workouts.ts';
import { showToast } from '../../ui/toast.tsx';
import type { ImportItem } from './import-batches.ts';
import { dayInWords, titleOnCalendar } from './import-days.ts';
import type { KnownWorkouts } from './import-known.ts';
import { messageOf } from '../../ui/message-of.ts';

type Added = { id: string; isNew: boolean; day: string | undefined; entryId: string | null };

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

  /** Returns the ids of the workouts, in the order of the items. */
  async function add(items: readonly ImportItem[]): Promise<string[]> {
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
        isNew: items[index]?.workoutId === undefined,
        day: items[index]?.day,
        entryId,
      })),
    );
    return workouts.map(({ id }) => id);
  }

  function finish(): void {
    const all = added.current;
    added.current = [];
    if (all.length === 0) return;
    void refetchWorkouts(queryClient);
    const planned = all.filter(({ entryId }) => entryId !== null).length;
    const newCount = all.filter(({ isNew }) => isNew).length;
    const left = all.filter(({ day, entryId }) => day !== undefined && entryId === null).length;
    const title = `${plural(newCount, 'workout')} added`;
    const onCalendar = `${plural(planned, 'workout')} added to the calendar`;
    const detail = [
      newCount > 0 && planned > 0 && `${planned} added to the calendar.`,
      left > 0 && `${left} added to Workouts only, because their days are full.`,
    ].filter((part) => part !== false);
    showToast.undo(
      newCount > 0 ? title : onCalendar,
      () => void undo(all),
      'saved',
      detail.join(' ') || undefined,
    );
  }

  /** Deletes new workouts, with their entries, and takes those of the library off their days. */
  async function undo(all: readonly Added[]): Promise<void> {
    const progress = showToast.working('Undoing the import…');
    let ids = all.filter(({ isNew }) => isNew).map(({ id }) => id);
    const hadNew = ids.length > 0;
    const removals = all.flatMap(({ isNew, day, entryId }) =>
      isNew || day === undefined || entryId === null
        ? []
        : [{ id: entryId, day, ifUnedited: true }],
    );
    try {
      for (let at = 0; at < removals.length; at += MAX_CALENDAR_CHANGES)
        await call(changeCalendar, {
          body: { removals: removals.slice(at, at + MAX_CALENDAR_CHANGES) },
        });
      while (ids.length > 0) {
        await call(deleteWorkouts, { body: { ids: ids.slice(0, MAX_WORKOUTS_PER_BATCH) } });
        ids = ids.slice(MAX_WORKOUTS_PER_BATCH);
      }
      progress.succeed(hadNew ? 'Import undone. The workouts are in Trash' : 'Import undone');
    } catch (error) {
      const detail = messageOf(error);
      progress.fail(
        hadNew
          ? `Couldn’t undo. ${plural(ids.length, 'workout is', 'workouts are')} still in your library`
          : 'Couldn’t undo the import',
        {
          detail,
          retry: () => void undo(all),
        },
      );
    }
    await refetchWorkouts(queryClient);
  }

  return { readKnown, add, finish };
}

/** The library has no days, so a day without an entry is kept in the notes. */
function toSave({ workout, day, workoutId }: ImportItem) {
  const { title, script, tags, notes } = workout;
  if (workoutId !== undefined) return { workoutId, day };
  if (day !== undefined)
    return { workout: { title: titleOnCalendar(workout), script, notes, tags }, day };
  const lines = [notes, dayInWords(workout)].filter(Boolean);
  return { workout: { title, script, notes: lines.join('\n'), tags } };
}
