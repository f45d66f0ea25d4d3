import { gzipSync } from 'node:zlib';
import swagger from '@fastify/swagger';
import { mistake, problem } from '@pacewright/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import * as z from 'zod';
import * as mini from 'zod/mini';
import { DOCS_POLICY, renderDocs } from './openapi-page.ts';

/** Collects every route that is registered after this call. */
export function collectOpenApi(app: FastifyInstance): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Pacewright',
        version: '1',
        description:
          'Training paces from a race result, workouts as text, and export to watches. Speeds are in metres per second, distances in metres, times in seconds.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          firebase: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          key: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'pw_live_…',
            description:
              'A key from Settings. It may call what names one of its scopes: workouts:read, workouts:write, calendar:read, calendar:write or runs:read. Writing includes reading.',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (described) => {
      if (!('openapiObject' in described)) return described.swaggerObject;
      const document = jsonSchemaTransformObject(described);
      addProblemResponses(document as Document);
      return document;
    },
  });
}

/** The document as JSON and as a page. Rendered once, because it takes 60 ms. */
export function openApiRoutes(scope: FastifyInstance): void {
  let document: Prepared | undefined;
  let page: Prepared | undefined;
  scope.addHook('onReady', async () => {
    document = prepare(JSON.stringify(scope.swagger()));
    page = prepare(renderDocs(scope.swagger()));
  });
  scope.get(
    '/api/openapi.json',
    { schema: { hide: true }, compress: false },
    async (request, reply) =>
      sendPrepared(
        request,
        reply
          .type('application/json; charset=utf-8')
          .header('cache-control', 'public, max-age=300'),
        document,
      ),
  );
  scope.get('/api/docs', { schema: { hide: true }, compress: false }, async (request, reply) =>
    sendPrepared(
      request,
      reply.type('text/html; charset=utf-8').header('content-security-policy', DOCS_POLICY),
      page,
    ),
  );
}

type Prepared = { plain: Buffer; gzip: Buffer };

function prepare(text: string): Prepared {
  return { plain: Buffer.from(text), gzip: gzipSync(text) };
}

function sendPrepared(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  prepared: Prepared | undefined,
): FastifyReply {
  reply.header('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(String(headers['accept-encoding']))) return reply.send(prepared?.plain);
  return reply.header('content-encoding', 'gzip').send(prepared?.gzip);
}

/** The part of an OpenAPI document that is changed here. The plugin's types mix 3.0 and 3.1. */
type Document = {
  paths?: Record<string, Record<string, { responses?: Record<string, unknown> }>>;
  components?: { schemas?: Record<string, unknown> };
};

/** Adds the problem response, which every operation has in common. */
function addProblemResponses(document: Document): void {
  const failure = {
    description: 'A problem, by its code',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
  for (const operations of Object.values(document.paths ?? {}))
    for (const operation of Object.values(operations))
      operation.responses = { ...operation.responses, default: failure };

  const { schemas } = document.components ?? {};
  document.components = {
    ...document.components,
    schemas: {
      ...schemas,
      Problem: z.toJSONSchema(
        mini.extend(problem, { mistakes: mini.optional(mini.array(mistake)) }),
      ),
    },
  };
}
