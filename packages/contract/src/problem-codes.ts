/** All problems of the API. Clients branch on the code; the title is for users. */
export const PROBLEMS = {
  INVALID_REQUEST: { status: 400, title: 'The request isn’t valid' },
  NOT_SIGNED_IN: { status: 401, title: 'Sign in first' },
  TOKEN_EXPIRED: { status: 401, title: 'Your sign-in has expired' },
  TOKEN_INVALID: { status: 401, title: 'Your sign-in isn’t valid' },
  TOKEN_REVOKED: { status: 401, title: 'You’ve been signed out' },
  EMAIL_RECLAIMED: {
    status: 401,
    title:
      'Someone else had registered your email without verifying it. We deleted their data. Sign in again to continue.',
  },
  ACCOUNT_DISABLED: { status: 401, title: 'Your account has been disabled' },
  ACCOUNT_DELETED: { status: 401, title: 'This account no longer exists' },
  KEY_INVALID: { status: 401, title: 'This key doesn’t work' },
  NOT_SUBSCRIBED: { status: 402, title: 'Your subscription doesn’t include this' },
  EMAIL_NOT_VERIFIED: { status: 403, title: 'Verify your email address first' },
  RECENT_SIGN_IN_REQUIRED: {
    status: 403,
    title: 'Confirm it’s you: sign in again, then retry',
  },
  IDENTITY_MISMATCH: { status: 403, title: 'This sign-in belongs to another account' },
  SCOPE_MISSING: { status: 403, title: 'This key may not do that' },
  USER_NOT_FOUND: { status: 404, title: 'You haven’t registered yet' },
  NOT_FOUND: { status: 404, title: 'Not found' },
  LIMIT_REACHED: { status: 409, title: 'You’ve reached the limit' },
  STALE_VERSION: { status: 409, title: 'This was saved elsewhere after you opened it' },
  PREVIEW_CHANGED: {
    status: 409,
    title: 'Something has changed. Check the updated preview',
  },
  TOO_LARGE: { status: 413, title: 'The request is too large' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: 'This was already sent with different content. Reload the page and try again',
  },
  NOT_ACCEPTED: { status: 422, title: 'This can’t be saved' },
  TEXT_HAS_MISTAKES: { status: 422, title: 'The text has mistakes' },
  TOO_MANY_REQUESTS: { status: 429, title: 'Too many requests. Wait a moment, then try again' },
  GARMIN_REFUSED: { status: 400, title: 'Failed to connect with Garmin. Please try again.' },
  GARMIN_ACCOUNT_TAKEN: {
    status: 409,
    title: 'This Garmin account is connected to another Pacewright account',
  },
  GARMIN_NOT_CONNECTED: { status: 409, title: 'Connect Garmin in Settings first' },
  GARMIN_NOT_PERMITTED: {
    status: 409,
    title: 'We don’t have permission to add workouts to Garmin. Change it in Settings first',
  },
  GARMIN_TOO_MANY_PENDING: {
    status: 409,
    title: 'Too many workouts are waiting for Garmin. Wait until these are sent',
  },
  GARMIN_NOT_AVAILABLE: { status: 501, title: 'Garmin isn’t available on this site yet' },
  GARMIN_AWAY: { status: 502, title: 'Garmin didn’t respond. Try again in a moment' },
  INTERNAL: { status: 500, title: 'Something went wrong on our side' },
  UNAVAILABLE: {
    status: 503,
    title: 'Pacewright is temporarily unavailable. Try again in a moment',
  },
  IDENTITY_UNAVAILABLE: {
    status: 503,
    title: 'We can’t check your sign-in right now. Try again in a moment',
  },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;
