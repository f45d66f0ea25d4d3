import { setTimeout as wait } from 'node:timers/promises';
import { SPEED_UP, startObservedStack } from './observed-stack.ts';
import { stopOnSignal } from './signals.ts';
import { buildWeb } from './stack.ts';

// The product with Prometheus, and its figures as they arrive: `node tools/local/src/observe.ts`.

const FIGURES = {
  'requests/s': 'sum(rate(pacewright_http_requests_total[10s]))',
  'p99 ms':
    '1000 * histogram_quantile(0.99, sum by (le) (rate(pacewright_http_request_seconds_bucket[10s])))',
  'event loop ms': '1000 * max(nodejs_eventloop_lag_p99_seconds)',
  'busy connections': 'sum(pacewright_db_connections{state="busy"})',
  'waiting deliveries': 'sum(pacewright_garmin_pending)',
  'Garmin calls/s': 'sum(rate(pacewright_garmin_calls_total[10s]))',
  'failed calls/s': 'sum(rate(pacewright_garmin_calls_total{outcome!~"[234].."}[10s]))',
};

const databaseUrl =
  process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/pacewright_observe';
const emulatorPort = 9099;
const port = Number(process.env['PORT'] ?? 8080);
const { stack, prometheus, stop } = await startObservedStack({
  databaseUrl,
  port,
  emulatorPort,
  webRoot: await buildWeb({ emulatorPort, origin: `http://127.0.0.1:${port}` }),
});
stopOnSignal(stop);
console.log(`Pacewright is at ${stack.url}, Prometheus at ${prometheus.url}/alerts`);
console.log(`The rules are those of ops/prometheus, ${SPEED_UP} times as fast`);

const control = `curl -X POST -H 'content-type: application/json' ${stack.garmin?.url}/__control`;
console.log(`Garmin fails:    ${control}/startRandomFaults -d '{"seed":1,"rates":{"500":1}}'`);
console.log(`Garmin recovers: ${control}/clearFaults -d '{}'`);
for (;;) {
  await wait(5_000);
  await printFigures();
}

async function printFigures(): Promise<void> {
  const figures = await Promise.all(
    Object.entries(FIGURES).map(async ([name, expression]) => {
      const [sample] = await prometheus.query(expression);
      return `${name} ${sample ? sample.value.toFixed(1) : '–'}`;
    }),
  );
  console.log(
    `${figures.join(', ')}; GarminFails is ${await prometheus.alertState('GarminFails')}`,
  );
}
