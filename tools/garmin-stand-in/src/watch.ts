import type { FastifyInstance, FastifyReply } from 'fastify';
import { runOnWatch } from './activities.ts';
import { watchPage } from './pages.ts';
import { changePermissions, deleteAtGarmin, deregister, PERMISSIONS, type State } from './state.ts';

type OfUser = { Params: { userId: string; workoutId: string } };

/** A page with the received workouts and the actions of a person on watch or phone. */
export function watchRoutes(scope: FastifyInstance, state: State, url: () => string): void {
  scope.get('/', async (_request, reply) => reply.redirect('/watch', 302));

  scope.get('/watch', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(watchPage(state)),
  );

  scope.post<OfUser>('/watch/:userId/workouts/:workoutId/delete', async (request, reply) => {
    deleteAtGarmin(state, request.params.workoutId);
    return back(reply);
  });

  scope.post<OfUser>('/watch/:userId/workouts/:workoutId/run', async (request, reply) => {
    const user = state.users.get(request.params.userId);
    if (user) runOnWatch(state, user, request.params, url());
    return back(reply);
  });

  scope.post<OfUser>('/watch/:userId/permissions', async (request, reply) => {
    const chosen = new URLSearchParams(String(request.body)).getAll('permission');
    const user = state.users.get(request.params.userId);
    if (user)
      changePermissions(
        state,
        user,
        PERMISSIONS.filter((name) => chosen.includes(name)),
      );
    return back(reply);
  });

  scope.post<OfUser>('/watch/:userId/deregister', async (request, reply) => {
    const user = state.users.get(request.params.userId);
    if (user) deregister(state, user);
    return back(reply);
  });
}

function back(reply: FastifyReply): FastifyReply {
  return reply.redirect('/watch', 303);
}
