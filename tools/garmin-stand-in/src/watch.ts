import type { FastifyInstance, FastifyReply } from 'fastify';
import { watchPage } from './pages.ts';
import { changePermissions, deleteAtGarmin, deregister, PERMISSIONS, type World } from './world.ts';

type OfUser = { Params: { userId: string; workoutId: string } };

/** A page that shows what arrived, and lets a person do what they would do on watch or phone. */
export function watchRoutes(scope: FastifyInstance, world: World): void {
  scope.get('/', async (_request, reply) => reply.redirect('/watch', 302));

  scope.get('/watch', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(watchPage(world)),
  );

  scope.post<OfUser>('/watch/:userId/workouts/:workoutId/delete', async (request, reply) => {
    deleteAtGarmin(world, request.params.workoutId);
    return back(reply);
  });

  scope.post<OfUser>('/watch/:userId/permissions', async (request, reply) => {
    const chosen = new URLSearchParams(String(request.body)).getAll('permission');
    const user = world.users.get(request.params.userId);
    if (user)
      changePermissions(
        world,
        user,
        PERMISSIONS.filter((name) => chosen.includes(name)),
      );
    return back(reply);
  });

  scope.post<OfUser>('/watch/:userId/deregister', async (request, reply) => {
    const user = world.users.get(request.params.userId);
    if (user) deregister(world, user);
    return back(reply);
  });
}

function back(reply: FastifyReply): FastifyReply {
  return reply.redirect('/watch', 303);
}
