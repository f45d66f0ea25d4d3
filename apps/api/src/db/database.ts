import { DatabaseError, Pool } from 'pg';
import { tracedCall } from '../tracing/tracing.ts';
import type { Statement } from './sql.ts';

/** Runs statements, on the pool or on the connection of a transaction. */
export type Db = {
  query: (
    statement: Statement,
  ) => Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
};

export type Database = Db & {
  /** Runs `work` in a transaction, and retries it after a deadlock or a serialization failure. */
  inTransaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  /** The connections of this process, and the callers that wait for one. */
  countConnections: () => { total: number; idle: number; waiting: number };
  close: () => Promise<void>;
};

type Options = {
  poolSize?: number;
  /** In milliseconds; 0 for none. */
  statementTimeout?: number;
  /** Called when an idle connection breaks. The pool replaces it. */
  onError?: (error: Error) => void;
};

/** Opens a connection pool. It connects with the first statement. */
export function openDatabase(
  url: string,
  { poolSize = 10, statementTimeout = 10_000, onError }: Options = {},
): Database {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    // pg ignores a 0, and the role may have its own limit.
    ...(statementTimeout
      ? { statement_timeout: statementTimeout }
      : { options: '-c statement_timeout=0' }),
    // For a server that hangs. Longer than the server's own timeout, which also cancels the statement.
    query_timeout: statementTimeout && statementTimeout + 1_000,
    keepAlive: true,
    application_name: 'pacewright',
  });
  // Without a listener, a lost connection ends the process.
  pool.on('error', (error) => onError?.(error));

  return {
    query: (statement) => retryConflicts(() => tracedQuery(pool, statement)),
    inTransaction: (work) =>
      tracedCall(
        'transaction',
        () => POSTGRESQL,
        () => retryConflicts(() => inTransaction(pool, work)),
      ),
    countConnections: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

/** Statements have placeholders instead of values, so their text is no secret. */
function tracedQuery(connection: Pick<Pool, 'query'>, statement: Statement) {
  const describe = () => {
    const text = statement.text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TRACED_TEXT);
    return { ...POSTGRESQL, 'db.query.text': text };
  };
  return tracedCall('query', describe, () => connection.query(statement));
}

const POSTGRESQL = { 'db.system.name': 'postgresql' };
const MAX_TRACED_TEXT = 500;
const MAX_ATTEMPTS = 3;

/** Both errors roll everything back, so a retry is safe. */
async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await run();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error;
    }
}

function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '40P01' || error.code === '40001');
}

async function inTransaction<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A broken connection also emits an error here; without a listener it would end the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query('begin');
    const result = await work({ query: (statement) => tracedQuery(client, statement) });
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(onError);
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
