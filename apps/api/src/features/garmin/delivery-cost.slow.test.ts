import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GarminTestApp, startGarminTestApp } from '../../testing/garmin.ts';
import { copyDelivery } from '../../testing/large-account.ts';
import { measureSpeed } from '../../testing/machine-speed.ts';

let api: GarminTestApp;
beforeAll(async () => {
  api = await startGarminTestApp();
});
afterAll(() => api.close());

/** On the reference machine (decision 0161). */
const MAX_CPU_MILLISECONDS = 150;

test('listing 200 deliveries with changed paces takes at most 150 ms of CPU', async () => {
  const ana = await api.signUpConnected('ana');
  const workout = { title: 'Five by one', script: '10m E + 5x(1km I + 90s jog) + 10m E' };
  const workoutId = String(
    (await api.call(ana, 'POST', '/api/auth/workouts', { workout })).json().id,
  );
  const entry = await api.call(ana, 'POST', '/api/calendar', { workoutId, day: '2026-11-17' });
  await api.call(ana, 'PUT', `/api/garmin/calendar/${entry.json().id}`);
  await api.work();
  await copyDelivery(api.db, ana, { workoutId, count: 199 });
  const paces = (await api.call(ana, 'GET', '/api/user/paces')).json();
  const trainingPaces = { ...paces.trainingPaces, I: { from: 3.5, to: 3.9 } };
  await api.call(ana, 'PUT', '/api/user/paces', { ...paces, trainingPaces });

  const costs: number[] = [];
  for (let run = 0; run < 6; run++) {
    const before = process.cpuUsage();
    const listed = await api.call(ana, 'GET', '/api/garmin/calendar?from=2026-11-16&to=2026-11-22');
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000);
    expect(listed.json().deliveries).toHaveLength(200);
    expect(listed.json().deliveries[0]).toMatchObject({ state: 'sent', pacesChanged: true });
  }
  // The least: other load on the machine, and the first calls, can only look more expensive.
  expect(Math.min(...costs) * measureSpeed()).toBeLessThan(MAX_CPU_MILLISECONDS);
});
