import {
  actOnSeason,
  deleteSeason,
  getSeason,
  listSeasons,
  previewSeason,
  previewSeasonAction,
  startSeason,
  undoSeasonAction,
} from '@pacewright/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { Problem } from '../../http/problem.ts';
import { rawJson, serve } from '../../http/serve.ts';
import * as store from './season-store.ts';

export function seasonRoutes(scope: FastifyInstance, { db }: { db: Database }): void {
  serve(scope, listSeasons, async ({ userId }) =>
    rawJson(`{"seasons":[${(await store.listSeasons(db, userId)).join()}]}`),
  );

  for (const endpoint of [
    actOnSeason,
    deleteSeason,
    getSeason,
    previewSeason,
    previewSeasonAction,
    startSeason,
    undoSeasonAction,
  ])
    serve(scope, endpoint, async () => {
      throw new Problem('UNAVAILABLE');
    });
}
