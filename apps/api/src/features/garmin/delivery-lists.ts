import type { GarminDelivery } from '@pacewright/contract';
import type { AthleteSpeeds } from '@pacewright/script';
import type { Db } from '../../db/database.ts';
import { canSendWorkouts, findConnection } from './connection-store.ts';
import * as store from './item-store.ts';
import { isOutdated, type ItemGroup, listDeliveries } from './items.ts';

type Dependencies = { readPaces: (db: Db, userId: string) => Promise<AthleteSpeeds> };

/** Days, or a workout, or a workout or an entry with its own script and one of its days. */
type ListedPlace =
  | { from: string; to: string }
  | { sourceId: string }
  | { sourceId: string; entryId: string | undefined };

/** The deliveries as an athlete sees them. */
export function createDeliveryLists({ readPaces }: Dependencies) {
  async function list(db: Db, userId: string, of: ListedPlace): Promise<GarminDelivery[]> {
    const connection = await findConnection(db, userId);
    if (!connection) return [];
    const groups = await listGroups(db, userId, of);
    if (groups.length === 0) return [];
    const speeds = await readPaces(db, userId);
    const deliveries = withoutResourced(groups).flatMap((group) =>
      listDeliveries(group, connection, speeds),
    );
    return 'from' in of ? deliveries.filter(({ day }) => day !== null) : deliveries;
  }

  /** One delivery of each workout whose paces at Garmin have changed since, for those that are ahead. */
  async function listOutdated(db: Db, userId: string, from: string): Promise<GarminDelivery[]> {
    const connection = await findConnection(db, userId);
    if (!connection?.tokens || !canSendWorkouts(connection)) return [];
    const groups = await store.listGroupsAhead(db, userId, from);
    if (groups.length === 0) return [];
    const speeds = await readPaces(db, userId);
    return groups
      .filter((group) => isOutdated(group, speeds))
      .flatMap((group) => {
        const [workout, firstDay] = listDeliveries(group, connection, speeds);
        return (group.workout.requested ? workout : firstDay) ?? [];
      });
  }

  return { listDeliveries: list, listOutdated };
}

/** Without the days that are removed because their entries are at Garmin as those of another group. */
function withoutResourced(groups: readonly ItemGroup[]): ItemGroup[] {
  const listed = groups.flatMap(({ schedules }) => schedules.filter(({ requested }) => requested));
  const requestedIds = new Set(listed.map(({ entryId }) => entryId));
  return groups.map((group) => {
    const schedules = group.schedules.filter(
      ({ entryId, requested }) => requested || !requestedIds.has(entryId),
    );
    return { ...group, schedules };
  });
}

async function listGroups(db: Db, userId: string, of: ListedPlace): Promise<ItemGroup[]> {
  if ('from' in of) return store.listGroupsOfDays(db, userId, of);
  const group =
    'entryId' in of
      ? await store.findGroupOfEntry(db, userId, of)
      : await store.findGroup(db, userId, of.sourceId);
  return group ? [group] : [];
}
