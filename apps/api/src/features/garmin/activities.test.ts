import { recordScript } from '@pacewright/activity/testing';
import type { Activity, ActivityDetail, CalendarEntry } from '@pacewright/contract';
import * as fc from 'fast-check';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import { openActivityReceiver } from '../../receive-activities.ts';
import { makeActivity } from '../../testing/activity.ts';
import { type GarminTestApp, startGarminTestApp } from '../../testing/garmin.ts';
import type { Athlete } from '../../testing/test-app.ts';
import * as inbox from './inbox-store.ts';

let api: GarminTestApp;
beforeAll(async () => {
  api = await startGarminTestApp();
});
afterAll(() => api.close());

type Connected = Athlete & { account: string };
const HISTORY = ['ACTIVITY_EXPORT', 'WORKOUT_IMPORT', 'HISTORICAL_DATA_EXPORT'] as const;
const STARTED_AT = Date.UTC(2026, 10, 17, 17, 4, 12) / 1000;
const SCRIPT = '15m E + 3x(3m I + 2m E) + 5m E';

const control = () => api.fakeGarmin.control;
const fitFile = (options: Parameters<typeof recordScript>[1] = {}, script = SCRIPT) =>
  Buffer.from(recordScript(script, options)).toString('base64');

async function upload(
  { account }: Connected,
  {
    file = fitFile(),
    startedAt = STARTED_AT,
    as = 'both',
  }: { file?: string; startedAt?: number; as?: 'both' | 'none' } = {},
): Promise<string> {
  const { runs } = await control().uploadRun({ account, file, startedAt, as });
  return String(runs.at(-1)?.summaryId);
}

async function list(athlete: Athlete): Promise<Activity[]> {
  const answer = await api.call(athlete, 'GET', '/api/activities?from=2026-11-01&to=2026-11-30');
  return answer.json().activities;
}

async function read(athlete: Athlete, id: string): Promise<ActivityDetail> {
  return (await api.call(athlete, 'GET', `/api/activities/${id}`)).json();
}

/** The last notification that contained files. */
async function lastPing(): Promise<unknown> {
  const { deliveries } = await control().snapshot();
  return deliveries.findLast(({ body }) => Object.hasOwn(Object(body), 'activityFiles'))?.body;
}

async function countInbox(): Promise<number> {
  const { rows } = await api.db.query(sql`select count(*)::int as count from garmin_inbox`);
  return Number(rows[0]?.['count']);
}

test('a workout that is sent and run on the watch is compared on its day', async () => {
  const ana = await api.signUpConnected('ana');
  const workout = { title: 'Threes', script: SCRIPT };
  const saved = (await api.call(ana, 'POST', '/api/auth/workouts', { workout })).json();
  const body = { workoutId: saved.id, day: '2026-11-17' };
  const entry = (await api.call(ana, 'POST', '/api/calendar', body)).json() as CalendarEntry;
  await api.call(ana, 'PUT', `/api/garmin/calendar/${entry.id}`);
  await api.work();
  const { workouts, users } = await control().snapshot();
  const { userId } = users.find(({ name }) => name === ana.account) ?? {};
  const sent = workouts.find((each) => each.userId === userId);
  await control().runWorkout({
    account: ana.account,
    workoutId: String(sent?.workoutId),
    startedAt: STARTED_AT,
  });

  expect(await api.drain()).toEqual(['stored']);
  const [run] = await list(ana);
  expect(run).toMatchObject({ source: 'garmin', day: '2026-11-17', entryId: entry.id });
  const { comparison, trace } = await read(ana, String(run?.id));
  expect(comparison?.result).toMatchObject({ kind: 'compared', method: 'steps', isSamePlan: true });
  expect(run?.summary).toMatch(/^All three reps on pace/);
  // A position for every second would not fit into it.
  expect(trace.length).toBeLessThan(Number(run?.seconds));
  const { entries } = (await api.call(ana, 'GET', '/api/calendar')).json();
  expect(entries[0]).toMatchObject({ id: entry.id, done: { at: expect.any(String) } });
  expect(await countInbox()).toBe(0);
});

