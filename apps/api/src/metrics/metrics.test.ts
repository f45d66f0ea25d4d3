import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRateLimits } from '../http/rate-limits.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createMetrics, type Metrics } from './metrics.ts';

let metrics: Metrics;
let product: TestApp;
beforeEach(async () => {
  metrics = createMetrics();
  product = await startTestApp({
    metrics,
    limits: openRateLimits({ redisUrl: undefined, onRejected: metrics.rateLimited }),
  });
  metrics.watchConnections(product.db.countConnections);
});
afterEach(() => product.close());

/** The value of a figure, by its name and labels as they are printed. */
async function read(name: string): Promise<number | undefined> {
  const line = (await metrics.print()).split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}

test('requests are counted and timed by the pattern of their route', async () => {
  const athlete = await product.signUp('ana');
  for (const id of ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002'])
    await product.app.inject({ url: `/api/auth/workouts/${id}`, headers: athlete.headers });

  const route = 'route="/api/auth/workouts/:id"';
  const labels = `method="GET",${route}`;
  expect(await read(`pacewright_http_requests_total{${labels},status="404"}`)).toBe(2);
  expect(await read(`pacewright_http_request_seconds_count{${labels}}`)).toBe(2);
  expect(await read(`pacewright_http_request_seconds_bucket{le="15",${labels}}`)).toBe(2);
  // An address would name an athlete, and make a series for each.
  expect(await metrics.print()).not.toContain('0190a000');
});

test('addresses without a route share one series', async () => {
  for (const url of ['/api/nothing', '/wp-admin.php']) await product.app.inject({ url });
  const labels = 'method="GET",route="unknown"';
  expect(await read(`pacewright_http_requests_total{${labels},status="404"}`)).toBe(2);
});

test('requests over a limit are counted by the limit', async () => {
  for (let count = 0; count < 63; count++) await product.app.inject({ url: '/api/openapi.json' });
  expect(await read('pacewright_rate_limit_rejections_total{limit="visitor"}')).toBe(3);
});

test('connections, cached tokens and the event loop are read with every scrape', async () => {
  await product.signUp('ben');
  expect(await read('pacewright_cached_tokens')).toBe(1);
  expect(await read('pacewright_db_connections{state="waiting"}')).toBe(0);
  expect(await read('pacewright_db_connections{state="idle"}')).toBeGreaterThan(0);
  expect(await read('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
});
