import {
  type CalendarChanges,
  type CalendarEntry,
  isRaceEntry,
  isRestEntry,
  isSkippedEntry,
  type SeasonPreview,
  type Season,
  type SeasonAction,
} from '@pacewright/contract';
import * as fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALENDAR_HISTORIES } from '../../testing/scale.ts';
import type { Identity } from '../../http/identity.ts';
import { openTestIdentity } from '../../testing/identity.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

// Random histories of a calendar through the API, by two devices of an athlete. A device knows the calendar as it read it
// last, and undoes as the web app does. Nothing is lost, and what a device undoes at once is as before, in its order.

let api: TestApp;
let server: TestApp['app'];
beforeAll(async () => {
  // A token is the name of its athlete, because asking for an account takes longer than a change of the calendar.
  const verifyToken = async (token: string): Promise<Identity> => ({
    uid: uidOf(token),
    email: `${uidOf(token)}@example.test`,
    emailVerified: true,
    hasGoogle: false,
    signedInAt: new Date(),
    expiresAt: new Date(Date.now() + 3600 * 1000),
  });
  const { verifyToken: _, ...identity } = openTestIdentity();
  api = await startTestApp({ identity: { ...identity, verifyToken } });
  // An athlete is looked up once, not for each of a hundred requests.
  ({ server } = await api.buildAnother({}, undefined, { accountCheckSeconds: 3600 }));
});
afterAll(async () => {
  await server.close();
  await api.close();
});

const FIRST_DAY = '2027-01-04';
const where = {
  at: fc.nat(40),
  day: fc.nat(9),
  position: fc.option(fc.nat(3), { nil: undefined }),
};
const half = fc.constantFrom('am' as const, 'pm' as const, undefined);

const change = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), ...where, timeOfDay: half }),
  fc.record({ kind: fc.constant('move' as const), ...where, timeOfDay: half }),
  fc.record({
    kind: fc.constant('repeat' as const),
    ...where,
    times: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ kind: fc.constant('shift' as const), ...where, by: fc.integer({ min: -2, max: 2 }) }),
  fc.record({ kind: fc.constantFrom('edit' as const, 'do' as const, 'remove' as const), ...where }),
  fc.record({
    kind: fc.constantFrom('copy' as const, 'away' as const, 'choose' as const),
    ...where,
  }),
  fc.record({
    kind: fc.constantFrom(
      'skip' as const,
      'push' as const,
      'text' as const,
      'pause' as const,
      'end' as const,
    ),
    ...where,
  }),
);

const step = fc.record({
  device: fc.constantFrom(0, 1),
  /** Whether the device reads the calendar first. */
  isFresh: fc.boolean(),
  isUndone: fc.boolean(),
  change,
});

type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

type Reply = { status: number; body: unknown };
type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';
type Send = (method: Method, url: string, payload?: object, key?: string) => Promise<Reply>;

const uidOf = (token: string) => token.replace('.no.token', '');

type Device = {
  send: Send;
  /** The calendar of now. */
  read: () => Promise<CalendarEntry[]>;
};

function openDevice(uid: string): Device {
  const headers = { authorization: `Bearer ${uid}.no.token` };
  let last: CalendarEntry[] | undefined;
  const send: Send = async (method, url, payload, key) => {
    if (method !== 'GET' && !url.endsWith('preview')) last = undefined;
    let answer;
    // A busy machine puts a request off, which is sent again.
    do
      answer = await server.inject({
        method,
        url,
        headers: { ...headers, ...(key && { 'idempotency-key': key }) },
        ...(payload && { payload }),
      });
    while (answer.statusCode === 503);
    const { statusCode: status, body } = answer;
    if (status >= 500) throw new Error(`${method} ${url}: ${body}`);
    return { status, body: body ? answer.json() : undefined };
  };
  const read = async () => {
    // It is as it was if nothing was asked for that could have changed it.
    last ??= ((await send('GET', '/api/calendar')).body as { entries: CalendarEntry[] }).entries;
    return last;
  };
  return { send, read };
}

/** What an athlete sees, in order. An undone removal may have another id. */
function seen(entries: readonly CalendarEntry[]): string[] {
  return entries.map(({ day, timeOfDay, title, script, own, season, done }) =>
    JSON.stringify([
      day,
      timeOfDay ?? null,
      title,
      script,
      own?.kind,
      season?.key,
      done !== null,
      season && own?.alternatives.length,
      own?.skipped ?? null,
    ]),
  );
}

