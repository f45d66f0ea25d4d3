import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** So long without a new request, nobody is sending any more. */
const QUIET_MS = 250;
/** A client that never stops sending does not keep the process from ending. */
const LONGEST_MS = 20_000;

export type Draining = {
  isUnderWay: () => boolean;
  /** From now on this process is not ready, and asks its clients to go elsewhere. */
  start: () => void;
  /** Resolves once requests have stopped coming. */
  quiet: () => Promise<void>;
};

/**
 * The time between "stop" and stopping. A socket that is closed while a request lies in its buffer drops
 * that request, so nothing is closed before those who send have looked elsewhere.
 */
export function watchDraining(app: FastifyInstance): Draining {
  let underWay = false;
  let lastArrival = 0;
  app.addHook('onRequest', async (request) => {
    // The balancer goes on asking for health; that is how it learns.
    if (!request.url.startsWith('/api/health/')) lastArrival = performance.now();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (underWay) reply.header('connection', 'close');
  });
  return {
    isUnderWay: () => underWay,
    start: () => {
      underWay = true;
    },
    quiet: async () => {
      const deadline = performance.now() + LONGEST_MS;
      for (;;) {
        const left = Math.min(lastArrival + QUIET_MS, deadline) - performance.now();
        if (left <= 0) return;
        await wait(left);
      }
    },
  };
}
