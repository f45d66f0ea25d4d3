import type { FastifyInstance } from 'fastify';

export type Drain = {
  isDraining: () => boolean;
  /** Makes this process not ready, and closes connections after their next response. */
  start: () => void;
};

/**
 * The time between SIGTERM and closing. Closing a socket drops the requests in its buffer, so the process keeps
 * serving until the balancer stops sending and keep-alive connections have ended.
 */
export function createDrain(app: FastifyInstance): Drain {
  let draining = false;
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  return {
    isDraining: () => draining,
    start: () => {
      draining = true;
    },
  };
}