type Made = {
  /** Undefined where the web app offers none. */
  undo?: (() => Promise<Reply>) | undefined;
  removed?: CalendarEntry;
  /** Without a plan. */
  skipped?: readonly Pick<CalendarEntry, 'id' | 'day'>[];
  /** A season keeps the order of a day only as far as its own entries. */
  isOfSeason?: boolean;
};

const fine = ({ status }: Reply) => status < 300;

/** Undefined if the API refused it, or there was nothing to change. */
async function make(
  { send, season, workoutId }: History,
  known: readonly CalendarEntry[],
  asked: Change,
): Promise<Made | undefined> {
  const day = addDays(FIRST_DAY, asked.day);
  const open = known.filter(({ done }) => done === null);
  const entry = open[asked.at % Math.max(1, open.length)];
  const { position } = asked;
  if (asked.kind === 'add') {
    const content = { kind: 'run', title: `Run ${asked.at}`, script: `${20 + asked.at}m E` };
    const what = asked.at % 4 === 0 ? { workoutId } : { content };
    const body = { ...what, day, position, timeOfDay: asked.timeOfDay };
    const added = await send('POST', '/api/calendar', body);
    if (!fine(added)) return undefined;
    return { undo: () => send('DELETE', removalOf(added.body as CalendarEntry)) };
  }
  if (asked.kind === 'skip' || asked.kind === 'push')
    return actOnSeason(send, season, { kind: asked.kind, from: day, to: addDays(day, 2) });
  if (asked.kind === 'text') {
    const text = TEXTS[asked.at % TEXTS.length] ?? '';
    return actOnSeason(send, season, { kind: 'text', text });
  }
  if (asked.kind === 'pause')
    return actOnSeason(
      send,
      season,
      asked.at % 2 === 0 ? { kind: 'pause' } : { kind: 'resume', how: 'here' },
    );
  if (asked.kind === 'end') return end(send, season, asked.at);
  if (!entry) return undefined;
  const url = `/api/calendar/${entry.id}`;
  switch (asked.kind) {
    case 'move': {
      const moved = await send('PUT', url, { day, position, timeOfDay: asked.timeOfDay });
      const back = { ...placeOf(known, entry), timeOfDay: entry.timeOfDay ?? null };
      return fine(moved) ? { undo: () => send('PUT', url, back) } : undefined;
    }
    case 'repeat': {
      const copies = Array.from({ length: asked.times }, (_, index) => ({
        id: randomUUID(),
        of: entry.id,
        day: addDays(entry.day, 7 * (index + 1)),
      }));
      const removals = copies.map(({ id, day: on }) => ({ id, day: on }));
      return changeMany(send, { copies }, { removals });
    }
    case 'copy': {
      const id = randomUUID();
      return changeMany(send, { copies: [{ id, of: entry.id, day }] }, { removals: [{ id, day }] });
    }
    case 'shift': {
      const items = open.filter((each) => each.day >= entry.day);
      const moves = items.map(({ id, day: from }) => ({ id, from, day: addDays(from, asked.by) }));
      const back = items.map(({ id, day: to, position: at }) => ({
        id,
        from: addDays(to, asked.by),
        day: to,
        position: at,
      }));
      return changeMany(send, { moves }, { moves: back });
    }
    case 'edit': {
      const { title, script, own, version } = entry;
      if (own?.kind !== 'run') return undefined;
      const content = { kind: 'run', title: 'Mine', script: '17m T' };
      const edited = await send('PUT', `${url}/content`, { content, version });
      if (!fine(edited)) return undefined;
      const { version: now } = edited.body as CalendarEntry;
      const before = { kind: own.kind, notes: own.notes, title, script };
      return { undo: () => send('PUT', `${url}/content`, { content: before, version: now }) };
    }
    case 'do':
      return fine(await send('PUT', `${url}/done`))
        ? { undo: () => send('DELETE', `${url}/done`) }
        : undefined;
    case 'choose': {
      const option = entry.own?.alternatives[0];
      const chosen = option && (await send('PUT', `${url}/option`, { option }));
      if (!chosen || !fine(chosen)) return undefined;
      const back = (chosen.body as CalendarEntry).own?.alternatives[0];
      return { undo: () => send('PUT', `${url}/option`, { option: back }) };
    }
    case 'away': {
      const until = addDays(day, 2);
      const skips = open
        .filter((each) => each.day >= day && each.day <= until && !each.season)
        .filter((each) => !isRaceEntry(each) && !isRestEntry(each))
        .map(({ id, day: on }) => ({ id, day: on }));
      const made = await changeMany(send, { skips }, { returns: skips });
      return made && { ...made, skipped: skips };
    }
    case 'remove':
      if (!fine(await send('DELETE', removalOf(entry)))) return undefined;
      return { removed: entry, undo: () => addAgain(send, known, entry) };
  }
}

