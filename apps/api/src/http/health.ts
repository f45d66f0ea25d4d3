import { getLive, getReady } from '@pacewright/contract';
import type { FastifyInstance } from 'fastify';
import { Problem } from './problem.ts';
import { serve } from './serve.ts';

const OK = { status: 'ok' } as const;

/**
 * Liveness and readiness. Neither queries the database: while it is down the process still serves pages, and
 * answers calls with 503 and Retry-After.
 */
export function healthRoutes(
  scope: FastifyInstance,
  { isDraining }: { isDraining: () => boolean },
): void {
  serve(scope, getLive, async () => OK);

  serve(scope, getReady, async () => {
    if (isDraining()) throw new Problem('UNAVAILABLE', { detail: 'Shutting down', retryAfter: 5 });
    return OK;
  });
}
