import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';

const status = z.object({ status: z.literal('ok') });

export const getLive = {
  method: 'GET',
  path: '/api/health/live',
  access: 'visitor',
  summary: 'The process runs.',
  reply: status,
} satisfies Endpoint;

export const getReady = {
  method: 'GET',
  path: '/api/health/ready',
  access: 'visitor',
  summary: 'The process has started and is not shutting down.',
  reply: status,
} satisfies Endpoint;
