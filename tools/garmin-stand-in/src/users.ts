import type { FastifyInstance } from 'fastify';
import { bearer } from './oauth.ts';
import { deregister, type State } from './state.ts';

/** The user id and the permissions, under both prefixes that clients use. */
export function userRoutes(scope: FastifyInstance, state: State): void {
  for (const prefix of ['/wellness-api/rest', '/partner-gateway/rest']) {
    scope.get(`${prefix}/user/id`, async (request) => ({ userId: bearer(state, request).userId }));

    scope.get(`${prefix}/user/permissions`, async (request) => {
      const { permissions } = bearer(state, request);
      return state.assumptions.permissionsShape === 'array' ? permissions : { permissions };
    });

    scope.delete(`${prefix}/user/registration`, async (request, reply) => {
      deregister(state, bearer(state, request));
      return reply.code(204).send();
    });
  }

  scope.get('/userPermissions/', async (request) => bearer(state, request).permissions);
}
