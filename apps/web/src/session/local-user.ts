import type { User } from '@pacewright/contract';
import type { Account } from './identity.ts';
import { deleteOfflineDatabase } from './offline-database.ts';

const KEY = 'pacewright.user';
const ACCOUNT_KEY = `${KEY}.account`;

/** The signed-in athlete, kept on this device. */
export function readLocalUser(): User | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    // Data of an older version is discarded; the profile will be fetched.
    return isUser(kept) ? kept : undefined;
  } catch {
    // No JSON, or not to be read at all.
    return undefined;
  }
}

/** What the contract's schema says, by hand: every page asks who was here, and most then need no schema. */
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

export function writeLocalUser(kept: User): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
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

/** Removes the athlete, and whatever else of theirs is kept under keys that begin like theirs. */
export function removeLocalUser(): void {
  deleteOfflineDatabase();
  try {
    for (const key of Object.keys(localStorage))
      if (key === KEY || key.startsWith(`${KEY}.`)) localStorage.removeItem(key);
  } catch {
    // What cannot be removed could not be written.
  }
}

/** Hears when another tab keeps or removes the athlete. */
export function watchLocalUser(listener: () => void): () => void {
  const hear = (event: StorageEvent) => {
    // A key of null means that everything was cleared.
    if (event.key === KEY || event.key === null) listener();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
