import { chooseMatch, type Judged } from '@pacewright/activity';
import {
  type Activity,
  type CalendarEntry,
  type NewActivity,
  storeActivity,
  type TimeOfDay,
} from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../platform/api/call-context.ts';
import { activitiesQuery, refetchActivities } from '../../platform/api/queries/activities.ts';
import { calendarQuery, type DayRange } from '../../platform/api/queries/calendar.ts';
import { addDays, addMonths } from '../../platform/days/days.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { type FileReader, openWorkerReader } from './file-reader.ts';
import { planOf } from './plan-of.ts';
import type { FileProblem, ReadFile } from './read-file.ts';
import { useReader } from './use-reader.ts';

export const MAX_FILES = 500;

/** The outcome of reading one file. */
export type ItemState =
  | { kind: 'waiting' | 'reading' }
  /** Not a run, or it cannot be read. */
  | { kind: 'refused'; problem: FileProblem }
  | { kind: 'here'; file: ReadFile }
  | { kind: 'matched'; file: ReadFile; entry: CalendarEntry; judged: Judged }
  | { kind: 'own'; file: ReadFile; judged: Judged }
  /** It may have been this workout. Without an answer it is a run of its own. */
  | { kind: 'asked'; file: ReadFile; entry: CalendarEntry; judged: Judged; own: Judged }
  | { kind: 'stored'; file: ReadFile; id: string; title: string | undefined };

export type ImportItem = {
  key: number;
  name: string;
  blob: Blob;
  state: ItemState;
  /** The last attempt to store it failed. */
  error?: string | undefined;
};

export type ImportPhase = 'empty' | 'reading' | 'read' | 'storing' | 'stored';

/** Reads dropped files one by one, matches them with the calendar, and stores them when asked to. */
export function useImport(
  paceContext: PaceContext,
  openReader: () => FileReader = openWorkerReader,
) {
  const call = useCall();
  const queryClient = useQueryClient();
  const [items, setItems] = useState<ImportItem[]>([]);
  const [phase, setPhase] = useState<ImportPhase>('empty');
  /** Changes when a loop has to stop. */
  const turn = useRef(0);
  const getReader = useReader(openReader);
  const keys = useRef(0);

  useEffect(
    () => () => {
      turn.current++;
    },
    [],
  );

  function update(key: number, change: Partial<ImportItem>): void {
    setItems((before) => before.map((item) => (item.key === key ? { ...item, ...change } : item)));
  }

  /** Returns the number of files over the limit. */
  function add(files: readonly File[]): number {
    const room = MAX_FILES - items.length;
    const added = files.slice(0, room).map((file): ImportItem => ({
      key: keys.current++,
      name: file.name,
      blob: file,
      state: { kind: 'waiting' },
    }));
    setItems([...items, ...added]);
    void readAll([...items, ...added]);
    return files.length - added.length;
  }

  async function readAll(all: readonly ImportItem[]): Promise<void> {
    const own = ++turn.current;
    setPhase('reading');
    const found = all.flatMap(({ state }) => ('file' in state ? [state] : []));
    const context: MatchContext = {
      hashes: new Set(found.map(({ file }) => file.sourceId)),
      taken: new Set(found.flatMap((state) => (state.kind === 'matched' ? [state.entry.id] : []))),
    };
    for (const { key, blob, state } of all) {
      if (state.kind !== 'waiting') continue;
      update(key, { state: { kind: 'reading' } });
      const read = await readOne(blob, context).catch((error: Error): ItemState => ({
        kind: 'refused',
        problem: { title: 'Not read', detail: error.message, isFailure: true },
      }));
      if (turn.current !== own) return;
      update(key, { state: read });
    }
    setPhase('read');
  }

  async function readOne(blob: Blob, context: MatchContext): Promise<ItemState> {
    const reader = getReader();
    const reading = await reader.read(blob);
    if (!reading.ok) return { kind: 'refused', problem: reading.problem };
    const { file, timeOfDay } = reading;
    if (context.hashes.has(file.sourceId)) return { kind: 'here', file };
    context.hashes.add(file.sourceId);

    const range = monthAround(file.day);
    const [entries, activities] = await Promise.all([
      queryClient.ensureQueryData(calendarQuery(call, range)),
      queryClient.ensureQueryData(activitiesQuery(call, range)),
    ]);
    // Garmin may have sent the same run.
    const isSame = ({ sourceId, startedAt }: Activity) =>
      sourceId === file.sourceId || Date.parse(startedAt) === Date.parse(file.startedAt);
    if (activities.some(isSame)) return { kind: 'here', file };
    const candidates = candidatesOf(file, entries, activities, context);
    const { withPlans, own } = await reader.compare({
      plans: candidates.flatMap((entry) => planOf(entry, paceContext) ?? []),
      paces: paceContext.speeds?.trainingPaces ?? DEFAULT_TRAINING_PACES,
      units: paceContext.units,
    });
    const state = choose({ file, timeOfDay }, candidates, withPlans, own);
    if (state.kind === 'matched') context.taken.add(state.entry.id);
    return state;
  }

  /** Leaves the files that were not read yet out. */
  function stop(): void {
    turn.current++;
    setItems((before) =>
      before.filter(({ state }) => state.kind !== 'waiting' && state.kind !== 'reading'),
    );
    setPhase('read');
  }

  function retry(key: number): void {
    const all = items.map((item): ImportItem =>
      item.key === key ? { ...item, state: { kind: 'waiting' } } : item,
    );
    setItems(all);
    void readAll(all);
  }

  function answer(key: number, isWorkout: boolean): void {
    setItems((before) =>
      before.map((item) => {
        const { state } = item;
        if (item.key !== key || state.kind !== 'asked') return item;
        const { file, entry, judged, own } = state;
        return {
          ...item,
          state: isWorkout
            ? { kind: 'matched', file, entry, judged }
            : { kind: 'own', file, judged: own },
        };
      }),
    );
  }

  /** Returns the ids of the stored runs. */
  async function store(): Promise<string[]> {
    const own = ++turn.current;
    setPhase('storing');
    const ids: string[] = [];
    for (const { key, state } of items) {
      const body = bodyOf(state);
      if (!body) continue;
      try {
        const { id } = await call(storeActivity, { body });
        ids.push(id);
        const title = body.comparison?.title;
        update(key, { state: { kind: 'stored', file: body, id, title }, error: undefined });
      } catch (error) {
        update(key, { error: error instanceof Error ? error.message : 'It was not stored' });
      }
      if (turn.current !== own) break;
    }
    await refetchActivities(queryClient);
    if (turn.current === own) setPhase('stored');
    return ids;
  }

  return { items, phase, add, stop, retry, answer, store };
}

