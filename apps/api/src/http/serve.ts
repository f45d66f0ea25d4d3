import type { Access, BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@pacewright/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import * as z from 'zod/mini';

/** The validated request, as a handler receives it. */
export type EndpointRequest<E extends Endpoint> = Pick<
  FastifyRequest,
  'identity' | 'userId' | 'log' | 'headers'
> & {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
};

/** A handler of any endpoint. Its request was validated by the schemas of that endpoint. */
export type Handler = (
  request: Pick<FastifyRequest, 'identity' | 'userId' | 'log' | 'headers'> & {
    params: unknown;
    query: unknown;
    body: unknown;
  },
  reply: FastifyReply,
) => Promise<unknown>;

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with Fastify's own
  interface FastifyInstance {
    /** The callers that the hooks of this scope admit. */
    access: Access;
    /** The handlers of all endpoints of the app. */
    handlers: Map<Endpoint, Handler>;
  }
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with Fastify's own
  interface FastifyContextConfig {
    /** The endpoint of the contract that the route serves. */
    endpoint?: Endpoint;
    /** Checks the scopes of keys by itself. */
    takesAnyKey?: true;
  }
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with Fastify's own
  interface FastifyRequest {
    /** Called with the result of the handler before it is sent. */
    afterHandling: ((result: unknown) => Promise<void>) | undefined;
  }
}

/** Declares which callers this scope admits. `serve` rejects endpoints with another access. */
export function markScope(scope: FastifyInstance, access: Access): void {
  scope.decorate('access', access);
}

/** A response that is JSON text already. It bypasses the response schema, so a test must check it. */
export type RawJson = { readonly json: string | Readable; readonly [RAW_JSON]: true };

const RAW_JSON = Symbol('raw json');

export function rawJson(json: string | Readable): RawJson {
  return { json, [RAW_JSON]: true };
}

const idempotencyHeaders = z.looseObject({
  'idempotency-key': z.optional(
    z
      .string()
      .check(z.regex(/^[\x21-\x7e]{1,255}$/, 'An Idempotency-Key has 1 to 255 visible characters')),
  ),
});

/**
 * Serves one endpoint of the contract, and validates requests and responses with its schemas. Throws when the
 * endpoint is registered in a scope for other callers.
 */
export function serve<E extends Endpoint>(
  scope: FastifyInstance,
  endpoint: E,
  handle: (
    request: EndpointRequest<NoInfer<E>>,
    reply: FastifyReply,
  ) => Promise<ReplyOf<NoInfer<E>> | RawJson>,
  { timeout }: { timeout?: number } = {},
): void {
  const { method, path, access, summary, params, query, body, reply, acceptsIdempotencyKey } =
    endpoint;
  if (scope.access !== access)
    throw new Error(
      `${method} ${path} is for ${access} but is registered in the scope for ${scope.access}`,
    );

  if (scope.hasDecorator('handlers')) scope.handlers.set(endpoint, handle as Handler);
  scope.route({
    method,
    url: path,
    // Includes sending, so a streamed response needs more.
    ...(timeout && { handlerTimeout: timeout }),
    config: { endpoint },
    schema: {
      summary,
      ...(access !== 'visitor' && {
        security: [{ firebase: [] }, ...(endpoint.scope ? [{ key: [endpoint.scope] }] : [])],
      }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(acceptsIdempotencyKey && { headers: idempotencyHeaders }),
      ...(reply && { response: { 200: reply } }),
    },
    handler: async (request, response) => {
      const result = await handle(
        // Fastify has replaced the raw parts by the validated ones.
        request as unknown as EndpointRequest<E>,
        response,
      );
      await request.afterHandling?.(result);
      if (isRawJson(result)) return sendRawJson(response, result);
      if (reply) return result;
      return response.code(204).send();
    },
  });
}

export function isRawJson(result: unknown): result is RawJson {
  return typeof result === 'object' && result !== null && RAW_JSON in result;
}

function sendRawJson(response: FastifyReply, { json }: RawJson): FastifyReply {
  return response
    .type('application/json; charset=utf-8')
    .serializer((payload: string) => payload)
    .send(json);
}
