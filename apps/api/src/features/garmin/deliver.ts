import { writeGarmin } from '@pacewright/delivery';
import type { Database } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Attempt } from '../../jobs/work.ts';
import { countSteps, type FailureKind, type GarminClient, GarminFailure } from './client.ts';
import * as store from './delivery-store.ts';
import { DELIVER } from './job-kinds.ts';
import { type Links, NotLinked } from './links.ts';
import { canSendWorkouts, findLink } from './store.ts';

type Needs = {
  db: Database;
  jobs: Pick<Jobs, 'add'>;
  links: Links;
  client: GarminClient;
  now: () => Date;
};

/**
 * Brings Garmin to what an athlete wants there, one call after the other. Each call is written down before
 * it is made, so that whoever comes next knows of a call without an answer. Throws when it has to be tried again.
 */
export type Deliver = (userId: string, attempt: Attempt) => Promise<void>;

/** Workouts in one job. The rest is left to the next, so that no job takes too long. */
const MOST_WORKOUTS = 20;
/** Garmin is taken to be away after as many failures, and left alone. */
const MOST_FAILURES = 3;
const KEEP_JOURNAL_MILLISECONDS = 30 * 24 * 3600 * 1000;

export function createDeliver({ db, jobs, links, client, now }: Needs): Deliver {
  async function deliver(userId: string, attempt: Attempt): Promise<void> {
    await db.inTransaction((transaction) => store.awaitWishes(transaction, userId));
    const link = await findLink(db, userId);
    // Whoever connects again, or allows it, causes another job.
    if (!link || !canSendWorkouts(link)) return;

    await store.trimJournal(db, userId, new Date(now().getTime() - KEEP_JOURNAL_MILLISECONDS));
    const undone = await store.listUndone(db, userId, MOST_WORKOUTS + 1);
    const failed: string[] = [];
    let failure: GarminFailure | undefined;
    for (const workoutId of undone.slice(0, MOST_WORKOUTS)) {
      if (attempt.isStopping() || failed.length === MOST_FAILURES) break;
      try {
        await bring(userId, workoutId, attempt);
      } catch (error) {
        if (error instanceof NotLinked) return;
        if (!(error instanceof GarminFailure)) throw error;
        if (error.kind === 'too-many') return postpone(userId, error);
        if (error.kind === 'not-permitted') {
          // The next attempt finds what the athlete allows now.
          await links.check(userId);
          throw error;
        }
        failure = error;
        failed.push(workoutId);
      }
    }
    if (failure) {
      if (attempt.isLast) await store.giveUp(db, userId, failed);
      throw failure;
    }
    if (undone.length > MOST_WORKOUTS || attempt.isStopping())
      await jobs.add(db, DELIVER, { userId });
  }

  async function bring(userId: string, workoutId: string, attempt: Attempt): Promise<void> {
    while (!attempt.isStopping()) {
      const row = await store.findWorkout(db, userId, workoutId);
      const step = row && nextStep(row);
      if (!step) break;
      await take(userId, row, step);
    }
    await store.tidy(db, userId, workoutId);
  }

  async function take(userId: string, row: store.WorkoutRow, step: Step): Promise<void> {
    switch (step.kind) {
      case 'give-up-answer':
        return giveUpAnswer(userId, row, step.callId);
      case 'create':
        return create(userId, row);
      case 'update':
        return update(userId, row, step.garminId);
      case 'remove':
        return remove(userId, row, step.garminId);
      case 'look-up':
        return lookUp(userId, row, step.day, step.callId);
      case 'schedule':
        return schedule(userId, row, step.day, step.workout);
      case 'move':
        return move(userId, row, step.day, step.garminId, step.workout);
      case 'unschedule':
        return unschedule(userId, row, step.day, step.garminId);
    }
  }

  async function giveUpAnswer(
    userId: string,
    { workoutId }: store.WorkoutRow,
    callId: string,
  ): Promise<void> {
    await store.loseAnswer(db, userId, { workoutId, callId });
    await store.endCall(db, userId, { callId, outcome: 'unanswered', at: now() });
  }

  async function create(userId: string, row: store.WorkoutRow): Promise<void> {
    const { workoutId } = row;
    const made = await call(
      userId,
      { workoutId, action: 'create' },
      { callId: row.callId },
      ['unanswered', 'rejected'],
      (token) => client.createWorkout(token, bodyOf(row)),
    );
    const held = { workoutId, callId: made.callId };
    // Made, or not made. It is never made again by itself.
    if (made.failure?.kind === 'unanswered') return store.loseAnswer(db, userId, held);
    if (made.failure) return refuse(userId, row, made);
    await store.keepCreated(db, userId, held, made.answer);
    // Without its steps it is still not as wanted, and gets them by an update.
    await isThereInFull(userId, row, made.answer.garminId);
  }

  async function update(userId: string, row: store.WorkoutRow, garminId: string): Promise<void> {
    const { workoutId } = row;
    const ownerId = row.ownerId ?? (await read(userId, row, garminId))?.ownerId;
    if (ownerId === undefined) return;
    const updated = await call(
      userId,
      { workoutId, action: 'update' },
      { callId: row.callId },
      ['missing', 'rejected'],
      (token) => client.updateWorkout(token, { garminId, ownerId }, bodyOf(row)),
    );
    if (updated.failure?.kind === 'missing')
      return store.markGone(db, userId, workoutId, 'deleted-there');
    if (updated.failure) return refuse(userId, row, updated);
    await store.release(db, userId, { workoutId, callId: updated.callId });
    if (!(await isThereInFull(userId, row, garminId)))
      await store.markProblem(db, userId, row, 'incomplete');
  }

  async function refuse(
    userId: string,
    row: store.WorkoutRow,
    { callId, failure }: { callId: string; failure: GarminFailure },
  ): Promise<void> {
    await store.markProblem(db, userId, row, 'rejected', failure.note);
    await store.release(db, userId, { workoutId: row.workoutId, callId });
  }

  /** Garmin was seen to take a workout and to keep none of its steps. */
  async function isThereInFull(
    userId: string,
    row: store.WorkoutRow,
    garminId: string,
  ): Promise<boolean> {
    const found = await read(userId, row, garminId);
    const steps = bodyOf(row).segments.reduce((sum, segment) => sum + countSteps(segment.steps), 0);
    if (found && found.steps !== steps) return false;
    if (found) await store.markSent(db, userId, row, { ownerId: found.ownerId, at: now() });
    return true;
  }

  /** Reads a workout back. Deleted there, it is marked so. */
  async function read(userId: string, { workoutId }: store.WorkoutRow, garminId: string) {
    const found = await call(
      userId,
      { workoutId, action: 'read' },
      undefined,
      ['missing'],
      (token) => client.readWorkout(token, garminId),
    );
    if (found.failure) await store.markGone(db, userId, workoutId, 'deleted-there');
    return found.answer;
  }

  async function remove(userId: string, row: store.WorkoutRow, garminId: string): Promise<void> {
    const { workoutId, callId } = row;
    await call(userId, { workoutId, action: 'remove' }, { callId }, ['missing'], (token) =>
      client.deleteWorkout(token, garminId),
    );
    await store.markGone(db, userId, workoutId, undefined);
  }

  async function schedule(
    userId: string,
    row: store.WorkoutRow,
    { entryId, day, callId }: store.DayRow,
    garminWorkoutId: string,
  ): Promise<void> {
    const { workoutId } = row;
    const made = await call(
      userId,
      { workoutId, entryId, action: 'schedule' },
      { callId, day },
      ['unanswered', 'missing', 'rejected'],
      (token) => client.createSchedule(token, { workoutId: garminWorkoutId, day }),
    );
    const held = { entryId, callId: made.callId };
    const { failure } = made;
    // Looked up the next time, when Garmin has had time to finish.
    if (failure?.kind === 'unanswered') throw failure;
    if (failure?.kind === 'missing') return store.markGone(db, userId, workoutId, 'deleted-there');
    const garminId = failure ? undefined : (made.answer ?? (await find(userId, row, { day })));
    await store.keepDay(
      db,
      userId,
      held,
      garminId
        ? { garminId, sentDay: day }
        : { problem: 'rejected', detail: failure?.note ?? 'Garmin does not show it on that day' },
    );
  }

  /** Finds out what became of a schedule whose answer was lost. */
  async function lookUp(
    userId: string,
    row: store.WorkoutRow,
    { entryId, sentDay }: store.DayRow,
    callId: string,
  ): Promise<void> {
    const garminId = sentDay && (await find(userId, row, { day: sentDay }));
    await store.keepDay(db, userId, { entryId, callId }, garminId ? { garminId, sentDay } : {});
  }

  /** The schedule of this workout on a day that is not another entry's. */
  async function find(
    userId: string,
    row: store.WorkoutRow,
    { day }: { day: string },
  ): Promise<string | undefined> {
    const known = row.days.map(({ garminId }) => garminId);
    const { answer = [] } = await call(
      userId,
      { workoutId: row.workoutId, action: 'look-up' },
      undefined,
      [],
      (token) => client.listSchedules(token, day),
    );
    return answer.find(
      ({ garminId, workoutId }) => workoutId === row.garminId && !known.includes(garminId),
    )?.garminId;
  }

  async function move(
    userId: string,
    { workoutId }: store.WorkoutRow,
    { entryId, day, sentDay, callId }: store.DayRow,
    garminId: string,
    garminWorkoutId: string,
  ): Promise<void> {
    const moved = await call(
      userId,
      { workoutId, entryId, action: 'move' },
      { callId },
      ['missing', 'rejected'],
      (token) => client.updateSchedule(token, garminId, { workoutId: garminWorkoutId, day }),
    );
    const held = { entryId, callId: moved.callId };
    if (moved.failure?.kind === 'missing')
      await store.keepDay(db, userId, held, { problem: 'deleted-there' });
    else if (moved.failure)
      await store.keepDay(db, userId, held, {
        garminId,
        sentDay,
        problem: 'rejected',
        detail: moved.failure.note,
      });
    else await store.keepDay(db, userId, held, { garminId, sentDay: day });
  }

  async function unschedule(
    userId: string,
    { workoutId }: store.WorkoutRow,
    { entryId, callId }: store.DayRow,
    garminId: string,
  ): Promise<void> {
    const about = { workoutId, entryId, action: 'unschedule' } as const;
    const gone = await call(userId, about, { callId }, ['missing'], (token) =>
      client.deleteSchedule(token, garminId),
    );
    await store.keepDay(db, userId, { entryId, callId: gone.callId }, {});
  }

  /**
   * Makes one call. What it changes is held for it, until its answer is kept; a failure that is not
   * handled by the caller lets go of it and is thrown.
   */
  async function call<T>(
    userId: string,
    about: store.Call,
    hold: store.Hold | undefined,
    handled: readonly FailureKind[],
    ask: (accessToken: string) => Promise<T>,
  ): Promise<Called<T>> {
    let holder = hold?.callId;
    return links.withAccess(userId, async (accessToken) => {
      const callId = newId(now().getTime());
      const begun = { ...about, callId, at: now() };
      const isMine = await db.inTransaction((transaction) =>
        store.beginCall(transaction, userId, begun, hold && { ...hold, callId: holder }),
      );
      if (!isMine) throw new Error('Another job is at the same workout');
      holder = undefined;
      let answer: T;
      try {
        answer = await ask(accessToken);
      } catch (error) {
        if (!(error instanceof GarminFailure)) throw error;
        await store.endCall(db, userId, { callId, outcome: error.kind, at: now() });
        if (handled.includes(error.kind)) return { callId, failure: error };
        if (hold) await store.release(db, userId, { ...about, callId });
        throw error;
      }
      await store.endCall(db, userId, { callId, outcome: 'accepted', at: now() });
      return { callId, answer };
    });
  }

  /** Garmin does not say whether it is too much for a minute or for the day. */
  async function postpone(userId: string, { retryAfterSeconds }: GarminFailure): Promise<void> {
    const time = now().getTime();
    const today = time - (time % DAY);
    const [calls, refusals] = await Promise.all([
      store.countCalls(db, userId, { since: new Date(today) }),
      store.countCalls(db, userId, { since: new Date(time - 10 * MINUTE), outcome: 'too-many' }),
    ]);
    const isForToday = calls >= LOWEST_DAILY_LIMIT && refusals >= 3;
    const nextMinute = time - (time % MINUTE) + MINUTE;
    const wait =
      retryAfterSeconds === undefined
        ? (isForToday ? today + DAY : nextMinute) - time
        : retryAfterSeconds * 1000;
    // Not everybody at once.
    const notBefore = new Date(time + wait + Math.random() * 10_000);
    await jobs.add(db, DELIVER, { userId }, { notBefore });
  }

  return deliver;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Calls a day for one athlete: with an evaluation key. A production key has more. */
const LOWEST_DAILY_LIMIT = 200;

type Called<T> =
  | { callId: string; answer: T; failure?: undefined }
  | { callId: string; answer?: undefined; failure: GarminFailure };

type Step =
  | { kind: 'give-up-answer'; callId: string }
  | { kind: 'create' }
  | { kind: 'update' | 'remove'; garminId: string }
  | { kind: 'look-up'; day: store.DayRow; callId: string }
  | { kind: 'schedule'; day: store.DayRow; workout: string }
  | { kind: 'move'; day: store.DayRow; garminId: string; workout: string }
  | { kind: 'unschedule'; day: store.DayRow; garminId: string };

/** The next thing to do for Garmin to have what is wanted. What is taken off goes days first. */
function nextStep(row: store.WorkoutRow): Step | undefined {
  const { garminId, callId, problem, days } = row;
  const isWanted = row.isInLibrary && (row.isWanted || days.some((day) => day.isWanted));

  // Only its creation holds a workout that has no id, and whoever made that call is no longer there.
  if (callId && !garminId && problem !== 'answer-lost') return { kind: 'give-up-answer', callId };
  for (const day of days) {
    if (day.callId && !day.garminId) return { kind: 'look-up', day, callId: day.callId };
    if (day.garminId && !(isWanted && day.isWanted))
      return { kind: 'unschedule', day, garminId: day.garminId };
  }
  if (!isWanted) return garminId ? { kind: 'remove', garminId } : undefined;
  if (!garminId) return problem ? undefined : { kind: 'create' };
  if (!problem && !row.sentHash?.equals(row.content.hash)) return { kind: 'update', garminId };
  for (const day of days) {
    if (!day.isWanted || day.problem) continue;
    if (!day.garminId) return { kind: 'schedule', day, workout: garminId };
    if (day.sentDay !== day.day)
      return { kind: 'move', day, garminId: day.garminId, workout: garminId };
  }
  return undefined;
}

function bodyOf({ content }: store.WorkoutRow) {
  const written = writeGarmin(content, content.paces);
  // It could be written when it was taken, and is the same since.
  if (!written.ok) throw new Error(`A workout that was sent cannot be written: ${written.reason}`);
  return written.body;
}
