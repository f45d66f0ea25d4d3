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
import { canSendWorkouts, findConnection } from './connection-store.ts';
import { type Connections, NotConnected } from './connections.ts';
import * as store from './item-store.ts';
import {
  type ItemGroup,
  markGone,
  nextStep,
  type ScheduleItem,
  type Step,
  type WorkoutItem,
} from './items.ts';
import { DELIVER } from './job-definitions.ts';

type Deps = {
  db: Database;
  jobs: Pick<Jobs, 'add'>;
  connections: Connections;
  client: GarminClient;
  budget: Pick<CallBudget, 'pause'>;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  now: () => Date;
};

/** Makes Garmin equal to an athlete's desired state, one request at a time, as far as it is due. */
export type Reconcile = (userId: string, run: Pick<JobRun, 'isStopping'>) => Promise<void>;

/** A step that left everything as it was would be repeated forever. */
class NoProgress extends Error {
  override name = 'NoProgress';
}

/** Limits of one job; what is left is due for the next. */
const MAX_WORKOUTS = 20;
const MAX_STEPS = 30;
/** Garmin is taken to be unavailable after this many failures. */
const MAX_FAILURES = 3;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const RETRY_DELAY = 10_000;
const MAX_RETRY_DELAY = 60 * MINUTE;
/** More than three days of attempts. Removals are tried once a day after that. */
export const MAX_ATTEMPTS = 80;
/** This many refusals of one item in a row come from the athlete's daily limit. */
const MAX_RATE_LIMITED = 3;

