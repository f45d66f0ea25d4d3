import type { DeliveryProblem } from '@pacewright/contract';
import type { GarminBody } from '@pacewright/delivery';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { JobRun } from '../../jobs/worker.ts';
import { BudgetExhausted, type CallBudget } from './call-budget.ts';
import {
  type Access,
  countSteps,
  type GarminClient,
  GarminFailure,
  isFailure,
  type RemoteWorkout,
} from './client.ts';
import { canSendWorkouts, findConnection, lockAthlete } from './connection-store.ts';
import { type Connections, NotConnected } from './connections.ts';
import * as store from './item-store.ts';
import {
  ENDED_LEASE,
  type ItemGroup,
  markGone,
  nextStep,
  type ScheduleItem,
  type Step,
  UNVERIFIED_REV,
  type WorkoutItem,
} from './items.ts';
import { DELIVER } from './job-definitions.ts';

type Dependencies = {
  db: Database;
  jobs: Pick<Jobs, 'add'>;
  connections: Connections;
  client: GarminClient;
  budget: Pick<CallBudget, 'pause' | 'countToday'>;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  now: () => Date;
};

/** Makes Garmin equal to an athlete's desired state, one request at a time, as far as it is due. */
export type Reconcile = (userId: string, run: JobRun) => Promise<void>;

/** Limits of one job; the rest stays due for the next. */
const MAX_MILLISECONDS = 120_000;
const MAX_WORKOUTS = 20;
const MAX_STEPS = 30;
/** Garmin is taken to be unavailable after this many failures. */
const MAX_FAILURES = 3;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const RETRY_DELAY = 10_000;
const MAX_RETRY_DELAY = 60 * MINUTE;
/** After a creation whose outcome is unknown. Each is a question to the athlete, so a pause costs less. */
const UNKNOWN_DELAY = 5 * MINUTE;
/** More than three days of attempts. Removals are tried once a day after that. */
export const MAX_ATTEMPTS = 80;
/** Refusals of an item that has failed this often, after so many calls, come from the athlete's daily limit. */
const DAILY_LIMIT = { attempts: 3, calls: 200 };

export function createReconciler(deps: Dependencies): Reconcile {
  const { db, jobs, now } = deps;
  return async (userId, run) => {
    const connection = await findConnection(db, userId);
    // Connecting again, or a new permission, causes another job.
    if (!connection || !canSendWorkouts(connection)) return;
    const due = await store.listDue(db, userId, { now: now(), limit: MAX_WORKOUTS });
    const end = now().getTime() + MAX_MILLISECONDS;
    const isStopping = () => run.isStopping() || now().getTime() >= end;
    const limited = { isStopping, isProbed: false };
    let failures = 0;
    for (const sourceId of due) {
      if (isStopping() || failures >= MAX_FAILURES) break;
      try {
        await reconcileGroup(deps, userId, sourceId, limited);
      } catch (error) {
        if (error instanceof NotConnected) return;
        if (!(error instanceof StepFailed)) throw error;
        failures += error.isForAll ? MAX_FAILURES : 1;
        const { until } = error;
        if (failures >= MAX_FAILURES) await store.postponeDue(db, userId, { now: now(), until });
      }
    }
    const startAfter = await store.findNextAttempt(db, userId);
    if (startAfter) await jobs.add(db, DELIVER, { userId }, { startAfter });
  };
}

