import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropDatabase } from './database.ts';
import { type ObservedStack, startObservedStack } from './observed-stack.ts';
import { shortenDurations } from './prometheus.ts';

const server = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const databaseUrl = new URL(`/pacewright_observe_${process.pid}`, server).href;
const GUIDE = new URL('../../../docs/operations.md', import.meta.url);

let product: ObservedStack;
beforeAll(async () => {
  product = await startObservedStack({ databaseUrl });
});
afterAll(async () => {
  await product?.stop();
  await dropDatabase(databaseUrl);
});

test('durations of the rules are divided, names of recorded figures stay', () => {
  const rules = 'interval: 15s\nfor: 5m\n[1h] pacewright:http_errors:ratio5m > 0.0144';
  expect(shortenDurations(rules, 60)).toBe(
    'interval: 1s\nfor: 5s\n[60s] pacewright:http_errors:ratio5m > 0.0144',
  );
});

test('every figure of the guide arrives in Prometheus', async () => {
  // A rejection is counted too.
  const isRejected = async () => (await fetch(`${product.stack.url}/api/openapi.json`)).status;
  await expect.poll(isRejected, { interval: 1, timeout: 60_000 }).toBe(429);
  const guide = await readFile(GUIDE, 'utf8');
  const lines = guide.match(/^- `pacewright_\w+`.*$/gm) ?? [];
  const figures = lines.flatMap((line) => line.match(/pacewright_\w+/g) ?? []);
  expect(figures.length).toBeGreaterThan(10);
  const missing = async () => {
    const samples = await product.prometheus.query(
      'count by (__name__) ({__name__=~"pacewright_.+|nodejs_eventloop_lag_p99_seconds"})',
    );
    const found = samples.map(({ labels }) => String(labels['__name__']).replace(/_count$/, ''));
    return [...figures, 'nodejs_eventloop_lag_p99_seconds'].filter((name) => !found.includes(name));
  };
  await expect.poll(missing, { timeout: 60_000 }).toEqual([]);
});

test('the alert fires when Garmin fails, and clears when it recovers', async () => {
  const { garmin, prometheus } = product;
  const stateOfAlert = () => prometheus.alertState('GarminFails');
  // Long enough for a busy machine: the alert takes 5 s to fire, and 10 s to clear.
  const inTime = { interval: 200, timeout: 120_000 };
  const succeeds = `rate(pacewright_garmin_calls_total{outcome="200"}[10s]) > 0`;
  await expect.poll(async () => (await prometheus.query(succeeds)).length, inTime).not.toBe(0);
  expect(await stateOfAlert()).toBe('inactive');

  await garmin.startRandomFaults({ seed: 1, rates: { '500': 1 } });
  await expect.poll(stateOfAlert, inTime).toBe('firing');

  await garmin.clearFaults({});
  await expect.poll(stateOfAlert, inTime).toBe('inactive');
});
