import {
  connectGarmin,
  disconnectGarmin,
  type GarminStatus,
  getGarminStatus,
} from '@pacewright/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { Problem } from '../../http/problem.ts';
import { serve } from '../../http/serve.ts';
import { GarminFailure } from './client.ts';
import type { Garmin } from './garmin.ts';
import { countWaiting, findLastSent } from './delivery-store.ts';
import { AccountTaken } from './links.ts';
import { allows, canSendWorkouts, findLink } from './store.ts';

type Needs = { db: Database; garmin: Garmin | undefined };

export function garminRoutes(scope: FastifyInstance, { db, garmin }: Needs): void {
  serve(scope, getGarminStatus, async ({ userId }) => status(userId));

  serve(scope, connectGarmin, async ({ userId, body, log }) => {
    if (!garmin) throw new Problem('GARMIN_NOT_AVAILABLE');
    const { code, code_verifier: verifier } = body;
    await garmin.links.connect(userId, { code, verifier }).catch((error: unknown) => {
      if (error instanceof AccountTaken) throw new Problem('GARMIN_ACCOUNT_TAKEN');
      if (!(error instanceof GarminFailure)) throw error;
      log.warn({ err: error }, 'connecting with Garmin failed');
      throw new Problem(error.kind === 'bad-grant' ? 'GARMIN_REFUSED' : 'GARMIN_AWAY');
    });
    return status(userId);
  });

  serve(scope, disconnectGarmin, async ({ userId }) => {
    await garmin?.links.disconnect(userId);
    return status(userId);
  });

  async function status(userId: string): Promise<GarminStatus> {
    const link = garmin && (await findLink(db, userId));
    return {
      available: garmin !== undefined,
      connected: link?.tokens !== undefined,
      needsReconnect: link !== undefined && link.tokens === undefined,
      permissions: link?.permissions ?? [],
      canSendWorkouts: link !== undefined && canSendWorkouts(link),
      canReceiveActivities: link !== undefined && allows(link, 'ACTIVITY_EXPORT'),
      connectedAt: link?.connectedAt.toISOString() ?? null,
      lastSent: (link && (await findLastSent(db, userId))) ?? null,
      waitingCount: link ? await countWaiting(db, userId) : 0,
      consentUrl: garmin?.consentUrl ?? null,
    };
  }
}
