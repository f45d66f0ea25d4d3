import type { FastifyInstance } from 'fastify';

export type Draining = {
  isUnderWay: () => boolean;
  /** From now on this process is not ready, and asks its clients to connect elsewhere. */
  start: () => void;
};

/**
 * The time between SIGTERM and closing. Closing a socket drops a request that is in its buffer, so the process
 * serves until the balancer has noticed that it is not ready, and until kept connections have ended.
 */
export function watchDraining(app: FastifyInstance): Draining {
  let underWay = false;
  app.addHook('onSend', async (_request, reply) => {
    if (underWay) reply.header('connection', 'close');
  });
  return {
    isUnderWay: () => underWay,
    start: () => {
      underWay = true;
    },
  };
}
