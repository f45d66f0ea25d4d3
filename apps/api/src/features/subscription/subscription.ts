import type { FastifyInstance } from 'fastify';
import { Problem } from '../../http/problem.ts';

/** A feature that a subscription may grant. */
export type Entitlement = 'paces' | 'workouts' | 'calendar' | 'garmin';

export type IsEntitled = (userId: string, entitlement: Entitlement) => Promise<boolean>;

/** Everyone is subscribed, and everything is granted. Only this module decides that. */
export const isEntitled: IsEntitled = async () => true;

/** Requires the entitlement in this scope. */
export function requireEntitlement(
  scope: FastifyInstance,
  entitlement: Entitlement,
  check: IsEntitled,
): void {
  scope.addHook('onRequest', async ({ userId }) => {
    if (!(await check(userId, entitlement))) throw new Problem('NOT_SUBSCRIBED');
  });
}
