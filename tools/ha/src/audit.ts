import type { Cluster } from './cluster.ts';
import type { Athlete } from './load.ts';
import type { Product } from './product.ts';
import { waitFor, waitUntil } from './wait.ts';

export type Findings = {
  /** Acknowledged and missing, or different. */
  lost: string[];
  /** Stored or sent more often than acknowledged. */
  duplicates: string[];
  /** Deliveries whose response was lost. The athlete is asked about them, and nothing is sent twice. */
  unknownDeliveries: number;
};

/** Compares everything that was acknowledged with each node and with Garmin. */
export async function audit(
  cluster: Cluster,
  product: Product,
  athletes: Athlete[],
): Promise<Findings> {
  const primary = await waitFor(cluster.findPrimary, 'there is a primary');
  await waitUntil(
    () => areDeliveriesSettled(cluster, primary, athletes),
    'deliveries are settled',
    400,
  );

  const lost: string[] = [];
  const duplicates: string[] = [];
  const [now] = await cluster.query<{ lsn: string }>(primary, 'select pg_current_wal_lsn() as lsn');
  for (const { node } of cluster.nodes) {
    if (node !== primary)
      await waitUntil(
        () => hasReplayed(cluster, node, now?.lsn ?? ''),
        `node ${node} has caught up`,
      );
    await auditNode(cluster, node, athletes, { lost, duplicates });
  }
  const unknownDeliveries = await auditGarmin(cluster, primary, product, athletes, {
    lost,
    duplicates,
  });
  return { lost, duplicates, unknownDeliveries };
}

async function hasReplayed(cluster: Cluster, node: number, lsn: string): Promise<boolean> {
  const [row] = await cluster.query<{ done: boolean }>(
    node,
    'select pg_last_wal_replay_lsn() >= $1::pg_lsn as done',
    [lsn],
  );
  return row?.done === true;
}

type Lists = { lost: string[]; duplicates: string[] };

async function auditNode(
  cluster: Cluster,
  node: number,
  athletes: Athlete[],
  { lost, duplicates }: Lists,
): Promise<void> {
  const at = `on node ${node}`;
  const ids = [athletes.map(({ userId }) => userId)];
  type Workout = { id: string; title: string; script: string; version: number; deleted: boolean };
  const workouts = await cluster.query<Workout>(
    node,
    `select workout_id as id, title, script, version, deleted_at is not null as deleted
     from workout where user_id = any($1::uuid[])`,
    ids,
  );
  const entries = await cluster.query<{ id: string; day: string; done: boolean }>(
    node,
    `select entry_id as id, day::text, done_at is not null as done
     from calendar_entry where user_id = any($1::uuid[])`,
    ids,
  );
  const units = await cluster.query<{ id: string; units: string }>(
    node,
    'select user_id as id, pace_units as units from training_paces where user_id = any($1::uuid[])',
    ids,
  );

  const describeWorkouts = new Map(
    workouts.map(({ id, title, script, version, deleted }) => [
      id,
      JSON.stringify([title, script, version, deleted]),
    ]),
  );
  const describeEntries = new Map(
    entries.map(({ id, day, done }) => [id, JSON.stringify([day, done])]),
  );
  const unitsOf = new Map(units.map((row) => [row.id, row.units]));
  for (const { name, userId, workouts: saved, entries: planned, units: chosen } of athletes) {
    for (const [id, { title, script, version, isDeleted }] of saved)
      compare(describeWorkouts, id, JSON.stringify([title, script, version, isDeleted]), 'workout');
    for (const [id, { day, isDone }] of planned)
      compare(describeEntries, id, JSON.stringify([day, isDone]), 'entry');
    if (unitsOf.get(userId) !== chosen) lost.push(`units of ${name} ${at}: not ${chosen}`);
  }
  for (const id of describeWorkouts.keys()) duplicates.push(`workout ${id} ${at}`);
  for (const id of describeEntries.keys()) duplicates.push(`entry ${id} ${at}`);

  /** Removes what was expected, so that only duplicates are left. */
  function compare(stored: Map<string, string>, id: string, expected: string, kind: string): void {
    const actual = stored.get(id);
    stored.delete(id);
    if (actual !== expected) lost.push(`${kind} ${id} ${at}: ${actual} instead of ${expected}`);
  }
}

async function areDeliveriesSettled(
  cluster: Cluster,
  primary: number,
  athletes: Athlete[],
): Promise<boolean> {
  const [row] = await cluster.query<{ pending: number }>(
    primary,
    `select count(*)::int as pending from garmin_item
     where next_attempt_at is not null and user_id = any($1::uuid[])`,
    [athletes.map(({ userId }) => userId)],
  );
  return row?.pending === 0;
}

async function auditGarmin(
  cluster: Cluster,
  primary: number,
  { garmin }: Product,
  athletes: Athlete[],
  { lost, duplicates }: Lists,
): Promise<number> {
  const items = await cluster.query<{ id: string; remote: string | null; error: string | null }>(
    primary,
    `select workout_id as id, remote_id as remote, error
     from garmin_item where kind = 'workout' and user_id = any($1::uuid[])`,
    [athletes.map(({ userId }) => userId)],
  );
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const atGarmin = new Map<string, number>();
  for (const { body } of (await garmin.control.snapshot()).workouts) {
    const name = String(body['workoutName']);
    atGarmin.set(name, (atGarmin.get(name) ?? 0) + 1);
  }
  let unknown = 0;
  for (const { workouts, sent } of athletes)
    for (const id of sent) {
      const title = workouts.get(id)?.title ?? '';
      const count = atGarmin.get(title) ?? 0;
      const item = itemOf.get(id);
      const isUnknown = item?.error === 'answer-lost';
      if (isUnknown) unknown++;
      if (count > 1) duplicates.push(`delivery of ${id}: ${count} at Garmin`);
      if (!isUnknown && (count === 0 || !item?.remote))
        lost.push(`delivery of ${id}: ${count} at Garmin, ${item?.error}`);
    }
  return unknown;
}
