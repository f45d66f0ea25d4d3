import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/** Requests of one athlete that are served at once. A page of the calendar is a megabyte. */
const AT_ONCE = 4;
/** More than any screen sends; a script that sends more is refused. */
const MAX_WAITING = 100;

type Place = { start: () => void; isStarted: boolean };

/** Serves a few requests of each athlete at once in this scope; others wait for their turn, in order. */
export function limitConcurrency(scope: FastifyInstance): void {
  const athletes = new Map<string, Place[]>();
  const releases = new WeakMap<FastifyRequest, () => void>();

  function enter(userId: string): { turn: Promise<void>; leave: () => void } {
    const places = athletes.get(userId) ?? [];
    if (places.length >= AT_ONCE + MAX_WAITING)
      throw new Problem('TOO_MANY_REQUESTS', { retryAfter: 1 });
    athletes.set(userId, places);
    const { promise, resolve } = Promise.withResolvers<void>();
    const own: Place = { start: resolve, isStarted: false };
    places.push(own);
    startNext(places);
    const leave = () => {
      const index = places.indexOf(own);
      if (index < 0) return;
      places.splice(index, 1);
      // One that gave up while it waited must not wait for ever.
      own.start();
      startNext(places);
      if (places.length === 0) athletes.delete(userId);
    };
    return { turn: promise, leave };
  }

  scope.addHook('onRequest', async (request, reply) => {
    // The client hung up while its token was checked: nothing would tell when to give the place back.
    if (reply.raw.closed) return;
    const { turn, leave } = enter(request.userId);
    releases.set(request, leave);
    // Also when the client hangs up.
    reply.raw.once('close', leave);
    await turn;
  });
  scope.addHook('onResponse', async (request) => releases.get(request)?.());
}

function startNext(places: readonly Place[]): void {
  for (const place of places.slice(0, AT_ONCE))
    if (!place.isStarted) {
      place.isStarted = true;
      place.start();
    }
}
