import type { FastifyInstance } from 'fastify';
import { Problem } from '../../http/problem.ts';

/** What a subscription may grant. */
export type Entitlement = 'paces' | 'workouts' | 'calendar' | 'garmin';

export type IsEntitled = (userId: string, entitlement: Entitlement) => Promise<boolean>;

/** Everyone is subscribed, and everything is granted. This module is the one place that knows. */
export const isEntitled: IsEntitled = async () => true;

/** Everything in this scope is part of a subscription that grants it. */
export function requireEntitlement(
  scope: FastifyInstance,
  entitlement: Entitlement,
  ask: IsEntitled,
): void {
  scope.addHook('onRequest', async ({ userId }) => {
    if (!(await ask(userId, entitlement))) throw new Problem('NOT_SUBSCRIBED');
  });
}
