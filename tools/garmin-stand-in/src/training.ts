import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rawNumber } from './lossless-json.ts';
import { bearer, has } from './oauth.ts';
import { GarminError } from './garmin-error.ts';
import { findWorkoutMistake } from './workout-rules.ts';
import {
  type GarminUser,
  newId,
  type StoredSchedule,
  type StoredWorkout,
  type State,
} from './state.ts';

type WithId = { Params: { id: string } };

/** Workouts and schedules. */
export function trainingRoutes(scope: FastifyInstance, state: State): void {
  for (const path of ['/workoutportal/workout/v2', '/training-api/workout/v2'])
    scope.post(path, async (request) => {
      const user = admit(state, request);
      const body = request.body as StoredWorkout['body'];
      const given = body?.['workoutId'];
      if (given !== undefined && given !== null)
        throw new GarminError(400, 'workoutId must not be sent when a workout is made');
      requireValidWorkout(state, body);

      const workoutId = newId(state);
      const now = state.now();
      const stored = request.fault?.kind === 'lose-steps' ? withoutSteps(body) : body;
      const workout = {
        workoutId,
        userId: user.userId,
        body: stored,
        createdAt: now,
        updatedAt: now,
      };
      state.workouts.set(workoutId, workout);
      return answerWorkout(state, workout, user);
    });

  scope.get<WithId>('/training-api/workout/v2/:id', async (request) => {
    const user = admit(state, request);
    return answerWorkout(state, requireWorkout(state, user, request.params.id), user);
  });

  scope.put<WithId>('/training-api/workout/v2/:id', async (request, reply) => {
    const user = admit(state, request);
    const { id } = request.params;
    const body = request.body as StoredWorkout['body'];
    const inBody = body?.['workoutId'];
    if (digits(inBody) !== id)
      throw new GarminError(400, `workoutId ${id} doesn't match with ${String(digits(inBody))}`);
    if (digits(body['ownerId']) !== user.ownerId)
      throw new GarminError(400, `ownerId doesn't match with ${String(digits(body['ownerId']))}`);
    requireValidWorkout(state, body);
    const workout = requireWorkout(state, user, id);
    const { workoutId: _id, ownerId: _owner, ...stored } = body;
    workout.body = request.fault?.kind === 'lose-steps' ? withoutSteps(stored) : stored;
    workout.updatedAt = state.now();
    return reply.code(204).send();
  });

  scope.delete<WithId>('/training-api/workout/v2/:id', async (request, reply) => {
    const user = admit(state, request);
    const { workoutId } = requireWorkout(state, user, request.params.id);
    state.workouts.delete(workoutId);
    if (state.assumptions.schedulesOfDeletedWorkout === 'go')
      for (const schedule of state.schedules.values())
        if (schedule.workoutId === workoutId) state.schedules.delete(schedule.scheduleId);
    return reply.code(204).send();
  });

  for (const path of ['/training-api/schedule', '/training-api/schedule/'])
    scope.post(path, async (request, reply) => {
      const user = admit(state, request);
      const { workoutId, date } = readSchedule(state, user, request.body);
      const schedule = { scheduleId: newId(state), userId: user.userId, workoutId, date };
      state.schedules.set(schedule.scheduleId, schedule);
      return answerNewSchedule(state, schedule, request, reply);
    });

  scope.get<{ Querystring: { startDate?: string; endDate?: string } }>(
    '/training-api/schedule',
    async (request) => {
      const user = admit(state, request);
      const { startDate, endDate } = request.query;
      if (!isDate(startDate) || !isDate(endDate))
        throw new GarminError(400, 'startDate and endDate are needed');
      return [...state.schedules.values()]
        .filter(
          ({ userId, date }) => userId === user.userId && date >= startDate && date <= endDate,
        )
        .map(answerSchedule);
    },
  );

  scope.get<WithId>('/training-api/schedule/:id', async (request) =>
    answerSchedule(requireSchedule(state, admit(state, request), request.params.id)),
  );

  scope.put<WithId>('/training-api/schedule/:id', async (request, reply) => {
    const user = admit(state, request);
    const inBody = (request.body as Record<string, unknown> | undefined)?.['scheduleId'];
    if (digits(inBody) !== request.params.id)
      throw new GarminError(400, `scheduleId doesn't match with ${String(digits(inBody))}`);
    const { workoutId, date } = readSchedule(state, user, request.body);
    Object.assign(requireSchedule(state, user, request.params.id), { workoutId, date });
    return reply.code(204).send();
  });

  scope.delete<WithId>('/training-api/schedule/:id', async (request, reply) => {
    const user = admit(state, request);
    state.schedules.delete(requireSchedule(state, user, request.params.id).scheduleId);
    return reply.code(204).send();
  });
}