test('D21: a workout of another day that the watch followed is compared, and stays on its day', async () => {
  const ana = await api.signUpConnected('ana');
  const add = async (title: string, script: string, day: string): Promise<CalendarEntry> => {
    const body = { content: { kind: 'run', title, script }, day };
    return (await api.call(ana, 'POST', '/api/calendar', body)).json();
  };
  const days = async () => {
    const { entries } = (await api.call(ana, 'GET', '/api/calendar')).json();
    return entries.map(({ id, day }: CalendarEntry) => ({ id, day }));
  };
  const [easy, threes] = [
    await add('Easy 45', '45m E', '2026-11-17'),
    await add('Threes', SCRIPT, '2026-11-19'),
  ];
  const before = await days();
  await upload(ana);
  expect(await api.drain()).toEqual(['stored']);
  const [run] = await list(ana);
  expect(run).toMatchObject({ day: '2026-11-17', entryId: threes.id });
  expect(await days()).toEqual(before);

  // By its laps alone it is a question, so that it is stored without a workout.
  const ben = await api.signUpConnected('ben');
  const body = { content: { kind: 'run', title: 'Threes', script: SCRIPT }, day: '2026-11-19' };
  await api.call(ben, 'POST', '/api/calendar', body);
  await upload(ben, { file: fitFile({ kind: 'button' }) });
  expect(await api.drain()).toEqual(['stored']);
  expect((await list(ben))[0]).toMatchObject({ entryId: null });
  expect(easy.done).toBeNull();
});

describe('of two sessions of a day that a run fits alike', () => {
  const EVENING = STARTED_AT;
  const MORNING = STARTED_AT - 10 * 3600;

  async function addSessions(athlete: Athlete, timesOfDay: ('am' | 'pm' | undefined)[]) {
    const ids: string[] = [];
    for (const timeOfDay of timesOfDay) {
      const content = { kind: 'run', title: 'Easy', script: '40m E' };
      const body = { content, day: '2026-11-17', timeOfDay };
      ids.push((await api.call(athlete, 'POST', '/api/calendar', body)).json().id);
    }
    return ids;
  }

  async function uploadEasy(athlete: Connected, startedAt: number): Promise<string | null> {
    const options = { startedAt, utcOffsetSeconds: 3600 };
    await upload(athlete, { file: fitFile(options, '40m E'), startedAt });
    expect(await api.drain()).toEqual(['stored']);
    const runs = await list(athlete);
    const hour = new Date(startedAt * 1000).toISOString().slice(0, 13);
    return runs.find((run) => run.startedAt.startsWith(hour))?.entryId ?? null;
  }

  test('it belongs to the one of its time of day', async () => {
    const ana = await api.signUpConnected('ana');
    const [am, pm] = await addSessions(ana, ['am', 'pm']);
    expect(await uploadEasy(ana, EVENING)).toBe(pm);
    expect(await uploadEasy(ana, MORNING)).toBe(am);
  });

  test('it belongs to the one that says nothing rather than to one of the other half', async () => {
    const ana = await api.signUpConnected('ana');
    const [am, unsaid] = await addSessions(ana, ['am', undefined]);
    expect(await uploadEasy(ana, EVENING)).toBe(unsaid);
    expect(await uploadEasy(ana, MORNING)).toBe(am);
  });

  test('it belongs to the one that has no run yet', async () => {
    const ana = await api.signUpConnected('ana');
    const sessions = await addSessions(ana, [undefined, undefined]);
    const found = [await uploadEasy(ana, MORNING), await uploadEasy(ana, EVENING)];
    expect(new Set(found)).toEqual(new Set(sessions));
  });
});

