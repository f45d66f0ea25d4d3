import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';

const status = z.object({ status: z.literal('ok') });

export const getLive = {
  method: 'GET',
  path: '/api/health/live',
  access: 'visitor',
  summary: 'Liveness: the process is running.',
  reply: status,
} satisfies Endpoint;

export const getReady = {
  method: 'GET',
  path: '/api/health/ready',
  access: 'visitor',
  summary: 'Readiness: the process has started and isn’t shutting down.',
  reply: status,
} satisfies Endpoint;
