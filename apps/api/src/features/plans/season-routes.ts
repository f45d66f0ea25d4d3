import {
  actOnSeason,
  deleteSeason,
  getSeason,
  listSeasons,
  MAX_SEASONS,
  previewSeason,
  previewSeasonAction,
  type SavedReading,
  season as seasonReply,
  type ReplyOf,
  type SeasonAction,
  type SeasonPreview,
  startSeason,
  undoSeasonAction,
} from '@pacewright/contract';
import {
  checkDays,
  MAX_ENTRIES_PER_DAY,
  NEW_SEASON,
  type PreviewAnswers,
  type Season as SeasonValue,
  undoAction,
} from '@pacewright/plan';
import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { listOthers } from '../../calendar/season-entries.ts';
import { requireCalendarRoom } from '../../calendar/problems.ts';
import type { Database, Db } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { inLockedTransaction } from '../../http/athlete-lock.ts';
import { type IdempotencyKey, readIdempotencyKey } from '../../http/idempotency.ts';
import { notAccepted, Problem } from '../../http/problem.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { type EndpointRequest, type RawJson, rawJson, serve } from '../../http/serve.ts';
import { listChanges, type Outcome, performAction, performStart } from './season-actions.ts';
import * as store from './season-store.ts';

type Dependencies = {
  db: Database;
  now: () => Date;
  limits: Pick<RateLimits, 'take'>;
  /** The reading of a script that is stored with it. */
  readScript: (script: string) => SavedReading;
  /** Called in the same transaction with entries that may have been moved, changed or removed. */
  onChange?: ((db: Db, userId: string, entryIds: readonly string[]) => Promise<void>) | undefined;
  /** What undo brings back was on the athlete's watch, or was not. */
  sending?:
    | {
        listScheduled: (db: Db, userId: string, entryIds: readonly string[]) => Promise<string[]>;
        scheduleAgain: (db: Db, userId: string, entryIds: readonly string[]) => Promise<void>;
      }
    | undefined;
};

export function seasonRoutes(scope: FastifyInstance, parts: Dependencies): void {
  const { db, now } = parts;

  serve(scope, listSeasons, async ({ userId }) =>
    rawJson(`{"seasons":[${(await store.listSeasons(db, userId)).join()}]}`),
  );

  serve(scope, getSeason, async ({ userId, params: { id } }) => write(parts, db, userId, id));

  serve(scope, previewSeason, async ({ userId, body: { text, anchor, today } }) => {
    const outcome = await performStart(text, anchor, { today, now: now() });
    return preview(db, userId, NEW_SEASON, { text, anchor, today }, { outcome, plain: outcome });
  });

  serve(scope, startSeason, (request) => start(parts, request));

  serve(scope, previewSeasonAction, async ({ userId, params: { id }, body }) => {
    const before = await store.findSeason(db, userId, id);
    if (!before) throw notFound();
    const { action, today } = body;
    return preview(db, userId, before, { action, today }, await perform(before, body, now()));
  });

  serve(scope, actOnSeason, (request) => act(parts, request));

  serve(scope, undoSeasonAction, (request) => undo(parts, request));

  serve(scope, deleteSeason, async ({ userId, params: { id } }) =>
    inLockedTransaction(db, userId, async (transaction) => {
      const season = await store.findSeason(transaction, userId, id);
      if (!season) throw notFound();
      if (season.endedAt === undefined)
        throw notAccepted('/id', 'End the plan first, then delete it');
      await store.deleteSeason(transaction, userId, id);
    }),
  );
}

async function start(
  parts: Dependencies,
  { userId, headers, body }: EndpointRequest<typeof startSeason>,
): Promise<RawJson> {
  const { db, now, limits } = parts;
  const request = readIdempotencyKey(headers, ['start', body]);
  const { planId, text, anchor, today, hash } = body;
  const done = await findRepeated(db, userId, request);
  if (done !== undefined) return write(parts, db, userId, done);
  // Read before the transaction, which holds a lock and a connection.
  const outcome = await performStart(text, anchor, { today, now: now() });
  await limits.take('entries', userId, Math.max(1, outcome.after.entries.length));
  const readings = await readScripts(parts, NEW_SEASON, outcome.after);
  return inLockedTransaction(db, userId, async (transaction) => {
    const repeated = await findRepeated(transaction, userId, request);
    if (repeated !== undefined) return write(parts, transaction, userId, repeated);
    const asked = { text, anchor, today };
    const both = { outcome, plain: outcome };
    requirePreviewed(await preview(transaction, userId, NEW_SEASON, asked, both), hash);

    if (planId !== undefined && !(await store.hasPlan(transaction, userId, planId)))
      throw new Problem('NOT_FOUND', { detail: 'Plan not found. It may have been deleted' });
    const id = newId(now().getTime());
    await store.addSeason(transaction, userId, id, { planId, now: now() }, outcome.after);
    if ((await store.countSeasons(transaction, userId)) > MAX_SEASONS)
      throw new Problem('LIMIT_REACHED', {
        detail: `You can have up to ${MAX_SEASONS} plans on your calendar. Delete ended ones first`,
      });
    const before = { ...outcome.after, ...NEW_SEASON, endedAt: now().toISOString() };
    const change = { before, after: outcome.after };
    await save(parts, transaction, userId, id, { ...change, kind: 'start', request, readings });
    return write(parts, transaction, userId, id);
  });
}