test('positions are not stored, neither with the run nor while it waits', async () => {
  const [ana, ben] = [await api.signUpConnected('ana'), await api.signUpConnected('ben')];
  await upload(ana, { file: fitFile({ hasPositions: true }) });
  await upload(ben, { file: fitFile({ hasPositions: false }) });
  const failing = api.garmin.openDrain({
    ...openActivityReceiver(api.db, api.now),
    storeRun: () => Promise.reject(new Error('the database is down')),
  });
  await failing.runOnce();
  const { rows } = await api.db.query(sql`select reading from garmin_inbox`);
  expect(rows).toHaveLength(2);
  expect(rows[0]?.['reading']).toEqual(rows[1]?.['reading']);

  // The URL of the file does not answer again; the stored run is enough.
  await api.advanceClock(60);
  expect(await api.drain()).toEqual(['stored', 'stored']);
  const details = await Promise.all(
    [ana, ben].map(async (athlete) => read(athlete, String((await list(athlete))[0]?.id))),
  );
  const { id: _a, sourceId: _b, ...first } = details[0] as ActivityDetail;
  expect(details[1]).toMatchObject(first);
});

test('a run is stored once, whatever is sent, in whatever order', async () => {
  const ana = await api.signUpConnected('ana');
  const bytes = recordScript(SCRIPT);
  const file = openActivityReceiver(api.db, api.now).readFile(bytes);
  if (!file.ok) throw new Error(file.reason);
  const byHand = makeActivity(1, {
    ...file.received,
    sourceId: createHash('sha256').update(bytes).digest('hex'),
  });
  const actions = fc.constantFrom('again', 'new-url', 'drain', 'hand', 'delete', 'other-worker');
  await fc.assert(
    fc.asyncProperty(fc.array(actions, { maxLength: 8 }), async (sequence) => {
      const summaryId = await upload(ana);
      for (const action of sequence) {
        if (action === 'again') await control().notify({ body: await lastPing() });
        if (action === 'new-url') await control().announceRun({ summaryId, as: 'both' });
        if (action === 'drain') await api.drain();
        if (action === 'hand') await api.call(ana, 'POST', '/api/activities', byHand);
        if (action === 'delete') await control().deleteRun({ summaryId });
        if (action === 'other-worker') await Promise.all([api.drain(), api.drain()]);
      }
      await api.drain();
      const runs = await list(ana);
      const isDeleted = sequence.includes('delete');
      const hasHand = sequence.includes('hand');
      // Deleting at Garmin leaves a run that was added by hand, unless Garmin's was there first.
      const expected = isDeleted ? [0, ...(hasHand ? [1] : [])] : [1];
      expect(expected).toContain(runs.length);
      expect(await countInbox()).toBe(0);
      for (const { id } of runs) await api.call(ana, 'DELETE', `/api/activities/${id}`);
    }),
    { numRuns: 8, seed: 20261117 },
  );
});

describe('a deleted run', () => {
  test('stays deleted when Garmin sends it again, and undo restores it', async () => {
    const ana = await api.signUpConnected('ana');
    const summaryId = await upload(ana);
    await api.drain();
    const { id, ...detail } = await read(ana, String((await list(ana))[0]?.id));
    await api.call(ana, 'DELETE', `/api/activities/${id}`);
    await control().announceRun({ summaryId, as: 'ping' });
    expect(await api.drain()).toEqual(['deleted']);
    expect(await list(ana)).toEqual([]);
    const undone = await api.call(ana, 'POST', '/api/activities', detail);
    expect(undone.json()).toMatchObject({ isNew: true, source: 'garmin' });
    await control().announceRun({ summaryId, as: 'ping' });
    expect(await api.drain()).toEqual(['known']);
    expect(await list(ana)).toHaveLength(1);
  });

  test('at Garmin is deleted here, also if that is known before the run is', async () => {
    const ana = await api.signUpConnected('ana');
    const first = await upload(ana);
    await api.drain();
    await control().deleteRun({ summaryId: first });
    expect(await api.drain()).toEqual(['deleted']);
    expect(await list(ana)).toEqual([]);

    const second = await upload(ana, { as: 'none', startedAt: STARTED_AT + 7200 });
    await control().announceRun({ summaryId: second, as: 'ping' });
    const ping = await lastPing();
    await api.db.query(sql`delete from garmin_inbox`);
    await control().deleteRun({ summaryId: second });
    await api.drain();
    await control().notify({ body: ping });
    await api.drain();
    expect(await list(ana)).toEqual([]);
  });
});

