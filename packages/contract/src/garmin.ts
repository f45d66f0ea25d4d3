import * as z from 'zod/mini';
import { day, MAX_CALENDAR_DAYS } from './calendar.ts';
import type { Endpoint } from './endpoint.ts';
import { pacesSnapshot } from './paces.ts';
import { byId } from './requests.ts';
import { uuid } from './uuid.ts';

/** The athlete's connection to Garmin, from our own table, without a request to Garmin. */
const garminStatus = z.object({
  /** Whether Garmin is configured on this server. */
  available: z.boolean(),
  /** The connection is valid, as far as we know. */
  connected: z.boolean(),
  /** The connection has ended at Garmin. */
  needsReconnect: z.boolean(),
  /** As Garmin names them. */
  permissions: z.array(z.string()),
  canSendWorkouts: z.boolean(),
  canReceiveActivities: z.boolean(),
  connectedAt: z.nullable(z.string()),
  /** The workout that Garmin accepted last. */
  lastSent: z.nullable(z.object({ title: z.string(), at: z.string() })),
  /** The number of pending workouts. */
  waitingCount: z.number(),
  /** The consent page. The browser adds code_challenge and state. */
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

/**
 * The text that an athlete reads before they connect, by version. Stored with each connection, so a text never changes:
 * another wording is another version.
 */
export const GARMIN_CONSENT_TEXTS = {
  1: 'You’ll sign in to Garmin and choose what we may do. We ask only to add workouts.',
  2: 'You’ll sign in to Garmin and choose what we may do. We ask to add workouts and to see your runs. Where you ran is never stored.',
} as const;

export const GARMIN_CONSENT_VERSION = 2;

/** A verifier of PKCE (RFC 7636). */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

export const connectGarmin = {
  method: 'POST',
  path: '/api/garmin/callback',
  access: 'verified',
  summary: 'Finishes connecting by exchanging the authorization code.',
  body: z.object({
    code: z.string().check(z.minLength(1), z.maxLength(2048)),
    code_verifier: z
      .string()
      .check(z.regex(VERIFIER, 'We couldn’t finish the Garmin sign-in. Connect again.')),
    /** Of GARMIN_CONSENT_TEXTS. */
    consent_version: z.optional(z.int().check(z.gte(1), z.lte(GARMIN_CONSENT_VERSION))),
  }),
  reply: garminStatus,
} satisfies Endpoint;

export const disconnectGarmin = {
  method: 'POST',
  path: '/api/garmin/disconnect',
  access: 'verified',
  summary: 'Disconnects immediately here, and at Garmin in the background. Idempotent.',
  reply: garminStatus,
} satisfies Endpoint;

/** Problems that stop a delivery, with the next step for the runner. */
export const DELIVERY_PROBLEMS = {
  'answer-lost':
    'We lost Garmin’s reply, so we don’t know if it has the workout. Check Garmin before you send it again.',
  'not-connected': 'Garmin ended the connection. Reconnect it in Settings, and we’ll send this.',
  'not-permitted':
    'We don’t have permission to add workouts. Change it in Settings, and we’ll send this.',
  rejected: 'Garmin rejected this workout. Edit it, or send it again.',
  incomplete: 'Garmin saved the workout without its steps. Send it again.',
  'no-answer': 'Garmin didn’t respond. Your workout is safe here. Send it again.',
  unsendable:
    'Your change can’t be sent to a watch, so Garmin still has the previous version. Fix the workout, or remove it from Garmin.',
  'deleted-there': 'It was deleted on Garmin. Send it again if you want it back.',
  'not-followed':
    'It’s on Garmin, but we lost Garmin’s reply and can’t update it. Change it there, or send it again.',
} as const;

export type DeliveryProblem = keyof typeof DELIVERY_PROBLEMS;

/** A workout at Garmin, or one of its days there. */
export const garminDelivery = z.object({
  /** The workout of the library, or the calendar entry that has its own script. */
  workoutId: uuid,
  /** The calendar entry of the day; null for the workout itself. */
  entryId: z.nullable(uuid),
  day: z.nullable(z.iso.date()),
  state: z.enum([
    /** Pending. */
    'waiting',
    /** A request to Garmin is in progress. */
    'sending',
    /** Garmin has the current version. The watch gets it with the next sync. */
    'sent',
    /** The response was lost. Nothing happens until the runner chooses; see resolveDelivery. */
    'unknown',
    'failed',
    /** Is being removed from Garmin. */
    'leaving',
    /** Was deleted at Garmin. */
    'removed',
  ]),
  /** For "unknown", "failed" and "removed", and for "sent" if changes are not synced. */
  problem: z.nullable(z.enum(Object.keys(DELIVERY_PROBLEMS) as DeliveryProblem[])),
  /** Garmin's message. */
  detail: z.nullable(z.string()),
  /** The paces it was sent in. They stay until it is sent again. */
  paces: pacesSnapshot,
  /** The paces at Garmin differ from the current ones. Sending it again updates them. */
  pacesChanged: z.boolean(),
  /** The last time that Garmin accepted it. */
  sentAt: z.nullable(z.string()),
});

export type GarminDelivery = z.infer<typeof garminDelivery>;

const deliveries = z.object({ deliveries: z.array(garminDelivery) });

export const sendToGarmin = {
  method: 'PUT',
  path: '/api/garmin/workouts/:id',
  access: 'verified',
  summary:
    'Sends a workout of the library in the current paces, or updates it. Later changes are sent automatically.',
  params: byId,
  reply: garminDelivery,
} satisfies Endpoint;

export const removeFromGarmin = {
  method: 'DELETE',
  path: '/api/garmin/workouts/:id',
  access: 'verified',
  summary: 'Removes a workout and its days from Garmin. Idempotent.',
  params: byId,
} satisfies Endpoint;

export const listWorkoutDeliveries = {
  method: 'GET',
  path: '/api/garmin/workouts/:id',
  access: 'verified',
  summary: 'The deliveries of a workout: itself, then each of its days. Empty if it was not sent.',
  params: byId,
  reply: deliveries,
} satisfies Endpoint;

export const resolveDelivery = {
  method: 'POST',
  path: '/api/garmin/workouts/:id/choice',
  access: 'verified',
  summary:
    'Resolves the state "unknown" of a workout: send it again, confirm it, or dismiss it. No-op in other states.',
  params: byId,
  body: z.object({ choice: z.enum(['send-again', 'it-is-there', 'forget']) }),
  reply: deliveries,
} satisfies Endpoint;

export const scheduleAtGarmin = {
  method: 'PUT',
  path: '/api/garmin/calendar/:id',
  access: 'verified',
  summary:
    'Schedules a calendar entry at Garmin, and sends its script as sendToGarmin does. Later changes are sent automatically. 422 if it isn’t a run.',
  params: byId,
  reply: garminDelivery,
} satisfies Endpoint;

export const unscheduleAtGarmin = {
  method: 'DELETE',
  path: '/api/garmin/calendar/:id',
  access: 'verified',
  summary:
    'Removes an entry from its day at Garmin, and the workout if it was sent only for this day. Idempotent.',
  params: byId,
} satisfies Endpoint;

export const listCalendarDeliveries = {
  method: 'GET',
  path: '/api/garmin/calendar',
  access: 'verified',
  summary: `The deliveries of the entries in a range of days, both included. Up to ${MAX_CALENDAR_DAYS} days.`,
  query: z.object({ from: day, to: day }),
  reply: deliveries,
} satisfies Endpoint;
