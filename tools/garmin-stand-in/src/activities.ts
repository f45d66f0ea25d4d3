import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { bearer, has } from './oauth.ts';
import { GarminError } from './garmin-error.ts';
import { type GarminUser, type RecordedRun, type State, userNamed } from './state.ts';
import { runWorkout } from './watch-run.ts';

const FILE_LIFETIME_MILLISECONDS = 24 * 3600 * 1000;
const MAX_BACKFILL_SECONDS = 30 * 24 * 3600;

/** A FIT file with a header, no records and no checksum of the header. */
const EMPTY_FIT = Buffer.from([
  14, 0x20, 0x54, 0x08, 0, 0, 0, 0, 0x2e, 0x46, 0x49, 0x54, 0, 0, 0, 0,
]);

/** Activities, which are announced by notifications and not pulled. */
export function activityRoutes(scope: FastifyInstance, state: State, url: () => string): void {
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
      const { id = '', token = '' } = request.query;
      const isSent = request.headers.authorization !== undefined;
      if (isSent && state.assumptions.bearerOnActivityFile === 'refused')
        throw new GarminError(401, 'Unexpected token');
      const caller = isSent ? bearer(state, request) : undefined;
      const file = state.files.get(token);
      if (file?.summaryId !== id) throw new GarminError(404, 'File not found');
      const run = state.runs.get(id);
      if (!run || (caller && caller.userId !== run.userId))
        throw new GarminError(404, 'File not found');
      if (caller && !has(caller, 'ACTIVITY_EXPORT')) throw new GarminError(412, 'Not permitted');
      if (file.isFetched || file.expiresAt <= state.now())
        throw new GarminError(410, 'File is gone');
      file.isFetched = true;
      return reply.type('application/octet-stream').send(run.bytes);
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
    const runs = [...state.runs.values()].filter(
      ({ userId, startedAt }) => userId === user.userId && startedAt >= from && startedAt <= to,
    );
    if (runs.length > 0) {
      state.notifier.notify({ activities: runs.map(summaryOf) });
      state.notifier.notify({ activityFiles: runs.map((run) => fileOf(state, run, url())) });
    }
    return reply.code(202).send();
  });
}

export type Upload = {
  account: string;
  /** Base64 of a FIT file; one without records if it is left out. */
  file?: string;
  /** Unix seconds; an hour ago if it is left out. */
  startedAt?: number;
  seconds?: number;
  /** Sent with its data (push), with a URL to fetch its file from (ping), both as Garmin does, or not yet. */
  as?: 'push' | 'ping' | 'both' | 'none';
};

/** Stores a run at Garmin, and announces it to a partner who may know. */
export function uploadRun(
  state: State,
  { account, file, startedAt, seconds = 3000, as = 'both' }: Upload,
  url: string,
): RecordedRun {
  const user = userNamed(state, account);
  const run: RecordedRun = {
    userId: user.userId,
    summaryId: String(18_000_000_000 + Number(state.nextId++)),
    startedAt: startedAt ?? Math.floor(state.now() / 1000) - 3600,
    seconds,
    bytes: file === undefined ? EMPTY_FIT : Buffer.from(file, 'base64'),
  };
  state.runs.set(run.summaryId, run);
  announce(state, run, { as, url });
  return run;
}

/** Announces a run that is stored, again or for the first time. */
export function announce(
  state: State,
  run: RecordedRun,
  { as, url }: { as: Upload['as']; url: string },
): void {
  const user = state.users.get(run.userId);
  if (!user?.isRegistered || !has(user, 'ACTIVITY_EXPORT')) return;
  if (as === 'push' || as === 'both') state.notifier.notify({ activities: [summaryOf(run)] });
  if (as === 'ping' || as === 'both')
    state.notifier.notify({ activityFiles: [fileOf(state, run, url)] });
}

/** Deletes a run, as a person does on the phone. */
export function deleteRun(state: State, summaryId: string): void {
  const run = state.runs.get(summaryId);
  if (!run) return;
  state.runs.delete(summaryId);
  const user = state.users.get(run.userId);
  if (user?.isRegistered && has(user, 'ACTIVITY_EXPORT'))
    state.notifier.notify({ deletedActivities: [{ userId: run.userId, summaryId }] });
}

/** Runs a workout with the watch, and uploads the recording. */
export function runOnWatch(
  state: State,
  user: GarminUser,
  { workoutId, startedAt }: { workoutId: string; startedAt?: number },
  url: string,
): void {
  const workout = state.workouts.get(workoutId);
  if (workout?.userId !== user.userId) throw new GarminError(404, 'Workout not found');
  const start = startedAt ?? Math.floor(state.now() / 1000) - 3600;
  const { bytes, seconds } = runWorkout(workout.body, { startedAt: start, utcOffsetSeconds: 0 });
  const file = Buffer.from(bytes).toString('base64');
  uploadRun(state, { account: user.name, file, startedAt: start, seconds }, url);
}

function fileOf(state: State, { userId, summaryId, startedAt }: RecordedRun, url: string) {
  const token = randomBytes(16).toString('hex');
  const expiresAt = state.now() + FILE_LIFETIME_MILLISECONDS;
  state.files.set(token, { summaryId, expiresAt, isFetched: false });
  return {
    userId,
    summaryId,
    activityId: Number(summaryId),
    fileType: 'FIT',
    callbackURL: `${url}/wellness-api/rest/activityFile?id=${summaryId}&token=${token}`,
    startTimeInSeconds: startedAt,
    manual: false,
  };
}

function summaryOf({ userId, summaryId, startedAt, seconds }: RecordedRun) {
  return {
    userId,
    summaryId,
    activityId: Number(summaryId),
    activityType: 'RUNNING',
    startTimeInSeconds: startedAt,
    startTimeOffsetInSeconds: 3600,
    durationInSeconds: seconds,
    manual: false,
  };
}