test('a longer recording of the same run takes the place of a shorter one, and notes stay', async () => {
  const ana = await api.signUpConnected('ana');
  const whole = recordScript(SCRIPT);
  const shorter = Buffer.from(whole.subarray(0, whole.length / 2)).toString('base64');
  const summaryId = await upload(ana, { file: shorter });
  await api.drain();
  const [before] = await list(ana);
  const notes = { notes: 'Windy', effort: 6 };
  await api.call(ana, 'PUT', `/api/activities/${before?.id}/notes`, notes);
  // The same id at Garmin, with another file.
  await control().replaceFile({ summaryId, file: Buffer.from(whole).toString('base64') });
  await control().announceRun({ summaryId, as: 'ping' });
  expect(await api.drain()).toEqual(['replaced']);
  const after = await read(ana, String(before?.id));
  expect(after).toMatchObject(notes);
  expect(after.seconds).toBeGreaterThan(Number(before?.seconds));
});

describe('a file that a worker fetched before it died', () => {
  async function burnUrl(): Promise<void> {
    const body = (await lastPing()) as { activityFiles: { callbackURL: string }[] };
    expect((await fetch(String(body.activityFiles[0]?.callbackURL))).status).toBe(200);
  }

  test('is requested again from an athlete who permits older data', async () => {
    const ana = await api.signUpConnected('ana', [...HISTORY]);
    // The request for the last month, which would deliver this run again once its time has passed.
    await api.work();
    await upload(ana);
    await burnUrl();
    // The response to the request arrives while the inbox is drained, or later.
    const outcomes = await api.drain();
    await control().settle({});
    expect([...outcomes, ...(await api.drain())]).toEqual(['requested-again', 'stored']);
    expect(await list(ana)).toHaveLength(1);
  });

  test('is reported as lost without that permission', async () => {
    const ana = await api.signUpConnected('ana');
    await upload(ana);
    await burnUrl();
    expect(await api.drain()).toEqual(['lost']);
    expect(await countInbox()).toBe(0);
  });
});

test('an athlete who permits older data gets the runs of the last month', async () => {
  const ana = await api.signUp('ana');
  const account = `history ${ana.uid}`;
  const startedAt = Math.floor(api.now().getTime() / 1000) - 20 * 86_400;
  await control().uploadRun({ account, file: fitFile({ startedAt }), startedAt, as: 'none' });
  await api.connect(ana, { account, permissions: [...HISTORY] });
  expect(await api.work()).toContain('garmin-request-backfill');
  await control().settle({});
  expect(await api.drain()).toEqual(['stored']);
});

test('of several rows that are settled, one that was received again meanwhile stays and is due', async () => {
  const { userId } = await api.signUpConnected('ana');
  const { rows } = await api.db.query(sql`
    select garmin_user_id from garmin_account where user_id = ${userId}`);
  const garminUserId = String(rows[0]?.['garmin_user_id']);
  const announced = ['1', '2', '3'].map((summaryId) => ({
    garminUserId,
    kind: 'deleted' as const,
    summaryId,
    startedAt: null,
    callbackUrl: null,
  }));
  const now = api.now();
  await inbox.addToInbox(api.db, announced, now);
  const lease = { now, until: new Date(now.getTime() + 45_000), limit: 10 };
  const claimed = await inbox.claimFromInbox(api.db, lease);
  expect(claimed).toHaveLength(3);
  await inbox.addToInbox(api.db, announced.slice(1, 2), now);
  expect(await inbox.claimFromInbox(api.db, lease)).toEqual([]);

  await inbox.deleteProcessed(api.db, claimed, now);

  const left = await inbox.claimFromInbox(api.db, lease);
  expect(left.map(({ summaryId }) => summaryId)).toEqual(['2']);
  await inbox.deleteProcessed(api.db, left, now);
  expect(await countInbox()).toBe(0);
});

test('nothing is fetched without the permission for runs', async () => {
  const ana = await api.signUpConnected('ana');
  await upload(ana);
  await control().changePermissions({ account: ana.account, permissions: ['WORKOUT_IMPORT'] });
  await api.work();
  await control().clearCalls({});
  expect(await api.drain()).toEqual(['not-permitted']);
  const { calls } = await control().snapshot();
  expect(calls.filter(({ path }) => path.includes('activityFile'))).toEqual([]);
  expect((await api.call(ana, 'GET', '/api/garmin/status')).json()).toMatchObject({
    canReceiveActivities: false,
  });
});

