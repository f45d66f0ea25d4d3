import {
  controlCharacterProblem,
  countCharacters,
  cutText,
  withoutControlCharacters,
} from './text.ts';

export const USERNAME_MIN_LENGTH = 3;
export const USERNAME_MAX_LENGTH = 64;
export const USERNAME_TOO_LONG = `Username can have at most ${USERNAME_MAX_LENGTH} characters`;

/** What is wrong with a display name, if anything. White space around it does not count. */
export function usernameProblem(name: string): string | undefined {
  const username = name.trim();
  const length = countCharacters(username);
  if (length === 0) return 'Username is required';
  if (length > USERNAME_MAX_LENGTH) return USERNAME_TOO_LONG;
  if (controlCharacterProblem(username))
    return 'Username can’t contain control characters. Type it instead of pasting it';
  if (length < USERNAME_MIN_LENGTH) return 'Username must be at least 3 characters';
  return undefined;
}

/**
 * The name for someone who chose none: their display name, or without one what comes before the @ of their
 * email address. A name that is too short becomes "李明 runner".
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
  const cut = cutText(name, USERNAME_MAX_LENGTH).trim();
  return countCharacters(cut) < USERNAME_MIN_LENGTH ? `${cut} runner`.trim() : cut;
}
