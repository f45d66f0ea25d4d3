import { createRequire } from 'node:module';

// A planted bug, loaded into the API before the product: a transaction reports success before it is committed. A run
// that does not notice is worth nothing.

type Query = (this: unknown, text: unknown, ...rest: unknown[]) => unknown;

const require = createRequire(new URL('../../../apps/api/src/main.ts', import.meta.url));
const { Client } = require('pg') as { Client: { prototype: { query: Query } } };
const query = Client.prototype.query;

Client.prototype.query = function queryEarly(text, ...rest) {
  if (text !== 'commit') return query.call(this, text, ...rest);
  // The connection runs both in order, also if it has been given to another transaction.
  const sleep = query.call(this, 'select pg_sleep(1)') as Promise<unknown>;
  const commit = query.call(this, 'commit') as Promise<unknown>;
  for (const work of [sleep, commit]) work.catch(() => {});
  return Promise.resolve({ rows: [], rowCount: null });
};
