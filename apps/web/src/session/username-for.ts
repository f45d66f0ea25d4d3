import { USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH } from '@pacewright/contract';
import type { Account } from './identity.ts';

/**
 * The name someone is registered under who chose none: their display name, else what stands before the @.
 * One that is too short is padded.
 */
export function usernameFor({
  displayName,
  email,
}: Pick<Account, 'displayName' | 'email'>): string {
  const prefix = email.split('@', 1)[0] ?? '';
  const long = [displayName, prefix]
    .map((name) => (name ?? '').trim().slice(0, USERNAME_MAX_LENGTH).trim())
    .find((name) => name.length >= USERNAME_MIN_LENGTH);
  return long ?? `${prefix.trim()} runner`.trim();
}
