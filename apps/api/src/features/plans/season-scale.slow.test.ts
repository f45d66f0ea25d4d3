import type { Season, SeasonPreview } from '@pacewright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ATHLETES, readsOf, withoutIndexes, withoutTimeout } from '../../testing/scale.ts';
import { type Athlete, startTestApp, type TestApp } from '../../testing/test-app.ts';

// Applying a plan of 24 weeks, and reading a month of it, among the seasons of many athletes. The figures are printed;
// docs/measurements.md has those of 100,000 athletes.

const APPLICATIONS = 40;
const READS = 200;
/** Seven days a week for 24 weeks, each week with other numbers. */
const MINUTES = Array.from({ length: 24 }, (_, week) => 40 + week);
const TEXT = `plan Scale\nweeks 1-24
  Mon-Sun 10m E + {${MINUTES.join(', ')}}m E + 4x(20s R + 1m jog) or rest // easy`;
const PLACE = { text: TEXT, anchor: { kind: 'start', day: '2027-01-04' }, today: '2027-01-01' };
const MONTH = '/api/calendar?from=2027-03-01&to=2027-03-31';

let api: TestApp;
let planned: Athlete;
let library: Athlete;
beforeAll(async () => {
  api = await startTestApp();
  [planned, library] = await Promise.all([api.signUp('planned'), api.signUp('library')]);
  await start(planned);
  await fillFromLibrary(library);
  await withoutTimeout(api.db, async (query) => {
    await query(`
      insert into app_user (user_id, firebase_uid, username, email)
      select md5(n::text)::uuid, n, 'runner ' || n, n || '@example.test'
      from generate_series(1, ${OTHER_ATHLETES}) as n`);
    const others = `app_user a where a.user_id not in ('${planned.userId}', '${library.userId}')`;
    const copy = async (table: string) => {
      const columns = (await query(`
        select quote_ident(column_name) as name from information_schema.columns
        where table_name = '${table}' and table_schema = 'public' and column_name <> 'user_id'
        order by ordinal_position`)) as { name: string }[];
      const names = columns.map(({ name }) => name).join();
      await query(`
        insert into ${table} (user_id, ${names})
        select a.user_id, ${columns.map(({ name }) => `t.${name}`).join()}
        from ${table} t, ${others} and t.user_id = '${planned.userId}'`);
    };
    await copy('season');
    await copy('season_action');
    await withoutIndexes(query, 'calendar_entry', () => copy('calendar_entry'));
    for (const table of ['season', 'season_action', 'calendar_entry'])
      await query(`vacuum analyze ${table}`);
  });
});
afterAll(() => api.close());

async function call<Reply>(
  { headers }: Athlete,
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
): Promise<Reply> {
  const reply = await api.app.inject({ method, url, headers, ...(payload && { payload }) });
  if (reply.statusCode >= 300) throw new Error(`${url} ${reply.statusCode}: ${reply.body}`);
  return reply.json();
}

/** Returns the season, and the milliseconds that applying took. */
async function start(athlete: Athlete): Promise<{ season: Season; milliseconds: number }> {
  const { hash } = await call<SeasonPreview>(athlete, 'POST', '/api/season-preview', PLACE);
  const from = performance.now();
  const season = await call<Season>(athlete, 'POST', '/api/seasons', { ...PLACE, hash });
  return { season, milliseconds: performance.now() - from };
}

/** The same days as entries of library workouts, as calendars had them before plans. */
async function fillFromLibrary(athlete: Athlete): Promise<void> {
  const workouts: string[] = [];
  for (const minutes of MINUTES) {
    const script = `10m E + ${minutes}m E + 4x(20s R + 1m jog)`;
    const body = { workout: { title: `${minutes} min`, script } };
    workouts.push((await call<{ id: string }>(athlete, 'POST', '/api/auth/workouts', body)).id);
  }
  for (let day = 0; day < 168; day++)
    await call(athlete, 'POST', '/api/calendar', {
      workoutId: workouts[Math.floor(day / 7)],
      day: new Date(Date.parse('2027-01-04') + day * 86_400_000).toISOString().slice(0, 10),
    });
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Infinity;
}

function report(name: string, times: readonly number[]): void {
  const [median, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  // oxlint-disable-next-line no-console -- figures for docs/measurements.md
  console.log(`figure: ${name}: median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
}

test('a plan of 24 weeks is applied in 300 ms', async () => {
  const times: number[] = [];
  for (let run = 0; run < APPLICATIONS; run++) {
    const athlete = await api.signUp(`runner${run}`);
    const { season, milliseconds } = await start(athlete);
    expect(season.entryCount).toBe(168);
    times.push(milliseconds);
  }
  report(`apply 24 weeks among ${OTHER_ATHLETES} athletes`, times);
  // Not the p95, which is that of the machine's other load.
  expect(percentile(times, 0.5)).toBeLessThan(300);
});

test('a month of a plan is read by its index, and as fast as one of library workouts', async () => {
  const reads = await readsOf(api, async (app) => {
    const answered = await app.inject({ url: MONTH, headers: planned.headers });
    expect(answered.json().entries).toHaveLength(31);
  });
  expect(reads.every(({ type }) => type.startsWith('Index'))).toBe(true);
  expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBe(31);

  const times = { planned: [] as number[], library: [] as number[] };
  // In turn, so that other load on the machine slows both down.
  for (let run = 0; run < READS; run++)
    for (const [name, athlete] of Object.entries({ planned, library })) {
      const from = performance.now();
      await call(athlete, 'GET', MONTH);
      times[name as keyof typeof times].push(performance.now() - from);
    }
  report(`a month of a plan among ${OTHER_ATHLETES} athletes`, times.planned);
  report(`a month of library workouts among ${OTHER_ATHLETES} athletes`, times.library);
  expect(percentile(times.planned, 0.5)).toBeLessThan(1.3 * percentile(times.library, 0.5));
});
