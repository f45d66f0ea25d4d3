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
import { GarminFailure, isFailure } from './client.ts';
import { canSendWorkouts, findConnection } from './connection-store.ts';
import { NotConnected } from './access-tokens.ts';
import { AccountTaken } from './connect.ts';
import type { Garmin } from './garmin.ts';
import { countWaiting, findLastSent } from './item-store.ts';

type Dependencies = { db: Database; garmin: Garmin | undefined };

export function garminRoutes(scope: FastifyInstance, { db, garmin }: Dependencies): void {
  serve(scope, getGarminStatus, async ({ userId }) => status(userId));

  serve(scope, connectGarmin, async ({ userId, body, log }) => {
    if (!garmin) throw new Problem('GARMIN_NOT_AVAILABLE');
    const { code, code_verifier: verifier, consent_version: consentVersion } = body;
    const consent = { code, verifier, consentVersion };
    await garmin.connections.connect(userId, consent).catch((error: unknown) => {
      if (error instanceof AccountTaken) throw new Problem('GARMIN_ACCOUNT_TAKEN');
      if (error instanceof NotConnected) throw new Problem('ACCOUNT_DELETED');
      if (!(error instanceof GarminFailure)) throw error;
      log.warn({ err: error }, 'connecting with Garmin failed');
      throw new Problem(isFailure(error, 'invalid-grant') ? 'GARMIN_REFUSED' : 'GARMIN_AWAY');
    });
    return status(userId);
  });

  serve(scope, disconnectGarmin, async ({ userId }) => {
    await garmin?.connections.disconnect(userId);
    return status(userId);
  });

  async function status(userId: string): Promise<GarminStatus> {
    const connection = garmin && (await findConnection(db, userId));
    const isConnected = connection?.tokens !== undefined;
    return {
      available: garmin !== undefined,
      connected: isConnected,
      needsReconnect: connection !== undefined && !isConnected,
      permissions: (isConnected && connection.permissions) || [],
      canSendWorkouts: connection !== undefined && canSendWorkouts(connection),
      canReceiveActivities: isConnected && connection.mayReceiveRuns,
      connectedAt: connection?.connectedAt.toISOString() ?? null,
      lastSent: (connection && (await findLastSent(db, userId))) ?? null,
      waitingCount: connection ? await countWaiting(db, userId) : 0,
      consentUrl: garmin?.consentUrl ?? null,
    };
  }
}
