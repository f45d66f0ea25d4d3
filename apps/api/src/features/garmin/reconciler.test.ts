import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lowestIdAt, newId } from '../../db/ids.ts';
import type { Db } from '../../db/database.ts';
import { sql, type Statement } from '../../db/sql.ts';
import { lockAthlete } from '../../http/athlete-lock.ts';
import { explainReads, HAS_TWO_SERVERS, RECONCILED_GROUPS } from '../../testing/scale.ts';
import { type GarminTestApp, RUN, skipBackoff, startGarminTestApp } from '../../testing/garmin.ts';
import type { Athlete } from '../../testing/test-app.ts';
import { BudgetExhausted, createCallBudget } from './call-budget.ts';
import { createGarminClient, type GarminClient, GarminFailure } from './client.ts';
import { createDeliveryCommands } from './delivery-commands.ts';
import { claimFromInbox } from './inbox-store.ts';
import { findGroup, saveGroup } from './item-store.ts';
import { type ItemGroup, NEW_GROUP, renderWorkout } from './items.ts';
import { PURGE_ACCOUNTS, SWEEP_DUE } from './job-definitions.ts';
import { createJobHandlers } from './job-handlers.ts';
import { createReconciler } from './reconciler.ts';

let api: GarminTestApp;
beforeAll(async () => {
  api = await startGarminTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.fakeGarmin.control.clearFaults({});
  await api.fakeGarmin.control.clearCalls({});
  await api.fakeGarmin.control.changeAssumptions({ ownerId: 'present' });
  await api.fakeGarmin.control.changeLimits({ perMinute: 100_000, perUserAndDay: 100_000 });
  await api.db.query(sql`delete from pgboss.job`);
  await api.db.query(sql`delete from garmin_budget`);
});

const CREATE = '/workoutportal/workout/v2';
const WORKOUT = '/training-api/workout/v2';
const SCHEDULE = '/training-api/schedule';
const SCRIPT = '10m E + 5x(1km I + 90s jog) + 10m E';

async function save(athlete: Athlete, title = 'Five by one'): Promise<string> {
  const saved = await api.call(athlete, 'POST', '/api/auth/workouts', {
    workout: { title, script: SCRIPT },
  });
  return String(saved.json().id);
}

async function retitle(athlete: Athlete, id: string, title: string): Promise<void> {
  const { version } = (await api.call(athlete, 'GET', `/api/auth/workouts/${id}`)).json();
  const workout = { title, script: SCRIPT };
  await api.call(athlete, 'PUT', `/api/auth/workouts/${id}`, { workout, version });
}

function send(athlete: Athlete, id: string) {
  return api.call(athlete, 'PUT', `/api/garmin/workouts/${id}`);
}

async function status(athlete: Athlete, id: string) {
  return (await api.call(athlete, 'GET', `/api/garmin/workouts/${id}`)).json().deliveries as Record<
    string,
    unknown
  >[];
}

async function calls(): Promise<string[]> {
  const made = (await api.fakeGarmin.control.snapshot()).calls;
  return made.map(({ method, path }) => `${method} ${path.replace(/\/\d+$/, '')}`);
}

async function schedule(athlete: Athlete, workoutId: string): Promise<string> {
  const added = await api.call(athlete, 'POST', '/api/calendar', { workoutId, day: '2026-11-17' });
  const entryId = String(added.json().id);
  await api.call(athlete, 'PUT', `/api/garmin/calendar/${entryId}`);
  return entryId;
}

/** The number of an athlete's schedules at Garmin. */
async function countSchedules({ account }: { account: string }): Promise<number> {
  const { users, schedules } = await api.fakeGarmin.control.snapshot();
  const userId = users.find(({ name }) => name === account)?.userId;
  return schedules.filter((day) => day.userId === userId).length;
}

const titles = async () =>
  (await api.fakeGarmin.control.snapshot()).workouts.map(({ body }) => String(body['workoutName']));

/** A reconciler with some client methods replaced. */
function reconcilerWith(changes: Partial<GarminClient>, log = { warn: () => {}, error: () => {} }) {
  const { connections, jobs } = api.garmin;
  const { url, partner } = api.fakeGarmin;
  const client = createGarminClient({
    clientId: partner.id,
    clientSecret: partner.secret,
    redirectUri: '',
    consentUrl: url,
    tokenUrl: `${url}/di-oauth2-service/oauth/token`,
    apiUrl: url,
    userPath: '/wellness-api/rest',
    createPath: CREATE,
  });
  return createReconciler({
    db: api.db,
    jobs,
    connections,
    client: { ...client, ...changes },
    budget: { pause: async () => {}, countToday: async () => 0 },
    log,
    now: api.now,
  });
}