/** Executes the steps of a workout and its schedules that are due. Throws StepFailed or NotConnected. */
async function reconcileGroup(
  { db, connections, client, budget, log, now }: Dependencies,
  userId: string,
  sourceId: string,
  run: JobRun & { isProbed: boolean },
): Promise<void> {
  let group = await store.findGroup(db, userId, sourceId);
  for (let steps = 0; steps < MAX_STEPS && !run.isStopping(); steps++) {
    const step = group && nextStep(group, now());
    // Due and leased by another worker: saving it makes it due when the lease ends.
    if (!step && steps === 0) await changeGroup(() => true);
    if (!step) return;
    const before = describe(group);
    try {
      await executeStep(step);
      group = await store.findGroup(db, userId, sourceId);
      // A step without an effect would loop forever.
      if (describe(group) === before && !run.isStopping()) throw new NoProgress(step.kind);
    } catch (error) {
      throw error instanceof NotConnected ? error : await recordFailure(step, error);
    }
  }

  async function executeStep(step: Step): Promise<void> {
    switch (step.kind) {
      case 'mark-unknown':
        await changeGroup(({ workout }) => {
          if (workout.lease !== step.item.lease || workout.remoteId) return false;
          return apply(workout, { error: 'answer-lost' });
        });
        return;
      case 'create':
        return create(step.item);
      case 'update':
        return update(step.item);
      case 'delete':
        return send(step.item, {
          request: (access) => client.deleteWorkout(access, String(step.item.remoteId)),
          succeed: (_item, current) => markGone(current),
          fail: (_item, { kind }, current) => kind === 'not-found' && markGone(current),
        });
      case 'look-up':
        return lookUp(step.item);
      case 'schedule':
        return schedule(step.item);
      case 'move':
        return move(step.item);
      case 'unschedule':
        return send(step.item, {
          request: (access) => client.deleteSchedule(access, String(step.item.remoteId)),
          succeed: (item) => apply(item, NOT_SCHEDULED),
          fail: (item, { kind }) => kind === 'not-found' && apply(item, NOT_SCHEDULED),
        });
    }
  }

  /** Changes the stored state. The change returns false to save nothing. */
  function changeGroup(change: (group: ItemGroup) => boolean): Promise<boolean> {
    return db.inTransaction(async (transaction) => {
      if (!(await lockAthlete(transaction, userId))) return false;
      const current = await store.findGroup(transaction, userId, sourceId);
      if (!current || !change(current)) return false;
      await store.saveGroup(transaction, userId, current, now());
      return true;
    });
  }

  /** Sets the back-off of a failed item, and of the rest of its group. */
  async function recordFailure({ kind, item }: Step, error: unknown): Promise<StepFailed> {
    const time = now();
    if (error instanceof BudgetExhausted) return new StepFailed(after(time, error), true);
    if (isFailure(error, 'not-permitted')) await connections.check(userId);
    const attempts = item.attempts + 1;
    const isRemoval = kind === 'delete' || kind === 'unschedule' || kind === 'look-up';
    const isRateLimited = isFailure(error, 'rate-limited');
    const isUnknown = isFailure(error, 'outcome-unknown');
    const isExhausted = attempts >= MAX_ATTEMPTS && !isRateLimited;
    const retry = isUnknown && kind === 'create' ? UNKNOWN_DELAY : retryDelay(attempts);
    let until = new Date(time.getTime() + (isExhausted && isRemoval ? DAY : retry));
    if (isRateLimited) {
      const isDaily =
        item.attempts >= DAILY_LIMIT.attempts &&
        (await budget.countToday(userId)) >= DAILY_LIMIT.calls;
      until = isDaily ? startOfTomorrow(time) : after(time, error);
      if (!isDaily) await budget.pause((until.getTime() - time.getTime()) / 1000);
    }
    const level = error instanceof GarminFailure ? 'warn' : 'error';
    log[level]({ userId, sourceId, step: kind, attempts, err: error }, 'step failed');

    await changeGroup(({ workout, schedules }) => {
      for (const other of [workout, ...schedules]) {
        if (other.nextAttemptAt && other.nextAttemptAt <= time) other.nextAttemptAt = until;
        if (other.id === item.id) other.attempts = attempts;
        if (other.id === item.id && isExhausted && !isRemoval) other.error = 'no-answer';
      }
      return true;
    });
    const isForAll = isFailure(error, 'not-permitted', 'unauthorized', 'misconfigured');
    return new StepFailed(until, isForAll || isRateLimited || isUnknown);
  }

  /**
   * Sends one request under a lease and applies its outcome. A failure that is not handled releases the lease
   * and is thrown. An item that was changed since the step was chosen is left alone.
   */
  async function send<Item extends WorkoutItem | ScheduleItem, Result>(
    item: Item,
    { request, succeed, fail }: Outcomes<Item, Result>,
  ): Promise<void> {
    const find = ({ workout, schedules }: ItemGroup): Item | undefined =>
      // Ids tell the kinds apart.
      [workout, ...schedules].find(({ id }) => id === item.id) as Item | undefined;
    let expected = item.lease;
    await connections.withAccessToken(userId, async (access) => {
      const lease = newId(now().getTime());
      const isLeased = await changeGroup((current) => {
        const found = find(current);
        const isSame =
          found?.lease === expected &&
          found?.desiredRev === item.desiredRev &&
          found.remoteId === item.remoteId;
        if (!found || !isSame) return false;
        if (found.kind === 'schedule' && !found.remoteId) found.remoteDay = found.day;
        found.lease = lease;
        return true;
      });
      if (!isLeased) return;
      const outcome = await request(access).then(
        (result) => ({ result }),
        (failure: unknown) => ({ failure }),
      );
      let isHandled = true;
      await changeGroup((current) => {
        const found = find(current);
        if (found?.lease !== lease) return false;
        Object.assign(found, { lease: undefined, nextAttemptAt: undefined });
        if ('result' in outcome) succeed(found, current, outcome.result);
        else {
          const { failure } = outcome;
          isHandled = failure instanceof GarminFailure && fail(found, failure, current, lease);
        }
        return true;
      });
      expected = undefined;
      if (!isHandled && 'failure' in outcome) throw outcome.failure;
    });
  }

  async function create(item: WorkoutItem): Promise<void> {
    const { desiredRev } = item;
    const body = await readBody(item);
    await probe();
    let id: string | undefined;
    await send(item, {
      request: (access) => client.createWorkout(access, body),
      succeed: (found, _current, remote) => {
        id = remote.id;
        apply(found, { remoteId: id, ownerId: remote.ownerId });
        if (found.error === 'answer-lost') found.error = undefined;
      },
      fail: (found, { kind, detail }, _current, lease) => {
        // Created or not: never sent again automatically, or the watch has it twice.
        if (kind === 'outcome-unknown') apply(found, { lease, error: 'answer-lost' });
        return kind === 'rejected' && reject(found, desiredRev, detail);
      },
    });
    // Without its steps the workout is not as desired, and an update follows.
    if (id !== undefined) await verify(id, { body, desiredRev, otherwise: undefined });
  }

  /** Makes sure that Garmin answers, before the first creation of a job that follows a lost response. */
  async function probe(): Promise<void> {
    if (run.isProbed || !(await store.hasUnknown(db, userId))) return;
    const today = now().toISOString().slice(0, 10);
    await connections.withAccessToken(userId, (access) => client.listSchedules(access, today));
    run.isProbed = true;
  }

  /** Reads back what Garmin has accepted. A worker that stops leaves it to the next, which sends it again. */
  async function verify(
    id: string,
    { body, desiredRev, otherwise }: Sent & { otherwise: DeliveryProblem | undefined },
  ): Promise<void> {
    if (run.isStopping()) return;
    const remote = await read(id);
    await changeGroup((current) => {
      const { workout } = current;
      if (workout.remoteId !== id) return false;
      if (!remote) return markGone(current, 'deleted-there');
      if (remote.steps !== countSteps(body.segments))
        return workout.desiredRev === desiredRev && apply(workout, { error: otherwise });
      const ownerId = remote.ownerId ?? workout.ownerId;
      return apply(workout, { remoteRev: desiredRev, sentAt: now(), ownerId });
    });
  }

  function read(id: string): Promise<RemoteWorkout | undefined> {
    return connections.withAccessToken(userId, (access) =>
      client.readWorkout(access, id).catch((error: unknown) => {
        if (isFailure(error, 'not-found')) return undefined;
        throw error;
      }),
    );
  }

  async function update(item: WorkoutItem): Promise<void> {
    const { desiredRev } = item;
    const isUnverified = item.remoteRev === UNVERIFIED_REV;
    const id = String(item.remoteId);
    const body = await readBody(item);
    const ownerId = item.ownerId ?? (await read(id))?.ownerId;
    let isAccepted = false;
    await send(item, {
      request: (access) => client.updateWorkout(access, { id, ownerId }, body),
      succeed: () => {
        isAccepted = true;
      },
      fail: (found, { kind, detail }, current) =>
        kind === 'not-found'
          ? markGone(current, isUnverified ? undefined : 'deleted-there')
          : kind === 'rejected' && reject(found, desiredRev, detail),
    });
    if (isAccepted) await verify(id, { body, desiredRev, otherwise: 'incomplete' });
  }

  async function readBody({ id }: WorkoutItem): Promise<GarminBody> {
    const body = await store.readBody(db, userId, id);
    if (!body) throw new Error('A workout without a body cannot be sent');
    return body;
  }

  async function schedule(item: ScheduleItem): Promise<void> {
    const { day, desiredRev } = item;
    await send(item, {
      request: async (access) =>
        client.createSchedule(access, { workoutId: await remoteWorkoutId(), day }),
      succeed: (found, _current, remoteId) => {
        apply(found, { remoteId, remoteRev: desiredRev });
        // The next step looks it up.
        if (!remoteId) found.lease = ENDED_LEASE;
      },
      fail: (found, { kind, detail }, current) => {
        if (kind === 'not-found') return markGone(current, 'deleted-there');
        // The next attempt looks it up, when Garmin has had time to finish.
        if (kind === 'outcome-unknown') found.lease = ENDED_LEASE;
        return kind === 'rejected' && reject(found, desiredRev, detail);
      },
    });
  }

  /** Finds out what became of a schedule whose response was lost, or had no id. */
  async function lookUp({ id, lease, remoteDay }: ScheduleItem): Promise<void> {
    const remoteId =
      remoteDay &&
      (await connections.withAccessToken(userId, (access) => findSchedule(access, remoteDay)));
    await changeGroup(({ schedules }) => {
      const found = schedules.find((other) => other.id === id);
      if (!found || found.lease !== lease || found.remoteId) return false;
      const acceptedRev = found.remoteRev;
      if (!remoteId) apply(found, NOT_SCHEDULED);
      // Requested again, it could be there twice.
      if (!remoteId && acceptedRev !== undefined)
        reject(found, acceptedRev, 'Garmin does not show it on that day');
      if (!remoteId) return true;
      const remoteRev = remoteDay === found.day ? found.desiredRev : undefined;
      return apply(found, { lease: undefined, remoteId, remoteRev });
    });
  }

  /** The schedule of this workout on a day that is not another entry's. */
  async function findSchedule(access: Access, day: string): Promise<string | undefined> {
    const current = await store.findGroup(db, userId, sourceId);
    const known = current?.schedules.map(({ remoteId }) => remoteId);
    const found = (await client.listSchedules(access, day)).find(
      (other) => other.workoutId === current?.workout.remoteId && !known?.includes(other.id),
    );
    return found?.id;
  }

  async function remoteWorkoutId(): Promise<string> {
    const current = await store.findGroup(db, userId, sourceId);
    if (!current?.workout.remoteId) throw new GarminFailure('not-found');
    return current.workout.remoteId;
  }

  async function move(item: ScheduleItem): Promise<void> {
    const { day, desiredRev } = item;
    const id = String(item.remoteId);
    await send(item, {
      request: async (access) =>
        client.updateSchedule(access, id, { workoutId: await remoteWorkoutId(), day }),
      succeed: (found) => apply(found, { remoteRev: desiredRev, remoteDay: day }),
      fail: (found, { kind, detail }) => {
        if (kind !== 'not-found') return kind === 'rejected' && reject(found, desiredRev, detail);
        // It may have been scheduled again under another id, which the next step looks up.
        return item.remoteRev === UNVERIFIED_REV
          ? apply(found, { ...NOT_SCHEDULED, lease: ENDED_LEASE, remoteDay: day })
          : apply(found, { ...NOT_SCHEDULED, error: 'deleted-there' });
      },
    });
  }
}

