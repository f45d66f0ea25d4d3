import { type User, user } from '@pacewright/contract';
import * as z from 'zod/mini';

const KEY = 'pacewright.user';

/** The signed-in athlete, kept on this device. */
export function readLocalUser(): User | undefined {
  const text = localStorage.getItem(KEY);
  if (text === null) return undefined;
  try {
    return z.parse(user, JSON.parse(text));
  } catch {
    // Written by an older version, or by hand: the profile is asked for again.
    return undefined;
  }
}

export function writeLocalUser(kept: User): void {
  localStorage.setItem(KEY, JSON.stringify(kept));
}

export function removeLocalUser(): void {
  localStorage.removeItem(KEY);
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