type MatchContext = { hashes: Set<string>; taken: Set<string> };

/** The month of a day and the days beside it, so that the files of a month share one request. */
function monthAround(day: string): DayRange {
  const first = `${day.slice(0, 7)}-01`;
  return { from: addDays(first, -1), to: addMonths(first, 1) };
}

/** Workouts without a run, on the day of the file or a day beside it. */
function candidatesOf(
  { day }: ReadFile,
  entries: readonly CalendarEntry[],
  activities: readonly Activity[],
  { taken }: MatchContext,
): CalendarEntry[] {
  const isFree = ({ id, script, reading }: CalendarEntry) =>
    script.trim() !== '' &&
    reading.mistakeCount === 0 &&
    !taken.has(id) &&
    !activities.some(({ entryId }) => entryId === id);
  const free = entries.filter(isFree);
  const sameDay = free.filter((entry) => entry.day === day);
  if (sameDay.length > 0) return sameDay;
  const beside = [addDays(day, -1), addDays(day, 1)];
  return free.filter((entry) => beside.includes(entry.day) && !entry.done);
}

function choose(
  { file, timeOfDay }: { file: ReadFile; timeOfDay: TimeOfDay },
  candidates: readonly CalendarEntry[],
  judgements: readonly (Judged | undefined)[],
  own: Judged,
): ItemState {
  const match = chooseMatch(
    { day: file.day, timeOfDay },
    candidates.flatMap((entry, index) => {
      const judged = judgements[index];
      return judged ? [{ entry, judged }] : [];
    }),
  );
  if (!match) return { kind: 'own', file, judged: own };
  const { kind, entry, judged } = match;
  return kind === 'matched' ? { kind, file, entry, judged } : { kind, file, entry, judged, own };
}

/** Undefined for an item that is not stored. */
export function bodyOf(state: ItemState): NewActivity | undefined {
  const rest = { source: 'file', notes: '', effort: null } as const;
  if (state.kind === 'matched')
    return { ...rest, ...state.file, ...state.judged, entryId: state.entry.id };
  if (state.kind === 'own') return { ...rest, ...state.file, ...state.judged, entryId: null };
  if (state.kind === 'asked') return { ...rest, ...state.file, ...state.own, entryId: null };
  return undefined;
}
