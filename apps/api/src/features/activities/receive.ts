import {
  chooseMatch,
  isComparable,
  judgeInParts,
  judgeOwn,
  listCandidates,
  metresOf,
  MATCH_DAYS,
  outlineOf,
  packTrace,
  type Plan,
  readRun,
  type Run,
  timeOfDayAt,
  unpackTrace,
} from '@pacewright/activity';
import {
  activityDetail,
  type AthletePaces,
  MAX_COMPARED_STEPS,
  MAX_TRACE_BYTES,
  type NewActivity,
  type TimeOfDay,
  timeOfDay,
} from '@pacewright/contract';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import type { Database, Db } from '../../db/database.ts';
import { inLockedTransaction } from '../../http/athlete-lock.ts';
import { withPauses } from '../../http/with-pauses.ts';
import * as store from './store.ts';

/** A run of a file without positions, as it is stored until it has its place on the calendar. */
const received = z.extend(
  z.pick(activityDetail, {
    day: true,
    startedAt: true,
    seconds: true,
    metres: true,
    outline: true,
    trace: true,
    watch: true,
  }),
  /** When it began. Undefined if the file does not say in which time zone. */
  { timeOfDay: z.optional(timeOfDay) },
);

export type ReceivedRun = z.infer<typeof received>;

export type ReceivedReading =
  /** The run second by second is more exact than its trace, and is not stored. */
  { ok: true; received: ReceivedRun; run: Run } | { ok: false; reason: string };

/** Reads the file of a watch on the server. */
export function readReceivedFile(bytes: Uint8Array): ReceivedReading {
  const reading = readRun(bytes);
  if (!reading.ok) return { ok: false, reason: reading.reason };
  const { run, startedAt, utcOffsetSeconds, watch } = reading;
  const trace = deflateRawSync(packTrace(run));
  if (trace.length > MAX_TRACE_BYTES) return { ok: false, reason: 'too-long' };
  const parsed = z.safeParse(received, {
    day: new Date((startedAt + (utcOffsetSeconds ?? 0)) * 1000).toISOString().slice(0, 10),
    timeOfDay:
      utcOffsetSeconds === undefined ? undefined : timeOfDayAt(startedAt + utcOffsetSeconds),
    startedAt: new Date(startedAt * 1000).toISOString(),
    seconds: run.seconds,
    metres: metresOf(run),
    outline: Buffer.from(outlineOf(run)).toString('base64'),
    trace: trace.toString('base64'),
    watch,
  });
  return parsed.success
    ? { ok: true, received: parsed.data, run }
    : { ok: false, reason: 'out-of-range' };
}

/** A planned workout of a day. */
export type PlannedEntry = {
  id: string;
  day: string;
  timeOfDay: TimeOfDay | null | undefined;
  isDone: boolean;
  /** Undefined for a script with mistakes, or without steps. */
  plan: Plan | undefined;
  /** The serial number that its file has on a watch. */
  workoutFile: number;
};

export type StoreOutcome = 'stored' | 'replaced' | 'known' | 'deleted' | 'full';

type Dependencies = {
  db: Database;
  now: () => Date;
  readPaces: (db: Db, userId: string) => Promise<AthletePaces>;
  listPlanned: (
    db: Db,
    userId: string,
    days: { from: string; to: string },
    paces: AthletePaces,
  ) => Promise<PlannedEntry[]>;
  /** Marks a calendar entry as done, in the same transaction. False if there is none. */
  completeEntry: (db: Db, userId: string, entryId: string, paces: AthletePaces) => Promise<boolean>;
};

export type ActivityReceiver = ReturnType<typeof createActivityReceiver>;