async function act(
  parts: Dependencies,
  { userId, params: { id }, headers, body }: EndpointRequest<typeof actOnSeason>,
): Promise<RawJson> {
  const { db, now, limits } = parts;
  const request = readIdempotencyKey(headers, [id, body]);
  const { action, today, hash } = body;
  for (;;) {
    const done = await findRepeated(db, userId, request);
    if (done !== undefined) return write(parts, db, userId, done);
    // Performed before the transaction, which holds a lock and a connection.
    const before = await store.findSeason(db, userId, id);
    if (!before) throw notFound();
    const both = await perform(before, body, now());
    const { after } = both.outcome;
    const changes = listChanges(before, after).length;
    if (changes > 0) await limits.take('entries', userId, changes);
    const readings = await readScripts(parts, before, after);
    const reply = await inLockedTransaction(db, userId, async (transaction) => {
      const current = await store.findSeason(transaction, userId, id);
      if (JSON.stringify(current) !== JSON.stringify(before)) return undefined;
      requirePreviewed(await preview(transaction, userId, before, { action, today }, both), hash);
      if (JSON.stringify(after) !== JSON.stringify(before))
        await save(parts, transaction, userId, id, {
          before,
          after,
          kind: action.kind === 'skip' || action.kind === 'push' ? 'move' : action.kind,
          request,
          readings,
        });
      return write(parts, transaction, userId, id);
    });
    // Undefined if it was changed in between, perhaps by this request, sent twice.
    if (reply) return reply;
  }
}

async function undo(
  parts: Dependencies,
  { userId, params: { id }, body: { actionId } }: EndpointRequest<typeof undoSeasonAction>,
): Promise<ReplyOf<typeof undoSeasonAction>> {
  const { db, now } = parts;
  for (;;) {
    // Compared before the transaction, which holds a lock and a connection.
    const found = await findUndo(parts, db, userId, id, actionId);
    if (found === 'undone') return { season: await read(parts, db, userId, id), stayed: [] };
    const { action, before } = found;
    const { season, stayed } = undoAction(action.before, action.after, before);
    const after = { ...action.before, ...season };
    const readings = await readScripts(parts, before, after);
    const reply = await inLockedTransaction(db, userId, async (transaction) => {
      const current = await findUndo(parts, transaction, userId, id, actionId);
      if (JSON.stringify(current) !== JSON.stringify(found)) return undefined;
      await requireRoom(transaction, userId, before, after);
      await saveState(parts, transaction, userId, id, { before, after }, readings);
      await parts.sending?.scheduleAgain(transaction, userId, action.sent);
      await store.markActionUndone(transaction, userId, actionId, now());
      const touched = [...before.entries, ...action.before.entries];
      return {
        season: await read(parts, transaction, userId, id),
        stayed: stayed.flatMap((entryId) => {
          const entry = touched.find((each) => each.id === entryId);
          return entry ? [{ key: entry.key, day: entry.day, title: entry.title }] : [];
        }),
      };
    });
    // Undefined if it was changed in between.
    if (reply) return reply;
  }
}

/** The action to undo and the season after it. A retry of an undo whose response was lost finds it undone. */
async function findUndo(
  { now }: Dependencies,
  source: Db,
  userId: string,
  id: string,
  actionId: string,
) {
  if (!(await store.findSeason(source, userId, id))) throw notFound();
  if (await store.isUndone(source, userId, id, actionId)) return 'undone';
  const action = await store.findNewestAction(source, userId, id, now());
  if (action?.id !== actionId)
    throw notAccepted('/actionId', 'You can only undo the latest change, for 30 days');
  const before = await store.findSeason(source, userId, id, action.after.entries);
  if (!before) throw notFound();
  return { action, before };
}

/** The outcome with the athlete's answers, and with mine everywhere. */
async function perform(
  before: Parameters<typeof performAction>[0],
  {
    action,
    today,
    takeTheirs = [],
    keep = [],
  }: { action: SeasonAction; today: string } & PreviewAnswers,
  now: Date,
): Promise<Outcomes> {
  const when = { today, now };
  const plain = await performAction(before, action, when);
  if (takeTheirs.length + keep.length === 0) return { outcome: plain, plain };
  const outcome = await performAction(before, action, { ...when, takeTheirs, keep });
  return { outcome, plain };
}

/** The readings that saving a state needs, made before the transaction. Others are served in between. */
async function readScripts(
  { readScript }: Dependencies,
  before: SeasonValue,
  after: SeasonValue,
): Promise<Readings> {
  const readings = new Map<string, SavedReading>();
  for (const script of store.listScriptsToRead(before, after)) {
    readings.set(script, readScript(script));
    await setImmediate();
  }
  return readings;
}

