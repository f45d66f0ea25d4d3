const REASONS = ['disabled', 'deleted', 'signed-out', 'everywhere', 'reclaimed', 'erased'] as const;

/** Why an athlete was signed out. Stored, because a page load follows. */
export type SignOutReason = (typeof REASONS)[number];

const KEY = 'pacewright.sign-out-reason';

export function setSignOutReason(reason: SignOutReason): void {
  try {
    sessionStorage.setItem(KEY, reason);
  } catch {
    // Without storage the next page gives no reason.
  }
}

export function getSignOutReason(): SignOutReason | undefined {
  try {
    const stored = sessionStorage.getItem(KEY);
    return REASONS.find((reason) => reason === stored);
  } catch {
    return undefined;
  }
}

export function clearSignOutReason(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage that can't be changed has no reason in it.
  }
}
