import type { FastifyInstance } from 'fastify';
import { Client, escapeLiteral } from 'pg';
import type { Db } from '../db/database.ts';
import { sql, type Statement } from '../db/sql.ts';
import type { TestApp } from './test-app.ts';
import { serverUrl } from './test-database.ts';

/** How many athletes, with 200 workouts each, are beside the one that is measured. */
export const ATHLETES_BESIDE = Number(process.env['SCALE_ATHLETES'] ?? 50);

/** How many deletions race with other requests. A thousand take some minutes. */
export const DELETION_RACES = Number(process.env['DELETION_RACES'] ?? 60);

/** Runs statements that take longer than the API would wait for any. */
export async function unhurried(
  db: Db,
  work: (query: (text: string) => Promise<unknown[]>) => Promise<void>,
): Promise<void> {
  const { rows } = await db.query(sql`select current_database() as name`);
  const client = new Client({ connectionString: serverUrl(String(rows[0]?.['name'])) });
  await client.connect();
  try {
    await work(async (text) => (await client.query<object>(text)).rows);
  } finally {
    await client.end();
  }
}

export type Read = { type: string; condition: string | undefined; rows: number };

/** How the statements behind a request read the tables of workouts and days, and how many rows of them. */
export async function readsOf(
  api: TestApp,
  request: (app: FastifyInstance) => Promise<unknown>,
): Promise<Read[]> {
  const asked: Statement[] = [];
  const query: Db['query'] = (statement) => {
    asked.push(statement);
    return api.db.query(statement);
  };
  const { server } = await api.buildAnother({ db: { ...api.db, query } });
  await request(server);
  await server.close();

  const reads: Read[] = [];
  await unhurried(api.db, async (run) => {
    // A statement that has been asked often is planned for any values, and that plan is the one that counts.
    await run('set plan_cache_mode = force_generic_plan');
    for (const [index, { text, values }] of asked.entries()) {
      await run(`prepare asked_${index} as ${text}`);
      const [plan] = await run(
        `explain (analyze, format json) execute asked_${index} (${values.map(literal).join()})`,
      );
      const { 'QUERY PLAN': plans } = plan as { 'QUERY PLAN': [{ Plan: Plan }] };
      collectReads(plans[0].Plan, reads);
    }
  });
  return reads;
}

/** A value as it is written in a statement. */
function literal(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (Array.isArray(value)) return `array[${value.map(literal).join()}]`;
  return escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}

/** A node of a plan, as PostgreSQL explains it. */
type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

function collectReads(plan: Plan, reads: Read[]): void {
  const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  if (/^(workout|calendar)/.test(plan['Relation Name'] ?? ''))
    reads.push({ type: plan['Node Type'], condition: plan['Index Cond'], rows });
  for (const inner of plan.Plans ?? []) collectReads(inner, reads);
}