test('nothing is fetched for an athlete who agreed only to workouts', async () => {
  const ana = await api.signUpConnected('ana');
  await api.db.query(sql`
    update garmin_consent set text_version = 1 where user_id = ${ana.userId}`);
  await upload(ana);
  expect(await api.drain()).toEqual(['not-permitted']);
});

test('a deleted account leaves nothing in the inbox, and a late notification is dropped', async () => {
  const ana = await api.signUpConnected('ana');
  await upload(ana);
  const ping = await lastPing();
  expect(await countInbox()).toBe(1);
  await api.call(ana, 'DELETE', '/api/account');
  expect(await countInbox()).toBe(0);
  await control().notify({ body: ping });
  expect(await countInbox()).toBe(0);
  expect(await api.drain()).toEqual([]);
});

test.each([
  ['another host', 'https://example.test/wellness-api/rest/activityFile?id=1&token=2', 'rejected'],
  ['another path', '{garmin}/__control', 'rejected'],
  [
    'a name and password',
    'http://{login}@{host}/wellness-api/rest/activityFile?id=1&token=2',
    'rejected',
  ],
  // Refused before it is stored.
  ['no URL', 'file', undefined],
])('a forged notification with %s causes no request', async (_name, url, result) => {
  const ana = await api.signUpConnected('ana');
  const { users } = await control().snapshot();
  const userId = users.find(({ name }) => name === ana.account)?.userId;
  const callbackURL = url
    .replace('{garmin}', api.fakeGarmin.url)
    .replace('{login}', ['a', 'b'].join(':'))
    .replace('{host}', new URL(api.fakeGarmin.url).host);
  await control().notify({
    body: { activityFiles: [{ userId, summaryId: '1', fileType: 'FIT', callbackURL }] },
  });
  await control().clearCalls({});
  expect(await api.drain()).toEqual(result ? [result] : []);
  expect((await control().snapshot()).calls).toEqual([]);
});

test('a URL that refuses the token is fetched without it, and one that fails is tried later', async () => {
  const ana = await api.signUpConnected('ana');
  await control().changeAssumptions({ bearerOnActivityFile: 'refused' });
  await control().planFault({ kind: '500', path: '/wellness-api/rest/activityFile', times: 1 });
  await upload(ana);
  expect(await api.drain()).toEqual(['failed']);
  await api.advanceClock(60);
  expect(await api.drain()).toEqual(['stored']);
  await control().changeAssumptions({ bearerOnActivityFile: 'accepted' });
});

test.each([
  ['a file without records', undefined, 'nothing-recorded'],
  ['no FIT file', Buffer.from('no').toString('base64'), 'not-fit'],
])('%s is left out', async (_name, file, outcome) => {
  const ana = await api.signUpConnected('ana');
  await control().uploadRun({ account: ana.account, as: 'ping', ...(file && { file }) });
  expect(await api.drain()).toEqual([outcome]);
  expect(await countInbox()).toBe(0);
});

test('a notification of 10 MB with files of several athletes, malformed ones and other types is stored', async () => {
  const [ana, ben] = [await api.signUpConnected('ana'), await api.signUpConnected('ben')];
  await upload(ana);
  const first = (await lastPing()) as { activityFiles: object[] };
  await upload(ben);
  const second = (await lastPing()) as { activityFiles: object[] };
  await api.db.query(sql`delete from garmin_inbox`);
  const other = { ...first.activityFiles[0], summaryId: '77', fileType: 'TCX' };
  await control().notify({
    body: { activityFiles: [null, other, ...first.activityFiles, ...second.activityFiles] },
    padToBytes: 10_000_000,
  });
  expect((await control().snapshot()).deliveries.at(-1)).toMatchObject({ attempts: [200] });
  expect(await api.drain()).toEqual(['stored', 'stored']);
});
