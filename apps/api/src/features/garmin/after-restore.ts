import type { DeliveryProblem } from '@pacewright/contract';
import type { Database, Db } from '../../db/database.ts';
import { LOWEST_ID } from '../../db/ids.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { NotConnected } from './access-tokens.ts';
import { type GarminClient, isFailure } from './client.ts';
import * as connectionStore from './connection-store.ts';
import type { Connections } from './connections.ts';
import * as store from './item-store.ts';
import {
  ENDED_LEASE,
  type ItemGroup,
  type ScheduleItem,
  UNVERIFIED_REV,
  type WorkoutItem,
} from './items.ts';
import { type Orphan, REMOVE_ORPHAN } from './job-definitions.ts';

type Dependencies = {
  /** The restored database. */
  db: Database;
  /** The database before the restore, which knows the state at Garmin. Undefined if it is lost. */
  old: Db | undefined;
  jobs: Pick<Jobs, 'add'>;
  now: () => Date;
  /** Called after each page of athletes, with their number so far. */
  onProgress?: (athletes: number) => void;
};

const PAGE = 100;

/**
 * Corrects the remote states in a restored database, so that the reconciler makes Garmin equal to it and creates
 * nothing twice. Must run before the workers start. Idempotent until then.
 */
export async function adoptRemoteStates(deps: Dependencies): Promise<void> {
  const { db, old, onProgress } = deps;
  const listPage = async (from: Db | undefined, after: string) =>
    from ? connectionStore.listAthletes(from, { after, limit: PAGE }) : [];
  let count = 0;
  for (let after: string | undefined = LOWEST_ID; after !== undefined;) {
    const found: string[] = [...(await listPage(db, after)), ...(await listPage(old, after))];
    const page: string[] = [...new Set(found)].sort().slice(0, PAGE);
    for (const userId of page) await adoptAthlete(deps, userId);
    count += page.length;
    onProgress?.(count);
    after = page.at(-1);
  }
}

async function adoptAthlete({ db, old, jobs, now }: Dependencies, userId: string): Promise<void> {
  await db.inTransaction(async (transaction) => {
    // An athlete who registered after the restored time registers again.
    if (!(await connectionStore.lockAthlete(transaction, userId))) return;
    // Every refresh ends the token before it, so only the old database has valid ones.
    const garminUserId = old && (await connectionStore.copyConnection(old, transaction, userId));
    if (garminUserId) await store.deleteItemsOfOtherAccounts(transaction, userId, garminUserId);
    const sourceIds = new Set([
      ...(await store.listSourceIds(transaction, userId)),
      ...(old ? await store.listSourceIds(old, userId) : []),
    ]);
    for (const sourceId of sourceIds) {
      const group = await store.findGroup(transaction, userId, sourceId);
      const known = old && (await store.findGroup(old, userId, sourceId));
      if (group) {
        adoptGroup(group, known);
        await store.saveGroup(transaction, userId, group, now());
      } else if (known) await removeUnknown(transaction, known);
    }
  });

  /** Removes a workout that was sent after the restored time. */
  async function removeUnknown(transaction: Db, known: ItemGroup): Promise<void> {
    const { source, workout, schedules } = known;
    if (source.kind === 'entry' || (await store.hasWorkout(transaction, userId, source.id))) {
      const group = { ...known, stored: new Map<string, never>() };
      for (const item of [workout, ...schedules]) item.requested = false;
      await store.saveGroup(transaction, userId, group, now());
    } else if (workout.remoteId) {
      const scheduleIds = schedules.flatMap(({ remoteId }) => remoteId ?? []);
      await jobs.add(transaction, REMOVE_ORPHAN, {
        userId,
        workoutId: workout.remoteId,
        scheduleIds,
      });
    }
  }
}

function adoptGroup(group: ItemGroup, known: ItemGroup | undefined): void {
  const { workout, schedules } = group;
  const isSameAccount = known?.garminUserId === group.garminUserId;
  const knownSchedules = new Map(
    (isSameAccount ? known.schedules : []).map((schedule) => [schedule.entryId, schedule]),
  );
  if (isSameAccount) {
    const isSame = JSON.stringify(workout.content) === JSON.stringify(known.workout.content);
    adoptItem(workout, known.workout, isSame);
    Object.assign(workout, { ownerId: known.workout.ownerId, sentAt: known.workout.sentAt });
  } else markUnverified(workout);
  for (const schedule of schedules) {
    const knownSchedule = knownSchedules.get(schedule.entryId);
    knownSchedules.delete(schedule.entryId);
    if (knownSchedule) {
      adoptItem(schedule, knownSchedule, schedule.day === knownSchedule.remoteDay);
      schedule.remoteDay = knownSchedule.remoteDay;
    } else markUnverified(schedule);
  }
  for (const schedule of knownSchedules.values()) schedules.push({ ...schedule, requested: false });
}

/** Takes over the remote state, and has it changed unless the desired states are the same. */
function adoptItem<Item extends WorkoutItem | ScheduleItem>(
  item: Item,
  known: Item,
  isSame: boolean,
): void {
  const isUpToDate = isSame && known.remoteRev === known.desiredRev;
  const isRemote = (error: DeliveryProblem | undefined) =>
    error !== undefined && REMOTE_ERRORS.has(error);
  const ownError = isRemote(item.error) ? undefined : item.error;
  Object.assign(item, {
    remoteId: known.remoteId,
    remoteRev: known.remoteId && (isUpToDate ? item.desiredRev : UNVERIFIED_REV),
    lease: known.lease,
    error: isRemote(known.error) ? known.error : ownError,
  });
}

/** Errors that describe the state at Garmin, not the desired state. */
const REMOTE_ERRORS = new Set<DeliveryProblem>(['answer-lost', 'deleted-there', 'not-followed']);

/** Nothing is known about the state at Garmin since the restored time. */
function markUnverified(item: WorkoutItem | ScheduleItem): void {
  if (item.remoteId) item.remoteRev = UNVERIFIED_REV;
  else if (item.nextAttemptAt && !item.lease) {
    // The request may have been sent: a workout becomes "unknown", and a schedule is looked up.
    item.lease = ENDED_LEASE;
    if (item.kind === 'schedule') item.remoteDay = item.day;
  }
}

/** Removes a workout that only Garmin knows, with its schedules. Idempotent. */
export function createOrphanRemoval({
  connections,
  client,
}: {
  connections: Pick<Connections, 'withAccessToken'>;
  client: Pick<GarminClient, 'deleteSchedule' | 'deleteWorkout'>;
}) {
  return async ({ userId, workoutId, scheduleIds }: Orphan): Promise<void> => {
    const ignoreNotFound = (error: unknown) => {
      if (!isFailure(error, 'not-found')) throw error;
    };
    try {
      for (const id of scheduleIds)
        await connections
          .withAccessToken(userId, (access) => client.deleteSchedule(access, id))
          .catch(ignoreNotFound);
      await connections
        .withAccessToken(userId, (access) => client.deleteWorkout(access, workoutId))
        .catch(ignoreNotFound);
    } catch (error) {
      // Without a connection nothing can be removed.
      if (!(error instanceof NotConnected)) throw error;
    }
  };
}
