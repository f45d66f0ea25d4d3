import { afterAll, beforeAll, expect, test } from 'vitest';
import { measureSpeed } from '../../testing/machine-speed.ts';
import { type Athlete, startTestApp, type TestApp } from '../../testing/test-app.ts';

let api: TestApp;
let origin: string;
beforeAll(async () => {
  api = await startTestApp({ now: () => new Date('2026-11-16T06:00:00Z') });
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());

/** A million polls an hour, on the reference machine (decision 0161). */
const POLLS_PER_SECOND = 278;
const POLLS = 1000;
const AT_ONCE = 8;

test('one process answers a million polls of unchanged feeds an hour', async () => {
  const ana = await api.signUp('ana');
  await fillCalendar(ana);
  const made = await api.app.inject({
    method: 'POST',
    url: '/api/calendar-feed',
    headers: ana.headers,
  });
  const url = `${origin}${made.json().path}`;
  const etag = (await fetch(url)).headers.get('etag') ?? '';

  // Processor time, the client's too: the time by the clock depends on what else the machine does.
  const start = process.cpuUsage();
  let left = POLLS;
  const poll = async () => {
    while (left-- > 0) {
      const response = await fetch(url, { headers: { 'if-none-match': etag } });
      if (response.status !== 304) throw new Error(`The feed has status ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, poll));
  const { user, system } = process.cpuUsage(start);
  const perSecond = (POLLS * 1_000_000) / (user + system);
  const speed = measureSpeed();
  process.stdout.write(
    `figure: ${Math.round(perSecond)} polls in a second of a processor (${speed.toFixed(2)})\n`,
  );
  expect(perSecond).toBeGreaterThan(POLLS_PER_SECOND * speed);
});

/** Twelve weeks with five workouts each. */
async function fillCalendar({ headers }: Athlete): Promise<void> {
  const workout = { title: 'Five by three', script: '15m E + 5x(3m I + 2m jog) + 10m E' };
  const post = (url: string, payload: object) =>
    api.app.inject({ method: 'POST', url, headers, payload });
  const { id } = (await post('/api/auth/workouts', { workout })).json();
  for (let week = 0; week < 12; week++)
    for (let weekday = 0; weekday < 5; weekday++) {
      const day = new Date(Date.UTC(2026, 10, 16 + week * 7 + weekday)).toISOString().slice(0, 10);
      const added = await post('/api/calendar', { workoutId: id, day });
      expect(added.statusCode).toBe(200);
    }
}
