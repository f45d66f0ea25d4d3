import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { byId } from './requests.ts';
import { SCOPES } from './scopes.ts';
import { singleLine } from './text-schema.ts';
import { uuid } from './uuid.ts';

/** The choices of how long a key works, in days. */
export const KEY_DAYS = [30, 90, 180, 365] as const;
/** Keys of an athlete that work. As many that have ended are listed. */
export const MAX_KEYS = 20;
export const MAX_KEY_NAME_LENGTH = 80;
/** How long what a key wrote is listed, and how many writes of an athlete at most. */
export const DAYS_OF_WRITES = 90;
export const MAX_WRITES = 1000;

const scopes = z.array(z.enum(SCOPES));

const key = z.object({
  id: uuid,
  name: z.string(),
  scopes,
  /** Its last four characters. */
  hint: z.string(),
  createdAt: z.string(),
  /** The moment of revoking, if it was revoked. */
  expiresAt: z.string(),
  isEnded: z.boolean(),
  /** A day in UTC. Null if it was never used. */
  lastUsedOn: z.nullable(z.iso.date()),
  /** Of a connected app, such as claude.ai. Keys have none. */
  appHost: z.optional(z.string()),
});

export type Key = z.infer<typeof key>;

export const listKeys = {
  method: 'GET',
  path: '/api/access',
  access: 'verified',
  summary:
    'The keys and the connected apps of the athlete, newest first, also those that have ended. Never their secrets.',
  reply: z.object({ keys: z.array(key) }),
} satisfies Endpoint;

export const makeKey = {
  method: 'POST',
  path: '/api/access',
  access: 'verified',
  summary:
    'Makes a key for scripts and assistants. Its text is shown this one time. Requires a sign-in within the last five minutes.',
  body: z.object({
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Enter what the key is for'),
        ...singleLine(MAX_KEY_NAME_LENGTH, `Use up to ${MAX_KEY_NAME_LENGTH} characters`),
      ),
    scopes: scopes.check(
      z.minLength(1, 'Choose what the key may do'),
      z.maxLength(SCOPES.length),
      z.overwrite((chosen) => SCOPES.filter((scope) => chosen.includes(scope))),
    ),
    days: z.literal(KEY_DAYS),
  }),
  reply: z.object({ key, text: z.string() }),
} satisfies Endpoint;

export const revokeKey = {
  method: 'DELETE',
  path: '/api/access/:id',
  access: 'verified',
  summary:
    'Ends a key or disconnects an app. It stops working within a minute. What it wrote stays.',
  params: byId,
} satisfies Endpoint;

export const keyWrite = z.object({
  id: uuid,
  at: z.string(),
  /** In words, such as: Changed “Hills”. */
  what: z.string(),
  /** What was there, if something was replaced or removed. */
  before: z.nullable(
    z.array(z.object({ title: z.string(), day: z.optional(z.iso.date()), text: z.string() })),
  ),
});

export type KeyWrite = z.infer<typeof keyWrite>;

export const listWrites = {
  method: 'GET',
  path: '/api/access/:id/writes',
  access: 'verified',
  summary: `What a key wrote in the last ${DAYS_OF_WRITES} days, newest first. Up to 100 entries.`,
  params: byId,
  reply: z.object({ writes: z.array(keyWrite) }),
} satisfies Endpoint;
