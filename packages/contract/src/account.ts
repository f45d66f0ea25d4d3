import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { user } from './users.ts';

export const exportAccount = {
  method: 'GET',
  path: '/api/account/export',
  access: 'registered',
  summary:
    'Everything that is stored of the athlete, as one document; three times an hour. Needs a sign-in within the last five minutes.',
  // Every feature adds a member of its own, so the document may hold more than is named here.
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
  // Not "registered": run again after a failure half-way, the athlete's rows are gone already.
  access: 'signed-in',
  summary:
    'Deletes everything of the athlete, then the sign-in itself. Can be run again. Needs a sign-in within the last five minutes.',
} satisfies Endpoint;
