import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { bearer, has } from './oauth.ts';
import { GarminError } from './garmin-error.ts';
import type { GarminUser, State } from './state.ts';

const FILE_LIFETIME_MILLISECONDS = 24 * 3600 * 1000;
const MAX_BACKFILL_SECONDS = 30 * 24 * 3600;

/** A FIT file with a header, no records and no checksum of the header. */
const EMPTY_FIT = Buffer.from([
  14, 0x20, 0x54, 0x08, 0, 0, 0, 0, 0x2e, 0x46, 0x49, 0x54, 0, 0, 0, 0,
]);

/** Activities, which are announced by notifications and not pulled. */
export function activityRoutes(scope: FastifyInstance, state: State): void {
  for (const path of ['activities', 'activityDetails', 'manuallyUpdatedActivities'])
    scope.get<{ Querystring: { token?: string } }>(
      `/wellness-api/rest/${path}`,
      async (request) => {
        bearer(state, request);
        if (!request.query.token) throw new GarminError(400, 'InvalidPullTokenException failure');
        return [];
      },
    );

  scope.get<{ Querystring: { id?: string; token?: string } }>(
    '/wellness-api/rest/activityFile',
    async (request, reply) => {
      const { id = '', token } = request.query;
      const sent = request.headers.authorization;
      if (sent !== undefined && state.assumptions.bearerOnActivityFile === 'refused')
        throw new GarminError(401, 'Unexpected token');
      const file = state.files.get(id);
      if (!file || file.token !== token) throw new GarminError(404, 'File not found');
      if (file.isFetched || file.expiresAt <= state.now())
        throw new GarminError(410, 'File is gone');
      file.isFetched = true;
      return reply.type('application/octet-stream').send(EMPTY_FIT);
    },
  );

  scope.get<{
    Querystring: { summaryStartTimeInSeconds?: string; summaryEndTimeInSeconds?: string };
  }>('/wellness-api/rest/backfill/activities', async (request, reply) => {
    const user = bearer(state, request);
    const from = Number(request.query.summaryStartTimeInSeconds);
    const to = Number(request.query.summaryEndTimeInSeconds);
    if (!has(user, 'ACTIVITY_EXPORT') || !has(user, 'HISTORICAL_DATA_EXPORT'))
      throw new GarminError(400, 'Endpoint not enabled for summary type: CONNECT_ACTIVITY');
    if (!(to > from) || to - from > MAX_BACKFILL_SECONDS)
      throw new GarminError(400, 'Backfill range must be within 30 days');
    const key = `${user.userId} ${from} ${to}`;
    if (state.backfills.has(key)) throw new GarminError(409, 'Backfill was requested before');
    state.backfills.add(key);
    state.notifier.notify({ activities: [summary(state, user, from)] });
    return reply.code(202).send();
  });
}

/** Announces a run: with its data (push), or with an address to fetch its file from (ping). */
export function announceRun(
  state: State,
  user: GarminUser,
  { as, url }: { as: 'push' | 'ping'; url: string },
): void {
  const run = summary(state, user, Math.floor(state.now() / 1000) - 3600);
  if (as === 'push') {
    state.notifier.notify({ activities: [run] });
    return;
  }
  const { userId, summaryId, activityId, startTimeInSeconds, manual } = run;
  const token = randomBytes(16).toString('hex');
  const expiresAt = state.now() + FILE_LIFETIME_MILLISECONDS;
  state.files.set(summaryId, { id: summaryId, token, expiresAt, isFetched: false });
  state.notifier.notify({
    activityFiles: [
      {
        userId,
        summaryId,
        activityId,
        fileType: 'FIT',
        callbackURL: `${url}/wellness-api/rest/activityFile?id=${summaryId}&token=${token}`,
        startTimeInSeconds,
        manual,
      },
    ],
  });
}

function summary(state: State, { userId }: GarminUser, startTimeInSeconds: number) {
  const activityId = 18_000_000_000 + Number(state.nextId++);
  return {
    userId,
    summaryId: String(activityId),
    activityId,
    activityType: 'RUNNING',
    startTimeInSeconds,
    startTimeOffsetInSeconds: 3600,
    durationInSeconds: 3000,
    distanceInMeters: 10_000,
    manual: false,
  };
}
