/** All problems of the API. Clients branch on the code; the title is for users. */
export const PROBLEMS = {
  INVALID_REQUEST: { status: 400, title: 'The request is not valid' },
  NOT_SIGNED_IN: { status: 401, title: 'Sign in first' },
  TOKEN_EXPIRED: { status: 401, title: 'The sign-in has expired' },
  TOKEN_INVALID: { status: 401, title: 'The sign-in is not valid' },
  TOKEN_REVOKED: { status: 401, title: 'The sign-in has been ended' },
  EMAIL_RECLAIMED: {
    status: 401,
    title:
      'Someone had signed up with your email address and never verified it. We deleted what they set up. Please sign in again.',
  },
  ACCOUNT_DISABLED: { status: 401, title: 'Your account has been disabled' },
  ACCOUNT_DELETED: { status: 401, title: 'This account no longer exists' },
  NOT_SUBSCRIBED: { status: 402, title: 'Your subscription does not include this' },
  EMAIL_NOT_VERIFIED: { status: 403, title: 'Verify your email address first' },
  RECENT_SIGN_IN_REQUIRED: {
    status: 403,
    title: 'Confirm that it’s you first: sign in again, then try once more',
  },
  IDENTITY_MISMATCH: { status: 403, title: 'This sign-in belongs to someone else' },
  USER_NOT_FOUND: { status: 404, title: 'You have not registered' },
  NOT_FOUND: { status: 404, title: 'There is nothing here' },
  LIMIT_REACHED: { status: 409, title: 'There is no room for more of these' },
  STALE_VERSION: { status: 409, title: 'Someone saved this after you opened it' },
  PREVIEW_CHANGED: {
    status: 409,
    title: 'Something has changed since you looked. Check the changes again',
  },
  TOO_LARGE: { status: 413, title: 'That is more than can be sent at once' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: 'This was sent before with other content. Reload the page and try again',
  },
  NOT_ACCEPTED: { status: 422, title: 'That cannot be accepted as it is' },
  TOO_MANY_REQUESTS: { status: 429, title: 'Too many requests. Wait a moment, then try again' },
  GARMIN_REFUSED: { status: 400, title: 'Failed to connect with Garmin. Please try again.' },
  GARMIN_ACCOUNT_TAKEN: {
    status: 409,
    title: 'This Garmin account is connected to another Pacewright account',
  },
  GARMIN_NOT_CONNECTED: { status: 409, title: 'Connect Garmin in your settings first' },
  GARMIN_NOT_PERMITTED: {
    status: 409,
    title: 'Garmin does not let us add workouts. Allow it in your settings first',
  },
  GARMIN_TOO_MANY_PENDING: {
    status: 409,
    title: 'Too many workouts are waiting for Garmin. Send more when these have arrived',
  },
  GARMIN_NOT_AVAILABLE: { status: 501, title: 'Garmin is not available on this site yet' },
  GARMIN_AWAY: { status: 502, title: 'Garmin did not answer. Try again in a moment' },
  INTERNAL: { status: 500, title: 'Something went wrong on our side' },
  UNAVAILABLE: { status: 503, title: 'Pacewright is not ready for this. Try again in a moment' },
  IDENTITY_UNAVAILABLE: {
    status: 503,
    title: 'Sign-in cannot be checked at the moment. Try again in a moment',
  },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;
