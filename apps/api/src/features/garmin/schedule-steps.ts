import { type Access, type GarminClient, GarminFailure } from './client.ts';
import { ENDED_LEASE, markGone, type ScheduleItem, UNVERIFIED_REV } from './items.ts';
import { apply, reject, type StoredGroup } from './stored-group.ts';

const NOT_SCHEDULED = {
  remoteId: undefined,
  remoteRev: undefined,
  remoteDay: undefined,
  lease: undefined,
  error: undefined,
};

/** What is done about a day of a workout at Garmin. */
export function scheduleSteps(client: GarminClient, { find, ask, change, send }: StoredGroup) {
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

  /** Finds out what became of a schedule whose response was lost, or had no id. */
  async function lookUp({ id, lease, remoteDay }: ScheduleItem): Promise<void> {
    const remoteId = remoteDay && (await ask((access) => findSchedule(access, remoteDay)));
    await change(({ schedules }) => {
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
    const current = await find();
    const known = current?.schedules.map(({ remoteId }) => remoteId);
    const found = (await client.listSchedules(access, day)).find(
      (other) => other.workoutId === current?.workout.remoteId && !known?.includes(other.id),
    );
    return found?.id;
  }

  async function remoteWorkoutId(): Promise<string> {
    const current = await find();
    if (!current?.workout.remoteId) throw new GarminFailure('not-found');
    return current.workout.remoteId;
  }

  function unschedule(item: ScheduleItem): Promise<void> {
    return send(item, {
      request: (access) => client.deleteSchedule(access, String(item.remoteId)),
      succeed: (found) => apply(found, NOT_SCHEDULED),
      fail: (found, { kind }) => kind === 'not-found' && apply(found, NOT_SCHEDULED),
    });
  }

  return { schedule, move, lookUp, unschedule };
}
