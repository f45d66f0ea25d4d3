/**
 * Details of Garmin's service that no public source documents, as one list of switches. Each default is the
 * strictest interpretation. Garmin's own documents will settle them.
 */
export type Assumptions = {
  /** The response when consent is denied: a standard error, or neither a code nor an error. */
  refusal: 'error' | 'nothing';
  codeLifetimeSeconds: number;
  /** Time that a refresh token stays valid after it was exchanged. */
  oldRefreshTokenGraceSeconds: number;
  /** The shape of the list of permissions: notes show an array, running clients read an object. */
  permissionsShape: 'array' | 'object';
  /** The shape of permissions in a notification: one source saw a map of booleans. */
  notifiedPermissionsShape: 'array' | 'map';
  /** The Retry-After header of a 429. */
  retryAfter: 'none' | 'seconds' | 'date';
  workoutNameMaxLength: number;
  nestedRepeats: 'refused' | 'accepted';
  /** Whether a repeat counts among the 100 steps besides the steps in it. */
  repeatsCountAsSteps: boolean;
  ids: 'small' | 'above-2^53';
  /** The response to a new schedule: the object, only its id, or nothing. */
  scheduleAnswer: 'object' | 'number' | 'empty';
  /** Whether a workout is returned with the ownerId that an update must repeat. */
  ownerId: 'present' | 'missing';
  /** The schedules of a deleted workout. */
  schedulesOfDeletedWorkout: 'stay' | 'go';
  /** Delay before a rejected notification is sent again. It doubles with each attempt. */
  firstRetrySeconds: number;
  /** Whether the URL of an activity file accepts a bearer token or rejects it. */
  bearerOnActivityFile: 'accepted' | 'refused';
};

export const STRICTEST: Assumptions = {
  refusal: 'error',
  codeLifetimeSeconds: 60,
  oldRefreshTokenGraceSeconds: 0,
  permissionsShape: 'array',
  notifiedPermissionsShape: 'array',
  retryAfter: 'none',
  workoutNameMaxLength: 80,
  nestedRepeats: 'refused',
  repeatsCountAsSteps: true,
  ids: 'above-2^53',
  scheduleAnswer: 'object',
  ownerId: 'present',
  schedulesOfDeletedWorkout: 'stay',
  firstRetrySeconds: 60,
  bearerOnActivityFile: 'accepted',
};
