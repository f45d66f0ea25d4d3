import swagger from '@fastify/swagger';
import { problem } from '@pacewright/contract';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { DOCS_POLICY, renderDocs } from './openapi-page.ts';

/** Collects every route registered after it. */
export function collectOpenApi(app: FastifyInstance): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Pacewright',
        version: '1',
        description:
          'Training paces from a race result, workouts as text, and the way to the watch. Speeds are in metres per second, distances in metres, times in seconds.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: { firebase: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (described) => {
      if (!('openapiObject' in described)) return described.swaggerObject;
      const document = jsonSchemaTransformObject(described);
      addFailures(document as Document);
      return document;
    },
  });
}

/** The description itself, for tools and as a page for people. */
export function openApiRoutes(scope: FastifyInstance): void {
  scope.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(scope.swagger()),
  );
  scope.get('/api/docs', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', DOCS_POLICY)
      .send(renderDocs(scope.swagger())),
  );
}

/** The part of an OpenAPI document that is completed here. The plugin's own types mix 3.0 with 3.1. */
type Document = {
  paths?: Record<string, Record<string, { responses?: Record<string, unknown> }>>;
  components?: { schemas?: Record<string, unknown> };
};

/** Every call can fail in the same shape; no route says so itself. */
function addFailures(document: Document): void {
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
    schemas: { ...schemas, Problem: z.toJSONSchema(problem) },
  };
}
