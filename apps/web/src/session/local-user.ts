import { type User, user } from '@pacewright/contract';
import * as z from 'zod/mini';

const KEY = 'pacewright.user';

/** The signed-in athlete, kept on this device. */
export function readLocalUser(): User | undefined {
  try {
    const text = localStorage.getItem(KEY);
    return text === null ? undefined : z.parse(user, JSON.parse(text));
  } catch {
    // Written by an older version, or by hand, or not to be read at all: the profile is asked for again.
    return undefined;
  }
}

export function writeLocalUser(kept: User): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage may be full or forbidden. The sign-in then lasts as long as this page.
  }
}

/** Removes the athlete, and whatever else of theirs is kept under keys that begin like theirs. */
export function removeLocalUser(): void {
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