const removalOf = ({ id, version, day }: CalendarEntry) =>
  `/api/calendar/${id}?version=${version}&day=${day}`;

/** Positions may have gaps, so an entry goes back to its place among those of its day. */
function placeOf(known: readonly CalendarEntry[], { id, day }: CalendarEntry) {
  const position = known.filter((each) => each.day === day).findIndex((each) => each.id === id);
  return { day, position };
}

/** Puts what was removed back as the web app does. */
function addAgain(
  send: Send,
  known: readonly CalendarEntry[],
  entry: CalendarEntry,
): Promise<Reply> {
  const { id, timeOfDay, season } = entry;
  const body = {
    ...placeOf(known, entry),
    ...sourceOf(entry),
    ...(timeOfDay && { timeOfDay }),
    ...(season && { season: { id: season.id, key: season.key, entryId: id } }),
  };
  return send('POST', '/api/calendar', body, id);
}

function sourceOf({ workoutId, own, title, script }: CalendarEntry): object {
  if (!own) return { workoutId };
  const { alternatives, ...content } = own;
  return { content: { ...content, title, script }, alternatives };
}

/** Rarely, because little can happen to a plan afterwards. */
async function end(send: Send, season: Season, at: number): Promise<Made | undefined> {
  if (at % 8 === 0) return actOnSeason(send, season, { kind: 'end', how: 'remove' });
  if (at % 8 === 1) return actOnSeason(send, season, { kind: 'end', how: 'keep' });
  if (at % 8 > 3) return undefined;
  return fine(await send('DELETE', `/api/seasons/${season.id}`)) ? {} : undefined;
}

async function changeMany(
  send: Send,
  changes: CalendarChanges,
  opposite: CalendarChanges,
): Promise<Made | undefined> {
  const url = '/api/calendar/changes';
  return fine(await send('PUT', url, changes))
    ? { undo: () => send('PUT', url, opposite) }
    : undefined;
}

async function actOnSeason(
  send: Send,
  { id }: Season,
  action: SeasonAction,
): Promise<Made | undefined> {
  const today = FIRST_DAY;
  const preview = await send('POST', `/api/seasons/${id}/preview`, { action, today });
  if (!fine(preview)) return undefined;
  const { hash, changes } = preview.body as SeasonPreview;
  const acted = await send('POST', `/api/seasons/${id}/actions`, { action, today, hash });
  if (!fine(acted) || changes.length === 0) return undefined;
  const actionId = (acted.body as Season).actions[0]?.id;
  return { undo: () => send('POST', `/api/seasons/${id}/undo`, { actionId }), isOfSeason: true };
}

/** The plan in other words: another day, other minutes, one day less. */
const TEXTS = ['Tue 10m E', 'Wed 10m E', 'Tue 15m E', ''].map((tuesday) =>
  [
    'weeks 1-2',
    'Mon 30m E or rest',
    ...(tuesday ? [`${tuesday} + 3x(3m I + 2m E)`] : []),
    'Thu 40m E',
    'Sun 90m E',
  ].join('\n  '),
);

type History = Device & {
  season: Season;
  /** Of the library. */
  workoutId: string;
};

