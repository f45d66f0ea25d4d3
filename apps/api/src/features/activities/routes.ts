import { formatCount } from '@pacewright/pace';
import { unpackTrace } from '@pacewright/activity';
import {
  activityDetail,
  annotateActivity,
  compareActivityWith,
  day,
  deleteActivity,
  getActivity,
  listActivities,
  MAX_ACTIVITIES,
  MAX_CALENDAR_DAYS,
  type QueryOf,
  storeActivity,
} from '@pacewright/contract';
import type { FastifyInstance } from 'fastify';
import { inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import type { Database, Db } from '../../db/database.ts';
import { inLockedTransaction } from '../../http/athlete-lock.ts';
import { badRequest, notAccepted, Problem } from '../../http/problem.ts';
import { rawJson, type RawJson, serve } from '../../http/serve.ts';
import * as store from './store.ts';

type Dependencies = {
  db: Database;
  now: () => Date;
  /** Marks a calendar entry as done, in the same transaction. False if there is none. */
  completeEntry: (db: Db, userId: string, entryId: string) => Promise<boolean>;
};

export function activityRoutes(
  scope: FastifyInstance,
  { db, now, completeEntry }: Dependencies,
): void {
  serve(scope, storeActivity, async ({ userId, body }) => {
    requireTrace(body.trace, body.seconds);
    return inLockedTransaction(db, userId, async (transaction) => {
      const existing = await store.findSame(transaction, userId, body);
      if (existing) return withIsNew(existing, false);
      if ((await store.countActivities(transaction, userId)) >= MAX_ACTIVITIES) throw full();
      await attach(transaction, userId, body.entryId);
      const id = await store.addActivity(transaction, userId, body);
      if (body.source === 'garmin') await store.revokeDeletion(transaction, userId, body.sourceId);
      const added = await store.findActivity(transaction, userId, id);
      if (!added) throw notFound();
      return withIsNew(added, true);
    });
  });

  serve(scope, listActivities, async ({ userId, query }) => {
    const range = readRange(query);
    const { activities, isMore } = await store.listActivities(
      db,
      userId,
      range,
      readCursor(query.cursor),
    );
    const last = isMore ? activities.at(-1) : undefined;
    const next = last ? `,"nextCursor":"${last.day}.${last.id}"` : '';
    return rawJson(`{"activities":[${activities.map(({ json }) => json).join()}]${next}}`);
  });

  serve(scope, getActivity, async ({ userId, params: { id } }) => writeDetail(db, userId, id));

  serve(scope, compareActivityWith, async ({ userId, params: { id }, body }) =>
    inLockedTransaction(db, userId, async (transaction) => {
      if (!(await store.findActivity(transaction, userId, id))) throw notFound();
      await attach(transaction, userId, body.entryId, id);
      await store.setComparison(transaction, userId, id, body);
      return writeDetail(transaction, userId, id);
    }),
  );

  serve(scope, annotateActivity, async ({ userId, params: { id }, body }) =>
    inLockedTransaction(db, userId, async (transaction) => {
      const before = await store.findDetail(transaction, userId, id);
      if (!before) throw notFound();
      const current = activityDetail.parse(JSON.parse(before.json));
      if (body.version !== undefined && body.version !== current.version) {
        // A retry of a save whose response was lost.
        if (body.notes === current.notes && body.effort === current.effort)
          return rawJson(before.json);
        throw new Problem('STALE_VERSION', { current });
      }
      await store.setNotes(transaction, userId, id, body);
      return writeDetail(transaction, userId, id);
    }),
  );

  serve(scope, deleteActivity, async ({ userId, params: { id } }) => {
    const isDeleted = await db.inTransaction((transaction) =>
      store.deleteActivity(transaction, userId, id, now()),
    );
    if (!isDeleted) throw notFound();
  });

  async function attach(
    transaction: Db,
    userId: string,
    entryId: string | null,
    activityId?: string,
  ): Promise<void> {
    if (entryId === null) return;
    if (await store.isEntryTaken(transaction, userId, entryId, activityId))
      throw notAccepted(
        '/entryId',
        'This workout already has a run. Stop comparing that one first',
      );
    if (!(await completeEntry(transaction, userId, entryId)))
      throw notAccepted('/entryId', 'This workout is no longer on your calendar');
  }
}

async function writeDetail(db: Db, userId: string, id: string): Promise<RawJson> {
  const detail = await store.findDetail(db, userId, id);
  if (!detail) throw notFound();
  return rawJson(detail.json);
}

function withIsNew({ json }: store.StoredActivity, isNew: boolean): RawJson {
  return rawJson(`${json.slice(0, -1)},"isNew":${isNew}}`);
}

/** A day of samples, inflated; a larger one is no trace. */
const MAX_INFLATED_BYTES = 400_000;

function requireTrace(trace: string, seconds: number): void {
  if (unpackTrace(inflate(Buffer.from(trace, 'base64')))?.seconds !== seconds)
    throw notAccepted('/trace', 'The trace doesn’t match the run’s duration');
}

function inflate(bytes: Buffer): Uint8Array {
  try {
    return inflateRawSync(bytes, { maxOutputLength: MAX_INFLATED_BYTES });
  } catch {
    return new Uint8Array(0);
  }
}

const DAY_MILLISECONDS = 24 * 3600 * 1000;

function readRange({ from, to }: QueryOf<typeof listActivities>): { from: string; to: string } {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS + 1;
  if (days < 1) throw badRequest('/to', 'The end date is before the start date');
  if (days > MAX_CALENDAR_DAYS)
    throw badRequest('/to', `You can choose up to ${MAX_CALENDAR_DAYS} days`);
  return { from, to };
}

const cursorSchema = z.object({ day, id: z.uuid() });

function readCursor(cursor: string | undefined): store.Cursor | undefined {
  if (cursor === undefined) return undefined;
  const [dayText, id] = cursor.split('.');
  const parsed = z.safeParse(cursorSchema, { day: dayText, id });
  if (parsed.success) return parsed.data;
  throw badRequest('/cursor', 'Invalid cursor. Load the first page');
}

function full(): Problem {
  const max = formatCount(MAX_ACTIVITIES);
  return new Problem('LIMIT_REACHED', {
    detail: `You can have up to ${max} runs. Delete some first`,
  });
}

function notFound(): Problem {
  return new Problem('NOT_FOUND', { detail: 'This run has been deleted' });
}
