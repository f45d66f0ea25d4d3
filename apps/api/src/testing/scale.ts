import type { FastifyInstance } from 'fastify';
import { Client, escapeLiteral } from 'pg';
import type { Services } from '../app.ts';
import type { Db } from '../db/database.ts';
import { sql, type Statement } from '../db/sql.ts';
import type { TestApp } from './test-app.ts';
import { serverUrl } from './server-urls.ts';

/** The number of other athletes, with 200 workouts each. */
export const OTHER_ATHLETES = Number(process.env['SCALE_ATHLETES'] ?? 50);

/** The number of deletions that race with other requests. `pnpm test:slow` makes thirty times as many. */
export const DELETION_RACES = Number(process.env['DELETION_RACES'] ?? 10);

/** The number of random histories of a season. A hundred take a minute, and `pnpm test:slow` makes twelve. */
export const SEASON_HISTORIES = Number(process.env['SEASON_HISTORIES'] ?? 4);

/** The number of random histories of a calendar, above twelve of 24 changes on average. */
export const CALENDAR_HISTORIES = Number(process.env['CALENDAR_HISTORIES'] ?? 6);

/** The number of random states of workouts at Garmin. `pnpm test:slow` makes five times as many. */
export const RECONCILED_GROUPS = Number(process.env['RECONCILED_GROUPS'] ?? 30);

/** In pnpm exec vitest run --project shards. Tests that read plans connect to the first server, which has only half of the athletes. */
export const HAS_TWO_SERVERS = process.env['SECOND_DATABASE_URL'] !== undefined;

/** Runs statements that take longer than the statement timeout. */
export async function withoutTimeout(
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

type Query = Parameters<Parameters<typeof withoutTimeout>[1]>[0];

/** Fills a table without its indexes and constraints, and creates them again afterwards: millions of rows in minutes. */
export async function withoutIndexes(
  query: Query,
  table: string,
  fill: () => Promise<void>,
): Promise<void> {
  // Foreign keys first, also those of other tables: they depend on the primary key.
  const constraints = (await query(`
    select conrelid::regclass::text as owner, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where '${table}'::regclass in (conrelid, confrelid)
    order by contype = 'f' desc`)) as { owner: string; name: string; definition: string }[];
  for (const { owner, name } of constraints)
    await query(`alter table ${owner} drop constraint ${name}`);
  const indexes = (await query(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = '${table}'::regclass`)) as {
    name: string;
    definition: string;
  }[];
  for (const { name } of indexes) await query(`drop index ${name}`);
  await fill();
  for (const { definition } of indexes) await query(definition);
  for (const { owner, name, definition } of constraints.toReversed())
    await query(`alter table ${owner} add constraint ${name} ${definition}`);
}

export type Read = { type: string; table: string; condition: string | undefined; rows: number };

type ReadOptions = { tables?: RegExp; services?: Partial<Services> };

/** The access paths and row counts of the statements that a request runs, by default on workouts and entries. */
export async function readsOf(
  api: TestApp,
  request: (app: FastifyInstance) => Promise<unknown>,
  { tables = /^(workout|calendar)/, services }: ReadOptions = {},
): Promise<Read[]> {
  return explainReads(api.db, await statementsOf(api, request, services), tables);
}

/** The statements that a request runs, without those of its services. */
export async function statementsOf(
  api: TestApp,
  request: (app: FastifyInstance) => Promise<unknown>,
  services: Partial<Services> = {},
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const record = (db: Db): Db => ({
    query: (statement) => {
      statements.push(statement);
      return db.query(statement);
    },
  });
  const db = {
    ...api.db,
    ...record(api.db),
    inTransaction: <T>(work: (transaction: Db) => Promise<T>) =>
      api.db.inTransaction((transaction) => work(record(transaction))),
  };
  const { server } = await api.buildAnother({ ...services, db });
  await request(server);
  await server.close();
  return statements;
}

/** The access paths and row counts of statements, whose changes are rolled back. */
export async function explainReads(
  db: Db,
  statements: readonly Statement[],
  tables: RegExp,
  settings: readonly string[] = [],
): Promise<Read[]> {
  const reads: Read[] = [];
  await withoutTimeout(db, async (run) => {
    await run('begin');
    for (const setting of settings) await run(`set local ${setting}`);
    // The generic plan, which PostgreSQL uses after a few executions.
    await run('set plan_cache_mode = force_generic_plan');
    for (const [index, { text, values }] of statements.entries()) {
      await run(`prepare statement_${index} as ${text}`);
      const [plan] = await run(
        `explain (analyze, format json) execute statement_${index} (${values.map(literal).join()})`,
      );
      const { 'QUERY PLAN': plans } = plan as { 'QUERY PLAN': [{ Plan: Plan }] };
      collectReads(plans[0].Plan, tables, reads);
    }
    await run('rollback');
  });
  return reads;
}

/** A value as an SQL literal. */
function literal(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (Array.isArray(value))
    return value.length === 0 ? `'{}'` : `array[${value.map(literal).join()}]`;
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (value instanceof Date) return escapeLiteral(value.toISOString());
  return escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}

/** A node of EXPLAIN. */
type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

function collectReads(plan: Plan, tables: RegExp, reads: Read[]): void {
  const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  const table = plan['Relation Name'] ?? '';
  if (tables.test(table))
    reads.push({ type: plan['Node Type'], table, condition: plan['Index Cond'], rows });
  for (const inner of plan.Plans ?? []) collectReads(inner, tables, reads);
}
