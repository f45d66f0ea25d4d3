import type { SavedWorkout } from '@pacewright/contract';
import * as z from 'zod/mini';

/** What is being written. */
export type WorkoutText = { title: string; script: string; notes: string; tags: string[] };

export const EMPTY: WorkoutText = { title: '', script: '', notes: '', tags: [] };

const draft = z.object({
  /** One for each tab and workout, so that no tab writes over another's. Also sent with every save of a new workout. */
  key: z.string(),
  /** Whose it is: others may use this device. */
  athleteId: z.string(),
  /** Null for a new workout. */
  workoutId: z.nullable(z.string()),
  /** The version it was begun on; a new workout has none. */
  version: z.nullable(z.number()),
  title: z.string(),
  script: z.string(),
  notes: z.string(),
  tags: z.array(z.string()),
  savedAt: z.number(),
});

/** What was typed and not saved, kept on this device. */
export type Draft = z.infer<typeof draft>;

const DAYS_KEPT = 30;

/** The drafts of a workout that were left behind here, the newest first. */
export async function listDrafts(
  athleteId: string,
  workoutId: string | null,
  now = Date.now(),
): Promise<Draft[]> {
  const readable = await readDrafts();
  const isOld = ({ savedAt }: Draft) => now - savedAt > DAYS_KEPT * 86_400_000;
  for (const { key } of readable.filter(isOld)) void removeDraft(key);
  return readable
    .filter((one) => one.athleteId === athleteId && one.workoutId === workoutId && !isOld(one))
    .sort((a, b) => b.savedAt - a.savedAt);
}

/** All drafts of an athlete on this device. */
export async function listDraftsOf(athleteId: string): Promise<Draft[]> {
  return (await readDrafts()).filter((one) => one.athleteId === athleteId);
}

async function readDrafts(): Promise<Draft[]> {
  const stored = await ask('readonly', (drafts) => drafts.getAll());
  return z.parse(z.array(z.unknown()), stored).flatMap((one) => {
    const { data } = z.safeParse(draft, one);
    return data ? [data] : [];
  });
}

/** Removes drafts by their owner. Those of an older version have none. */
export async function removeDrafts(
  isGone: (athleteId: string | undefined) => boolean,
): Promise<void> {
  const stored = await ask('readonly', (drafts) => drafts.getAll());
  for (const { key, athleteId } of z.parse(z.array(owned), stored))
    if (isGone(athleteId)) await removeDraft(key);
}

const owned = z.object({ key: z.string(), athleteId: z.optional(z.string()) });

/** Stores a draft. Rejects where the browser blocks storage. */
export async function keepDraft(unsaved: Omit<Draft, 'savedAt'>): Promise<void> {
  await ask('readwrite', (drafts) => drafts.put({ ...unsaved, savedAt: Date.now() }));
}

export async function removeDraft(key: string): Promise<void> {
  // If storage is unavailable there is nothing to delete.
  await ask('readwrite', (drafts) => drafts.delete(key)).catch(() => undefined);
}

/**
 * One step on the drafts, in the order in which they are asked for. They are in IndexedDB because it writes at
 * once: what localStorage holds is lost for some seconds when the browser is killed.
 */
async function ask(
  mode: IDBTransactionMode,
  step: (drafts: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const transaction = await begin(mode);
  const request = step(transaction.objectStore(STORE));
  // Not left to the page, which may be closed before it hears that the step is done.
  transaction.commit();
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve(request.result));
    transaction.addEventListener('abort', () => reject(transaction.error ?? refused()));
  });
}

const STORE = 'drafts';

async function begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
  const connection = (opened ??= open());
  try {
    return (await connection).transaction(STORE, mode);
  } catch (error) {
    if (!isClosed(error)) throw error;
    // Safari closes the connections of a page in the background, and may not say so.
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
      const forget = () => {
        opened = undefined;
      };
      database.addEventListener('close', forget);
      // Another page deletes or upgrades the database, which waits until every connection is closed.
      database.addEventListener('versionchange', () => {
        database.close();
        forget();
      });
      resolve(database);
    });
    request.addEventListener('error', () => {
      opened = undefined;
      reject(request.error ?? refused());
    });
  });
}

function refused(): Error {
  return new Error('The browser is blocking storage');
}

export function textOf({ title, script, notes, tags }: WorkoutText): WorkoutText {
  return { title, script, notes, tags };
}

export function isSameText(one: WorkoutText, other: WorkoutText): boolean {
  return (
    one.title === other.title &&
    one.script === other.script &&
    one.notes === other.notes &&
    one.tags.join('\n') === other.tags.join('\n')
  );
}

/** Whether this is what was made of a text when it was saved. */
export function isSavedAs(saved: SavedWorkout, text: WorkoutText): boolean {
  return isSameText(textOf(saved), { ...text, title: text.title.trim() });
}
