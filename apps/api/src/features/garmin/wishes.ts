import { createHash } from 'node:crypto';
import type { DeliveryProblem, GarminDelivery } from '@pacewright/contract';
import { writeGarmin } from '@pacewright/delivery';
import type { AthleteSpeeds } from '@pacewright/script';
import type { Db } from '../../db/database.ts';
import { Problem } from '../../http/problem.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import * as store from './delivery-store.ts';
import { DELIVER } from './job-kinds.ts';
import { canSendWorkouts, findLink, type Link } from './store.ts';

type Needs = {
  jobs: Pick<Jobs, 'add'>;
  readSpeeds: (db: Db, userId: string) => Promise<AthleteSpeeds>;
};

type Wish = (db: Db, userId: string, id: string) => Promise<void>;

/**
 * What an athlete wants at Garmin, written down in the transaction that makes them want it. The worker
 * brings Garmin to it; see deliver.ts.
 */
export type Wishes = {
  /** Throws a Problem when there is no link, no permission, no workout, or one that cannot go. */
  sendWorkout: Wish;
  removeWorkout: Wish;
  /** Returns the entry's workout. Throws as sendWorkout does. */
  scheduleEntry: (db: Db, userId: string, entryId: string) => Promise<string>;
  unscheduleEntry: Wish;
  /** Follows what became of a workout in the library: changed, deleted or restored. */
  followWorkout: Wish;
  /** Follows what became of an entry in the calendar: moved or removed. */
  followEntry: Wish;
  settle: (
    db: Db,
    userId: string,
    workoutId: string,
    choice: 'send-again' | 'it-is-there' | 'forget',
  ) => Promise<void>;
  /** How workouts stand at Garmin, each followed by its days. */
  listDeliveries: (
    db: Db,
    userId: string,
    of: { workoutId: string } | { from: string; to: string },
  ) => Promise<GarminDelivery[]>;
};

export function createWishes({ jobs, readSpeeds }: Needs): Wishes {
  async function wake(db: Db, userId: string): Promise<void> {
    await store.holdWorker(db, userId);
    await jobs.add(db, DELIVER, { userId });
  }

  async function want(
    db: Db,
    userId: string,
    workoutId: string,
    { isForItself }: { isForItself: boolean },
  ): Promise<void> {
    const { garminUserId } = requireLink(await findLink(db, userId));
    const workout = await store.lockLibraryWorkout(db, userId, workoutId);
    if (!workout) throw missing('This workout is not in your library. It may have been deleted');
    const frozen = freeze(workout, await readSpeeds(db, userId));
    if ('unsendable' in frozen) throw unsendable(frozen.unsendable);
    const { content } = frozen;
    await store.wantWorkout(db, userId, workoutId, { garminUserId, isForItself, content });
  }

  async function sendWorkout(db: Db, userId: string, workoutId: string): Promise<void> {
    await want(db, userId, workoutId, { isForItself: true });
    await wake(db, userId);
  }

  async function scheduleEntry(db: Db, userId: string, entryId: string): Promise<string> {
    const entry = await store.lockEntry(db, userId, entryId);
    if (!entry) throw missing('This is no longer in your calendar, or it is done');
    await want(db, userId, entry.workoutId, { isForItself: false });
    await store.wantDay(db, userId, { entryId, ...entry });
    await wake(db, userId);
    return entry.workoutId;
  }

  async function followWorkout(db: Db, userId: string, workoutId: string): Promise<void> {
    const wanted = await store.findWanted(db, userId, workoutId);
    if (!wanted) return;
    const workout = await store.lockLibraryWorkout(db, userId, workoutId);
    const isSame = workout?.title === wanted.title && workout.script === wanted.script;
    if (workout && (!isSame || wanted.isUnsendable)) {
      const frozen = freeze(workout, await readSpeeds(db, userId));
      await store.changeContent(db, userId, workoutId, frozen);
    }
    await wake(db, userId);
  }

  async function followEntry(db: Db, userId: string, entryId: string): Promise<void> {
    const day = await store.findEntryDay(db, userId, entryId);
    const isFollowed =
      day === undefined
        ? await store.unwantDay(db, userId, entryId)
        : await store.moveDay(db, userId, entryId, day);
    if (isFollowed) await wake(db, userId);
  }

  async function settle(
    db: Db,
    userId: string,
    workoutId: string,
    choice: 'send-again' | 'it-is-there' | 'forget',
  ): Promise<void> {
    const isSettled = await store.settle(db, userId, workoutId, choice);
    if (!isSettled || choice !== 'send-again') return;
    await want(db, userId, workoutId, { isForItself: false });
    await wake(db, userId);
  }

  async function listDeliveries(
    db: Db,
    userId: string,
    of: { workoutId: string } | { from: string; to: string },
  ): Promise<GarminDelivery[]> {
    const link = await findLink(db, userId);
    if (!link) return [];
    const ids =
      'workoutId' in of ? [of.workoutId] : await store.listWorkoutIdsOfDays(db, userId, of);
    const rows = ids.length > 0 ? await store.listWorkouts(db, userId, ids) : [];
    const speeds = rows.length > 0 ? await readSpeeds(db, userId) : undefined;
    return rows.flatMap((row) => {
      const pacesChanged = speeds !== undefined && areChanged(row, speeds);
      const days = row.days.map((day) => dayDelivery(row, day, link, pacesChanged));
      if (!('workoutId' in of))
        return days.filter(({ day }) => day !== null && day >= of.from && day <= of.to);
      return [workoutDelivery(row, link, pacesChanged), ...days];
    });
  }

  return {
    sendWorkout,
    removeWorkout: async (db, userId, workoutId) => {
      if (await store.unwantWorkout(db, userId, workoutId)) await wake(db, userId);
    },
    scheduleEntry,
    unscheduleEntry: async (db, userId, entryId) => {
      if (await store.unwantDay(db, userId, entryId)) await wake(db, userId);
    },
    followWorkout,
    followEntry,
    settle,
    listDeliveries,
  };
}

