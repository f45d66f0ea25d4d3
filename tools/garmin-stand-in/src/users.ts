import type { FastifyInstance } from 'fastify';
import { bearer } from './oauth.ts';
import { deregister, type World } from './world.ts';

/** Who someone is and what they allow. Served under both prefixes that clients use. */
export function userRoutes(scope: FastifyInstance, world: World): void {
  for (const prefix of ['/wellness-api/rest', '/partner-gateway/rest']) {
    scope.get(`${prefix}/user/id`, async (request) => ({ userId: bearer(world, request).userId }));

    scope.get(`${prefix}/user/permissions`, async (request) => {
      const { permissions } = bearer(world, request);
      return world.unknowns.permissionsShape === 'array' ? permissions : { permissions };
    });

    scope.delete(`${prefix}/user/registration`, async (request, reply) => {
      deregister(world, bearer(world, request));
      return reply.code(204).send();
    });
  }

  scope.get('/userPermissions/', async (request) => bearer(world, request).permissions);
}
