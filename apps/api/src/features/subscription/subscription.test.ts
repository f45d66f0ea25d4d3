import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const GATED = {
  paces: '/api/user/paces',
  workouts: '/api/auth/workouts',
  calendar: '/api/calendar',
  garmin: '/api/garmin/status',
};

test('everyone is subscribed, and everything is granted', async () => {
  const ana = await api.signUp('ana');
  for (const url of Object.values(GATED))
    expect((await api.app.inject({ url, headers: ana.headers })).statusCode).toBe(200);
});

test.each(Object.keys(GATED))('a subscription without %s grants the rest', async (missing) => {
  const ana = await api.signUp('ana');
  const { server } = await api.buildAnother({
    isEntitled: async (_userId, entitlement) => entitlement !== missing,
  });
  for (const [entitlement, url] of Object.entries(GATED)) {
    const response = await server.inject({ url, headers: ana.headers });
    expect(response.statusCode).toBe(entitlement === missing ? 402 : 200);
  }
  await server.close();
});
