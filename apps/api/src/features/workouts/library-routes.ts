import {
  changeWorkout,
  copyWorkout,
  deleteWorkout,
  getWorkout,
  listDeletedWorkouts,
  listRefusals,
  listWorkouts,
  listWorkoutTags,
  type QueryOf,
  MAX_TAGS_IN_LIBRARY,
  MAX_WORKOUTS,
  restoreWorkout,
  saveWorkout,
  savedWorkout,
  type SavedWorkout,
  titleWithSuffix,
  type WorkoutOrder,
  type WorkoutToSave,
} from '@pacewright/contract';
import type { FastifyInstance } from 'fastify';
import type { Database, Db } from '../../db/database.ts';
import { lowestIdAt } from '../../db/ids.ts';
import { lockAthlete } from '../../http/athlete-lock.ts';
import { type RequestKey, requestKey } from '../../http/idempotency.ts';
import { Problem } from '../../http/problem.ts';
import { serve, type Written, written } from '../../http/serve.ts';
import { readForStorage } from './saved-reading.ts';
import { listConditions, listTerms } from './search-terms.ts';
import * as store from './store.ts';

type Needs = {
  db: Database;
  now: () => Date;
  /** Hears of a workout that was changed, deleted or restored, in the same transaction. */
  follow?: ((db: Db, userId: string, workoutId: string) => Promise<void>) | undefined;
};

export function libraryRoutes(scope: FastifyInstance, { db, now, follow }: Needs): void {
  serve(scope, saveWorkout, async ({ userId, headers, body }) => {
    const request = requestKey(headers, ['save', body.workout]);
    return write(await saveOnce(userId, readContent(body.workout), request));
  });

  serve(scope, copyWorkout, async ({ userId, headers, params }) => {
    const request = requestKey(headers, ['copy', params.id]);
    // A copy that was made stays the answer when the original is deleted before the request is repeated.
    const before = request && (await store.findByRequestKey(db, userId, request));
    if (before?.isSameRequest) return write(before.workout);
    const original = await store.findWorkout(db, userId, params.id);
    if (!original) throw missing();
    const { title, script, notes, tags } = parse(original);
    const copy = readContent({ title: titleWithSuffix(title, ' (copy)'), script, notes, tags });
    return write(await saveOnce(userId, copy, request));
  });

  async function saveOnce(
    userId: string,
    content: store.Content,
    request: RequestKey | undefined,
  ): Promise<store.StoredWorkout> {
    return db.inTransaction(async (transaction) => {
      await lockAthlete(transaction, userId);
      const added = await store.addWorkout(transaction, userId, content, { now: now(), request });
      if (added) {
        await requireRoom(transaction, userId, content.tags);
        return added;
      }

      const before = request && (await store.findByRequestKey(transaction, userId, request));
      if (before?.isSameRequest) return before.workout;
      const current = before && !before.workout.isDeleted ? parse(before.workout) : undefined;
      throw new Problem('IDEMPOTENCY_KEY_REUSED', { current });
    });
  }

  serve(scope, listWorkouts, async ({ userId, query }) => {
    const span = spanOf(query);
    const conditions = listConditions(query);
    const wanted = { ...span, limit: query.limit };
    const page =
      conditions.length > 0
        ? await store.search(db, userId, conditions, wanted)
        : await store.listPage(db, userId, wanted);
    return writePage(page, (last) => toCursor(last.id, keyOf(last, query.order)));
  });

  serve(scope, getWorkout, async ({ userId, params }) => {
    const found = await store.findWorkout(db, userId, params.id);
    if (!found) throw missing();
    return write(found);
  });

  serve(scope, changeWorkout, async ({ userId, params, body }) =>
    db.inTransaction(async (transaction) => {
      await lockAthlete(transaction, userId);
      const before = await store.lockWorkout(transaction, userId, params.id, now());
      if (!before || before.isDeleted) throw missing();

      const current = parse(before);
      const { title, script, notes = current.notes, tags = current.tags } = body.workout;
      const content = readContent({ title, script, notes, tags });
      if (before.version !== body.version) {
        // The answer to this very save may have been lost on its way, and this is the second attempt.
        if (isSameContent(content, current)) return write(before);
        throw new Problem('STALE_VERSION', { current });
      }
      await store.removeExpired(transaction, userId, now());
      const after = await store.replaceWorkout(transaction, userId, before, content, now());
      const newTags = content.tags.filter((tag) => !current.tags.includes(tag));
      await requireRoomForTags(transaction, userId, newTags);
      await follow?.(transaction, userId, params.id);
      return write(after);
    }),
  );

  serve(scope, deleteWorkout, async ({ userId, params, query }) =>
    db.inTransaction(async (transaction) => {
      await lockAthlete(transaction, userId);
      const before = await store.lockWorkout(transaction, userId, params.id, now());
      if (!before) throw missing();
      if (before.isDeleted) return;
      if (query.version !== undefined && query.version !== before.version)
        throw new Problem('STALE_VERSION', { current: parse(before) });
      await store.removeExpired(transaction, userId, now());
      await store.deleteWorkout(transaction, userId, before, now());
      await store.removeOldestDeleted(transaction, userId, MAX_WORKOUTS);
      await follow?.(transaction, userId, params.id);
    }),
  );

  serve(scope, restoreWorkout, async ({ userId, params }) =>
    db.inTransaction(async (transaction) => {
      await lockAthlete(transaction, userId);
      const before = await store.lockWorkout(transaction, userId, params.id, now());
      if (!before) throw missing();
      if (!before.isDeleted) return write(before);
      const after = await store.restoreWorkout(transaction, userId, before);
      await requireRoom(transaction, userId, parse(after).tags);
      await follow?.(transaction, userId, params.id);
      return write(after);
    }),
  );

  serve(scope, listDeletedWorkouts, async ({ userId, query: { cursor } }) => {
    await store.removeExpired(db, userId, now());
    const after = cursor === undefined ? undefined : fromCursor(cursor, 'changed');
    const page = await store.listDeleted(db, userId, { now: now(), after });
    return writePage(page, ({ id, deletedAt }) => toCursor(id, deletedAt?.toISOString() ?? ''));
  });

  serve(scope, listWorkoutTags, async ({ userId }) => ({ tags: await store.listTags(db, userId) }));
}

