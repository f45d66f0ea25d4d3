import { setTimeout as wait } from 'node:timers/promises';
import type { GarminDelivery } from '@pacewright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import type { ApiProcess } from '../../testing/api-process.ts';
import {
  type GarminTestApp,
  skipBackoff,
  startGarminTestApp,
  startGarminWorker,
} from '../../testing/garmin.ts';
import { openLog } from '../../testing/open-log.ts';
import { readAllRows } from '../../testing/read-all-rows.ts';

// Random faults between us and Garmin: errors, lost and late responses, ended tokens, killed workers. Afterwards
// every workout is on the watch once, or shown as failed.

const SENDS = 500;
const ATHLETES = 25;
const SEED = 20_261_115;
const KILLS_AFTER = [4, 9, 14, 19];
const EXPIRIES_AFTER = [6, 13];

let api: GarminTestApp;
const workers: ApiProcess[] = [];
const ended: ApiProcess[] = [];
const { logger, readLog } = openLog();
beforeAll(async () => {
  api = await startGarminTestApp({ logger });
});
afterAll(async () => {
  for (const worker of workers) {
    worker.kill('SIGKILL');
    await worker.ended;
  }
  await api.close();
});

type Runner = Awaited<ReturnType<GarminTestApp['signUpConnected']>>;
type Plan = { runner: Runner; title: string; day: string | undefined; isOwn: boolean };
/** The workout is the entry itself if that has its own script. */
type Sent = Plan & { workoutId: string };

function startWorker(): void {
  workers.push(startGarminWorker(api.fakeGarmin, api.databaseUrl));
}

async function killWorker(): Promise<void> {
  const worker = workers.shift();
  worker?.kill('SIGKILL');
  await worker?.ended;
  if (worker) ended.push(worker);
  startWorker();
}

/** A seeded random generator. */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Retries after a 503, as the web app does. */
const call: GarminTestApp['call'] = async (...request) => {
  for (;;) {
    const response = await api.call(...request);
    if (response.statusCode !== 503) return response;
  }
};

const SCRIPT = '10m E + 3x(1km I + 90s jog) + 10m E';

/** Saves a workout and sends it, alone or for a day, or sends an entry with its own script. */
async function send(plan: Plan): Promise<Sent> {
  const { runner, title, day, isOwn } = plan;
  const add = async (body: object): Promise<string> =>
    (await call(runner, 'POST', '/api/calendar', { ...body, day })).json().id;
  const save = async (): Promise<string> =>
    (
      await call(runner, 'POST', '/api/auth/workouts', { workout: { title, script: SCRIPT } })
    ).json().id;
  const workoutId = isOwn
    ? await add({ content: { kind: 'run', title, script: SCRIPT } })
    : await save();
  const entryId = isOwn || day === undefined ? workoutId : await add({ workoutId });
  const sending = await call(
    runner,
    'PUT',
    day === undefined ? `/api/garmin/workouts/${workoutId}` : `/api/garmin/calendar/${entryId}`,
  );
  // A runner whose connection has ended connects again.
  if (sending.json().code === 'GARMIN_NOT_CONNECTED') {
    await reconnect(runner);
    return send(plan);
  }
  expect(sending.statusCode).toBe(200);
  return { ...plan, workoutId };
}

async function reconnect(runner: Runner): Promise<void> {
  while ((await api.connect(runner, { account: runner.account })).statusCode !== 200);
}

async function jobsLeft(): Promise<number> {
  const { rows } = await api.db.query(sql`
    select count(*)::int as jobs from pgboss.job where state in ('created', 'retry', 'active')`);
  return Number(rows[0]?.['jobs']);
}

async function isConnected(runner: Runner): Promise<boolean> {
  return (await call(runner, 'GET', '/api/garmin/status')).json().connected === true;
}

/** Runs until nothing is pending, and reconnects runners whose connection has ended. */
async function drain(runners: readonly Runner[]): Promise<void> {
  for (;;) {
    for (const runner of runners) if (!(await isConnected(runner))) await reconnect(runner);
    if ((await jobsLeft()) === 0) return;
    await skipBackoff(api.db);
    await wait(200);
  }
}

