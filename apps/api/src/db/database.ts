import { DatabaseError, Pool } from 'pg';
import type { Statement } from './sql.ts';

/** Where statements go: the pool, or one connection inside a transaction. */
export type Db = {
  query: (
    statement: Statement,
  ) => Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
};

export type Database = Db & {
  /** Runs `work` in one transaction on one connection, and again if it lost against another transaction. */
  inTransaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};

type Options = {
  poolSize?: number;
  /** In milliseconds; 0 for none. */
  statementTimeout?: number;
  /** Hears of idle connections that broke. The pool replaces them by itself. */
  onError?: (error: Error) => void;
};

/** Opens a pool of connections. Nothing is connected before the first statement. */
export function openDatabase(
  url: string,
  { poolSize = 10, statementTimeout = 10_000, onError }: Options = {},
): Database {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    // The driver leaves out a 0, and the role may have a limit of its own.
    ...(statementTimeout
      ? { statement_timeout: statementTimeout }
      : { options: '-c statement_timeout=0' }),
    // Later than the server's, which also ends the statement; for a server that does not answer.
    query_timeout: statementTimeout && statementTimeout + 1_000,
    keepAlive: true,
    application_name: 'pacewright',
  });
  // Without a listener, a server that goes away takes this process with it.
  pool.on('error', (error) => onError?.(error));

  return {
    query: (statement) => retryConflicts(() => pool.query(statement)),
    inTransaction: (work) => retryConflicts(() => inTransaction(pool, work)),
    close: () => pool.end(),
  };
}

const MAX_ATTEMPTS = 3;

/** A deadlock or a serialization failure has rolled everything back, so a new attempt is safe. */
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
  // A connection in use reports its death here as well as to its query; unheard, it would end the process.
  const remember = (error: Error) => {
    broken = error;
  };
  client.on('error', remember);
  try {
    await client.query('begin');
    const result = await work({ query: (statement) => client.query(statement) });
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(remember);
    throw error;
  } finally {
    client.off('error', remember);
    client.release(broken);
  }
}