/** Checks in Garmin's order: token, connection, permission, rate limit. */
function admit(state: State, request: FastifyRequest): GarminUser {
  const user = bearer(state, request);
  if (!has(user, 'WORKOUT_IMPORT'))
    throw new GarminError(412, 'User has not granted permission for WORKOUT_IMPORT');
  const minute = Math.floor(state.now() / 60_000);
  const day = Math.floor(state.now() / 86_400_000);
  const isWithin =
    count(state, `minute ${minute}`) <= state.limits.perMinute &&
    count(state, `day ${day} ${user.userId}`) <= state.limits.perUserAndDay;
  if (!isWithin) throw rateLimited(state);
  return user;
}

function count(state: State, key: string): number {
  const counted = (state.counts.get(key) ?? 0) + 1;
  state.counts.set(key, counted);
  return counted;
}

/** A 429, with Retry-After if the assumption says so. */
export function rateLimited(state: State): GarminError {
  const next = (Math.floor(state.now() / 60_000) + 1) * 60_000;
  const retryAfter = {
    none: undefined,
    seconds: String(Math.ceil((next - state.now()) / 1000)),
    date: new Date(next).toUTCString(),
  }[state.assumptions.retryAfter];
  return new GarminError(
    429,
    'API rate limit exceeded',
    retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  );
}

function requireValidWorkout(state: State, body: unknown): void {
  const mistake = findWorkoutMistake(body, state.assumptions);
  if (mistake) throw new GarminError(400, mistake);
}

function withoutSteps(body: StoredWorkout['body']): StoredWorkout['body'] {
  const segments = body['segments'] as Record<string, unknown>[];
  return { ...body, segments: segments.map((segment) => ({ ...segment, steps: [] })) };
}

function requireWorkout(state: State, user: GarminUser, id: string): StoredWorkout {
  const workout = state.workouts.get(id);
  if (workout?.userId !== user.userId) throw new GarminError(404, 'Workout not found');
  return workout;
}

function requireSchedule(state: State, user: GarminUser, id: string): StoredSchedule {
  const schedule = state.schedules.get(id);
  if (schedule?.userId !== user.userId) throw new GarminError(404, 'Schedule not found');
  return schedule;
}

function readSchedule(state: State, user: GarminUser, body: unknown) {
  const { workoutId, date } = (body ?? {}) as Record<string, unknown>;
  const id = digits(workoutId);
  if (id === null) throw new GarminError(400, 'workoutId must be a number');
  if (!isDate(date)) throw new GarminError(400, 'date must be YYYY-MM-DD');
  return { workoutId: requireWorkout(state, user, id).workoutId, date };
}

function answerWorkout(
  state: State,
  { workoutId, body, createdAt, updatedAt }: StoredWorkout,
  user: GarminUser,
) {
  return {
    ...body,
    workoutId: rawNumber(workoutId),
    ...(state.assumptions.ownerId === 'present' && { ownerId: rawNumber(user.ownerId) }),
    createdDate: new Date(createdAt).toISOString(),
    updatedDate: new Date(updatedAt).toISOString(),
  };
}

function answerSchedule({ scheduleId, workoutId, date }: StoredSchedule) {
  return { scheduleId: rawNumber(scheduleId), workoutId: rawNumber(workoutId), date };
}

function answerNewSchedule(
  state: State,
  schedule: StoredSchedule,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const kind = request.fault?.kind;
  const shape =
    (kind === 'answer-number' && 'number') ||
    (kind === 'answer-nothing' && 'empty') ||
    state.assumptions.scheduleAnswer;
  if (shape === 'empty') return reply.code(204).send();
  if (shape === 'number')
    return reply.type('application/json').send(JSON.stringify(rawNumber(schedule.scheduleId)));
  return answerSchedule(schedule);
}

/** The digits of a JSON number; a string is not accepted. */
function digits(value: unknown): string | null {
  if (typeof value === 'bigint' || Number.isInteger(value)) return String(value);
  return null;
}

function isDate(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().startsWith(value)
  );
}
