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
  restoreWorkout,
  saveWorkout,
  type SavedReading,
  TITLE_MAX_LENGTH,
  savedWorkout,
  type SavedWorkout,
  type WorkoutOrder,
  type WorkoutToSave,
} from '@pacewright/contract';
import { ADVICE_CODES, readScript } from '@pacewright/script';
import type { FastifyInstance } from 'fastify';
import type { Database, Db } from '../../db/database.ts';
import { lowestIdAt } from '../../db/ids.ts';
import { type RequestKey, requestKey } from '../../http/idempotency.ts';
import { Problem } from '../../http/problem.ts';
import { serve, type Written, written } from '../../http/serve.ts';
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
    const original = await store.findWorkout(db, userId, params.id);
    if (!original) throw missing();
    const { title, script, notes, tags } = parse(original);
    const copy = readContent({ title: titleOfCopy(title), script, notes, tags });
    return write(await saveOnce(userId, copy, requestKey(headers, ['copy', params.id])));
  });

  async function saveOnce(
    userId: string,
    content: store.Content,
    request: RequestKey | undefined,
  ): Promise<store.StoredWorkout> {
    const added = await store.addWorkout(db, userId, content, { now: now(), request });
    if (added) return added;

    const before = request && (await store.findByRequestKey(db, userId, request));
    if (before?.isSameRequest) return before.workout;
    const current = before && !before.workout.isDeleted ? parse(before.workout) : undefined;
    throw new Problem('IDEMPOTENCY_KEY_REUSED', { current });
  }

  serve(scope, listWorkouts, async ({ userId, query }) => {
    const span = spanOf(query);
    const conditions = listConditions(query);
    // One more than asked for tells whether there is another page.
    const wanted = { ...span, limit: query.limit + 1 };
    const found =
      conditions.length > 0
        ? await store.search(db, userId, conditions, wanted)
        : await store.listPage(db, userId, wanted);
    const page = found.slice(0, query.limit);
    const last = found.length > page.length ? page.at(-1) : undefined;
    return written(
      `{"workouts":${listed(page)},"nextCursor":${JSON.stringify(last ? toCursor(last, query.order) : null)}}`,
    );
  });

  serve(scope, getWorkout, async ({ userId, params }) => {
    const found = await store.findWorkout(db, userId, params.id);
    if (!found) throw missing();
    return write(found);
  });

  serve(scope, changeWorkout, async ({ userId, params, body }) =>
    db.inTransaction(async (transaction) => {
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
      await follow?.(transaction, userId, params.id);
      return write(after);
    }),
  );

  serve(scope, deleteWorkout, async ({ userId, params, query }) =>
    db.inTransaction(async (transaction) => {
      const before = await store.lockWorkout(transaction, userId, params.id, now());
      if (!before) throw missing();
      if (before.isDeleted) return;
      if (query.version !== undefined && query.version !== before.version)
        throw new Problem('STALE_VERSION', { current: parse(before) });
      await store.removeExpired(transaction, userId, now());
      await store.deleteWorkout(transaction, userId, before, now());
      await follow?.(transaction, userId, params.id);
    }),
  );

  serve(scope, restoreWorkout, async ({ userId, params }) =>
    db.inTransaction(async (transaction) => {
      const before = await store.lockWorkout(transaction, userId, params.id, now());
      if (!before) throw missing();
      if (!before.isDeleted) return write(before);
      const after = await store.restoreWorkout(transaction, userId, before);
      await follow?.(transaction, userId, params.id);
      return write(after);
    }),
  );

  serve(scope, listDeletedWorkouts, async ({ userId }) => {
    await store.removeExpired(db, userId, now());
    return written(`{"workouts":${listed(await store.listDeleted(db, userId, now()))}}`);
  });

  serve(scope, listWorkoutTags, async ({ userId }) => ({ tags: await store.listTags(db, userId) }));
}

/** Mistakes kept beside a script. The editor reads the script itself and shows them all. */
const MOST_MISTAKES = 20;

/** Reads what is to be stored, or refuses it beside its fields. */
function readContent({ title, script, notes = '', tags = [] }: WorkoutToSave): store.Content {
  const content = { title, script, notes, tags };
  const errors = listRefusals(content).map(({ at, message }) => ({ at: `/workout${at}`, message }));
  if (errors[0]) throw new Problem('NOT_ACCEPTED', { detail: errors[0].message, errors });

  const { workout, diagnostics } = readScript(script, { withoutAdvice: ADVICE_CODES });
  const reading: SavedReading = {
    workout,
    mistakeCount: diagnostics.length,
    mistakes: diagnostics.slice(0, MOST_MISTAKES),
  };
  return { ...content, reading, terms: listTerms(content, workout.items) };
}

function titleOfCopy(title: string): string {
  const suffix = ' (copy)';
  return title.slice(0, TITLE_MAX_LENGTH - suffix.length) + suffix;
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

/** The id of a page's last workout, and behind it what it was ordered by. */
function toCursor(last: store.StoredWorkout, order: WorkoutOrder): string {
  const id = Buffer.from(last.id.replaceAll('-', ''), 'hex');
  const key = { newest: '', changed: last.updatedAt.toISOString(), title: last.titleKey }[order];
  return Buffer.concat([id, Buffer.from(key)]).toString('base64url');
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

function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));
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

function listed(workouts: readonly store.StoredWorkout[]): string {
  return `[${workouts.map(({ json }) => json).join()}]`;
}
