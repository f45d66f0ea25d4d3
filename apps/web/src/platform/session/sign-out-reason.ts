import { storedValue } from '../stored-value.ts';

const REASONS = [
  'disabled',
  'deleted',
  'signed-out',
  'everywhere',
  'reclaimed',
  'erased',
  'not-registered',
] as const;

/** Why an athlete was signed out. Stored, because a page load follows. */
export type SignOutReason = (typeof REASONS)[number];

const signOutReason = storedValue<SignOutReason | undefined>({
  key: 'pacewright.sign-out-reason',
  parse: (text) => REASONS.find((reason) => reason === text),
  fallback: undefined,
  format: (reason) => reason ?? null,
  storage: () => sessionStorage,
});

export const getSignOutReason = signOutReason.read;
export const setSignOutReason = (reason: SignOutReason) => void signOutReason.write(reason);
export const clearSignOutReason = () => void signOutReason.write(undefined);
