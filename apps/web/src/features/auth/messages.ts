import { ApiProblem } from '../../platform/api/problem.ts';
import { IdentityError } from '../../platform/session/identity.ts';
import type { Errors } from './validation.ts';

/** Messages for the identity provider's error codes, worded by the specification. */
export const AUTH_MESSAGES = {
  'invalid-credential': 'Invalid email or password',
  'email-already-exists': 'Email address is already in use',
  'email-already-in-use': 'Email address is already registered',
  'invalid-email': 'Please enter a valid email address',
  'user-not-found': 'No account found with this email',
  'wrong-password': 'Incorrect password',
  'weak-password': 'Password must be at least 6 characters',
  'too-many-requests': 'Too many attempts. Please try again later',
  'user-disabled': 'Your account has been disabled',
  'operation-not-allowed': 'This operation is not allowed',
} as const;

const DEFAULT_MESSAGE = 'An unexpected error occurred. Please try again';

export const REGISTRATION_FAILED = 'Registration failed. Please try again.';
export const LOGIN_FAILED = 'Login failed. Please try again.';
const GOOGLE_FAILED = 'Google sign-in failed. Please try again.';

/** Hints beyond the specification, shown after its sentence. */
const HINTS = new Map([
  ['network-request-failed', 'Check your connection.'],
  ['popup-blocked', 'Your browser blocked the Google window. Allow pop-ups for this site.'],
  [
    'account-exists-with-different-credential',
    'This email uses a different sign-in method. Use your email and password.',
  ],
  [
    'password-does-not-meet-requirements',
    'This password is too easy to guess. Choose a longer one, with letters and digits.',
  ],
  ['requires-recent-login', 'Sign in again, then make this change.'],
  ['quota-exceeded', 'Too many people are signing in right now. Try again in a few minutes.'],
]);

/** Messages of /login for each value of its query parameter `error`. */
export const LOGIN_ERRORS = new Map([
  ['oauth_failed', 'Google sign in failed. Please try again.'],
  ['auth_failed', 'Authentication failed. Please try again.'],
  ['no_token', 'Authentication token missing. Please try again.'],
]);
export const LOGIN_ERROR_OTHERWISE = 'An error occurred during sign in';

export const RESET_MESSAGES = new Map([
  ['user-not-found', 'No account found with this email address'],
  ['invalid-email', 'Invalid email address'],
  ['too-many-requests', 'Too many password reset attempts. Please try again later.'],
]);
export const RESET_FAILED = 'Failed to send password reset email.';

export const ACTION_MESSAGES = {
  missingParameters: 'Invalid or missing action parameters',
  unknownMode: 'Unknown action mode',
  invalidCode: 'The action code is invalid or has expired. Please request a new one.',
  expiredCode: 'The action code has expired. Please request a new one.',
  weakPassword: 'Password is too weak',
  invalidResetCode: 'The reset code is invalid or has expired',
  resetFailed: 'Failed to reset password',
} as const;

export const VERIFY_MESSAGES = {
  tooManyRequests: 'Too many requests. Please wait a moment before trying again.',
  failed: 'Failed to send verification email. Please try again later.',
  alreadyVerified: 'User is already verified.',
} as const;

/** The message of a failure, with a detail where that helps. */
export type ErrorText = { message: string; detail?: string };

/** An error of the whole form, or of single fields. */
export type FormError<Field extends string> = ErrorText | { fields: Errors<Field> };

/** A refusal of the identity provider by its code; anything else is the failure of what was fallback. */
export function getErrorText(error: unknown, fallback: string): ErrorText {
  if (error instanceof IdentityError) return withHint(error.code, authMessage(error.code));
  return getProblemText(error, fallback);
}

/** The same for Google's window, where all codes without their own message share one. */
export function getGoogleErrorText(error: unknown): ErrorText {
  if (!(error instanceof IdentityError)) return getProblemText(error, GOOGLE_FAILED);
  return withHint(error.code, isListed(error.code) ? AUTH_MESSAGES[error.code] : GOOGLE_FAILED);
}

/** The same for a form. An error whose code is in `fields` is shown at that field. */
export function getFormError<Field extends string>(
  error: unknown,
  fallback: string,
  fields: ReadonlyMap<string, Field>,
): FormError<Field> {
  const text = getErrorText(error, fallback);
  const field = error instanceof IdentityError && fields.get(error.code);
  // A field has room for one text.
  return field ? fieldError(field, [text.message, text.detail].filter(Boolean).join('. ')) : text;
}

export function fieldError<Field extends string>(field: Field, text: string): FormError<Field> {
  return { fields: { [field]: text } as Errors<Field> };
}

/** The specification's sentence for a code. */
export function authMessage(code: string): string {
  return isListed(code) ? AUTH_MESSAGES[code] : DEFAULT_MESSAGE;
}

/** A message with the hint for its code, if there is one. */
export function withHint(code: string, message: string): ErrorText {
  const detail = HINTS.get(code);
  return { message, ...(detail && { detail }) };
}

/** For a signed-in account the email is known to be right, so only the password can be wrong. */
export function isWrongPassword(error: unknown): boolean {
  return (
    error instanceof IdentityError &&
    (error.code === 'invalid-credential' || error.code === 'wrong-password')
  );
}

/** A failure with the reason that the API gave, if it answered. */
export function getProblemText(error: unknown, message: string): ErrorText {
  return error instanceof ApiProblem ? { message, detail: error.message } : { message };
}

function isListed(code: string): code is keyof typeof AUTH_MESSAGES {
  return Object.hasOwn(AUTH_MESSAGES, code);
}