async function save(
  parts: Dependencies,
  transaction: Db,
  userId: string,
  seasonId: string,
  {
    before,
    after,
    kind,
    request,
    readings,
  }: Pick<store.StoredAction, 'before' | 'after'> & {
    kind: string;
    request: IdempotencyKey | undefined;
    readings: Readings;
  },
): Promise<void> {
  await requireRoom(transaction, userId, before, after);
  const kept = new Set(after.entries.map((entry) => entry.id));
  const removed = before.entries.map((entry) => entry.id).filter((entryId) => !kept.has(entryId));
  const sent = (await parts.sending?.listScheduled(transaction, userId, removed)) ?? [];
  await saveState(parts, transaction, userId, seasonId, { before, after }, readings);
  const id = newId(parts.now().getTime());
  const action = { id, seasonId, kind, before, after, sent, now: parts.now(), request };
  await store.addAction(transaction, userId, action);
  await requireCalendarRoom(transaction, userId);
}

async function saveState(
  { onChange }: Dependencies,
  transaction: Db,
  userId: string,
  seasonId: string,
  change: Pick<store.StoredAction, 'after'> & { before: SeasonValue },
  readings: Readings,
): Promise<void> {
  await store.saveSeason(transaction, userId, seasonId, change, readings);
  // An entry that is new cannot be at Garmin.
  const entryIds = change.before.entries.map((entry) => entry.id);
  if (entryIds.length > 0) await onChange?.(transaction, userId, entryIds);
}

async function read({ now }: Dependencies, source: Db, userId: string, id: string) {
  const json = await store.findSeasonText(source, userId, id, now());
  if (json === undefined) throw notFound();
  return seasonReply.parse(JSON.parse(json));
}

async function write(
  { now }: Dependencies,
  source: Db,
  userId: string,
  id: string,
): Promise<RawJson> {
  const json = await store.findSeasonText(source, userId, id, now());
  if (json === undefined) throw notFound();
  return rawJson(json);
}

type Outcomes = { outcome: Outcome; plain: Outcome };

type Readings = store.Readings;

/** The season that an earlier request with this key made or changed. */
async function findRepeated(
  db: Db,
  userId: string,
  request: IdempotencyKey | undefined,
): Promise<string | undefined> {
  const existing = request && (await store.findByIdempotencyKey(db, userId, request));
  if (existing && !existing.isSameRequest) throw new Problem('IDEMPOTENCY_KEY_REUSED');
  return existing?.seasonId;
}

/** A4. The hash is of everything that the changes depend on, without the athlete's answers. */
async function preview(
  db: Db,
  userId: string,
  before: SeasonValue,
  asked: object,
  { outcome, plain }: Outcomes,
): Promise<SeasonPreview> {
  const { after, questions, skipped, early, turn, dayCount, isWaiting } = outcome;
  const others = await findOthers(db, userId, before, [after, plain.after]);
  const { shared, full } = checkDays(before, after, countOf(others));
  const known = checkDays(before, plain.after, countOf(others)).shared.map((day) => [
    day,
    others.get(day),
  ]);
  const { base, entries, shifts, pausedOn } = before;
  const all = JSON.stringify([asked, base, entries, shifts, pausedOn ?? null, known]);
  return {
    hash: createHash('sha256').update(all).digest('base64url'),
    title: after.title,
    firstDay: after.firstDay,
    turn,
    dayCount,
    changes: listChanges(before, after),
    questions,
    skipped,
    early,
    shared: shared.toSorted().map((day) => ({
      day,
      ...(others.get(day) ?? { entryCount: 0, titles: [] }),
    })),
    full: full.toSorted(),
    isWaiting,
  };
}

function requirePreviewed(current: SeasonPreview, hash: string): void {
  if (current.hash !== hash) throw new Problem('PREVIEW_CHANGED', { current });
}

/** A13. Throws if a day would have too many entries. */
async function requireRoom(
  db: Db,
  userId: string,
  before: SeasonValue,
  after: SeasonValue,
): Promise<void> {
  const others = await findOthers(db, userId, before, [after]);
  const { full } = checkDays(before, after, countOf(others));
  if (full.length === 0) return;
  const days = full.toSorted();
  const detail = `A day can have up to ${MAX_ENTRIES_PER_DAY} workouts. There would be more on ${days.slice(0, 3).join(', ')}${days.length > 3 ? ' and other days' : ''}. Move or remove some first`;
  const errors = days.slice(0, 20).map((day) => ({ at: `/days/${day}`, message: detail }));
  throw new Problem('NOT_ACCEPTED', { detail, errors });
}

type Others = Awaited<ReturnType<typeof listOthers>>;

async function findOthers(
  db: Db,
  userId: string,
  before: SeasonValue,
  afters: readonly SeasonValue[],
): Promise<Others> {
  const days = new Set(afters.flatMap(({ entries }) => entries.map(({ day }) => day)));
  const own = before.entries.map(({ id }) => id);
  return listOthers(db, userId, [...days], own);
}

function countOf(others: Others): Map<string, number> {
  return new Map([...others].map(([day, { entryCount }]) => [day, entryCount]));
}

function notFound(): Problem {
  return new Problem('NOT_FOUND', {
    detail: 'Plan not found on your calendar. It may have been deleted',
  });
}
