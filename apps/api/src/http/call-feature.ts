import { type Endpoint, includesScope, type ReplyOf, type RequestOf } from '@pacewright/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { badRequest, Problem } from './problem.ts';
import { isRawJson } from './serve.ts';

/** Calls a feature as its endpoint does, without HTTP, for the same caller. */
export type CallFeature = <E extends Endpoint>(
  endpoint: E,
  request: RequestOf<NoInfer<E>>,
  idempotencyKey?: string,
) => Promise<ReplyOf<E>>;

/** The handlers of the app that serves the request, on behalf of whoever sent it. */
export function createFeatureCall({ server, identity, userId, log }: FastifyRequest): CallFeature {
  return async <E extends Endpoint>(
    endpoint: E,
    { params, query, body }: { params?: unknown; query?: unknown; body?: unknown },
    idempotencyKey?: string,
  ) => {
    const { key } = identity;
    if (key && endpoint.scope && !includesScope(key.scopes, endpoint.scope))
      throw new Problem('SCOPE_MISSING', {
        detail: `This key may not do that. It needs ${endpoint.scope}`,
      });
    const handle = server.handlers.get(endpoint);
    if (!handle) throw new Error(`${endpoint.method} ${endpoint.path} is not served`);
    const result = await handle(
      {
        identity,
        userId,
        log,
        headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
        params: parse(endpoint.params, params),
        query: parse(endpoint.query, query ?? {}),
        body: parse(endpoint.body, body),
      },
      // Of the endpoints that keys may call, none uses it.
      undefined as unknown as FastifyReply,
    );
    const value: unknown =
      isRawJson(result) && typeof result.json === 'string' ? JSON.parse(result.json) : result;
    // Tests check that each endpoint answers with its reply.
    return value as ReplyOf<E>;
  };
}

function parse(schema: Endpoint['body'], value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.core.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badRequest(`/${issue?.path.join('/') ?? ''}`, issue?.message ?? 'Invalid');
}
