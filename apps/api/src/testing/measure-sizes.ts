import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { type Database, openDatabase } from '../db/database.ts';
import { athleteId } from '../db/ids.ts';
import { migrate } from '../db/migrate.ts';
import { sql } from '../db/sql.ts';
import { addEntry, markDone } from '../calendar/entries.ts';
import { saveConnection } from '../features/garmin/connection-store.ts';
import { createDeliveryCommands } from '../features/garmin/delivery-commands.ts';
import { addRace, changeUnits, readPaces } from '../features/paces/store.ts';
import { addUser } from '../features/users/store.ts';
import { readForStorage } from '../features/workouts/saved-reading.ts';
import { writeSearch } from '../features/workouts/search-terms.ts';
import { addWorkout } from '../features/workouts/store.ts';
import { startPostgres } from './shards/postgres.ts';

// Bytes and WAL of an athlete's year, on a PostgreSQL of its own, for docs/measurements.md: `node apps/api/src/testing/measure-sizes.ts`.

const ATHLETES = Number(process.argv[2] ?? 100);
const WEEKS = 52;
/** A week: two easy runs, a workout and a long run. */
const WEEK = [
  { title: 'Easy run', script: '45m E', tags: ['easy'] },
  { title: 'Intervals, 1000s', script: '15m E + 5x(1km I + 3m jog) + 10m E', tags: ['track'] },
  { title: 'Easy run with strides', script: '40m E + 6x(20s R + 60s jog)', tags: ['easy'] },
  { title: 'Long run, tempo finish', script: '75m E + 20m T + 5m E', tags: ['long', 'road'] },
];
const NOW = new Date();
const LANES = 4;

const server = await startPostgres();
const database = openDatabase(server.url, { poolSize: LANES });
try {
  await migrate(server.url);
  const changes = await fillYear(database);
  await onServer('vacuum analyze');
  await printTables(database);
  for (const [name, { bytes, count }] of changes)
    console.log(`${name}: ${Math.round(bytes / count)} bytes of WAL`);
} finally {
  await database.close();
  await server.stop();
}

/** Returns the WAL of each kind of change. */
async function fillYear(db: Database) {
  const changes = new Map<string, { bytes: number; count: number }>();
  async function measured(name: string, count: number, work: () => Promise<unknown>) {
    const before = await readWal(db);
    await work();
    const total = changes.get(name) ?? { bytes: 0, count: 0 };
    changes.set(name, {
      bytes: total.bytes + (await readWal(db)) - before,
      count: total.count + count,
    });
  }
  const commands = createDeliveryCommands({
    jobs: { add: async () => {} },
    readPaces,
    now: () => NOW,
  });
  const userIds = Array.from({ length: ATHLETES }, (_, n) => athleteId(`uid-${n}`));

  await measured('register', ATHLETES, () =>
    inLanes(userIds, (userId, n) => addAthlete(db, userId, n)),
  );
  for (let week = 0; week < WEEKS; week++) {
    const planned = userIds.flatMap((userId) =>
      WEEK.map((workout) => ({ ...workout, userId, workoutId: '', entryId: '' })),
    );
    const count = planned.length;
    await measured('save a workout', count, () =>
      inLanes(planned, async (each) => {
        const { reading, workout } = readForStorage(each.script);
        const { script, tags } = each;
        const content = { title: `${each.title} ${week + 1}`, script, notes: '', tags };
        const added = await addWorkout(
          db,
          each.userId,
          { ...content, reading, search: writeSearch(content, workout.items) },
          { now: NOW, request: newRequest(), isLocked: true },
        );
        each.workoutId = String(added?.id);
      }),
    );
    await measured('plan it', count, () =>
      inLanes(planned, async (each, n) => {
        const time = Date.UTC(2026, 0, 1 + week * 7 + (n % 7));
        const day = new Date(time).toISOString().slice(0, 10);
        each.entryId = String(await addEntry(db, each.userId, { ...each, day }, newRequest()));
      }),
    );
    await measured('send it to Garmin', count, () =>
      inLanes(planned, ({ userId, workoutId, entryId }) =>
        db.inTransaction(async (transaction) => {
          await commands.scheduleEntry(transaction, userId, entryId);
          // The worker's change after Garmin has answered.
          await transaction.query(sql`
            update garmin_item set remote_id = '1234567890', owner_id = '12345678', sent_at = ${NOW},
              remote_rev = desired_rev, next_attempt_at = null
            where user_id = ${userId} and workout_id = ${workoutId}`);
        }),
      ),
    );
    await measured('mark it done', count, () =>
      inLanes(planned, async ({ userId, entryId }) => {
        const { trainingPaces } = await readPaces(db, userId);
        await markDone(db, userId, entryId, { paces: { trainingPaces }, now: NOW });
      }),
    );
  }
  return changes;
}

function newRequest() {
  return { key: randomUUID(), hash: randomBytes(32) };
}

/** Does the work of all items, as many at a time as there are connections. */
async function inLanes<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<unknown>,
): Promise<void> {
  const left = [...items.entries()];
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function addAthlete(db: Database, userId: string, n: number): Promise<void> {
  await addUser(db, userId, {
    firebaseUid: `uid-${n}-of-28-characters-xx`,
    username: `Runner ${n}`,
    email: `runner.${n}@example.test`,
    avatar: undefined,
    isUnverified: false,
  });
  await changeUnits(db, userId, 'metric');
  for (let month = 1; month <= 4; month++)
    await addRace(db, userId, {
      racedOn: `2026-0${month}-01`,
      distance: 5000,
      timeInSeconds: 1200,
    });
  await saveConnection(db, userId, {
    garminUserId: randomUUID(),
    ciphertext: randomBytes(1500),
    keyVersion: 1,
    accessExpiresAt: NOW,
    refreshExpiresAt: NOW,
    permissions: ['WORKOUT_IMPORT', 'ACTIVITY_EXPORT'],
    at: NOW,
  });
}

async function readWal(db: Database): Promise<number> {
  const { rows } = await db.query(sql`
    select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float as bytes`);
  return Number(rows[0]?.['bytes']);
}

async function printTables(db: Database): Promise<void> {
  const { rows } = await db.query(sql`
    select relname as name, greatest(reltuples, 0)::int as count,
      pg_table_size(oid)::float as data, pg_indexes_size(oid)::float as indexes
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples >= ${ATHLETES}
    order by pg_total_relation_size(oid) desc`);
  const per = (bytes: unknown, count: unknown) => Math.round(Number(bytes) / Number(count));
  const tables = rows.map(({ name, count, data, indexes }) => ({
    table: String(name),
    'rows per athlete': per(count, ATHLETES),
    'bytes per row': per(data, count),
    'of its indexes': per(indexes, count),
    'bytes per athlete': per(Number(data) + Number(indexes), ATHLETES),
  }));
  console.table(tables);
  const total = tables.reduce((sum, table) => sum + table['bytes per athlete'], 0);
  console.log(`${ATHLETES} athletes, ${WEEKS} weeks: ${total} bytes per athlete`);
}

/** VACUUM does not run with a statement timeout. */
async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
