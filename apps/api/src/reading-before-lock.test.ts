import { ORDINARY_PLAN } from '@pacewright/growth';
import type { Season, SeasonAction } from '@pacewright/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from './db/database.ts';
import { calendarRoutes } from './features/calendar/routes.ts';
import { performStart } from './features/plans/season-actions.ts';
import { seasonRoutes } from './features/plans/season-routes.ts';
import { readForStorage } from './features/workouts/saved-reading.ts';
import { setProblemHandler } from './http/problem.ts';
import { markScope } from './http/serve.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

// Reading a script takes CPU time, and a transaction holds the athlete's lock and one of ten connections.

let api: TestApp;
let server: FastifyInstance;
let transactions = 0;
let readings: { script: string; isLocked: boolean }[] = [];

beforeAll(async () => {
  api = await startTestApp();
  const { userId } = await api.signUp('ana');
  server = Fastify();
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  setProblemHandler(server);
  server.decorateRequest('userId', userId);
  markScope(server, 'verified');
  const shared = { db: watchTransactions(api.db), now: () => new Date(), readScript };
  calendarRoutes(server, { ...shared, readPaces: () => Promise.reject(new Error('not needed')) });
  seasonRoutes(server, { ...shared, limits: { take: async () => {} } });
});
beforeEach(() => {
  readings = [];
});
afterAll(async () => {
  await server.close();
  await api.close();
});

function watchTransactions(db: Database): Database {
  return {
    ...db,
    inTransaction: (work) =>
      db.inTransaction(async (transaction) => {
        transactions++;
        try {
          return await work(transaction);
        } finally {
          transactions--;
        }
      }),
  };
}

function readScript(script: string) {
  readings.push({ script, isLocked: transactions > 0 });
  return readForStorage(script).reading;
}

async function ask(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const reply = await server.inject({ method, url, ...(payload && { payload }) });
  if (reply.statusCode >= 300) throw new Error(`${reply.statusCode}: ${reply.body}`);
  return reply.json();
}

const TODAY = '2027-01-01';

async function start(text: string): Promise<Season> {
  const body = { text, anchor: { kind: 'start', day: '2027-01-04' }, today: TODAY };
  const { hash } = await ask('POST', '/api/season-preview', body);
  return ask('POST', '/api/seasons', { ...body, hash });
}

async function act({ id }: Season, action: SeasonAction): Promise<Season> {
  const { hash } = await ask('POST', `/api/seasons/${id}/preview`, { action, today: TODAY });
  return ask('POST', `/api/seasons/${id}/actions`, { action, today: TODAY, hash });
}

const TEXT = 'week 1\n  Tue 40m E\n  Thu 20m T\n  Sun 80m E';

test('a season is started, changed and undone with every script read before the lock', async () => {
  const season = await start(TEXT);
  // Each day gets the script of another one, which is known by then.
  const swapped = await act(season, {
    kind: 'text',
    text: 'week 1\n  Tue 20m T\n  Thu 80m E\n  Fri 40m E\n  Sun 40m E',
  });
  await ask('POST', `/api/seasons/${season.id}/undo`, { actionId: swapped.actions[0]?.id });
  expect(readings.length).toBeGreaterThan(3);
  expect(readings.filter(({ isLocked }) => isLocked)).toEqual([]);
});

test('a day that goes back to its plan has its script read before the lock', async () => {
  await start(TEXT);
  const { entries } = await ask('GET', '/api/calendar');
  const { id } = entries.find((entry: { script: string }) => entry.script === '20m T');
  const content = { kind: 'run', title: 'Mine', script: '30m T' };
  await ask('PUT', `/api/calendar/${id}/content`, { content });
  await ask('PUT', `/api/calendar/${id}/content`, { content: null });
  expect(readings.map(({ script }) => script)).toContain('20m T');
  expect(readings.filter(({ isLocked }) => isLocked)).toEqual([]);
});

test('others are served while a long plan is read', async () => {
  let turns = 0;
  let isReading = true;
  const count = () => {
    turns++;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  const anchor = { kind: 'start' as const, day: '2027-01-04' };
  const { dayCount } = await performStart(ORDINARY_PLAN, anchor, { today: TODAY, now: new Date() });
  isReading = false;
  expect(dayCount).toBeGreaterThan(200);
  expect(turns).toBeGreaterThan(10);
});