export function createReconciler(deps: Deps): Reconcile {
  const { db, jobs, connections, client, budget, log, now } = deps;

  async function reconcileAthlete(userId: string, run: Pick<JobRun, 'isStopping'>): Promise<void> {
    const connection = await findConnection(db, userId);
    // Connecting again, or a new permission, causes another job.
    if (!connection || !canSendWorkouts(connection)) return;
    const due = await store.listDue(db, userId, { now: now(), limit: MAX_WORKOUTS });
    let failures = 0;
    for (const workoutId of due) {
      if (run.isStopping() || failures === MAX_FAILURES) break;
      try {
        await reconcileWorkout(userId, workoutId, run);
      } catch (error) {
        if (error instanceof NotConnected) return;
        if (!(error instanceof StepFailed)) throw error;
        if (error.isForAll) failures = MAX_FAILURES;
        else failures++;
        if (failures === MAX_FAILURES) await postponeDue(userId, error.until);
      }
    }
    const nextAttemptAt = await store.findNextAttempt(db, userId);
    if (nextAttemptAt) await jobs.add(db, DELIVER, { userId }, { startAfter: nextAttemptAt });
  }

  async function postponeDue(userId: string, until: Date): Promise<void> {
    await db.inTransaction(async (transaction) => {
      await store.lockItems(transaction, userId);
      await store.postponeDue(transaction, userId, { now: now(), until });
    });
  }

  async function reconcileWorkout(
    userId: string,
    workoutId: string,
    run: Pick<JobRun, 'isStopping'>,
  ): Promise<void> {
    let group = await store.findGroup(db, userId, workoutId);
    for (let steps = 0; steps < MAX_STEPS && !run.isStopping(); steps++) {
      const step = group && nextStep(group, now());
      if (!group || !step) return;
      const before = JSON.stringify(group);
      try {
        await executeStep(userId, workoutId, step, run);
        group = await store.findGroup(db, userId, workoutId);
        if (JSON.stringify(group) === before) throw new NoProgress(step.kind);
      } catch (error) {
        throw error instanceof NotConnected
          ? error
          : await recordFailure(userId, workoutId, step, error);
      }
    }
  }

  /** Runs a change of the stored state alone; the change returns false to save nothing. */
  async function changeGroup(
    userId: string,
    workoutId: string,
    change: (group: ItemGroup) => boolean,
  ): Promise<boolean> {
    return db.inTransaction(async (transaction) => {
      await store.lockItems(transaction, userId);
      const group = await store.findGroup(transaction, userId, workoutId);
      if (!group || !change(group)) return false;
      await store.saveGroup(transaction, userId, group, now());
      return true;
    });
  }

  /** Sets the back-off of a failed item, and of the rest of its group. */
  async function recordFailure(
    userId: string,
    workoutId: string,
    { kind, item: { id, attempts } }: Step,
    error: unknown,
  ): Promise<StepFailed> {
    const time = now();
    if (error instanceof BudgetExhausted) return new StepFailed(after(time, error), true);
    if (isFailure(error, 'not-permitted')) await connections.check(userId);
    let until = new Date(time.getTime() + retryDelay(attempts));
    if (isFailure(error, 'rate-limited')) {
      until = attempts < MAX_RATE_LIMITED ? after(time, error) : startOfTomorrow(time);
      const seconds = (until.getTime() - time.getTime()) / 1000;
      if (attempts < MAX_RATE_LIMITED) await budget.pause(seconds);
    }
    const isRemoval = kind === 'delete' || kind === 'unschedule' || kind === 'look-up';
    const isExhausted = attempts + 1 >= MAX_ATTEMPTS && !isFailure(error, 'rate-limited');
    if (isExhausted && isRemoval) until = new Date(time.getTime() + DAY);
    const level = error instanceof GarminFailure ? 'warn' : 'error';
    log[level](
      { userId, workoutId, step: kind, attempts: attempts + 1, err: error },
      'step failed',
    );

    await changeGroup(userId, workoutId, (group) => {
      const items = [group.workout, ...group.schedules];
      for (const other of items)
        if (other.nextAttemptAt && other.nextAttemptAt <= time) other.nextAttemptAt = until;
      const failed = items.find((other) => other.id === id);
      if (failed) failed.attempts++;
      if (failed && isExhausted && !isRemoval) failed.error = 'no-answer';
      return true;
    });
    const isForAll = isFailure(
      error,
      'rate-limited',
      'not-permitted',
      'unauthorized',
      'misconfigured',
    );
    return new StepFailed(until, isForAll);
  }

  async function executeStep(
    userId: string,
    workoutId: string,
    step: Step,
    run: Pick<JobRun, 'isStopping'>,
  ): Promise<void> {
    switch (step.kind) {
      case 'mark-unknown':
        await changeGroup(userId, workoutId, ({ workout }) => {
          if (workout.lease !== step.item.lease || workout.remoteId) return false;
          workout.error = 'answer-lost';
          return true;
        });
        return;
      case 'create':
        return create(userId, step.item, run);
      case 'update':
        return update(userId, step.item);
      case 'delete':
        return send(userId, workoutId, step.item, {
          request: (access) => client.deleteWorkout(access, String(step.item.remoteId)),
          succeed: (group) => markGone(group),
          fail: (group, _item, { kind }) => kind === 'not-found' && apply(() => markGone(group)),
        });
      case 'look-up':
        return lookUp(userId, workoutId, step.item);
      case 'schedule':
        return schedule(userId, workoutId, step.item);
      case 'move':
        return move(userId, workoutId, step.item);
      case 'unschedule':
        return send(userId, workoutId, step.item, {
          request: (access) => client.deleteSchedule(access, String(step.item.remoteId)),
          succeed: (_group, item) => clearRemote(item),
          fail: (_group, item, { kind }) => kind === 'not-found' && apply(() => clearRemote(item)),
        });
    }
  }

  /**
   * Sends a request under a lease and applies its outcome. A failure that is not handled releases the lease
   * and is thrown. An item that was changed since the step was chosen is left alone.
   */
  async function send<Item extends WorkoutItem | ScheduleItem, Result>(
    userId: string,
    workoutId: string,
    item: Item,
    { request, succeed, fail }: SendOptions<Item, Result>,
  ): Promise<void> {
    const find = (group: ItemGroup): Item | undefined =>
      // Ids tell the kinds apart.
      [group.workout, ...group.schedules].find(({ id }) => id === item.id) as Item | undefined;
    let expected = item.lease;
    await connections.withAccessToken(userId, async (access) => {
      const lease = newId(now().getTime());
      const isLeased = await changeGroup(userId, workoutId, (group) => {
        const current = find(group);
        const isSame =
          current?.lease === expected &&
          current?.desiredRev === item.desiredRev &&
          current.remoteId === item.remoteId;
        if (!current || !isSame) return false;
        current.lease = lease;
        if (current.kind === 'schedule' && !current.remoteId) current.remoteDay = current.day;
        return true;
      });
      if (!isLeased) return;

      let failure: unknown;
      let result: Result | undefined;
      try {
        result = await request(access);
      } catch (error) {
        failure = error;
      }
      let isHandled = true;
      await changeGroup(userId, workoutId, (group) => {
        const current = find(group);
        if (current?.lease !== lease) return false;
        current.lease = undefined;
        if (failure === undefined) succeed(group, current, result as Result);
        else {
          isHandled = failure instanceof GarminFailure && fail(group, current, failure, lease);
          if (!isHandled && current.kind === 'schedule' && !current.remoteId && !current.lease)
            current.remoteDay = undefined;
        }
        return true;
      });
      expected = undefined;
      if (!isHandled) throw failure;
    });
  }

  async function create(
    userId: string,
    item: WorkoutItem,
    run: Pick<JobRun, 'isStopping'>,
  ): Promise<void> {
    const { id: workoutId, desiredRev } = item;
    const body = await readBody(userId, workoutId);
    let created: RemoteWorkout | undefined;
    await send(userId, workoutId, item, {
      request: (access) => client.createWorkout(access, body),
      succeed: (_group, current, remote: RemoteWorkout) => {
        created = remote;
        Object.assign(current, { remoteId: remote.id, ownerId: remote.ownerId });
        if (current.error === 'answer-lost') current.error = undefined;
      },
      fail: (_group, current, { kind, detail }, lease) => {
        // Created or not: never sent again automatically, or the watch has it twice.
        if (kind === 'outcome-unknown')
          return apply(() => Object.assign(current, { lease, error: 'answer-lost' }));
        return kind === 'rejected' && reject(current, desiredRev, detail);
      },
    });
    if (!created || run.isStopping()) return;
    const { id } = created;
    try {
      const remote = await connections.withAccessToken(userId, (access) =>
        client.readWorkout(access, id),
      );
      await changeGroup(userId, workoutId, ({ workout }) => {
        // Without its steps the workout is not as desired, and an update follows.
        if (workout.remoteId !== id || remote.steps !== countSteps(body.segments)) return false;
        return apply(() => markSent(workout, remote, desiredRev, now()));
      });
    } catch (error) {
      if (!isFailure(error, 'not-found')) throw error;
      await changeGroup(userId, workoutId, (group) =>
        apply(() => markGone(group, 'deleted-there')),
      );
    }
  }

  async function update(userId: string, item: WorkoutItem): Promise<void> {
    const { id: workoutId, desiredRev } = item;
    const id = String(item.remoteId);
    const body = await readBody(userId, workoutId);
    await send(userId, workoutId, item, {
      request: async (access) => {
        const ownerId = item.ownerId ?? (await client.readWorkout(access, id)).ownerId;
        await client.updateWorkout(access, { id, ownerId }, body);
        return client.readWorkout(access, id);
      },
      succeed: (_group, current, remote: RemoteWorkout) => {
        if (remote.steps === countSteps(body.segments))
          markSent(current, remote, desiredRev, now());
        else if (current.desiredRev === desiredRev) current.error = 'incomplete';
      },
      fail: (group, current, { kind, detail }) => {
        if (kind === 'not-found') return apply(() => markGone(group, 'deleted-there'));
        return kind === 'rejected' && reject(current, desiredRev, detail);
      },
    });
  }

  async function readBody(userId: string, workoutId: string) {
    const body = await store.readBody(db, userId, workoutId);
    if (!body) throw new Error('A workout without a body cannot be sent');
    return body;
  }

  async function schedule(userId: string, workoutId: string, item: ScheduleItem): Promise<void> {
    const { day, desiredRev } = item;
    await send(userId, workoutId, item, {
      request: async (access) => {
        const remoteWorkoutId = await remoteIdOf(userId, workoutId);
        const id = await client.createSchedule(access, { workoutId: remoteWorkoutId, day });
        return id ?? findSchedule(userId, workoutId, access, day);
      },
      succeed: (_group, current, remoteId: string | undefined) => {
        if (remoteId) Object.assign(current, { remoteId, remoteRev: desiredRev });
        else reject(current, desiredRev, 'Garmin does not show it on that day');
      },
      fail: (group, current, failure, lease) => {
        if (failure.kind === 'not-found') return apply(() => markGone(group, 'deleted-there'));
        // The lease makes the next attempt look it up, when Garmin has had time to finish.
        if (failure.kind === 'outcome-unknown') current.lease = lease;
        return failure.kind === 'rejected' && reject(current, desiredRev, failure.detail);
      },
    });
  }

  /** Finds out what became of a schedule whose response was lost. */
  async function lookUp(userId: string, workoutId: string, item: ScheduleItem): Promise<void> {
    const { remoteDay, lease } = item;
    const remoteId =
      remoteDay &&
      (await connections.withAccessToken(userId, (access) =>
        findSchedule(userId, workoutId, access, remoteDay),
      ));
    await changeGroup(userId, workoutId, ({ schedules }) => {
      const current = schedules.find(({ id }) => id === item.id);
      if (!current || current.lease !== lease || current.remoteId) return false;
      if (!remoteId) return apply(() => clearRemote(current));
      const remoteRev = remoteDay === current.day ? current.desiredRev : undefined;
      return apply(() => Object.assign(current, { lease: undefined, remoteId, remoteRev }));
    });
  }

  /** The schedule of this workout on a day that is not another entry's. */
  async function findSchedule(userId: string, workoutId: string, access: Access, day: string) {
    const group = await store.findGroup(db, userId, workoutId);
    const known = group?.schedules.map(({ remoteId }) => remoteId) ?? [];
    const found = (await client.listSchedules(access, day)).find(
      (remote) => remote.workoutId === group?.workout.remoteId && !known.includes(remote.id),
    );
    return found?.id;
  }

  async function remoteIdOf(userId: string, workoutId: string): Promise<string> {
    const group = await store.findGroup(db, userId, workoutId);
    if (!group?.workout.remoteId) throw new GarminFailure('not-found');
    return group.workout.remoteId;
  }

  async function move(userId: string, workoutId: string, item: ScheduleItem): Promise<void> {
    const { day, desiredRev, remoteId } = item;
    await send(userId, workoutId, item, {
      request: async (access) => {
        const remoteWorkoutId = await remoteIdOf(userId, workoutId);
        await client.updateSchedule(access, String(remoteId), { workoutId: remoteWorkoutId, day });
      },
      succeed: (_group, current) =>
        Object.assign(current, { remoteRev: desiredRev, remoteDay: day }),
      fail: (_group, current, { kind, detail }) => {
        if (kind === 'not-found')
          return apply(() => {
            clearRemote(current);
            current.error = 'deleted-there';
          });
        return kind === 'rejected' && reject(current, desiredRev, detail);
      },
    });
  }

  return reconcileAthlete;
}

