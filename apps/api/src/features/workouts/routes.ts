import {
  changeWorkout,
  copyWorkout,
  deleteWorkout,
  getWorkout,
  listDeletedWorkouts,
  listWorkouts,
  listWorkoutTags,
  type QueryOf,
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
import { acceptId, lowestIdAt } from '../../db/ids.ts';
import { inLockedTransaction } from '../../http/athlete-lock.ts';
import { type IdempotencyKey, readIdempotencyKey } from '../../http/idempotency.ts';
import { badRequest, Problem } from '../../http/problem.ts';
import { type EndpointRequest, serve, type RawJson, rawJson } from '../../http/serve.ts';
import { readContent, requireCapacity, requireTagCapacity } from './content.ts';
import { listPatterns } from './search-terms.ts';
import { readForStorage } from './saved-reading.ts';
import * as store from './store.ts';

type Dependencies = {
  db: Database;
  now: () => Date;
  onChange?: OnWorkoutChange | undefined;
};

/** Called in the same transaction after a workout was changed, deleted or restored. */
export type OnWorkoutChange = (
  db: Db,
  userId: string,
  workoutId: string,
  change: 'edited' | 'deleted' | 'restored',
) => Promise<void>;

export function workoutRoutes(scope: FastifyInstance, { db, now, onChange }: Dependencies): void {
  serve(scope, saveWorkout, async ({ userId, headers, body }) => {
    const request = readIdempotencyKey(headers, ['save', body.workout]);
    return write(await saveOnce(userId, readContent(body.workout), request, body.id));
  });

  serve(scope, copyWorkout, async ({ userId, headers, params }) => {
    const request = readIdempotencyKey(headers, ['copy', params.id]);
    // A retry returns the first copy even if the original was deleted in the meantime.
    const existing = request && (await store.findSame(db, userId, { request }));
    if (existing?.isSameRequest) return write(existing.workout);
    const original = await store.findWorkout(db, userId, params.id);
    if (!original) throw notFound();
    const { title, script, notes, tags } = parse(original);
    const copy = readContent({ title: titleWithSuffix(title, ' (copy)'), script, notes, tags });
    return write(await saveOnce(userId, copy, request));
  });

  async function saveOnce(
    userId: string,
    content: store.Content,
    request: IdempotencyKey | undefined,
    newId?: string,
  ): Promise<store.StoredWorkout> {
    const options = { id: acceptId(newId, now()), now: now(), request };
    const saved = await store.addWorkout(db, userId, content, { ...options, isLocked: false });
    if (saved) return saved;

    return inLockedTransaction(db, userId, async (transaction) => {
      const added = await store.addWorkout(transaction, userId, content, {
        ...options,
        isLocked: true,
      });
      if (added) {
        await requireCapacity(transaction, userId, content.tags);
        return added;
      }

      const existing = await store.findSame(transaction, userId, options);
      if (existing?.isSameRequest) return existing.workout;
      const current = existing && !existing.workout.isDeleted ? parse(existing.workout) : undefined;
      throw new Problem('IDEMPOTENCY_KEY_REUSED', { current });
    });
  }

  serve(scope, listWorkouts, async ({ userId, query }) => {
    const range = readRange(query);
    const pageRange = { ...range, limit: query.limit };
    return writePage(await store.listPage(db, userId, listPatterns(query), pageRange));
  });

  serve(scope, getWorkout, async ({ userId, params }) => {
    const found = await store.findWorkout(db, userId, params.id);
    if (!found) throw notFound();
    return write(found);
  });

  serve(scope, changeWorkout, (request) => change({ db, now, onChange }, request));

  serve(scope, deleteWorkout, async ({ userId, params, query }) =>
    inLockedTransaction(db, userId, async (transaction) => {
      const before = await store.lockWorkout(transaction, userId, params.id, now());
      if (!before) throw notFound();
      if (before.isDeleted) return;
      if (query.version !== undefined && query.version !== before.version)
        throw new Problem('STALE_VERSION', { current: parse(before) });
      await store.deleteExpired(transaction, userId, now());
      await store.deleteWorkout(transaction, userId, params.id, now());
      await store.pruneDeleted(transaction, userId, MAX_WORKOUTS);
      await onChange?.(transaction, userId, params.id, 'deleted');
    }),
  );

  serve(scope, restoreWorkout, async ({ userId, params }) =>
    inLockedTransaction(db, userId, async (transaction) => {
      const before = await store.lockWorkout(transaction, userId, params.id, now());
      if (!before) throw notFound();
      if (!before.isDeleted) return write(before);
      const after = await store.restoreWorkout(transaction, userId, params.id);
      await requireCapacity(transaction, userId, parse(after).tags);
      await onChange?.(transaction, userId, params.id, 'restored');
      return write(after);
    }),
  );

  serve(scope, listDeletedWorkouts, async ({ userId, query: { cursor } }) => {
    await store.deleteExpired(db, userId, now());
    const after = cursor === undefined ? undefined : decodeCursor(cursor, 'changed');
    const page = await store.listDeleted(db, userId, { now: now(), after });
    return writePage(page);
  });

  serve(scope, listWorkoutTags, async ({ userId }) => ({ tags: await store.listTags(db, userId) }));
}

async function change(
  { db, now, onChange }: Dependencies,
  { userId, params, body }: EndpointRequest<typeof changeWorkout>,
): Promise<RawJson> {
  // Before the transaction, because reading a long script takes milliseconds.
  const read = readForStorage(body.workout.script);
  return inLockedTransaction(db, userId, async (transaction) => {
    const before = await store.lockWorkout(transaction, userId, params.id, now());
    if (!before || before.isDeleted) throw notFound();

    const current = parse(before);
    const { title, script, notes = current.notes, tags = current.tags } = body.workout;
    const content = readContent({ title, script, notes, tags }, '/workout', read);
    if (before.version !== body.version) {
      // A retry of a save whose response was lost.
      if (isSameContent(content, current)) return write(before);
      throw new Problem('STALE_VERSION', { current });
    }
    await store.deleteExpired(transaction, userId, now());
    const after = await store.replaceWorkout(transaction, userId, params.id, content, now());
    const newTags = content.tags.filter((tag) => !current.tags.includes(tag));
    await requireTagCapacity(transaction, userId, newTags);
    await onChange?.(transaction, userId, params.id, 'edited');
    return write(after);
  });
}

function isSameContent(one: Required<WorkoutToSave>, other: Required<WorkoutToSave>): boolean {
  const [first, second] = [one, other].map(({ title, script, notes, tags }) =>
    JSON.stringify([title, script, notes, tags]),
  );
  return first === second;
}

function readRange(query: QueryOf<typeof listWorkouts>): Omit<store.PageRange, 'limit'> {
  const { order, cursor, from, to } = query;
  if (order !== 'newest' && (from ?? to) !== undefined)
    throw badRequest('/order', 'A date range requires order=newest');
  const starts = [
    ...(cursor === undefined ? [] : [decodeCursor(cursor, order)]),
    // A day ends with its last millisecond.
    ...(to === undefined ? [] : [cursorAt(1 + Date.parse(isDay(to) ? `${to}T23:59:59.999Z` : to))]),
  ];
  return {
    order,
    after: starts.sort((one, other) => (one.id < other.id ? -1 : 1))[0],
    until: from === undefined ? undefined : cursorAt(Date.parse(from)),
  };
}

function cursorAt(time: number): store.Cursor {
  const id = lowestIdAt(time);
  return { key: id, id };
}

function isDay(dayOrTimestamp: string): boolean {
  return !dayOrTimestamp.includes('T');
}

/** The id of the last workout of a page, followed by its sort key. */
function encodeCursor(id: string, key: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return Buffer.concat([bytes, Buffer.from(key)]).toString('base64url');
}

const ID_BYTES = 16;

function decodeCursor(cursor: string, order: WorkoutOrder): store.Cursor {
  const bytes = Buffer.from(cursor, 'base64url');
  const hex = bytes.toString('hex', 0, ID_BYTES);
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const key = order === 'newest' ? id : bytes.toString('utf8', ID_BYTES);
  const isKey = order === 'changed' ? isTimestamp(key) : !key.includes('\0');
  if (hex.length < 2 * ID_BYTES || !isKey)
    throw badRequest('/cursor', 'Invalid cursor. Load the first page');
  return { key, id };
}

/** Only the format of toISOString, because PostgreSQL rejects some that Date.parse accepts. */
function isTimestamp(text: string): boolean {
  const time = /^[12]\d{3}-/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

function notFound(): Problem {
  return new Problem('NOT_FOUND', {
    detail: 'Workout not found. It may have been deleted',
  });
}

function parse({ json }: store.StoredWorkout): SavedWorkout {
  return savedWorkout.parse(JSON.parse(json));
}

function write({ json }: store.StoredWorkout): RawJson {
  return rawJson(json);
}

function writePage({ workouts, isMore }: store.Page): RawJson {
  const last = isMore ? workouts.at(-1) : undefined;
  const nextCursor = JSON.stringify(last ? encodeCursor(last.id, last.key) : null);
  const list = workouts.map(({ json }) => json).join();
  return rawJson(`{"workouts":[${list}],"nextCursor":${nextCursor}}`);
}
