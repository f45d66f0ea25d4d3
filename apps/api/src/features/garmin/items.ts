import type { DeliveryProblem, GarminDelivery } from '@pacewright/contract';
import { readWorkout, writeGarmin, type GarminBody } from '@pacewright/delivery';
import { PACE_KEYS } from '@pacewright/pace';
import type { AthleteSpeeds } from '@pacewright/script';
import { LOWEST_ID, timeOfId } from '../../db/ids.ts';
import { TIMEOUT_MILLISECONDS } from './client.ts';
import { canSendWorkouts, type Connection } from './connection-store.ts';

/** A workout, or a day that it is planned for: its desired state, and its state at Garmin. */
type Item = {
  id: string;
  /** The athlete's request, which outlives the deletion of the workout in the library. */
  requested: boolean;
  desiredRev: number;
  remoteId: string | undefined;
  /** The revision that Garmin has. Undefined if that is not known. */
  remoteRev: number | undefined;
  /** The request in progress, a UUIDv7 with the time when it began. */
  lease: string | undefined;
  attempts: number;
  /** Set while the item is pending. */
  nextAttemptAt: Date | undefined;
  /** The reason why nothing happens until the athlete acts. */
  error: DeliveryProblem | undefined;
  detail: string | undefined;
};

export type WorkoutItem = Item & {
  kind: 'workout';
  content: Content;
  /** Set to replace the stored body. */
  newBody?: GarminBody | undefined;
  ownerId: string | undefined;
  sentAt: Date | undefined;
};

export type ScheduleItem = Item & {
  kind: 'schedule';
  entryId: string;
  day: string;
  /** The day that Garmin was last asked for. */
  remoteDay: string | undefined;
};

/** The source of a body. The paces are those of the moment the athlete sent or changed the workout. */
export type Content = {
  title: string;
  script: string;
  paces: AthleteSpeeds;
  /** The paces that the body depends on. */
  usedPaces: string[];
};

/** A workout of the library, or a calendar entry with its own script. */
export type Source = { kind: 'library' | 'entry'; id: string };

/** A workout and its schedules, which have to be changed in a certain order. An entry has one schedule. */
export type ItemGroup = {
  garminUserId: string;
  source: Source;
  /** The workout is in the trash, or the entry is skipped or its season paused: off Garmin until it is back. */
  isWithdrawn: boolean;
  workout: WorkoutItem;
  schedules: ScheduleItem[];
  /** The schedules that were not read, because a request is about one day or a range of days. */
  others: { isRequested: boolean; isRemote: boolean };
  /** The items as they were read, by id. */
  stored: ReadonlyMap<string, Readonly<WorkoutItem | ScheduleItem>>;
};

/**
 * The remote revision of an item whose state at Garmin is not known, because the database was restored. It is sent
 * again, and created again if it is not there.
 */
export const UNVERIFIED_REV = 0;

/** A request takes one timeout at most, so an older lease was left by a worker that died. */
const LEASE_MILLISECONDS = 2 * TIMEOUT_MILLISECONDS;
/** The lease of a request that has ended without telling what exists now. */
export const ENDED_LEASE = LOWEST_ID;

function leaseEnd({ lease }: Item): number {
  return lease ? timeOfId(lease) + LEASE_MILLISECONDS : 0;
}

/** Nothing of it is stored yet. */
export const NEW_GROUP = {
  others: { isRequested: false, isRemote: false },
  stored: new Map<string, never>(),
};

export type Step =
  | { kind: 'mark-unknown' | 'create' | 'update' | 'delete'; item: WorkoutItem }
  | { kind: 'look-up' | 'unschedule' | 'schedule' | 'move'; item: ScheduleItem };

function isWorkoutDesired({ isWithdrawn, workout, schedules, others }: ItemGroup): boolean {
  const isScheduled = others.isRequested || schedules.some(({ requested }) => requested);
  return !isWithdrawn && (workout.requested || isScheduled);
}

/** The request that brings the workout closer to its desired state; undefined if none does. */
function stepForWorkout(group: ItemGroup): Step | undefined {
  const { workout: item, schedules, others } = group;
  const { remoteId, lease, error } = item;
  // A lease that has ended, without a remote id: the worker died during create.
  if (lease && !remoteId)
    return error === 'answer-lost' ? undefined : { kind: 'mark-unknown', item };
  if (!isWorkoutDesired(group)) {
    const isScheduled = others.isRemote || schedules.some((each) => each.remoteId ?? each.lease);
    return remoteId && !isScheduled ? { kind: 'delete', item } : undefined;
  }
  if (error) return undefined;
  if (!remoteId) return { kind: 'create', item };
  return item.remoteRev === item.desiredRev ? undefined : { kind: 'update', item };
}