/** A body that was sent, and its revision. */
type Sent = { body: GarminBody; desiredRev: number };

/** The state of a group, for a comparison. A lease has moved its next attempt even if nothing else has changed. */
function describe(group: ItemGroup | undefined): string | undefined {
  return JSON.stringify(group, (key, value: unknown) =>
    key === 'nextAttemptAt' ? undefined : value,
  );
}

type Outcomes<Item, Result> = {
  request: (access: Access) => Promise<Result>;
  succeed: (item: Item, group: ItemGroup, result: Result) => unknown;
  /** Returns true if the failure is stored as the outcome. */
  fail: (item: Item, failure: GarminFailure, group: ItemGroup, lease: string) => boolean;
};

/** A step that left everything as it was. */
class NoProgress extends Error {
  override name = 'NoProgress';
}

/** A step that has been recorded as failed, and the time of the next attempt. */
class StepFailed extends Error {
  readonly until: Date;
  /** Other items of the athlete would fail too. */
  readonly isForAll: boolean;

  constructor(until: Date, isForAll: boolean) {
    super('Step failed');
    this.until = until;
    this.isForAll = isForAll;
  }
}

const NOT_SCHEDULED = {
  remoteId: undefined,
  remoteRev: undefined,
  remoteDay: undefined,
  lease: undefined,
  error: undefined,
};

function apply<Item extends object>(item: Item, changes: Partial<Item>): true {
  Object.assign(item, changes);
  return true;
}

/** Garmin does not accept this revision. A newer one is tried. */
function reject(item: WorkoutItem | ScheduleItem, rev: number, detail: string): true {
  if (item.desiredRev === rev) Object.assign(item, { error: 'rejected', detail });
  return true;
}

function retryDelay(attempts: number): number {
  const delay = Math.min(MAX_RETRY_DELAY, RETRY_DELAY * 2 ** (attempts - 1));
  return delay * (1 + Math.random() / 10);
}

/** Retry-After, or the next full minute, plus jitter. */
function after(time: Date, { retryAfterSeconds }: GarminFailure): Date {
  const wait = retryAfterSeconds ?? (MINUTE - (time.getTime() % MINUTE)) / 1000;
  return new Date(time.getTime() + wait * 1000 + Math.random() * 10_000);
}

function startOfTomorrow(time: Date): Date {
  return new Date(time.getTime() - (time.getTime() % DAY) + DAY);
}
