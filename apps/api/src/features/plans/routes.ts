import {
  changePlan,
  deletePlan,
  getPlan,
  listDeletedPlans,
  listPlans,
  MAX_PLANS,
  MAX_PLANS_PER_PAGE,
  parsePlan,
  restorePlan,
  savedPlan,
  type SavedPlan,
  savePlan,
} from '@pacewright/contract';
import { listPlanMistakes, readPlanInParts, WEEKDAYS } from '@pacewright/plan';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Database, Db } from '../../db/database.ts';
import { acceptId } from '../../db/ids.ts';
import { inLockedTransaction } from '../../http/athlete-lock.ts';
import { readIdempotencyKey } from '../../http/idempotency.ts';
import { badRequest, Problem } from '../../http/problem.ts';
import { type RawJson, rawJson, serve } from '../../http/serve.ts';
import { withPauses } from '../../http/with-pauses.ts';
import { requireStorable, titleOfPlan } from './plan-text.ts';
import * as store from './store.ts';

type Dependencies = { db: Database; now: () => Date };

export function planRoutes(scope: FastifyInstance, { db, now }: Dependencies): void {
  serve(scope, parsePlan, async ({ body: { text } }) => {
    requireStorable(text, '/text');
    const { title, weeks, days, diagnostics } = await withPauses(readPlanInParts(text), () => true);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    const advice = diagnostics.filter(({ severity }) => severity === 'advice');
    const mistakes = listPlanMistakes(text, diagnostics);
    return {
      title,
      ok: errors.length === 0 && days.length > 0,
      weeks: weeks.map(({ week, titles }) => ({
        week,
        titles,
        days: days
          .filter((day) => day.week === week)
          .map(({ weekday, run, kind, title: name, script, races, notes }) => ({
            weekday: WEEKDAYS[weekday] ?? '',
            run,
            kind,
            title: name,
            script,
            isRace: races.length > 0,
            notes,
          })),
      })),
      mistakes: mistakes.map((mistake) => ({ at: '/text', ...mistake })),
      advice: advice.slice(0, MAX_ADVICE).map(({ code, message }) => ({ code, message })),
      isTruncated: errors.length > mistakes.length || advice.length > MAX_ADVICE,
    };
  });

  serve(scope, listPlans, async ({ userId, query: { limit, cursor } }) =>
    writePage(await store.listPlans(db, userId, { limit, after: decodeCursor(cursor) })),
  );

  serve(scope, savePlan, async ({ userId, headers, body }) => {
    const request = readIdempotencyKey(headers, { text: body.text });
    const content = readContent(body.text);
    const options = { id: acceptId(body.id, now()), now: now(), request };
    return inLockedTransaction(db, userId, async (transaction) => {
      const added = await store.addPlan(transaction, userId, content, options);
      if (added) {
        await requireCapacity(transaction, userId);
        return write(added);
      }
      const existing = await store.findSame(transaction, userId, options);
      if (existing?.isSameRequest) return write(existing.plan);
      const current = existing && !existing.plan.isDeleted ? parse(existing.plan) : undefined;
      throw new Problem('IDEMPOTENCY_KEY_REUSED', { current });
    });
  });

  serve(scope, getPlan, async ({ userId, params }) =>
    write(required(await store.findPlan(db, userId, params.id, now()))),
  );

  serve(scope, changePlan, async ({ userId, params: { id }, body }) => {
    const content = readContent(body.text);
    return inLockedTransaction(db, userId, async (transaction) => {
      const before = required(await store.findPlan(transaction, userId, id, now()));
      if (before.version === body.version)
        return write(await store.replacePlan(transaction, userId, id, content, now()));
      // A retry of a save whose response was lost.
      if (before.text === content.text) return write(before);
      throw new Problem('STALE_VERSION', { current: parse(before) });
    });
  });

  serve(scope, deletePlan, async ({ userId, params: { id }, query: { version } }) =>
    inLockedTransaction(db, userId, async (transaction) => {
      const before = await store.findPlan(transaction, userId, id, now());
      if (!before) throw notFound();
      if (before.isDeleted) return;
      if (version !== undefined && version !== before.version)
        throw new Problem('STALE_VERSION', { current: parse(before) });
      await store.setDeleted(transaction, userId, id, now());
      await store.pruneDeleted(transaction, userId, MAX_PLANS);
    }),
  );

  serve(scope, restorePlan, async ({ userId, params: { id } }) =>
    inLockedTransaction(db, userId, async (transaction) => {
      const before = await store.findPlan(transaction, userId, id, now());
      if (!before) throw notFound();
      if (!before.isDeleted) return write(before);
      const after = await store.setDeleted(transaction, userId, id, null);
      await requireCapacity(transaction, userId);
      return write(after);
    }),
  );

  serve(scope, listDeletedPlans, async ({ userId, query: { cursor } }) => {
    const range = { limit: MAX_PLANS_PER_PAGE, now: now(), after: decodeCursor(cursor) };
    return writePage(await store.listDeleted(db, userId, range));
  });
}

const MAX_ADVICE = 20;

function readContent(text: string): store.Content {
  requireStorable(text, '/text');
  return { title: titleOfPlan(text), text };
}

/** Throws, and so rolls back, if the last change exceeded the cap. Needs the athlete's lock. */
async function requireCapacity(db: Db, userId: string): Promise<void> {
  if ((await store.countPlans(db, userId)) > MAX_PLANS)
    throw new Problem('LIMIT_REACHED', {
      detail: `You can have up to ${MAX_PLANS} plans. Delete some first`,
    });
}

function required(plan: store.StoredPlan | undefined): store.StoredPlan {
  if (!plan || plan.isDeleted) throw notFound();
  return plan;
}

function notFound(): Problem {
  return new Problem('NOT_FOUND', {
    detail: 'Plan not found. It may have been deleted',
  });
}

function encodeCursor({ time, id }: store.Cursor): string {
  return `${time}_${id}`;
}

const cursorSchema = z.object({ time: z.iso.datetime({ precision: 3 }), id: z.uuid() });

function decodeCursor(cursor: string | undefined): store.Cursor | undefined {
  if (cursor === undefined) return undefined;
  const [time, id] = cursor.split('_');
  const parsed = z.safeParse(cursorSchema, { time, id });
  // PostgreSQL has no year 0.
  if (parsed.success && /^[12]\d{3}-/.test(parsed.data.time)) return parsed.data;
  throw badRequest('/cursor', 'Invalid cursor. Load the first page');
}

function parse({ json }: store.StoredPlan): SavedPlan {
  return savedPlan.parse(JSON.parse(json));
}

function write({ json }: store.StoredPlan): RawJson {
  return rawJson(json);
}

function writePage({ plans, isMore }: store.Page): RawJson {
  const last = isMore ? plans.at(-1) : undefined;
  const nextCursor = JSON.stringify(last ? encodeCursor(last) : null);
  return rawJson(`{"plans":[${plans.map(({ json }) => json).join()}],"nextCursor":${nextCursor}}`);
}
