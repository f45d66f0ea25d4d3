import { chooseMatch, type Judged, listCandidates, type RecordedRun } from '@pacewright/activity';
import {
  type Activity,
  type CalendarChanges,
  type CalendarEntry,
  changeCalendar,
  type NewActivity,
  storeActivity,
} from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../platform/api/call-context.ts';
import { refetchActivities } from '../../platform/api/queries/activities.ts';
import { keyOfFile } from '../../platform/dropped-files.ts';
import { messageOf } from '../../ui/message-of.ts';
import { type AccountReader, createAccountReader } from './account-reader.ts';
import { openRunReader } from '../../workout/files/open-reader.ts';
import type { RunReader } from '../../workout/files/run-reader.ts';
import { candidatesOf, findSwapped, movesFor, takenBy, withFiles } from './candidates.ts';
import type { FileProblem, ReadFile } from '../../workout/files/run-file.ts';
import { useReader } from '../../workout/files/use-reader.ts';

export const MAX_RUNS = 500;

/** The outcome of reading one file. */
export type ItemState =
  | { kind: 'waiting' | 'reading' }
  /** Not a run, or it cannot be read. */
  | { kind: 'refused'; problem: FileProblem }
  | { kind: 'here'; file: ReadFile }
  | { kind: 'matched'; file: ReadFile; entry: CalendarEntry; judged: Judged; moves?: Moves }
  | { kind: 'own'; file: ReadFile; judged: Judged }
  /** It may have been this workout. Without an answer it is saved as an unplanned run. */
  | {
      kind: 'asked';
      file: ReadFile;
      entry: CalendarEntry;
      /** Changes places with it. */
      swapped: CalendarEntry | undefined;
      judged: Judged;
      own: Judged;
    }
  | { kind: 'stored'; file: ReadFile; id: string; title: string | undefined };

type Moves = NonNullable<CalendarChanges['moves']>;

export type RunItem = {
  key: number;
  name: string;
  blob: Blob;
  state: ItemState;
  /** Sentences on what was not read. */
  remarks?: string[] | undefined;
  /** The last attempt to store it failed. */
  error?: string | undefined;
};

type ReadItem = Pick<RunItem, 'state' | 'remarks'>;

type Phase = 'empty' | 'reading' | 'read' | 'storing' | 'stored';

/** Reads recorded runs one by one, matches them with the calendar, and stores them when asked to. */
export function useRunFiles(openReader: () => RunReader = openRunReader) {
  const call = useCall();
  const queryClient = useQueryClient();
  const [items, setItems] = useState<RunItem[]>([]);
  const [phase, setPhase] = useState<Phase>('empty');
  /** The items at this moment, which may be ahead of the last render. */
  const latest = useRef(items);
  const isReading = useRef(false);
  /** Counts what ends the work in progress: stopping, storing, leaving the screen. */
  const turn = useRef(0);
  const getReader = useReader(openReader);
  const keys = useRef(0);
  /** The files of the items. */
  const seen = useRef(new Set<string>());

  useEffect(
    () => () => {
      turn.current++;
      latest.current = [];
      seen.current.clear();
    },
    [],
  );

  function show(next: RunItem[]): void {
    latest.current = next;
    setItems(next);
  }

  function update(key: number, change: Partial<RunItem>): void {
    show(latest.current.map((item) => (item.key === key ? { ...item, ...change } : item)));
  }

  /** Adds the files that are new, and returns the number of those over the limit. */
  function add(files: readonly File[]): number {
    const further = files.filter((file) => !seen.current.has(keyOfFile(file)));
    const added = further.slice(0, MAX_RUNS - latest.current.length);
    if (added.length === 0) return further.length;
    for (const file of added) seen.current.add(keyOfFile(file));
    show([...latest.current, ...added.map((file) => waitingItem(keys.current++, file))]);
    void readWaiting();
    return further.length - added.length;
  }

  /** Reads the files that wait, one by one, also those that are added meanwhile. */
  async function readWaiting(): Promise<void> {
    setPhase('reading');
    if (isReading.current) return;
    isReading.current = true;
    const account = createAccountReader(call, queryClient);
    for (let item = findWaiting(latest.current); item; item = findWaiting(latest.current)) {
      const { key, blob } = item;
      const before = turn.current;
      update(key, { state: { kind: 'reading' } });
      const context = { getReader, account, items: () => latest.current };
      const read = await readOne(blob, context).catch(refusedBy);
      if (turn.current === before) update(key, read);
    }
    isReading.current = false;
    setPhase((shown) => (shown === 'reading' ? 'read' : shown));
  }

  /** Leaves the files that were not read yet unread. */
  function stop(): void {
    turn.current++;
    show(
      latest.current.map((item) =>
        item.state.kind === 'waiting' || item.state.kind === 'reading'
          ? { ...item, state: { kind: 'refused', problem: STOPPED } }
          : item,
      ),
    );
    setPhase('read');
  }

  function retry(key: number): void {
    update(key, { state: { kind: 'waiting' } });
    void readWaiting();
  }

  function answer(key: number, isWorkout: boolean): void {
    const state = latest.current.find((item) => item.key === key)?.state;
    if (state?.kind === 'asked') update(key, { state: answered(state, isWorkout) });
  }

  /** Returns the ids of the stored runs. */
  async function store(): Promise<string[]> {
    const started = ++turn.current;
    setPhase('storing');
    const ids: string[] = [];
    for (const { key, state } of latest.current) {
      const body = bodyOf(state);
      if (!body) continue;
      const moves = state.kind === 'matched' ? state.moves : undefined;
      try {
        // Repeated, a move of an entry that has moved changes nothing.
        if (moves?.length) await call(changeCalendar, { body: { moves } });
        const { id } = await call(storeActivity, { body });
        ids.push(id);
        const title = body.comparison?.title;
        update(key, { state: { kind: 'stored', file: body, id, title }, error: undefined });
      } catch (error) {
        update(key, { error: messageOf(error) });
      }
      if (turn.current !== started) break;
    }
    await refetchActivities(queryClient);
    if (turn.current === started) setPhase('stored');
    return ids;
  }

  return { items, phase, add, stop, retry, answer, store };
}