async function begin(): Promise<History> {
  const uid = `ana-${randomUUID()}`;
  const device = openDevice(uid);
  const { send } = device;
  const email = `${uid}@example.test`;
  const account = { username: 'ana runner', email, firebaseUid: uid };
  expect(await send('POST', '/api/auth/register', account)).toMatchObject({ status: 200 });
  const anchor = { kind: 'start', day: FIRST_DAY };
  const body = { text: TEXTS[0], anchor, today: FIRST_DAY };
  const { body: preview } = await send('POST', '/api/season-preview', body);
  const { hash } = preview as SeasonPreview;
  const { body: season } = await send('POST', '/api/seasons', { ...body, hash });
  const workout = { title: 'Hills', script: '30m E + 6x(1m R + 2m jog)' };
  const saved = await send('POST', '/api/auth/workouts', { workout });
  return { ...device, season: season as Season, workoutId: (saved.body as { id: string }).id };
}

async function live(steps: readonly Step[]): Promise<void> {
  const history = await begin();
  const { read } = history;
  let now = await read();
  const devices = [now, now];
  let late: Made | undefined;
  for (const { device, isFresh, isUndone, change: asked } of steps) {
    const before = now;
    const known = isFresh ? before : (devices[device] ?? []);
    const made = await make(history, known, asked);
    now = await read();
    const ids = new Set(now.map(({ id }) => id));
    const lost = before.filter(({ id }) => !ids.has(id));
    // An action on the plan may take days of it away, and its undo brings them back. What was run or written stays.
    const isTheirs = ({ season: own, done, title }: CalendarEntry) =>
      made?.isOfSeason && own && !done && (title !== 'Mine' || asked.kind !== 'text');
    // What was removed is as the device has shown it, which undo adds again.
    const mayBeLost = (entry: CalendarEntry) =>
      (made?.removed && isSame(made.removed, entry)) || isTheirs(entry);
    expect(lost.filter((entry) => !mayBeLost(entry))).toEqual([]);
    expect(made ? undefined : seen(now)).toEqual(made ? undefined : seen(before));
    devices[device] = now;
    if (late) {
      now = await restoreLate(late, read);
      devices[device] = now;
      late = undefined;
      continue;
    }
    // What another device has removed before is not there to be put back.
    if (isFresh && !isUndone && (made?.removed ?? made?.skipped)) late = made;
    if (!made?.undo || !isFresh || !isUndone) continue;
    const undone = await made.undo();
    expect(undone.status, `${asked.kind}: ${JSON.stringify(undone.body)}`).toBeLessThan(300);
    now = await read();
    const order = (entries: CalendarEntry[]) =>
      made.isOfSeason ? seen(entries).toSorted() : seen(entries);
    expect(order(now)).toEqual(order(before));
    devices[device] = now;
  }
}

/** Done or not, and on whichever place of its day. */
function isSame(shown: CalendarEntry, entry: CalendarEntry): boolean {
  return shown.id === entry.id && shown.version === entry.version && shown.day === entry.day;
}

/** Undoes an absence or a removal after another change. All of it is back, or waits with its paused plan. */
async function restoreLate(
  { removed, skipped = [], undo }: Made,
  read: Device['read'],
): Promise<CalendarEntry[]> {
  const undone = await undo?.();
  const now = await read();
  if (undone && !fine(undone)) expect(undone.body).toMatchObject({ detail: PAUSED });
  else if (removed) {
    const { day, script, title } = removed;
    expect(now).toContainEqual(expect.objectContaining({ day, script, title }));
  }
  // What was moved or done since stays as it is.
  const isThere = (entry: CalendarEntry) =>
    !entry.done && skipped.some(({ id, day }) => id === entry.id && day === entry.day);
  expect(now.filter(isThere).filter(isSkippedEntry)).toEqual([]);
  return now;
}

const PAUSED = 'Your plan holds this day while it is paused. Resume the plan to see it';

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 24 * 3600 * 1000).toISOString().slice(0, 10);
}

/** At once, because a history waits for the database most of its time. */
const LANES = 4;

test('of whatever two devices change, nothing is lost, and undo restores all of it', async () => {
  const isShort = CALENDAR_HISTORIES <= 12;
  const steps = fc.array(step, { minLength: 4, maxLength: isShort ? 16 : 60, size: 'max' });
  const histories = fc.asyncProperty(steps, live);
  const numRuns = Math.ceil(CALENDAR_HISTORIES / LANES);
  const lanes = Array.from({ length: isShort ? 1 : LANES }, () =>
    fc.assert(histories, {
      numRuns,
      endOnFailure: !isShort,
      ...(isShort && { seed: 7, numRuns: CALENDAR_HISTORIES }),
    }),
  );
  await Promise.all(lanes);
});
