import * as z from 'zod/mini';
import { day, MOST_DAYS_AT_ONCE } from './calendar.ts';
import type { Endpoint } from './endpoint.ts';
import { frozenPaces } from './paces.ts';

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
  /** The workout that Garmin took last. */
  lastSent: z.nullable(z.object({ title: z.string(), at: z.string() })),
  /** How many workouts go as soon as Garmin and the link let them. */
  waitingCount: z.number(),
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

/** What keeps a delivery from going on by itself, with what the runner can do about it. */
export const DELIVERY_PROBLEMS = {
  'answer-lost':
    'Garmin’s answer was lost, so we don’t know if it has the workout. Check on Garmin before you send it again.',
  'not-connected': 'Garmin has ended the link. Reconnect Garmin in your settings, and it goes on.',
  'not-permitted':
    'Garmin does not let us add workouts. Allow it in your settings, and it goes on.',
  rejected: 'Garmin did not accept this workout. Change it, or send it again.',
  incomplete: 'Garmin took the workout but lost its steps. Send it again.',
  'no-answer': 'Garmin did not answer. Your workout is safe here. Send it again.',
  unsendable:
    'Your change can’t go to a watch, so Garmin still has the version before. Fix the workout, or take it off Garmin.',
  'deleted-there': 'It was deleted on Garmin. Send it again if you want it back.',
  'not-followed':
    'It’s on Garmin, but your changes can’t reach it because Garmin’s answer was lost. Change it there, or send it again.',
} as const;

export type DeliveryProblem = keyof typeof DELIVERY_PROBLEMS;

/** A workout at Garmin, or a day it stands on there. */
export const garminDelivery = z.object({
  workoutId: z.uuid(),
  /** The entry of the calendar that it stands on that day for; null for the workout itself. */
  entryId: z.nullable(z.uuid()),
  day: z.nullable(z.iso.date()),
  state: z.enum([
    /** Goes as soon as Garmin takes it. */
    'waiting',
    /** A call to Garmin is under way. */
    'sending',
    /** Garmin has it as it is here. The watch gets it the next time it syncs. */
    'sent',
    /** The answer was lost. Nothing happens until the runner chooses; see settleDelivery. */
    'unknown',
    'failed',
    /** Is being taken off Garmin. */
    'leaving',
    /** Was deleted at Garmin. */
    'removed',
  ]),
  /** Beside "unknown", "failed" and "removed", and beside "sent" when changes do not reach it. */
  problem: z.nullable(z.enum(Object.keys(DELIVERY_PROBLEMS) as DeliveryProblem[])),
  /** What Garmin said to it. */
  detail: z.nullable(z.string()),
  /** The paces it was sent in. They stay until it is sent again. */
  paces: frozenPaces,
  /** It is there in other paces than the runner has now. Sending it again brings it up to date. */
  pacesChanged: z.boolean(),
  /** When Garmin last took it. */
  sentAt: z.nullable(z.string()),
});

export type GarminDelivery = z.infer<typeof garminDelivery>;

const byId = z.object({ id: z.uuid() });
const deliveries = z.object({ deliveries: z.array(garminDelivery) });

export const sendToGarmin = {
  method: 'PUT',
  path: '/api/garmin/workouts/:id',
  access: 'verified',
  summary:
    'Sends a workout of the library, in the paces of now; one that is there is brought up to date. Changes that follow reach it by themselves.',
  params: byId,
  reply: garminDelivery,
} satisfies Endpoint;

export const removeFromGarmin = {
  method: 'DELETE',
  path: '/api/garmin/workouts/:id',
  access: 'verified',
  summary: 'Takes a workout off Garmin, and off every day it stands on there. Can be run again.',
  params: byId,
} satisfies Endpoint;

export const listWorkoutDeliveries = {
  method: 'GET',
  path: '/api/garmin/workouts/:id',
  access: 'verified',
  summary:
    'How a workout stands at Garmin: itself, then each of its days. Empty if it is not wanted there.',
  params: byId,
  reply: deliveries,
} satisfies Endpoint;

export const settleDelivery = {
  method: 'POST',
  path: '/api/garmin/workouts/:id/choice',
  access: 'verified',
  summary:
    'What is to become of a workout whose answer was lost: send it again, believe that it is there, or forget it. Changes nothing in any other state.',
  params: byId,
  body: z.object({ choice: z.enum(['send-again', 'it-is-there', 'forget']) }),
  reply: deliveries,
} satisfies Endpoint;

export const scheduleAtGarmin = {
  method: 'PUT',
  path: '/api/garmin/calendar/:id',
  access: 'verified',
  summary:
    'Puts an entry of the calendar on its day at Garmin, and sends its workout as sendToGarmin does. Moves that follow reach it by themselves.',
  params: byId,
  reply: garminDelivery,
} satisfies Endpoint;

export const unscheduleAtGarmin = {
  method: 'DELETE',
  path: '/api/garmin/calendar/:id',
  access: 'verified',
  summary:
    'Takes an entry off its day at Garmin; also the workout, if it is there for this day alone. Can be run again.',
  params: byId,
} satisfies Endpoint;

export const listCalendarDeliveries = {
  method: 'GET',
  path: '/api/garmin/calendar',
  access: 'verified',
  summary: `How the entries of a range of days, both included, stand at Garmin. Up to ${MOST_DAYS_AT_ONCE} days.`,
  query: z.object({ from: day, to: day }),
  reply: deliveries,
} satisfies Endpoint;
