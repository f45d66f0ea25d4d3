import {
  controlCharacterProblem,
  countCharacters,
  truncate,
  withoutControlCharacters,
} from './text.ts';

const USERNAME_MIN_LENGTH = 3;
export const MAX_USERNAME_LENGTH = 64;
export const USERNAME_TOO_LONG = `Username must be at most ${MAX_USERNAME_LENGTH} characters`;

/** The mistake in a display name, if any. */
export function usernameProblem(name: string): string | undefined {
  const username = name.trim();
  const length = countCharacters(username);
  if (length === 0) return 'Username is required';
  if (length > MAX_USERNAME_LENGTH) return USERNAME_TOO_LONG;
  if (controlCharacterProblem(username))
    return 'Username can’t contain control characters. Type it instead of pasting it';
  if (length < USERNAME_MIN_LENGTH) return 'Username must be at least 3 characters';
  return undefined;
}

/**
 * The default name: the display name of the sign-in, or the part of the email address before the @. A name that is
 * too short becomes "李明 runner".
 */
export function usernameFor({
  displayName,
  email,
}: {
  displayName?: string | null | undefined;
  email: string;
}): string {
  const name =
    withoutControlCharacters(displayName ?? '') ||
    withoutControlCharacters(email.split('@', 1)[0] ?? '');
  const cut = truncate(name, MAX_USERNAME_LENGTH).trim();
  return countCharacters(cut) < USERNAME_MIN_LENGTH ? `${cut} runner`.trim() : cut;
}
