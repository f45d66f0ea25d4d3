import * as z from 'zod/mini';
import type { JobKind } from '../../jobs/jobs.ts';

const ofAthlete = z.object({ userId: z.uuid() });

/** Asks Garmin whether the link still stands and what it allows. */
export const CHECK_LINK: JobKind<{ userId: string }> = {
  name: 'garmin-check-link',
  keyOf: ({ userId }) => userId,
  parse: (data) => ofAthlete.parse(data),
  attempts: 12,
  firstWaitSeconds: 10,
  longestWaitSeconds: 1800,
};

/** Brings Garmin to what the athlete wants there. */
export const DELIVER: JobKind<{ userId: string }> = {
  name: 'garmin-deliver',
  keyOf: ({ userId }) => userId,
  parse: (data) => ofAthlete.parse(data),
  attempts: 12,
  firstWaitSeconds: 10,
  longestWaitSeconds: 1800,
};

const ofRevocation = z.object({ revocationId: z.uuid() });

/** Tells Garmin that a link has ended. Once given up, it is taken up again the next day. */
export const REVOKE_LINK: JobKind<{ revocationId: string }> = {
  name: 'garmin-revoke-link',
  keyOf: ({ revocationId }) => revocationId,
  parse: (data) => ofRevocation.parse(data),
  attempts: 24,
  firstWaitSeconds: 10,
  longestWaitSeconds: 3600,
};

/** What time alone makes necessary. */
export const TEND_LINKS: JobKind<object> = {
  name: 'garmin-tend-links',
  keyOf: () => 'all',
  parse: () => ({}),
  attempts: 5,
  firstWaitSeconds: 60,
  longestWaitSeconds: 1800,
};

export const GARMIN_JOBS = [CHECK_LINK, DELIVER, REVOKE_LINK, TEND_LINKS];
