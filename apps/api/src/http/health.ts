import { getLive, getReady } from '@pacewright/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { Problem } from './problem.ts';
import { serve } from './serve.ts';

const OK = { status: 'ok' } as const;

/** Two questions a balancer asks: does it run, and should it get requests. */
export function healthRoutes(
  scope: FastifyInstance,
  { db, isDraining }: { db: Db; isDraining: () => boolean },
): void {
  serve(scope, getLive, async () => OK);

  serve(scope, getReady, async () => {
    if (isDraining()) throw new Problem('UNAVAILABLE', { detail: 'Shutting down', retryAfter: 5 });
    await db.query(sql`select 1`);
    return OK;
  });
}