type SendOptions<Item, Result> = {
  request: (access: Access) => Promise<Result>;
  succeed: (group: ItemGroup, item: Item, result: Result) => unknown;
  /** Returns true if the failure is stored as the outcome. */
  fail: (group: ItemGroup, item: Item, failure: GarminFailure, lease: string) => boolean;
};

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

function apply(change: () => unknown): true {
  change();
  return true;
}

/** Garmin does not accept this revision. A newer one is tried. */
function reject(item: WorkoutItem | ScheduleItem, rev: number, detail: string): true {
  if (item.desiredRev === rev) Object.assign(item, { error: 'rejected', detail });
  return true;
}

function markSent(item: WorkoutItem, { ownerId }: RemoteWorkout, rev: number, at: Date): void {
  Object.assign(item, { remoteRev: rev, sentAt: at, ownerId: ownerId ?? item.ownerId });
}

function clearRemote(item: ScheduleItem): void {
  const none = undefined;
  Object.assign(item, {
    remoteId: none,
    remoteRev: none,
    remoteDay: none,
    lease: none,
    error: none,
  });
}

function retryDelay(attempts: number): number {
  const delay = Math.min(MAX_RETRY_DELAY, RETRY_DELAY * 2 ** attempts);
  return delay * (1 + Math.random() / 10);
}

/** When Garmin says so, or with the next minute; spread, so that not everybody comes back at once. */
function after(time: Date, { retryAfterSeconds }: GarminFailure): Date {
  const wait = retryAfterSeconds ?? (MINUTE - (time.getTime() % MINUTE)) / 1000;
  return new Date(time.getTime() + wait * 1000 + Math.random() * 10_000);
}

function startOfTomorrow(time: Date): Date {
  return new Date(time.getTime() - (time.getTime() % DAY) + DAY);
}