function requireLink(link: Link | undefined): Link {
  if (!link?.tokens) throw new Problem('GARMIN_NOT_CONNECTED');
  if (!canSendWorkouts(link)) throw new Problem('GARMIN_NOT_PERMITTED');
  return link;
}

/** Takes a workout as it is now, in the paces of now. */
function freeze(
  { title, script }: { title: string; script: string },
  { trainingPaces, vdot }: AthleteSpeeds,
): { content: store.Content } | { unsendable: string } {
  const paces = { trainingPaces, vdot };
  const written = writeGarmin({ title, script }, paces);
  if (!written.ok) return { unsendable: written.reason };
  const hash = createHash('sha256').update(JSON.stringify(written.body)).digest();
  return { content: { title, script, paces, hash } };
}

/** Whether the paces of now would make another workout of what is at Garmin. */
function areChanged({ content, sentHash }: store.WorkoutRow, speeds: AthleteSpeeds): boolean {
  if (!sentHash) return false;
  const now = freeze(content, speeds);
  return 'content' in now && !now.content.hash.equals(content.hash);
}

type Standing = Pick<GarminDelivery, 'state' | 'problem' | 'detail'>;

function workoutDelivery(row: store.WorkoutRow, link: Link, pacesChanged: boolean): GarminDelivery {
  return {
    workoutId: row.workoutId,
    entryId: null,
    day: null,
    ...standingOf(row, link),
    paces: row.content.paces,
    pacesChanged,
    sentAt: row.sentAt?.toISOString() ?? null,
  };
}

function dayDelivery(
  row: store.WorkoutRow,
  day: store.DayRow,
  link: Link,
  pacesChanged: boolean,
): GarminDelivery {
  return {
    workoutId: row.workoutId,
    entryId: day.entryId,
    day: day.day,
    ...standingOfDay(row, day, link),
    paces: row.content.paces,
    pacesChanged,
    sentAt: row.sentAt?.toISOString() ?? null,
  };
}

function standingOf(row: store.WorkoutRow, link: Link): Standing {
  const { problem, detail, callId, content, sentHash } = row;
  const isWanted = row.isWanted || row.days.some((day) => day.isWanted);
  if (problem === 'answer-lost') return stuck('unknown', problem, detail);
  if (!isWanted || !row.isInLibrary) return held(link, 'leaving');
  if (problem === 'not-followed') return stuck('sent', problem, detail);
  if (problem === 'deleted-there') return stuck('removed', problem, detail);
  if (problem) return stuck('failed', problem, detail);
  if (sentHash?.equals(content.hash)) return { state: 'sent', problem: null, detail: null };
  return held(link, callId ? 'sending' : 'waiting');
}

/** A day stands no better than its workout. */
function standingOfDay(row: store.WorkoutRow, day: store.DayRow, link: Link): Standing {
  if (!day.isWanted || !row.isInLibrary) return held(link, 'leaving');
  if (!row.garminId && row.problem === 'not-followed')
    return stuck('failed', row.problem, row.detail);
  const workout = standingOf(row, link);
  if (workout.state !== 'sent') return workout;
  if (day.problem === 'deleted-there') return stuck('removed', day.problem, day.detail);
  if (day.problem) return stuck('failed', day.problem, day.detail);
  if (day.garminId && day.sentDay === day.day) return workout;
  return held(link, day.callId ? 'sending' : 'waiting');
}

function stuck(
  state: 'unknown' | 'sent' | 'removed' | 'failed',
  problem: DeliveryProblem,
  detail = '',
): Standing {
  return { state, problem, detail: detail === '' ? null : detail };
}

/** On its way, unless the link does not let it go. It goes on by itself once the link does. */
function held(link: Link, state: 'waiting' | 'sending' | 'leaving'): Standing {
  if (!link.tokens) return stuck('failed', 'not-connected');
  if (!canSendWorkouts(link)) return stuck('failed', 'not-permitted');
  return { state, problem: null, detail: null };
}

function missing(detail: string): Problem {
  return new Problem('NOT_FOUND', { detail });
}

function unsendable(reason: string): Problem {
  return new Problem('NOT_ACCEPTED', {
    detail: reason,
    errors: [{ at: '/workout/script', message: reason }],
  });
}