/** Stores runs that come from Garmin. Everything can be repeated. */
export function createActivityReceiver(deps: Dependencies) {
  const { db, now, readPaces, listPlanned, completeEntry } = deps;

  async function storeRun(
    userId: string,
    sourceId: string,
    value: unknown,
    exactRun?: Run,
  ): Promise<StoreOutcome> {
    // Already validated by readFile.
    const parsed = exactRun ? (value as ReceivedRun) : received.parse(value);
    const run = exactRun ?? unpackRun(parsed);
    // Compared before the transaction, because a comparison may take a second.
    const existing = await store.findFromGarmin(db, userId, sourceId);
    const paces = await readPaces(db, userId);
    const replacement = existing && (await judgeAgain(existing.json, parsed, run, paces));
    const { own, match } = await judge(userId, parsed, run, paces);
    const plain: NewActivity = {
      source: 'garmin',
      sourceId,
      ...parsed,
      ...own,
      entryId: null,
      effort: null,
      notes: '',
    };
    const outcome = await inLockedTransaction(db, userId, async (transaction) => {
      const entryId = match?.entry.id ?? null;
      const found = await store.findObstacles(transaction, userId, { ...plain, entryId });
      if (found.isDeleted) return 'deleted';
      if (found.isReceived) {
        const current = await store.findFromGarmin(transaction, userId, sourceId);
        if (current?.json !== existing?.json) return undefined;
        if (!replacement) return 'known';
        const { id, ...changed } = replacement;
        await store.replaceRecording(transaction, userId, id, changed);
        return 'replaced';
      }
      if (found.isKnown) return 'known';
      if (found.isFull) return 'full';
      const isFree = match && !found.isEntryTaken;
      if (isFree && (await completeEntry(transaction, userId, match.entry.id, paces)))
        await store.addActivity(transaction, userId, {
          ...plain,
          ...match.judged,
          entryId: match.entry.id,
        });
      else await store.addActivity(transaction, userId, plain);
      return 'stored';
    });
    // It came, or was changed, while this was comparing.
    return outcome ?? storeRun(userId, sourceId, value, exactRun);
  }

  async function judge(
    userId: string,
    { watch, day, timeOfDay: half }: ReceivedRun,
    run: Run,
    paces: AthletePaces,
  ) {
    const entries = await listPlanned(db, userId, daysAround(day), paces);
    const ids = entries.map(({ id }) => id);
    const taken = await store.listTakenEntries(db, userId, ids);
    const free = entries.filter(({ id }) => !taken.has(id));
    const planned = free.flatMap((entry) => plannedFor(day, entry));
    const own = judgeOwn(run, paces.trainingPaces);
    const { seconds } = run;
    const recorded = { timeOfDay: half, seconds, paceSeconds: own.paceSeconds, watch };
    const compared = [];
    for (const candidate of listCandidates(recorded, planned)) {
      const judging = judgeInParts(run, watch, candidate.plan, [], paces.paceUnits);
      compared.push({ ...candidate, judged: await withPauses(judging) });
    }
    const match = chooseMatch(recorded, compared);
    return {
      own,
      // The athlete is asked about the others where the run is shown.
      match: match?.kind === 'matched' ? match : undefined,
    };
  }

  return {
    readFile: readReceivedFile,
    storeRun,
    /** For a run that was deleted at Garmin. Returns whether there was one. */
    deleteRun: (userId: string, sourceId: string): Promise<boolean> =>
      inLockedTransaction(db, userId, async (transaction) => {
        return store.deleteFromGarmin(transaction, userId, sourceId, now());
      }),
    /** Whether a run is stored, from Garmin or by hand, or was deleted. */
    isKnown: async (userId: string, sourceId: string, startedAt: Date): Promise<boolean> =>
      (await store.isDeleted(db, userId, sourceId)) ||
      (await store.findFromGarmin(db, userId, sourceId)) !== undefined ||
      (await store.hasRunAt(db, userId, startedAt)),
  };
}

/** An entry that a run of this day may belong to. */
function plannedFor(day: string, { plan, workoutFile, ...entry }: PlannedEntry) {
  if (!plan || (entry.isDone && entry.day !== day)) return [];
  if (!isComparable(plan, MAX_COMPARED_STEPS)) return [];
  return [{ entry, plan, workoutFile, daysAway: daysBetween(day, entry.day) }];
}

/** Garmin sends a run again when its watch had more of it. Undefined if this is not more. */
async function judgeAgain(
  json: string,
  changed: ReceivedRun,
  run: Run,
  { paceUnits, trainingPaces }: AthletePaces,
) {
  const { id, seconds, comparison } = activityDetail.parse(JSON.parse(json));
  if (seconds >= changed.seconds) return undefined;
  const judged = comparison
    ? await withPauses(
        judgeInParts(run, changed.watch, comparison, comparison.corrections, paceUnits),
      )
    : judgeOwn(run, trainingPaces);
  return { id, ...changed, ...judged };
}

const DAY_MILLISECONDS = 24 * 3600 * 1000;

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS;
}

function daysAround(day: string): { from: string; to: string } {
  const at = (days: number) =>
    new Date(Date.parse(day) + days * DAY_MILLISECONDS).toISOString().slice(0, 10);
  return { from: at(-MATCH_DAYS), to: at(MATCH_DAYS) };
}

function unpackRun({ trace, seconds }: ReceivedRun): Run {
  const run = unpackTrace(inflateRawSync(Buffer.from(trace, 'base64')));
  if (run?.seconds !== seconds) throw new Error('The trace of a received run is not readable');
  return run;
}