test('without an ownerId a change is rejected once, without a request loop', async () => {
  const ana = await api.signUpConnected('ana');
  await api.fakeGarmin.control.changeAssumptions({ ownerId: 'missing' });
  const id = await save(ana);
  await send(ana, id);
  await api.work();
  expect(await status(ana, id)).toMatchObject([{ state: 'sent' }]);
  await api.fakeGarmin.control.clearCalls({});
  await retitle(ana, id, 'Another');
  await api.work();
  expect(await status(ana, id)).toMatchObject([{ state: 'failed', problem: 'rejected' }]);
  expect(await calls()).toEqual([`GET ${WORKOUT}`, `PUT ${WORKOUT}`]);
});

test('a step without progress is an error, and is retried after the back-off', async () => {
  const ana = await api.signUpConnected('ana');
  const id = await save(ana);
  await send(ana, id);
  await api.work();
  await retitle(ana, id, 'Another');
  let requests = 0;
  const errors: unknown[] = [];
  const reconcile = reconcilerWith(
    {
      // Clears the lease, so that the outcome is not stored.
      updateWorkout: async () => {
        requests++;
        await api.db.query(sql`update garmin_item set lease = null where user_id = ${ana.userId}`);
      },
    },
    { warn: () => {}, error: (...given: unknown[]) => void errors.push(given[0]) },
  );
  await reconcile(ana.userId, RUN);
  await reconcile(ana.userId, RUN);
  expect(requests).toBe(1);
  expect(errors).toMatchObject([{ step: 'update', err: { name: 'NoProgress' } }]);
  const { rows } = await api.db.query(sql`
    select attempts, next_attempt_at > ${api.now()} as later from garmin_item
    where user_id = ${ana.userId}`);
  expect(rows).toEqual([{ attempts: 1, later: true }]);
});

test('a workout changed while it is being sent is sent again', async () => {
  const ana = await api.signUpConnected('ana');
  const id = await save(ana, 'Before');
  await send(ana, id);
  await api.fakeGarmin.control.planFault({ kind: 'held', path: CREATE });
  const sending = api.garmin.reconcile(ana.userId, RUN);
  await expect.poll(calls).toContain(`POST ${CREATE}`);
  await retitle(ana, id, 'Meanwhile');
  await api.fakeGarmin.control.releaseHeld({});
  await sending;
  expect(await status(ana, id)).toMatchObject([{ state: 'sent' }]);
  expect(await titles()).toContain('Meanwhile');
  expect(await titles()).not.toContain('Before');
});

test('a workout removed while it is being sent is removed', async () => {
  const ana = await api.signUpConnected('ana');
  const id = await save(ana, 'Taken off');
  await send(ana, id);
  await api.fakeGarmin.control.planFault({ kind: 'held', path: CREATE });
  const sending = api.garmin.reconcile(ana.userId, RUN);
  await expect.poll(calls).toContain(`POST ${CREATE}`);
  await api.call(ana, 'DELETE', `/api/garmin/workouts/${id}`);
  await api.fakeGarmin.control.releaseHeld({});
  await sending;
  expect(await titles()).not.toContain('Taken off');
  expect(await status(ana, id)).toEqual([]);
});

test('edits while Garmin is down leave one job, and each edit restarts the attempts', async () => {
  const ana = await api.signUpConnected('ana');
  const [first, second] = [await save(ana, 'First'), await save(ana, 'Second')];
  for (const id of [first, second]) await send(ana, id);
  await api.work();
  await api.fakeGarmin.control.planFault({ kind: '500', method: 'PUT', path: WORKOUT, times: 100 });
  for (let edit = 0; edit < 6; edit++) {
    await retitle(ana, first, `First ${edit}`);
    await api.work();
  }
  const { rows } = await api.db.query(sql`
    select 1 from pgboss.job
    where name = 'garmin-deliver' and state in ('created', 'retry', 'active')`);
  expect(rows).toHaveLength(1);

  await api.db.query(sql`
    update garmin_item set attempts = 79 where user_id = ${ana.userId} and item_id = ${first}`);
  await retitle(ana, second, 'Second, changed');
  await api.work();
  expect(await status(ana, first)).toMatchObject([{ state: 'failed', problem: 'no-answer' }]);
  expect(await status(ana, second)).toMatchObject([{ state: 'waiting' }]);
  await api.fakeGarmin.control.clearFaults({});
  await api.work();
  expect(await status(ana, second)).toMatchObject([{ state: 'sent' }]);
});

