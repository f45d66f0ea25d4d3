import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Db } from './database.ts';

/** A database whose transactions can be made one. */
export type JoinableDatabase = Database & {
  /** Everything that `work` does with this database is one transaction, also what would be several. */
  together: <T>(work: () => Promise<T>) => Promise<T>;
};

export function joinable(database: Database): JoinableDatabase {
  const current = new AsyncLocalStorage<Db>();
  return {
    ...database,
    query: (statement) => (current.getStore() ?? database).query(statement),
    inTransaction: async (work) => {
      const outer = current.getStore();
      return outer ? work(outer) : database.inTransaction(work);
    },
    together: (work) => database.inTransaction((db) => current.run(db, work)),
  };
}
