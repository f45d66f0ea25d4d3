import type { Pool, PoolClient, PoolConfig } from 'pg';
import type { Statement } from '../../db/sql.ts';
import type { Directory } from './directory.ts';

// Spreads athletes over several PostgreSQL servers, for pnpm exec vitest run --project shards (decision 0013). A statement of an athlete goes to
// their server, and so does a job, in the transaction that causes it. Tables that find an athlete by Garmin's id, or count
// for all, are on the first server. Other statements are of each server: its worker runs the nightly ones there.

type Result = { rows: Record<string, unknown>[]; rowCount: number | null };
type Route = 'lookup' | 'queue' | 'all' | { athlete: number };

/** Tables that find an athlete, or that all athletes share, are on the first server. */
const LOOKUP_SERVER = 0;
const LOOKUP =
  /\bgarmin_(account|notification|inbox|budget|connection_end)\b|insert into garmin_revocation .* values/s;
/** The data of a job, which only the product writes. */
const JOB_OF_ATHLETE = /"userId":"([\da-f-]{36})"/;
/** Statements of the job queue itself, which are not named as ours are. */
const QUEUE = /\bpgboss\./;
/** The parameter that is the athlete's id. The text of a statement contains no values, so nobody can forge it. */
const ATHLETE = [
  /\b(?:deleted_)?user_id = \$(\d+)/,
  /\((?:deleted_)?user_id\b[^)]*\)\s+(?:values\s*\(|select\s+)\$(\d+)/,
  /pg_advisory_xact_lock\(hashtextextended\((?:'[^']*' \|\| )?\$(\d+)/,
];

/** The server on which a statement runs. */
export function routeOf({ text, name }: Statement): Route {
  if (LOOKUP.test(text)) return 'lookup';
  const parameter = ATHLETE.map((pattern) => pattern.exec(text)?.[1]).find(Boolean);
  if (parameter !== undefined) return { athlete: Number(parameter) - 1 };
  return name === undefined && QUEUE.test(text) ? 'queue' : 'all';
}

/** A pool of pg with one for each server. Its clients connect to the right one with their first statement. */
export function createShardedPool(
  RealPool: new (config: PoolConfig) => Pool,
  { urlsOf, directory }: { urlsOf: (url: string) => string[]; directory: Directory },
) {
  return class ShardedPool {
    readonly pools: Pool[];
    /** The server that the URL names: a worker takes the jobs of one server. */
    readonly home: number;

    constructor(config: PoolConfig) {
      const urls = urlsOf(String(config.connectionString));
      this.home = urls.indexOf(String(config.connectionString));
      this.pools = urls.map((connectionString) => new RealPool({ ...config, connectionString }));
    }

    on(event: 'error', listener: (error: Error) => void): this {
      for (const pool of this.pools) pool.on(event, listener);
      return this;
    }

    get totalCount() {
      return sum(this.pools, (pool) => pool.totalCount);
    }
    get idleCount() {
      return sum(this.pools, (pool) => pool.idleCount);
    }
    get waitingCount() {
      return sum(this.pools, (pool) => pool.waitingCount);
    }

    async end(): Promise<void> {
      await Promise.all(this.pools.map((pool) => pool.end()));
    }

    async connect() {
      return createShardedClient(this.pools, { home: this.home, directory });
    }
  };
}

// oxlint-disable-next-line typescript/no-explicit-any -- listeners of several events
type Listener = (event: any) => void;

function createShardedClient(
  pools: readonly Pool[],
  { home, directory }: { home: number; directory: Directory },
) {
  const clients = new Map<number, PoolClient>();
  const entered = new Map<string, { server: number; leave: () => void }>();
  const listeners: [event: 'error', Listener][] = [];
  let isTransaction = false;

  async function clientOf(server: number): Promise<PoolClient> {
    const known = clients.get(server);
    if (known) return known;
    const pool = pools[server];
    if (!pool) throw new Error(`There is no server ${server}`);
    const client = await pool.connect();
    clients.set(server, client);
    for (const [event, listener] of listeners) client.on(event, listener);
    if (isTransaction) await client.query('begin');
    return client;
  }

  async function run(statement: Statement): Promise<Result> {
    const route = routeOf(statement);
    if (route === 'all') {
      const all = pools.map((_, server) => async () => (await clientOf(server)).query(statement));
      return onAll(all);
    }
    return (await clientOf(await serverOf(route, statement))).query(statement);
  }

  async function serverOf(route: Exclude<Route, 'all'>, { values }: Statement): Promise<number> {
    if (route === 'lookup') return LOOKUP_SERVER;
    // A job is on the server of the change that causes it, or else of its athlete.
    const [first] = clients.keys();
    if (route === 'queue' && first !== undefined) return first;
    const userId =
      route === 'queue' ? JOB_OF_ATHLETE.exec(values.join())?.[1] : String(values[route.athlete]);
    if (userId === undefined) return home;
    const place = entered.get(userId) ?? (await directory.enter(userId));
    entered.set(userId, place);
    return place.server;
  }

  /** The look-up first: a claim without a connection is deleted at night, a connection without a claim is not found. */
  async function end(command: 'commit' | 'rollback'): Promise<void> {
    const inOrder = [...clients].toSorted(([one], [other]) => one - other);
    for (const [, client] of inOrder) await client.query(command);
  }

  return {
    query: async (statement: Statement | 'begin' | 'commit' | 'rollback') => {
      if (statement === 'commit' || statement === 'rollback') return end(statement);
      if (statement !== 'begin') return run(statement);
      isTransaction = true;
      return undefined;
    },
    on: (event: 'error', listener: Listener) => listeners.push([event, listener]),
    off: (event: 'error', listener: Listener) => {
      for (const client of clients.values()) client.off(event, listener);
    },
    release: (broken?: Error) => {
      for (const client of clients.values()) client.release(broken);
      for (const { leave } of entered.values()) leave();
    },
  };
}

/** A statement for no athlete in particular. */
async function onAll(runs: readonly (() => Promise<Result>)[]): Promise<Result> {
  const results: Result[] = [];
  for (const run of runs) results.push(await run());
  return {
    rows: results.flatMap(({ rows }) => rows),
    rowCount: sum(results, ({ rowCount }) => rowCount ?? 0),
  };
}

function sum<T>(items: readonly T[], valueOf: (item: T) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0);
}
