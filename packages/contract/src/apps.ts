import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { SCOPES } from './scopes.ts';

/** The query with which an app sends the athlete to /authorize. Only the API reads it. */
const query = z.string().check(z.minLength(1), z.maxLength(4000));
const scopes = z.array(z.enum(SCOPES)).check(z.maxLength(SCOPES.length));

const appRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('asks'),
    /** As the app calls itself. Only the hosts are checked. */
    name: z.string(),
    host: z.string(),
    /** Where the athlete is sent afterwards. */
    redirectHost: z.string(),
    scopes,
  }),
  /** A right app that asks for what it cannot have. It is told at its address. */
  z.object({ kind: z.literal('refused'), host: z.string(), redirect: z.string() }),
]);

export type AppRequest = z.infer<typeof appRequest>;

export const readAppRequest = {
  method: 'POST',
  path: '/api/oauth/requests',
  access: 'verified',
  summary: 'What an app asks for that sent the athlete to /authorize.',
  body: z.object({ query }),
  reply: appRequest,
} satisfies Endpoint;

export const answerApp = {
  method: 'POST',
  path: '/api/oauth/consents',
  access: 'verified',
  summary:
    'The athlete’s answer to an app: what it may do, or nothing. Returns the address that tells the app.',
  body: z.object({ query, scopes }),
  reply: z.object({ redirect: z.string() }),
} satisfies Endpoint;
