import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Database } from '../../db/database.ts';
import { Problem } from '../../http/problem.ts';
import { addressKey, type RateLimits } from '../../http/rate-limits.ts';
import type { Garmin } from './garmin.ts';
import { CHECK_LINK } from './job-kinds.ts';
import { resume } from './resume.ts';
import * as store from './store.ts';

type Needs = { db: Database; garmin: Garmin; limits: RateLimits };

/** What Garmin asks for to pass its verification. */
const LARGEST_NOTIFICATION = 10 * 1024 * 1024;

const userId = z.string().check(z.minLength(1), z.maxLength(64));

/** One source saw a map of booleans. */
const permissions = z.union([z.array(z.string()), z.record(z.string(), z.boolean())]);

/** What is understood of a notification. It may carry several users and several kinds at once. */
const notification = z.object({
  deregistrations: z.optional(z.array(z.object({ userId }))),
  userPermissionsChange: z.optional(
    z.array(z.object({ userId, permissions, changeTimeInSeconds: z.number() })),
  ),
});

/**
 * What Garmin tells us. It is not signed, so the address is the secret, and what it says of a link is
 * checked with Garmin before it is believed. Answered with 200 only once it is stored: anything else is sent again.
 */
export function garminWebhooks(scope: FastifyInstance, { db, garmin, limits }: Needs): void {
  scope.post<{ Params: { secret: string } }>(
    '/api/garmin/webhooks/:secret',
    { bodyLimit: LARGEST_NOTIFICATION, schema: { hide: true } },
    async (request, reply) => {
      const notified = z.safeParse(notification, request.body);
      // Kept at Garmin and sent again, so that it can be looked at and mended.
      if (!notified.success) throw new Problem('INVALID_REQUEST');
      await take(notified.data);
      return reply.code(200).send();
    },
  );

  scope.addHook('onRequest', async (request) => {
    const { secret = '' } = request.params as { secret?: string };
    // Garmin's own test tool leaves the header out. Another's is not ours.
    const from = request.headers['garmin-client-id'] ?? garmin.clientId;
    if (isSame(secret, garmin.webhookSecret) && from === garmin.clientId) return;
    await limits.take('visitor', addressKey(request.ip));
    throw new Problem('NOT_FOUND');
  });

  async function take({
    deregistrations = [],
    userPermissionsChange = [],
  }: z.output<typeof notification>): Promise<void> {
    const told = [...deregistrations, ...userPermissionsChange];
    const owners = await store.findOwners(db, [...new Set(told.map((one) => one.userId))]);

    for (const { userId: garminUserId } of deregistrations) {
      const owner = owners.get(garminUserId);
      // Not believed at once: one that comes late may be about a link that has been replaced since.
      if (owner) await garmin.jobs.add(db, CHECK_LINK, { userId: owner });
    }
    for (const change of userPermissionsChange) {
      const owner = owners.get(change.userId);
      if (!owner) continue;
      await store.savePermissions(db, owner, {
        garminUserId: change.userId,
        permissions: listAllowed(change.permissions),
        at: new Date(change.changeTimeInSeconds * 1000),
      });
      await resume(db, garmin.jobs, owner);
    }
  }
}

function listAllowed(given: z.output<typeof permissions>): string[] {
  if (Array.isArray(given)) return given;
  return Object.keys(given).filter((name) => given[name]);
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