function stepForSchedule(group: ItemGroup, item: ScheduleItem): Step | undefined {
  const { remoteId, lease } = item;
  if (lease && !remoteId) return { kind: 'look-up', item };
  if (group.isWithdrawn || !item.requested)
    return remoteId ? { kind: 'unschedule', item } : undefined;
  if (item.error || !group.workout.remoteId) return undefined;
  if (!remoteId) return { kind: 'schedule', item };
  return item.remoteRev === item.desiredRev ? undefined : { kind: 'move', item };
}

/** All possible steps in their order: removals of days, then the workout, then its days. */
function listSteps(group: ItemGroup): Step[] {
  const ofSchedules = group.schedules.flatMap((item) => stepForSchedule(group, item) ?? []);
  const isRemoval = ({ kind }: Step) => kind === 'look-up' || kind === 'unschedule';
  return [
    ...ofSchedules.filter(isRemoval),
    ...[stepForWorkout(group) ?? []].flat(),
    ...ofSchedules.filter((step) => !isRemoval(step)),
  ];
}

/** The first step whose item is due, and is not leased by another worker. */
export function nextStep(group: ItemGroup, now: Date): Step | undefined {
  return listSteps(group).find(
    ({ item }) =>
      item.nextAttemptAt !== undefined &&
      item.nextAttemptAt <= now &&
      leaseEnd(item) <= now.getTime(),
  );
}

/** Makes exactly those items pending that a step is possible for, once a lease has ended. Called before every save. */
export function updatePending(group: ItemGroup, now: Date): void {
  const pending = new Set<Item>(listSteps(group).map(({ item }) => item));
  for (const item of [group.workout, ...group.schedules])
    if (!pending.has(item)) Object.assign(item, { nextAttemptAt: undefined, attempts: 0 });
    else if (leaseEnd(item) > (item.nextAttemptAt ?? now).getTime())
      item.nextAttemptAt = new Date(leaseEnd(item));
    else item.nextAttemptAt ??= now;
}

/** Items that are neither requested nor at Garmin. A lease may mean that it is there after all. */
export function listRemovable({ source, workout, schedules, others }: ItemGroup): Item[] {
  const isRemovable = ({ requested, remoteId, lease }: Item) => !requested && !remoteId && !lease;
  const removable: Item[] = schedules.filter(isRemovable);
  const isLast = removable.length === schedules.length && !others.isRequested && !others.isRemote;
  // No screen shows the workout of an entry without the entry, so nobody could resolve it.
  const isUnresolvable =
    source.kind === 'entry' &&
    workout.error === 'answer-lost' &&
    !workout.requested &&
    !workout.remoteId;
  return isLast && (isRemovable(workout) || isUnresolvable) ? [...removable, workout] : removable;
}

/** Items that differ from the stored ones. A change replaces values, so they are compared by identity. */
export function listChanged({ workout, schedules, stored }: ItemGroup) {
  return [workout, ...schedules].filter((item) => {
    const before = stored.get(item.id);
    const keys = Object.keys(item) as (keyof typeof item)[];
    return !before || keys.some((key) => item[key] !== before[key]);
  });
}

/** Changes the desired state of an item: it is tried from the start, unless the error forbids it. */
export function requireChange(item: Item, { isNew, keep }: ChangeOptions): void {
  if (isNew) item.desiredRev++;
  if (item.error && !keep.includes(item.error)) item.error = undefined;
  if (!item.error) item.detail = undefined;
  item.attempts = 0;
  item.nextAttemptAt = undefined;
}

type ChangeOptions = {
  isNew: boolean;
  /** Errors that only another action of the athlete resolves. */
  keep: readonly DeliveryProblem[];
};

/** Garmin has neither the workout nor its days. */
export function markGone({ workout, schedules }: ItemGroup, error?: DeliveryProblem): true {
  const gone = { remoteId: undefined, remoteRev: undefined, lease: undefined };
  for (const schedule of schedules) Object.assign(schedule, gone, { remoteDay: undefined });
  Object.assign(workout, gone, { ownerId: undefined, sentAt: undefined, error, detail: undefined });
  return true;
}

/** The text of a source. */
export type Written = { title: string; script: string };