test.each(['unavailable', 'rate-limited'] as const)(
  'a day that was accepted without an id is not requested again after %s',
  async (kind) => {
    const ana = await api.signUpConnected('ana');
    const id = await save(ana);
    await schedule(ana, id);
    await api.fakeGarmin.control.planFault({
      kind: 'answer-nothing',
      method: 'POST',
      path: SCHEDULE,
    });
    const listSchedules = () => Promise.reject(new GarminFailure(kind, 'status 503'));
    await reconcilerWith({ listSchedules })(ana.userId, RUN);
    expect(await countSchedules(ana)).toBe(1);
    await api.work();
    expect(await countSchedules(ana)).toBe(1);
    expect(await status(ana, id)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  },
);

test('a day that was accepted and is not shown is rejected, not requested again', async () => {
  const ana = await api.signUpConnected('ana');
  const id = await save(ana);
  await schedule(ana, id);
  let requests = 0;
  const reconcile = reconcilerWith({
    createSchedule: async () => {
      requests++;
      return undefined;
    },
    listSchedules: async () => [],
  });
  await reconcile(ana.userId, RUN);
  await skipBackoff(api.db);
  await reconcile(ana.userId, RUN);
  expect(requests).toBe(1);
  expect(await status(ana, id)).toMatchObject([
    { state: 'sent' },
    { state: 'failed', problem: 'rejected' },
  ]);
});

test('a second worker leaves a request in progress alone', async () => {
  const ana = await api.signUpConnected('ana');
  const id = await save(ana);
  await schedule(ana, id);
  const answer = Promise.withResolvers<string>();
  let requests = 0;
  const reconcile = reconcilerWith({
    createSchedule: async () => (++requests === 1 ? answer.promise : '2'),
    listSchedules: async () => [],
  });
  const sending = reconcile(ana.userId, RUN);
  await expect.poll(() => requests).toBe(1);
  // Due, as after connecting again.
  await skipBackoff(api.db);
  await reconcile(ana.userId, RUN);
  answer.resolve('1');
  await sending;
  expect(requests).toBe(1);
  expect(await status(ana, id)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
});

test('a creation whose outcome is unknown stops the job, and Garmin must answer before the next', async () => {
  const ana = await api.signUpConnected('ana');
  for (let count = 0; count < 7; count++) await send(ana, await save(ana));
  let creations = 0;
  const createWorkout = () => {
    creations++;
    return Promise.reject(new GarminFailure('outcome-unknown', 'status 500'));
  };
  const states = async () => {
    const { rows } = await api.db.query(sql`
      select error, count(*)::int as count, min(next_attempt_at) > ${api.now()} as later
      from garmin_item where user_id = ${ana.userId} group by error order by error`);
    return rows;
  };
  await reconcilerWith({ createWorkout })(ana.userId, RUN);
  expect(creations).toBe(1);
  const oneQuestion = [
    { error: 'answer-lost', count: 1, later: null },
    { error: null, count: 6, later: true },
  ];
  expect(await states()).toEqual(oneQuestion);

  // While nothing answers, no workout is sent.
  await skipBackoff(api.db);
  const listSchedules = () => Promise.reject(new GarminFailure('unavailable', 'status 503'));
  await reconcilerWith({ createWorkout, listSchedules })(ana.userId, RUN);
  expect(creations).toBe(1);
  expect(await states()).toEqual(oneQuestion);

  await api.work();
  expect(await states()).toEqual([oneQuestion[0], { error: null, count: 6, later: null }]);
});

test('a creation that no server of Garmin has seen is repeated without a question', async () => {
  const ana = await api.signUpConnected('ana');
  const ids = [await save(ana, 'Seen once'), await save(ana, 'Seen once')];
  for (const id of ids) await send(ana, id);
  await api.fakeGarmin.control.planFault({ kind: '503', path: CREATE, times: 2 });
  await api.work();
  for (const id of ids) expect(await status(ana, id)).toMatchObject([{ state: 'waiting' }]);
  await api.work();
  for (const id of ids) expect(await status(ana, id)).toMatchObject([{ state: 'sent' }]);
  expect((await titles()).filter((title) => title === 'Seen once')).toHaveLength(2);
});

test('a job ends after two minutes, and another does the rest', async () => {
  const ana = await api.signUpConnected('ana');
  let creations = 0;
  for (let count = 0; count < 5; count++) await send(ana, await save(ana));
  const slow = async <Result>(result: Result): Promise<Result> => {
    await api.advanceClock(30);
    return result;
  };
  const reconcile = reconcilerWith({
    createWorkout: () => slow({ id: String(++creations), ownerId: '1', steps: 4 }),
    readWorkout: (_access, id) => slow({ id, ownerId: '1', steps: 4 }),
  });
  await reconcile(ana.userId, RUN);
  expect(creations).toBe(2);
  const { rows } = await api.db.query(sql`
    select 1 from pgboss.job where name = 'garmin-deliver' and singleton_key = ${ana.userId}`);
  expect(rows).toHaveLength(1);
  await reconcile(ana.userId, RUN);
  expect(creations).toBe(4);
});

test('an answer to “unknown” and an edit of the workout do not wait for each other', async ({
  skip,
}) => {
  skip(HAS_TWO_SERVERS);
  const ana = await api.signUpConnected('ana');
  const id = await save(ana);
  await send(ana, id);
  await api.fakeGarmin.control.planFault({ kind: 'cut-after', path: CREATE });
  await api.work();
  const deadlocks = async () =>
    (
      await api.db.query(sql`
        select deadlocks::int from pg_stat_database where datname = current_database()`)
    ).rows;
  const before = await deadlocks();
  // Holds the workout as an edit does, until the answer waits.
  const held = Promise.withResolvers<void>();
  const editing = api.db.inTransaction(async (transaction) => {
    await lockAthlete(transaction, ana.userId);
    await transaction.query(sql`
      select 1 from workout where user_id = ${ana.userId} and workout_id = ${id} for update`);
    await held.promise;
    await createDeliveryCommands({
      jobs: api.garmin.jobs,
      readPaces: async () => ({ trainingPaces: DEFAULT_TRAINING_PACES }),
      now: api.now,
    }).onWorkoutChanged(transaction, ana.userId, id, 'edited');
  });
  const choosing = api.call(ana, 'POST', `/api/garmin/workouts/${id}/choice`, {
    choice: 'send-again',
  });
  await expect.poll(countWaiting).toBe(1);
  held.resolve();
  await editing;
  expect((await choosing).json().deliveries).toMatchObject([{ state: 'waiting' }]);
  expect(await deadlocks()).toEqual(before);
});

/** The statements of this database that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await api.db.query(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return Number(rows[0]?.['count']);
}

test('the sweep queues a delivery whose job was lost', async () => {
  const ana = await api.signUpConnected('ana');
  const id = await save(ana);
  await send(ana, id);
  await api.db.query(sql`delete from pgboss.job`);
  await api.maintain();
  expect(await api.work()).toContain('garmin-deliver');
  expect(await status(ana, id)).toMatchObject([{ state: 'sent' }]);
});

test('one sweep reaches all athletes, also while the next is queued', async ({ skip }) => {
  skip(HAS_TWO_SERVERS);
  const ATHLETES = 501;
  await api.db.query(sql`
    insert into app_user (user_id, firebase_uid, username, email)
    select gen_random_uuid(), 'swept ' || n, 'swept ' || n, 'swept' || n || '@example.test'
    from generate_series(1, ${ATHLETES}::int) as n`);
  await api.db.query(sql`
    insert into garmin_connection (user_id, garmin_user_id, tokens, key_version, refresh_expires_at,
      access_expires_at, refreshed_at, permissions_at, connected_at)
    select user_id, firebase_uid, '\\x00', 1, now(), now(), now(), now(), now()
    from app_user where firebase_uid like 'swept %'`);
  await api.db.query(sql`
    insert into garmin_item (user_id, item_id, entry_id, kind, garmin_user_id, requested, day,
      desired_rev, next_attempt_at)
    select user_id, gen_random_uuid(), gen_random_uuid(), 'schedule', firebase_uid, true, '2026-11-17', 1,
      now() - interval '1 minute'
    from app_user where firebase_uid like 'swept %'`);
  await api.garmin.jobs.add(api.db, SWEEP_DUE, {});
  const sweep = api.garmin.handlers.find(({ definition }) => definition === SWEEP_DUE);
  await sweep?.run({}, RUN);
  const { rows } = await api.db.query(sql`
    select count(*)::int as count from pgboss.job j
    join app_user u on u.user_id::text = j.singleton_key and u.firebase_uid like 'swept %'
    where j.name = 'garmin-deliver'`);
  expect(rows).toEqual([{ count: ATHLETES }]);
  await api.db.query(sql`delete from app_user where firebase_uid like 'swept %'`);
});

test('jobs for all athletes read by an index', async () => {
  const statements: Statement[] = [];
  const query: Db['query'] = async (statement) => {
    statements.push(statement);
    return { rows: [], rowCount: 0 };
  };
  const now = api.now();
  await claimFromInbox({ query }, { now, until: now, limit: 32 });
  const handlers = createJobHandlers({
    ...api.garmin,
    db: { ...api.db, query },
    removeOrphan: async () => {},
    keyVersion: 1,
    log: { error: () => {} },
    now: api.now,
  });
  await handlers.find(({ definition }) => definition === PURGE_ACCOUNTS)?.run({}, RUN);
  const tables = /^garmin_(inbox|account)$/;
  const reads = await explainReads(api.db, statements, tables, ['enable_seqscan = off']);
  expect(reads.length).toBeGreaterThan(1);
  expect(reads.map(({ type }) => type)).not.toContain('Seq Scan');
});

test('an athlete has at most 500 pending deliveries', async () => {
  const ana = await api.signUpConnected('ana');
  const [first, last] = [await save(ana), await save(ana)];
  await send(ana, first);
  await api.db.query(sql`
    insert into garmin_item (user_id, item_id, workout_id, kind, garmin_user_id, requested, day,
      desired_rev, next_attempt_at)
    select user_id, gen_random_uuid(), workout_id, 'schedule', garmin_user_id, true, '2026-11-17', 1, now()
    from garmin_item, generate_series(1, 499) where item_id = ${first}`);
  const refused = await send(ana, last);
  expect(refused.json()).toMatchObject({ status: 409, code: 'GARMIN_TOO_MANY_PENDING' });
  // Sending a pending workout again does not add one.
  expect((await send(ana, first)).statusCode).toBe(200);
});

test('two workers share the partner limit', async () => {
  const limits = { perMinute: 40, perAthleteAndDay: 1000 };
  const open = () => createCallBudget(api.db, limits, api.now);
  const [one, other] = [open(), open()];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? one : other).take(undefined)),
  );
  const refused = outcomes.filter(({ status: outcome }) => outcome === 'rejected');
  // The burst of a quarter minute, and the refill in the meantime.
  expect(outcomes.length - refused.length).toBeGreaterThanOrEqual(10);
  expect(outcomes.length - refused.length).toBeLessThan(20);
  expect(refused[0]).toMatchObject({ reason: expect.any(BudgetExhausted) });

  await api.db.query(sql`
    update garmin_budget set refilled_at = refilled_at - interval '1 minute'`);
  await one.take(undefined);
  await one.pause(30);
  const paused = await other.take(undefined).catch((error: unknown) => error);
  expect(paused).toMatchObject({ kind: 'rate-limited' });
  expect((paused as BudgetExhausted).retryAfterSeconds).toBeGreaterThan(25);
});

test('an exhausted budget sends nothing, uses no attempt, and a later job continues', async () => {
  const ana = await api.signUpConnected('ana');
  const id = await save(ana, 'On a budget');
  await send(ana, id);
  await api.fakeGarmin.control.clearCalls({});
  const small = await api.openReplica({ callLimits: { perMinute: 4, perAthleteAndDay: 200 } });
  await small.reconcile(ana.userId, RUN);
  // The creation used the only token of the bucket, so the read-back must wait.
  expect(await calls()).toEqual([`POST ${CREATE}`]);
  const { rows } = await api.db.query(sql`
    select attempts, next_attempt_at > ${api.now()} as later from garmin_item
    where user_id = ${ana.userId}`);
  expect(rows).toEqual([{ attempts: 0, later: true }]);
  await api.work();
  expect(await status(ana, id)).toMatchObject([{ state: 'sent' }]);
  expect((await titles()).filter((title) => title === 'On a budget')).toHaveLength(1);
});

const rev = fc.integer({ min: 1, max: 2 });
const stored = {
  requested: fc.boolean(),
  desiredRev: rev,
  remoteRev: fc.option(rev, { nil: undefined }),
  hasRemote: fc.boolean(),
  hasLease: fc.boolean(),
};
const randomGroup = fc.record({
  isDeleted: fc.boolean(),
  isOfEntry: fc.boolean(),
  workout: fc.record({
    ...stored,
    error: fc.constantFrom(undefined, undefined, 'answer-lost', 'rejected', 'deleted-there'),
  }),
  schedules: fc.array(
    fc.record({
      ...stored,
      error: fc.constantFrom(undefined, undefined, 'rejected', 'deleted-there'),
    }),
    { maxLength: 3 },
  ),
});

test('an item is pending exactly when the reconciler has a step for it', async () => {
  const ana = await api.signUpConnected('ana');
  const { userId } = ana;
  const rendered = renderWorkout(
    { title: 'Five by one', script: SCRIPT },
    { trainingPaces: DEFAULT_TRAINING_PACES },
  );
  if (!('content' in rendered)) throw new Error('unreachable');
  const { content, body } = rendered;
  const fake: Partial<GarminClient> = {
    createWorkout: async () => ({ id: '1', ownerId: '2', steps: 4 }),
    readWorkout: async (_access, id) => ({ id, ownerId: '2', steps: 4 }),
    updateWorkout: async () => {},
    deleteWorkout: async () => {},
    createSchedule: async () => String(Math.floor(Math.random() * 1e9)),
    updateSchedule: async () => {},
    deleteSchedule: async () => {},
    listSchedules: async () => [],
  };
  const reconcile = reconcilerWith(fake);

  await fc.assert(
    fc.asyncProperty(randomGroup, async (given) => {
      const workoutId = await save(ana);
      const kind = given.isOfEntry ? 'entry' : 'library';
      const source = { kind, id: given.isOfEntry ? newId() : workoutId } as const;
      const isWithdrawn = given.isDeleted && !given.isOfEntry;
      if (given.isDeleted) await api.call(ana, 'DELETE', `/api/auth/workouts/${workoutId}`);
      const itemOf = (id: string, of: (typeof given.schedules)[number], remoteId: string) => ({
        id,
        requested: of.requested,
        desiredRev: of.desiredRev,
        remoteId: of.hasRemote ? remoteId : undefined,
        remoteRev: of.hasRemote ? of.remoteRev : undefined,
        lease: of.hasLease ? lowestIdAt(api.now().getTime() - 60_000) : undefined,
        attempts: 0,
        nextAttemptAt: undefined,
        error: of.error as undefined,
        detail: undefined,
      });
      const group: ItemGroup = {
        ...NEW_GROUP,
        garminUserId: 'any',
        source,
        isWithdrawn,
        workout: {
          ...itemOf(workoutId, given.workout as (typeof given.schedules)[number], '11'),
          kind: 'workout',
          content,
          newBody: body,
          ownerId: '2',
          sentAt: undefined,
        },
        schedules: given.schedules.slice(0, given.isOfEntry ? 1 : 3).map((of, index) => ({
          ...itemOf(newId(), of, String(21 + index)),
          kind: 'schedule',
          entryId: source.id,
          day: '2026-11-17',
          remoteDay: '2026-11-17',
        })),
      };
      await saveGroup(api.db, userId, group, api.now());
      const pendingIn = (found: ItemGroup | undefined) =>
        found ? [found.workout, ...found.schedules].filter((item) => item.nextAttemptAt) : [];
      const before = await findGroup(api.db, userId, source.id);
      await reconcile(userId, RUN);
      const after = await findGroup(api.db, userId, source.id);
      // Items of one group may change each other, so the group is compared.
      expect(pendingIn(before).length > 0 || isDeepStrictEqual(after, before)).toBe(true);
      for (const item of pendingIn(before)) {
        const now = [after?.workout, ...(after?.schedules ?? [])].find((of) => of?.id === item.id);
        expect(now).not.toEqual(item);
      }
      expect(pendingIn(after)).toEqual([]);
      await skipBackoff(api.db);
      expect(await findGroup(api.db, userId, source.id)).toEqual(after);
      await api.db.query(sql`delete from garmin_item where user_id = ${userId}`);
    }),
    { numRuns: RECONCILED_GROUPS },
  );
});