test(`of ${SENDS} sends through random faults none is there twice, and none is lost unseen`, async ({
  annotate,
}) => {
  const { control } = api.fakeGarmin;
  const chance = chanceFrom(SEED);
  await control.changeLimits({ perMinute: 1_000_000, perUserAndDay: 1_000_000 });
  const runners: Runner[] = [];
  for (let index = 0; index < ATHLETES; index++)
    runners.push(await api.signUpConnected(`runner${index}`));
  await control.startRandomFaults({
    seed: SEED,
    rates: {
      '500': 0.02,
      '502': 0.01,
      '429': 0.03,
      '401': 0.02,
      '500-after': 0.01,
      cut: 0.01,
      'cut-after': 0.03,
      slow: 0.003,
    },
    slowMilliseconds: 9_000,
  });
  startWorker();
  startWorker();

  const sent: Sent[] = [];
  for (let round = 0; round < SENDS / ATHLETES; round++) {
    const plans = runners.map((runner): Plan => {
      const day = chance() < 0.5 ? `2026-12-${10 + round}` : undefined;
      return {
        runner,
        title: `Workout ${round}`,
        day,
        isOwn: day !== undefined && chance() < 0.5,
      };
    });
    const changes = sent.filter(() => chance() < 0.02);
    sent.push(...(await Promise.all(plans.map(send))));
    await Promise.all(changes.map(retitle));
    await skipBackoff(api.db);
    if (KILLS_AFTER.includes(round)) await killWorker();
    // Ends every token at Garmin, without notice.
    if (EXPIRIES_AFTER.includes(round)) await control.advanceClock({ seconds: 86_400 });
  }
  await drain(runners);
  await control.clearFaults({});
  await drain(runners);

  const found = await audit(runners, sent);
  expect(found.wrong).toEqual([]);
  expect(found.states.sent).toBeGreaterThan(SENDS * 0.6);
  expect(found.states.unknown).toBeGreaterThan(0);
  expect(ended).toHaveLength(KILLS_AFTER.length);
  await expectNoSecrets(runners[0] as Runner);
  await annotate(`${JSON.stringify(found.states)}, calls: ${JSON.stringify(await countCalls())}`);
});

async function retitle(one: Sent): Promise<void> {
  const { runner, workoutId } = one;
  one.title = `${one.title}, changed`;
  if (one.isOwn) {
    const content = { kind: 'run', title: one.title, script: SCRIPT };
    await call(runner, 'PUT', `/api/calendar/${workoutId}/content`, { content });
    return;
  }
  const { script, version } = (await call(runner, 'GET', `/api/auth/workouts/${workoutId}`)).json();
  await call(runner, 'PUT', `/api/auth/workouts/${workoutId}`, {
    workout: { title: one.title, script },
    version,
  });
}

/** The requests to Garmin by their status; 0 for those without a response. */
async function countCalls(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of (await api.fakeGarmin.control.snapshot()).calls)
    counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Compares every athlete's deliveries with their watch. */
async function audit(runners: readonly Runner[], sent: readonly Sent[]) {
  const world = await api.fakeGarmin.control.snapshot();
  const states: Partial<Record<GarminDelivery['state'], number>> = {};
  const wrong: string[] = [];
  for (const runner of runners) {
    const userId = world.users.find(({ name }) => name === runner.account)?.userId;
    for (const one of sent.filter((other) => other.runner === runner)) {
      const { deliveries } = (
        await call(runner, 'GET', `/api/garmin/workouts/${one.workoutId}`)
      ).json() as { deliveries: GarminDelivery[] };
      const shown = deliveries.at(-1)?.state ?? 'waiting';
      states[shown] = (states[shown] ?? 0) + 1;

      const base = one.title.split(',')[0];
      const there = world.workouts.filter(
        ({ body, userId: owner }) =>
          owner === userId && String(body['workoutName']).split(',')[0] === base,
      );
      const days = world.schedules.filter(({ workoutId }) => workoutId === there[0]?.workoutId);
      const complain = (mistake: string) =>
        wrong.push(`${one.title}: ${mistake}, shown as ${shown}`);
      if (there.length > 1) complain('is there twice');
      if (days.length > 1) complain('is on two days');
      if (!['sent', 'unknown', 'failed'].includes(shown)) complain('is neither here nor there');
      if (shown !== 'sent') continue;
      if (there[0]?.body['workoutName'] !== one.title) complain('is not there as it is here');
      if (one.day && days[0]?.date !== one.day) complain('is not on its day');
    }
  }
  return { states, wrong };
}

/** Garmin's tokens are 2 kB of letters; ciphertexts are hexadecimal. */
const TOKEN = /[\w-]{100}/;
const BYTES = /\\x[0-9a-f]+/g;

async function expectNoSecrets({ userId }: Runner): Promise<void> {
  const logs = [...ended, ...workers].map((worker) => worker.output());
  const everything = [await readAllRows(api.db), readLog(), ...logs].join('\n');
  const token = await api.garmin.connections.withAccessToken(
    userId,
    async (access) => access.token,
  );
  expect(token).toMatch(TOKEN);
  expect(everything.replaceAll(BYTES, '').match(TOKEN)).toBeNull();
  expect(everything).not.toContain(Buffer.from(token.slice(0, 50)).toString('hex'));
  expect(everything).not.toContain(api.fakeGarmin.partner.secret);
  expect(logs.join('')).toContain('step failed');
}