/** Refuses what has just been saved if it is one workout, or one tag, too many. Needs the athlete's lock. */
async function requireRoom(db: Db, userId: string, tags: readonly string[]): Promise<void> {
  if ((await store.countWorkouts(db, userId)) > MAX_WORKOUTS)
    throw new Problem('LIMIT_REACHED', {
      detail: `Your library holds ${grouped(MAX_WORKOUTS)} workouts, which is the most. Delete some first`,
    });
  await requireRoomForTags(db, userId, tags);
}

async function requireRoomForTags(
  db: Db,
  userId: string,
  newTags: readonly string[],
): Promise<void> {
  if (newTags.length > 0 && (await store.countTags(db, userId)) > MAX_TAGS_IN_LIBRARY)
    throw new Problem('LIMIT_REACHED', {
      detail: `Your library has ${MAX_TAGS_IN_LIBRARY} different tags, which is the most. Use one of them, or remove a tag first`,
    });
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** Reads what is to be stored, or refuses it beside its fields. */
function readContent({ title, script, notes = '', tags = [] }: WorkoutToSave): store.Content {
  const content = { title, script, notes, tags };
  const errors = listRefusals(content).map(({ at, message }) => ({ at: `/workout${at}`, message }));
  if (errors[0]) throw new Problem('NOT_ACCEPTED', { detail: errors[0].message, errors });

  const { reading, workout } = readForStorage(script);
  return { ...content, reading, terms: listTerms(content, workout.items) };
}

function isSameContent(one: Required<WorkoutToSave>, other: Required<WorkoutToSave>): boolean {
  const [first, second] = [one, other].map(({ title, script, notes, tags }) =>
    JSON.stringify([title, script, notes, tags]),
  );
  return first === second;
}

function spanOf(query: QueryOf<typeof listWorkouts>): Omit<store.Span, 'limit'> {
  const { order, cursor, from, to } = query;
  if (order !== 'newest' && (from ?? to) !== undefined)
    throw invalid('/order', 'Days are asked for in the order of age only');
  const starts = [
    ...(cursor === undefined ? [] : [fromCursor(cursor, order)]),
    // A day stands for the last of its milliseconds.
    ...(to === undefined ? [] : [placeAt(1 + Date.parse(isDay(to) ? `${to}T23:59:59.999Z` : to))]),
  ];
  return {
    order,
    after: starts.sort((one, other) => (one.id < other.id ? -1 : 1))[0],
    upTo: from === undefined ? undefined : placeAt(Date.parse(from)),
  };
}

function placeAt(time: number): store.Place {
  const id = lowestIdAt(time);
  return { key: id, id };
}

function isDay(dayOrMoment: string): boolean {
  return !dayOrMoment.includes('T');
}

/** What a workout is ordered by besides its id. */
function keyOf({ updatedAt, titleKey }: store.StoredWorkout, order: WorkoutOrder): string {
  return { newest: '', changed: updatedAt.toISOString(), title: titleKey }[order];
}

/** The id of a page's last workout, and behind it what it was ordered by. */
function toCursor(id: string, key: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return Buffer.concat([bytes, Buffer.from(key)]).toString('base64url');
}

const ID_BYTES = 16;

function fromCursor(cursor: string, order: WorkoutOrder): store.Place {
  const bytes = Buffer.from(cursor, 'base64url');
  const hex = bytes.toString('hex', 0, ID_BYTES);
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const key = order === 'newest' ? id : bytes.toString('utf8', ID_BYTES);
  const isKey = order === 'changed' ? isMoment(key) : !key.includes('\0');
  if (hex.length < 2 * ID_BYTES || !isKey)
    throw invalid('/cursor', 'This list cannot be continued from there. Start at its beginning');
  return { key, id };
}

/** Just as toISOString writes it: PostgreSQL refuses some of what Date.parse accepts. */
function isMoment(text: string): boolean {
  const time = /^[12]\d{3}-/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

function invalid(at: string, message: string): Problem {
  return new Problem('INVALID_REQUEST', { detail: message, errors: [{ at, message }] });
}

function missing(): Problem {
  return new Problem('NOT_FOUND', {
    detail: 'This workout is not in your library. It may have been deleted',
  });
}

function parse({ json }: store.StoredWorkout): SavedWorkout {
  return savedWorkout.parse(JSON.parse(json));
}

function write({ json }: store.StoredWorkout): Written {
  return written(json);
}

function writePage(
  { workouts, isMore }: store.Page,
  cursorOf: (last: store.StoredWorkout) => string,
): Written {
  const last = isMore ? workouts.at(-1) : undefined;
  const nextCursor = JSON.stringify(last ? cursorOf(last) : null);
  const list = workouts.map(({ json }) => json).join();
  return written(`{"workouts":[${list}],"nextCursor":${nextCursor}}`);
}
