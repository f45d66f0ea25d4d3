import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { user } from './users.ts';

export const exportAccount = {
  method: 'GET',
  path: '/api/account/export',
  access: 'registered',
  summary:
    'Exports all of the athlete’s data as one document, up to three times an hour. Requires a sign-in within the last five minutes.',
  // Every feature adds its own section.
  reply: z.looseObject({
    format: z.literal('pacewright-export'),
    version: z.literal(1),
    exportedAt: z.string(),
    user,
  }),
} satisfies Endpoint;

export const deleteAccount = {
  method: 'DELETE',
  path: '/api/account',
  // Not "registered", because a retry after a failure finds the rows deleted.
  access: 'signed-in',
  summary:
    'Deletes all of the athlete’s data, then the sign-in. Idempotent. Requires a sign-in within the last five minutes.',
} satisfies Endpoint;
