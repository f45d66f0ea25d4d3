import * as z from 'zod/mini';

/** The fields that every draft has: unsaved changes, stored on this device. */
export const draftFields = {
  /** One for each tab and text, so that no tab overwrites another's. Also the idempotency key of a new one. */
  key: z.string(),
  /** The owner: others may use this device. */
  athleteId: z.string(),
  /** The version that was edited; a new text has none. */
  version: z.nullable(z.number()),
  savedAt: z.number(),
  /** Saved by the athlete while the API was unreachable. Undefined in drafts of an earlier version. */
  sendsLater: z.optional(z.boolean()),
};

const commonFields = z.object(draftFields);

export type StoredDraft = z.infer<typeof commonFields>;

export type NewDraft = Omit<StoredDraft, 'savedAt'>;

const RETENTION_DAYS = 30;

/** The drafts that a schema can read, those of one kind. */
export async function readDrafts<Draft extends StoredDraft>(
  schema: z.ZodMiniType<Draft>,
): Promise<Draft[]> {
  const stored = await runRequest('readonly', (drafts) => drafts.getAll());
  return z.parse(z.array(z.unknown()), stored).flatMap((one) => {
    const { data } = z.safeParse(schema, one);
    return data ? [data] : [];
  });
}

/** The drafts of a kind that were left behind on this device, the newest first. Old ones are removed. */
export async function listRecentDrafts<Draft extends StoredDraft>(
  schema: z.ZodMiniType<Draft>,
  isListed: (draft: Draft) => boolean,
  now = Date.now(),
): Promise<Draft[]> {
  const readable = await readDrafts(schema);
  const isOld = ({ savedAt }: Draft) => now - savedAt > RETENTION_DAYS * 86_400_000;
  for (const { key } of readable.filter(isOld)) void removeDraft(key);
  return readable
    .filter((one) => isListed(one) && !isOld(one))
    .sort((a, b) => b.savedAt - a.savedAt);
}

/** Whether the athlete saved something while the API was unreachable. */
export async function hasDraftsToSend(athleteId: string): Promise<boolean> {
  // A browser that refuses storage has no drafts.
  const drafts = await readDrafts(commonFields).catch(() => []);
  return drafts.some((one) => one.sendsLater && one.athleteId === athleteId);
}

/** Removes drafts of every kind by their owner. Those of an older version have none. */
export async function removeDrafts(
  isRemoved: (athleteId: string | undefined) => boolean,
): Promise<void> {
  const stored = await runRequest('readonly', (drafts) => drafts.getAll());
  for (const { key, athleteId } of z.parse(z.array(ownedDraft), stored))
    if (isRemoved(athleteId)) await removeDraft(key);
}

const ownedDraft = z.object({ key: z.string(), athleteId: z.optional(z.string()) });

/** Stores a draft. Rejects where the browser blocks storage. */
export async function storeDraft(unsaved: NewDraft): Promise<void> {
  await runRequest('readwrite', (drafts) => drafts.put({ ...unsaved, savedAt: Date.now() }));
}

export async function removeDraft(key: string): Promise<void> {
  // If storage is unavailable there is nothing to delete.
  await runRequest('readwrite', (drafts) => drafts.delete(key)).catch(() => undefined);
}

/**
 * Runs one request on the drafts; requests run in order. Drafts are in IndexedDB because it writes at once:
 * localStorage loses its last seconds when the browser is killed.
 */
async function runRequest(
  mode: IDBTransactionMode,
  step: (drafts: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const transaction = await openTransaction(mode);
  const request = step(transaction.objectStore(STORE));
  // Committed explicitly, because the page may be closed before it gets the request's event.
  transaction.commit();
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve(request.result));
    transaction.addEventListener('abort', () => reject(transaction.error ?? storageError()));
  });
}

const STORE = 'drafts';

async function openTransaction(mode: IDBTransactionMode): Promise<IDBTransaction> {
  const connection = (opened ??= open());
  try {
    return (await connection).transaction(STORE, mode);
  } catch (error) {
    if (!isClosed(error)) throw error;
    // Safari closes the connections of a page in the background, and may not report it.
    if (opened === connection) opened = undefined;
    return (await (opened ??= open())).transaction(STORE, mode);
  }
}

function isClosed(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'InvalidStateError';
}

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('pacewright.draft', 1);
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(STORE, { keyPath: 'key' }),
    );
    request.addEventListener('success', () => {
      const database = request.result;
      const reset = () => {
        opened = undefined;
      };
      database.addEventListener('close', reset);
      // Another page deletes or upgrades the database, which waits until every connection is closed.
      database.addEventListener('versionchange', () => {
        database.close();
        reset();
      });
      resolve(database);
    });
    request.addEventListener('error', () => {
      opened = undefined;
      reject(request.error ?? storageError());
    });
  });
}

function storageError(): Error {
  return new Error('The browser is blocking storage');
}
