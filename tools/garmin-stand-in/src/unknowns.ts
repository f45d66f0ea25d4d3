/**
 * What no public source tells of Garmin's service, as one list of switches. Each default is the reading
 * that is hardest on us. Garmin's own documents are to settle them.
 */
export type Unknowns = {
  /** What comes back when someone refuses: a standard error, or neither a code nor an error. */
  refusal: 'error' | 'nothing';
  codeLifetimeSeconds: number;
  /** How long a refresh token still works after it was exchanged for a new one. */
  oldRefreshTokenGraceSeconds: number;
  /** The shape of the list of permissions: notes show an array, running clients read an object. */
  permissionsShape: 'array' | 'object';
  /** The shape of permissions in a notification: one source saw a map of booleans. */
  notifiedPermissionsShape: 'array' | 'map';
  /** Whether a 429 says when to come back, and how. */
  retryAfter: 'none' | 'seconds' | 'date';
  workoutNameMaxLength: number;
  nestedRepeats: 'refused' | 'accepted';
  /** Whether a repeat counts among the 100 steps besides the steps in it. */
  repeatsCountAsSteps: boolean;
  ids: 'small' | 'above-2^53';
  /** What a schedule answers when it is made: itself, its bare number, or nothing. */
  scheduleAnswer: 'object' | 'number' | 'empty';
  /** Whether workouts are answered with the ownerId that an update has to repeat. */
  ownerId: 'told' | 'missing';
  /** What becomes of the days a workout stands on when the workout is deleted. */
  schedulesOfDeletedWorkout: 'stay' | 'go';
  /** The wait before a refused notification is sent again. It doubles with each attempt. */
  firstRetrySeconds: number;
  /** Whether the address of a recorded file takes a bearer token, or is refused because of one. */
  bearerOnActivityFile: 'accepted' | 'refused';
};

export const HARDEST: Unknowns = {
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
  ownerId: 'told',
  schedulesOfDeletedWorkout: 'stay',
  firstRetrySeconds: 60,
  bearerOnActivityFile: 'accepted',
};
