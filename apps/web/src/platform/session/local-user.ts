import type { User } from '@pacewright/contract';
import type { Account } from './identity.ts';
import { deleteOfflineDatabase } from './offline-database.ts';

const KEY = 'pacewright.user';
/** The names of others, and their times. */
const SQUAD_KEY = 'pacewright.squad';
const ACCOUNT_KEY = `${KEY}.account`;

/** The signed-in athlete, as stored on this device. */
export function readLocalUser(): User | undefined {
  const stored = read(KEY);
  // Data of an older version is discarded; the profile will be fetched.
  return isUser(stored) ? stored : undefined;
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
  write(KEY, user);
}

/** The athlete's account as the identity provider last knew it, if their email was verified. */
export function readLocalAccount(): Account | undefined {
  const stored = read(ACCOUNT_KEY) as Account | null;
  return stored?.emailVerified && stored.methods && stored.email === readLocalUser()?.email
    ? stored
    : undefined;
}

export function writeLocalAccount(account: Account): void {
  write(ACCOUNT_KEY, account);
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
  return read(SIGNING_OUT_KEY) !== null;
}

export function setSignOutPending(isPending: boolean): void {
  write(SIGNING_OUT_KEY, isPending ? 1 : undefined);
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

/** Null where nothing is stored, or the browser refuses its storage. */
function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Where storage is full or forbidden, the sign-in lasts as long as this page. */
function write(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The next page asks the identity provider.
  }
}
