import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { bearer, has } from './oauth.ts';
import { Refusal } from './refusal.ts';
import type { GarminUser, World } from './world.ts';

const FILE_LIFETIME_MILLISECONDS = 24 * 3600 * 1000;
const LONGEST_BACKFILL_SECONDS = 30 * 24 * 3600;

/** A FIT file with a header, no records and no checksum of the header. */
const EMPTY_FIT = Buffer.from([
  14, 0x20, 0x54, 0x08, 0, 0, 0, 0, 0x2e, 0x46, 0x49, 0x54, 0, 0, 0, 0,
]);

/** What was recorded on the watch: never pulled, only announced. */
export function activityRoutes(scope: FastifyInstance, world: World): void {
  for (const path of ['activities', 'activityDetails', 'manuallyUpdatedActivities'])
    scope.get<{ Querystring: { token?: string } }>(
      `/wellness-api/rest/${path}`,
      async (request) => {
        bearer(world, request);
        if (!request.query.token) throw new Refusal(400, 'InvalidPullTokenException failure');
        return [];
      },
    );

  scope.get<{ Querystring: { id?: string; token?: string } }>(
    '/wellness-api/rest/activityFile',
    async (request, reply) => {
      const { id = '', token } = request.query;
      const sent = request.headers.authorization;
      if (sent !== undefined && world.unknowns.bearerOnActivityFile === 'refused')
        throw new Refusal(401, 'Unexpected token');
      const file = world.files.get(id);
      if (!file || file.token !== token) throw new Refusal(404, 'File not found');
      if (file.isFetched || file.expiresAt <= world.now()) throw new Refusal(410, 'File is gone');
      file.isFetched = true;
      return reply.type('application/octet-stream').send(EMPTY_FIT);
    },
  );

  scope.get<{
    Querystring: { summaryStartTimeInSeconds?: string; summaryEndTimeInSeconds?: string };
  }>('/wellness-api/rest/backfill/activities', async (request, reply) => {
    const user = bearer(world, request);
    const from = Number(request.query.summaryStartTimeInSeconds);
    const to = Number(request.query.summaryEndTimeInSeconds);
    if (!has(user, 'ACTIVITY_EXPORT') || !has(user, 'HISTORICAL_DATA_EXPORT'))
      throw new Refusal(400, 'Endpoint not enabled for summary type: CONNECT_ACTIVITY');
    if (!(to > from) || to - from > LONGEST_BACKFILL_SECONDS)
      throw new Refusal(400, 'Backfill range must be within 30 days');
    const key = `${user.userId} ${from} ${to}`;
    if (world.backfills.has(key)) throw new Refusal(409, 'Backfill was requested before');
    world.backfills.add(key);
    world.notifier.notify({ activities: [summary(world, user, from)] });
    return reply.code(202).send();
  });
}

/** Announces a run: with its data (push), or with an address to fetch its file from (ping). */
export function announceRun(
  world: World,
  user: GarminUser,
  { as, url }: { as: 'push' | 'ping'; url: string },
): void {
  const run = summary(world, user, Math.floor(world.now() / 1000) - 3600);
  if (as === 'push') {
    world.notifier.notify({ activities: [run] });
    return;
  }
  const { userId, summaryId, activityId, startTimeInSeconds, manual } = run;
  const token = randomBytes(16).toString('hex');
  const expiresAt = world.now() + FILE_LIFETIME_MILLISECONDS;
  world.files.set(summaryId, { id: summaryId, token, expiresAt, isFetched: false });
  world.notifier.notify({
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

function summary(world: World, { userId }: GarminUser, startTimeInSeconds: number) {
  const activityId = 18_000_000_000 + Number(world.nextId++);
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
