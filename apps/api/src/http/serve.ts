import type { Access, BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@pacewright/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import * as z from 'zod/mini';

/** What a route needs from the request. Its parts have passed the endpoint's schemas. */
export type Received<E extends Endpoint> = Pick<
  FastifyRequest,
  'identity' | 'userId' | 'log' | 'headers'
> & {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
};

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with Fastify's own
  interface FastifyInstance {
    /** Who the hooks of this scope let through. */
    access: Access;
  }
}

/** Says whom this scope lets through. `serve` holds every endpoint in it to that. */
export function markScope(scope: FastifyInstance, access: Access): void {
  scope.decorate('access', access);
}

/** An answer that is JSON already, as a whole or in pieces. It passes by the reply's schema, so a test must hold it to that. */
export type Written = { readonly json: string | Readable; readonly [WRITTEN]: true };

const WRITTEN = Symbol('written');

export function written(json: string | Readable): Written {
  return { json, [WRITTEN]: true };
}

const repeatable = z.looseObject({
  'idempotency-key': z.optional(
    z
      .string()
      .check(z.regex(/^[\x21-\x7e]{1,255}$/, 'An Idempotency-Key has 1 to 255 visible characters')),
  ),
});

/**
 * Serves one endpoint of the contract. Its schemas check what comes in and what goes out. Refuses an
 * endpoint whose access is not the scope's: a route in the wrong scope would be open to the wrong people.
 */
export function serve<E extends Endpoint>(
  scope: FastifyInstance,
  endpoint: E,
  answer: (
    request: Received<NoInfer<E>>,
    reply: FastifyReply,
  ) => Promise<ReplyOf<NoInfer<E>> | Written>,
  { timeout }: { timeout?: number } = {},
): void {
  const { method, path, access, summary, params, query, body, reply, isRepeatable } = endpoint;
  if (scope.access !== access)
    throw new Error(
      `${method} ${path} is for ${access} but stands in the scope for ${scope.access}`,
    );

  scope.route({
    method,
    url: path,
    // Includes sending: a reply that is written as it is read can take longer than others.
    ...(timeout && { handlerTimeout: timeout }),
    schema: {
      summary,
      ...(access !== 'visitor' && { security: [{ firebase: [] }] }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(isRepeatable && { headers: repeatable }),
      ...(reply && { response: { 200: reply } }),
    },
    handler: async (request, response) => {
      const answered = await answer(
        // Fastify keeps the parsed parts where it kept the raw ones.
        request as unknown as Received<E>,
        response,
      );
      if (isWritten(answered)) return sendWritten(response, answered);
      if (reply) return answered;
      return response.code(204).send();
    },
  });
}

function isWritten(answered: unknown): answered is Written {
  return typeof answered === 'object' && answered !== null && WRITTEN in answered;
}

function sendWritten(response: FastifyReply, { json }: Written): FastifyReply {
  return response
    .type('application/json; charset=utf-8')
    .serializer((payload: string) => payload)
    .send(json);
}
