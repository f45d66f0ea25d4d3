import type { User } from '@pacewright/contract';
import type { Account } from './identity.ts';
import { deleteOfflineDatabase } from './offline-database.ts';

const KEY = 'pacewright.user';
/** The names of others, and their times. */
const SQUAD_KEY = 'pacewright.squad';
const ACCOUNT_KEY = `${KEY}.account`;

/** The signed-in athlete, as stored on this device. */
export function readLocalUser(): User | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    // Data of an older version is discarded; the profile will be fetched.
    return isUser(stored) ? stored : undefined;
  } catch {
    // Not JSON, or the browser refuses its storage.
    return undefined;
  }
}

/** Checks like the contract's schema, without zod: every page reads the user, and most need no schema. */
export function isUser(value: unknown): value is User {
  if (typeof value !== 'object' || value === null) return false;
  const { id, username, email, avatar, firstSteps, createdAt } = value as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    UUID.test(id) &&
    typeof username === 'string' &&
    typeof email === 'string' &&
    (avatar === null || typeof avatar === 'string') &&
    [0, 1, 2, 3].some((steps) => steps === firstSteps) &&
    typeof createdAt === 'string'
  );
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

export function writeLocalUser(user: User): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(user));
  } catch {
    // Storage may be full or forbidden. The sign-in then lasts as long as this page.
  }
}

/** The athlete's account as the identity provider last knew it, if their email was verified. */
export function readLocalAccount(): Account | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(ACCOUNT_KEY) ?? 'null') as Account | null;
    return stored?.emailVerified && stored.methods && stored.email === readLocalUser()?.email
      ? stored
      : undefined;
  } catch {
    return undefined;
  }
}

export function writeLocalAccount(account: Account): void {
  try {
    localStorage.setItem(ACCOUNT_KEY, JSON.stringify(account));
  } catch {
    // Without storage the next page waits for the identity provider.
  }
}

/** Removes the athlete, and everything else that is stored under keys that begin with theirs. */
export function removeLocalUser(): void {
  deleteOfflineDatabase();
  try {
    // Without an athlete there is no sign-out, and a visitor's squad stays.
    const keys = readLocalUser() ? [`${KEY}.`, SQUAD_KEY] : [`${KEY}.`];
    for (const key of Object.keys(localStorage))
      if (key === KEY || keys.some((start) => key.startsWith(start))) localStorage.removeItem(key);
  } catch {
    // Storage that can't be changed has nothing in it.
  }
}

const SIGNING_OUT_KEY = 'pacewright.signing-out';

/** Whether the identity provider has yet to sign out, also for an earlier page. */
export function isSignOutPending(): boolean {
  try {
    return localStorage.getItem(SIGNING_OUT_KEY) !== null;
  } catch {
    return false;
  }
}

export function setSignOutPending(isPending: boolean): void {
  try {
    if (isPending) localStorage.setItem(SIGNING_OUT_KEY, '1');
    else localStorage.removeItem(SIGNING_OUT_KEY);
  } catch {
    // Without storage the identity provider has no stored user either.
  }
}

/** Notifies when another tab stores or removes the athlete. */
export function watchLocalUser(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // A key of null means that everything was cleared.
    if (event.key === KEY || event.key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