const STOPPED = { title: 'Not read', detail: 'You stopped before it', isFailure: true };

function waitingItem(key: number, file: File): RunItem {
  return { key, name: file.name, blob: file, state: { kind: 'waiting' } };
}

function findWaiting(items: readonly RunItem[]): RunItem | undefined {
  return items.find(({ state }) => state.kind === 'waiting');
}

function refusedBy({ message: detail }: Error): ReadItem {
  const problem = { title: 'Couldn’t read this file', detail, isFailure: true };
  return { state: { kind: 'refused', problem } };
}

function answered(state: ItemState & { kind: 'asked' }, isWorkout: boolean): ItemState {
  const { file, entry, swapped, judged, own } = state;
  if (!isWorkout) return { kind: 'own', file, judged: own };
  return { kind: 'matched', file, entry, judged, moves: movesFor(entry, file.day, swapped) };
}

type ReadingContext = {
  getReader: () => RunReader;
  account: AccountReader;
  /** The items at this moment. */
  items: () => readonly RunItem[];
};

/** Reads a file, and matches it with the calendar and the files before it. */
async function readOne(
  blob: Blob,
  { getReader, account, items }: ReadingContext,
): Promise<ReadItem> {
  const reader = getReader();
  const reading = await reader.read(blob);
  if (!reading.ok) return { state: { kind: 'refused', problem: reading.problem } };
  const { file, timeOfDay, remarks } = reading;
  const context = contextOf(items());
  if (context.hashes.has(file.sourceId)) return { state: { kind: 'here', file } };

  const [{ entries, activities }, paceContext] = await Promise.all([
    account.monthOf(file.day),
    account.paces(),
  ]);
  // Garmin may have sent the same run.
  const isSame = ({ sourceId, startedAt }: Activity) =>
    sourceId === file.sourceId || Date.parse(startedAt) === Date.parse(file.startedAt);
  if (activities.some(isSame)) return { state: { kind: 'here', file } };
  const taken = new Set([...context.taken, ...takenBy(activities)]);
  const planned = candidatesOf(file.day, entries, taken, paceContext);
  const { units } = paceContext;
  const paces = paceContext.speeds?.trainingPaces ?? DEFAULT_TRAINING_PACES;
  const { own } = await reader.compare({ plans: [], paces, units });
  const { seconds, watch } = file;
  const recorded = { timeOfDay, seconds, watch, paceSeconds: own.paceSeconds };
  const candidates = listCandidates(recorded, await withFiles(planned, watch));
  const plans = candidates.map(({ plan }) => plan);
  const { withPlans } = await reader.compare({ plans, paces, units });
  const compared = candidates.flatMap((candidate, index) => {
    const judged = withPlans[index];
    return judged ? [{ ...candidate, judged }] : [];
  });
  return { state: choose(file, recorded, compared, { own, entries, taken }), remarks };
}

type MatchContext = { hashes: Set<string>; taken: Set<string> };

/** The files that are here already, and the workouts that they belong to. */
function contextOf(items: readonly RunItem[]): MatchContext {
  const found = items.flatMap(({ state }) => ('file' in state ? [state] : []));
  return {
    hashes: new Set(found.map(({ file }) => file.sourceId)),
    taken: new Set(found.flatMap((state) => (state.kind === 'matched' ? [state.entry.id] : []))),
  };
}

function choose(
  file: ReadFile,
  recorded: RecordedRun,
  compared: Parameters<typeof chooseMatch<CalendarEntry>>[1],
  { own, entries, taken }: { own: Judged; entries: CalendarEntry[]; taken: Set<string | null> },
): ItemState {
  const match = chooseMatch(recorded, compared);
  if (!match) return { kind: 'own', file, judged: own };
  const { kind, entry, judged } = match;
  if (kind === 'matched') return { kind, file, entry, judged };
  const swapped = findSwapped(entry, file.day, entries, taken);
  return { kind, file, entry, swapped, judged, own };
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