/** Renders a workout in the athlete's paces, or returns the reason why a watch cannot run it. */
export function renderWorkout(
  { title, script }: Written,
  { trainingPaces, vdot }: AthleteSpeeds,
): { content: Content; body: GarminBody } | { unsendable: string } {
  const paces = { trainingPaces, vdot };
  const read = readWorkout(script);
  const rendered = writeGarmin({ title, script }, paces, read);
  if (!rendered.ok) return { unsendable: rendered.reason };
  const body = JSON.stringify(rendered.body);
  const dependsOn = (changed: AthleteSpeeds): boolean => {
    const other = writeGarmin({ title, script }, changed, read);
    return !other.ok || JSON.stringify(other.body) !== body;
  };
  // Found by changing one pace after the other, so that a list of deliveries renders nothing.
  const usedPaces: string[] = PACE_KEYS.filter((key) => {
    const { from, to } = trainingPaces[key];
    const changed = { from: from * 0.97, to: to * 0.98 };
    return dependsOn({ trainingPaces: { ...trainingPaces, [key]: changed }, vdot });
  });
  if (dependsOn({ trainingPaces, vdot: (vdot ?? 40) + 1 })) usedPaces.push('vdot');
  return { content: { title, script, paces, usedPaces }, body: rendered.body };
}

/** Whether the paces at Garmin differ from the current ones, and sending it again would update them. */
export function isOutdated({ isWithdrawn, workout }: ItemGroup, speeds: AthleteSpeeds): boolean {
  const isFollowed = !workout.error || !NOT_UPDATED.has(workout.error);
  return !isWithdrawn && isFollowed && arePacesChanged(workout, speeds);
}

/** Errors that sending it again does not resolve, or should not: the athlete has deleted it there. */
const NOT_UPDATED = new Set<DeliveryProblem>([
  'answer-lost',
  'deleted-there',
  'not-followed',
  'unsendable',
]);

/** Whether the paces at Garmin differ from the current ones. */
function arePacesChanged(
  { content: { paces, usedPaces }, remoteRev }: WorkoutItem,
  speeds: AthleteSpeeds,
): boolean {
  if (remoteRev === undefined) return false;
  if (usedPaces.includes('vdot') && paces.vdot !== speeds.vdot) return true;
  return PACE_KEYS.filter((key) => usedPaces.includes(key)).some((key) => {
    const [then, now] = [paces.trainingPaces[key], speeds.trainingPaces[key]];
    return then.from !== now.from || then.to !== now.to;
  });
}

/** The workout as the athlete sees it, then each of its days. */
export function listDeliveries(
  group: ItemGroup,
  connection: Connection,
  speeds: AthleteSpeeds,
): GarminDelivery[] {
  const { source, isWithdrawn, workout, schedules } = group;
  const isListed = ({ remoteId, lease }: Item) => !isWithdrawn || Boolean(remoteId ?? lease);
  const shared = {
    workoutId: source.id,
    paces: workout.content.paces,
    pacesChanged: arePacesChanged(workout, speeds),
    sentAt: workout.sentAt?.toISOString() ?? null,
  };
  return [
    { ...shared, entryId: null, day: null, ...workoutStatus(group, connection) },
    ...schedules.filter(isListed).map((schedule) => ({
      ...shared,
      entryId: schedule.entryId,
      day: schedule.day,
      ...scheduleStatus(group, schedule, connection),
    })),
  ];
}

type Status = Pick<GarminDelivery, 'state' | 'problem' | 'detail'>;

function workoutStatus(group: ItemGroup, connection: Connection): Status {
  const { error, lease, remoteRev, desiredRev } = group.workout;
  if (error === 'answer-lost') return failed('unknown', group.workout);
  if (!isWorkoutDesired(group)) return inProgress('leaving', connection);
  if (error === 'not-followed') return failed('sent', group.workout);
  if (error) return failed(error === 'deleted-there' ? 'removed' : 'failed', group.workout);
  if (remoteRev === desiredRev) return { state: 'sent', problem: null, detail: null };
  return inProgress(lease ? 'sending' : 'waiting', connection);
}

/** A schedule can't be sent before its workout. */
function scheduleStatus(group: ItemGroup, item: ScheduleItem, connection: Connection): Status {
  if (group.isWithdrawn || !item.requested) return inProgress('leaving', connection);
  const { workout } = group;
  if (!workout.remoteId && workout.error === 'not-followed') return failed('failed', workout);
  const status = workoutStatus(group, connection);
  if (status.state !== 'sent') return status;
  if (item.error) return failed(item.error === 'deleted-there' ? 'removed' : 'failed', item);
  if (item.remoteId && item.remoteRev === item.desiredRev) return status;
  return inProgress(item.lease ? 'sending' : 'waiting', connection);
}

function failed(state: Status['state'], { error, detail }: Item): Status {
  return { state, problem: error ?? null, detail: detail ?? null };
}

/** Pending, unless the connection blocks it. It continues as soon as the connection works again. */
function inProgress(state: 'waiting' | 'sending' | 'leaving', connection: Connection): Status {
  if (!connection.tokens) return { state: 'failed', problem: 'not-connected', detail: null };
  if (!canSendWorkouts(connection))
    return { state: 'failed', problem: 'not-permitted', detail: null };
  return { state, problem: null, detail: null };
}
