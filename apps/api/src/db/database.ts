import { DatabaseError, Pool, type PoolClient } from 'pg';
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
    query: (statement) =>
      retryConflicts(() => onConnection(pool, (client) => tracedQuery(client, statement))),
    inTransaction: (work) =>
      tracedCall(
        'transaction',
        () => POSTGRESQL,
        () => retryConflicts(() => onConnection(pool, (client) => inTransaction(client, work))),
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
function tracedQuery(client: PoolClient, statement: Statement) {
  const describe = () => {
    const text = statement.text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TRACED_TEXT);
    return { ...POSTGRESQL, 'db.query.text': text };
  };
  return tracedCall('query', describe, () => client.query(statement));
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

/** Runs `work` on a connection of the pool, which is replaced if it breaks. */
async function onConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let isReplicated = true;
  // A broken connection also emits an error here; without a listener it would end the process.
  const onError = (error: Error) => {
    broken = error;
  };
  const onNotice = ({ detail = '' }: { detail?: string | undefined }) => {
    if (NOT_REPLICATED.test(detail)) isReplicated = false;
  };
  client.on('error', onError);
  client.on('notice', onNotice);
  try {
    const result = await work(client);
    if (!isReplicated) throw outcomeUnknown();
    return result;
  } catch (error) {
    if (isConnectionLost(error)) broken = error;
    throw error;
  } finally {
    client.off('error', onError);
    client.off('notice', onNotice);
    client.release(broken);
  }
}

async function inTransaction<T>(client: PoolClient, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    await client.query('begin');
    const result = await work({ query: (statement) => tracedQuery(client, statement) });
    await client.query('commit');
    return result;
  } catch (error) {
    // A server that does not respond would not respond to the rollback either.
    if (isConnectionLost(error)) throw error;
    try {
      await client.query('rollback');
    } catch (failure) {
      // Otherwise the connection would be used again, in the middle of a transaction.
      throw isConnectionLost(failure) ? failure : error;
    }
    throw error;
  }
}

/**
 * A commit that is cancelled while it waits for the synchronous standby succeeds with this warning, and is lost if
 * the server fails now. Written again with the same key, it is not acknowledged before the standby has both.
 */
const NOT_REPLICATED = /might not have been replicated/;

function outcomeUnknown(): Error {
  // SQL's state for a statement whose completion is unknown.
  return Object.assign(new Error('the commit may not be replicated'), { code: '40003' });
}

/** The connection is broken. The outcome of its last statement is unknown. */
export function isConnectionLost(error: unknown): error is Error {
  return error instanceof Error && CONNECTION_LOST.test(error.message);
}

const CONNECTION_LOST =
  /^(?:Query read timeout|Connection terminated|timeout exceeded when trying to connect|Client (?:was closed|has encountered a connection error) and is not queryable)/;
