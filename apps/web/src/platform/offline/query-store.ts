import type { QueryKey } from '@tanstack/react-query';
import { readLocalUser } from '../session/local-user.ts';
import { OFFLINE_DATABASE } from '../session/offline-database.ts';

/** The result of a query as it was last loaded. */
export type StoredQuery = { hash: string; key: QueryKey; data: unknown; updatedAt: number };

/** Query results on this device. Every method fails where the browser refuses to store anything. */
export type QueryStore = {
  read: (hash: string) => Promise<StoredQuery | undefined>;
  /** All but those of one thing: a run's trace or a plan's text is read by the screen that shows it. */
  readLists: () => Promise<StoredQuery[]>;
  write: (queries: StoredQuery[]) => Promise<void>;
};

/** Replaced by the build with a hash of the modules that define the stored data, see tools/data-shape.ts. */
declare const DATA_SHAPE: string;

const MAX_BYTES = 5_000_000;
const STORE = 'queries';
const BY_AGE = 'by-age';
const HAS_ID = /[\da-f]{8}-/;

/** The store of the athlete who is signed in on this device, if anyone is. */
export function openQueryStore(): QueryStore | undefined {
  const athlete = readLocalUser();
  if (!athlete || typeof indexedDB === 'undefined') return undefined;
  // A row belongs to one athlete and one shape of the data; other rows are never read.
  const owner = `${DATA_SHAPE} ${athlete.id}`;

  return {
    read: async (hash) => (await request('readonly', (rows) => rows.get([owner, hash]))) as Row,
    readLists: async () => {
      const found: IDBRequest<Row>[] = [];
      await request('readonly', (rows) => {
        const keys = rows.getAllKeys(rangeOf(owner));
        keys.addEventListener('success', () => {
          for (const key of keys.result as [string, string][])
            if (!HAS_ID.test(key[1])) found.push(rows.get(key));
        });
        return keys;
      });
      return found.map(({ result }) => result);
    },
    write: async (queries) => {
      await request('readwrite', (rows) => {
        // Left over from another athlete, or from a build with other data.
        rows.delete(IDBKeyRange.upperBound([owner], true));
        rows.delete(IDBKeyRange.lowerBound([owner, []], true));
        for (const query of queries) {
          const size = JSON.stringify(query.data).length;
          if (size <= MAX_BYTES / 2) rows.put({ ...query, owner, size } satisfies Row);
        }
        return deleteOldest(rows, owner);
      });
    },
  };
}

type Row = StoredQuery & { owner: string; size: number };

function rangeOf(owner: string): IDBKeyRange {
  return IDBKeyRange.bound([owner], [owner, []]);
}

/** Goes from the newest row to the oldest, and deletes from the point where the limit is reached. */
function deleteOldest(rows: IDBObjectStore, owner: string): IDBRequest {
  let total = 0;
  // A key cursor reads the index only, not the data.
  const cursors = rows.index(BY_AGE).openKeyCursor(rangeOf(owner), 'prev');
  cursors.addEventListener('success', () => {
    const cursor = cursors.result;
    if (!cursor) return;
    const [, , size] = cursor.key as [string, number, number];
    total += size;
    if (total > MAX_BYTES) rows.delete(cursor.primaryKey);
    cursor.continue();
  });
  return cursors;
}

async function request(
  mode: IDBTransactionMode,
  step: (rows: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const transaction = await openTransaction(mode);
  const result = step(transaction.objectStore(STORE));
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve(result.result));
    transaction.addEventListener('abort', () => reject(transaction.error ?? storageError()));
  });
}

async function openTransaction(mode: IDBTransactionMode): Promise<IDBTransaction> {
  const connection = (opened ??= open());
  try {
    return (await connection).transaction(STORE, mode);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    // Safari closes the connections of a page in the background, and may not report it.
    if (opened === connection) opened = undefined;
    return (await (opened ??= open())).transaction(STORE, mode);
  }
}

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(OFFLINE_DATABASE, 1);
    opening.addEventListener('upgradeneeded', () => {
      const rows = opening.result.createObjectStore(STORE, { keyPath: ['owner', 'hash'] });
      rows.createIndex(BY_AGE, ['owner', 'updatedAt', 'size']);
    });
    opening.addEventListener('success', () => {
      const database = opening.result;
      const reset = () => (opened = undefined);
      database.addEventListener('close', reset);
      // Signing out deletes the database, which waits until every tab has closed it.
      database.addEventListener('versionchange', () => {
        reset();
        database.close();
      });
      resolve(database);
    });
    opening.addEventListener('error', () => {
      opened = undefined;
      reject(opening.error ?? storageError());
    });
  });
}

function storageError(): Error {
  return new Error('This browser stores nothing for Pacewright');
}
