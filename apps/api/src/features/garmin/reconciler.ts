import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { JobRun } from '../../jobs/worker.ts';
import { NotConnected } from './access-tokens.ts';
import { BudgetExhausted, type CallBudget } from './call-budget.ts';
import { type GarminClient, GarminFailure, isFailure } from './client.ts';
import { canSendWorkouts, findConnection } from './connection-store.ts';
import type { Connections } from './connections.ts';
import * as store from './item-store.ts';
import { type ItemGroup, nextStep, type Step } from './items.ts';
import { DELIVER } from './job-definitions.ts';
import { scheduleSteps } from './schedule-steps.ts';
import { openGroup, type StoredGroup } from './stored-group.ts';
import { type ProbedRun, workoutSteps } from './workout-steps.ts';

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
  deps: Dependencies,
  userId: string,
  sourceId: string,
  run: ProbedRun,
): Promise<void> {
  const { client, now } = deps;
  const stored = openGroup(deps, userId, sourceId);
  const ofWorkout = workoutSteps(deps, userId, stored, run);
  const ofSchedule = scheduleSteps(client, stored);
  let group = await stored.find();
  for (let steps = 0; steps < MAX_STEPS && !run.isStopping(); steps++) {
    const step = group && nextStep(group, now());
    // Due and leased by another worker: saving it makes it due when the lease ends.
    if (!step && steps === 0) await stored.change(() => true);
    if (!step) return;
    const before = describe(group);
    try {
      await executeStep(step);
      group = await stored.find();
      // A step without an effect would loop forever.
      if (describe(group) === before && !run.isStopping()) throw new NoProgress(step.kind);
    } catch (error) {
      throw error instanceof NotConnected
        ? error
        : await recordFailure(deps, { userId, sourceId, stored }, step, error);
    }
  }

  function executeStep(step: Step): Promise<void> {
    switch (step.kind) {
      case 'mark-unknown':
        return ofWorkout.markUnknown(step.item);
      case 'create':
        return ofWorkout.create(step.item);
      case 'update':
        return ofWorkout.update(step.item);
      case 'delete':
        return ofWorkout.remove(step.item);
      case 'look-up':
        return ofSchedule.lookUp(step.item);
      case 'schedule':
        return ofSchedule.schedule(step.item);
      case 'move':
        return ofSchedule.move(step.item);
      case 'unschedule':
        return ofSchedule.unschedule(step.item);
    }
  }
}

/** Sets the back-off of a failed item, and of the rest of its group. */
async function recordFailure(
  { connections, budget, log, now }: Dependencies,
  { userId, sourceId, stored }: { userId: string; sourceId: string; stored: StoredGroup },
  { kind, item }: Step,
  error: unknown,
): Promise<StepFailed> {
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

  await stored.change(({ workout, schedules }) => {
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

/** The state of a group, for a comparison. A lease has moved its next attempt even if nothing else has changed. */
function describe(group: ItemGroup | undefined): string | undefined {
  return JSON.stringify(group, (key, value: unknown) =>
    key === 'nextAttemptAt' ? undefined : value,
  );
}

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
