import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';

/** The athlete's link with Garmin, from our own table: asking for it calls nobody. */
export const garminStatus = z.object({
  /** Whether this server has an agreement with Garmin. Without one the rest says nothing. */
  available: z.boolean(),
  /** A link that works, as far as we know. */
  connected: z.boolean(),
  /** There was a link, and Garmin has ended it. */
  needsReconnect: z.boolean(),
  /** As Garmin names them. */
  permissions: z.array(z.string()),
  canSendWorkouts: z.boolean(),
  canReceiveActivities: z.boolean(),
  connectedAt: z.nullable(z.string()),
  /** Where Garmin asks for consent. Whoever goes there adds code_challenge and state. */
  consentUrl: z.nullable(z.string()),
});

export type GarminStatus = z.infer<typeof garminStatus>;

export const getGarminStatus = {
  method: 'GET',
  path: '/api/garmin/status',
  access: 'verified',
  summary: 'Whether Garmin is connected, and what it allows.',
  reply: garminStatus,
} satisfies Endpoint;

/** What PKCE (RFC 7636) allows for a verifier. */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

export const connectGarmin = {
  method: 'POST',
  path: '/api/garmin/callback',
  access: 'verified',
  summary: 'Finishes connecting: exchanges the code that Garmin sent the athlete back with.',
  body: z.object({
    code: z.string().check(z.minLength(1), z.maxLength(2048)),
    code_verifier: z
      .string()
      .check(z.regex(VERIFIER, 'Garmin sign-in could not be resumed. Please connect again.')),
  }),
  reply: garminStatus,
} satisfies Endpoint;

export const disconnectGarmin = {
  method: 'POST',
  path: '/api/garmin/disconnect',
  access: 'verified',
  summary: 'Ends the link, here at once and at Garmin as soon as it answers. Can be run again.',
  reply: garminStatus,
} satisfies Endpoint;
