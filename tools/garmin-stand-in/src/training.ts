import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { exactNumber } from './exact-json.ts';
import { bearer, has } from './oauth.ts';
import { Refusal } from './refusal.ts';
import { mistakeInWorkout } from './workout-rules.ts';
import {
  type GarminUser,
  newId,
  type StoredSchedule,
  type StoredWorkout,
  type World,
} from './world.ts';

type WithId = { Params: { id: string } };

/** Workouts, and the days they stand on. */
export function trainingRoutes(scope: FastifyInstance, world: World): void {
  for (const path of ['/workoutportal/workout/v2', '/training-api/workout/v2'])
    scope.post(path, async (request) => {
      const user = admit(world, request);
      const body = request.body as StoredWorkout['body'];
      const given = body?.['workoutId'];
      if (given !== undefined && given !== null)
        throw new Refusal(400, 'workoutId must not be sent when a workout is made');
      refuseMistakes(world, body);

      const workoutId = newId(world);
      const now = world.now();
      const kept = request.fault?.kind === 'lose-steps' ? withoutSteps(body) : body;
      const workout = {
        workoutId,
        userId: user.userId,
        body: kept,
        createdAt: now,
        updatedAt: now,
      };
      world.workouts.set(workoutId, workout);
      return answerWorkout(world, workout, user);
    });

  scope.get<WithId>('/training-api/workout/v2/:id', async (request) => {
    const user = admit(world, request);
    return answerWorkout(world, ownWorkout(world, user, request.params.id), user);
  });

  scope.put<WithId>('/training-api/workout/v2/:id', async (request, reply) => {
    const user = admit(world, request);
    const { id } = request.params;
    const body = request.body as StoredWorkout['body'];
    const inBody = body?.['workoutId'];
    if (digits(inBody) !== id)
      throw new Refusal(400, `workoutId ${id} doesn't match with ${String(digits(inBody))}`);
    if (digits(body['ownerId']) !== user.ownerId)
      throw new Refusal(400, `ownerId doesn't match with ${String(digits(body['ownerId']))}`);
    refuseMistakes(world, body);
    const workout = ownWorkout(world, user, id);
    const { workoutId: _id, ownerId: _owner, ...kept } = body;
    workout.body = request.fault?.kind === 'lose-steps' ? withoutSteps(kept) : kept;
    workout.updatedAt = world.now();
    return reply.code(204).send();
  });

  scope.delete<WithId>('/training-api/workout/v2/:id', async (request, reply) => {
    const user = admit(world, request);
    const { workoutId } = ownWorkout(world, user, request.params.id);
    world.workouts.delete(workoutId);
    if (world.unknowns.schedulesOfDeletedWorkout === 'go')
      for (const schedule of world.schedules.values())
        if (schedule.workoutId === workoutId) world.schedules.delete(schedule.scheduleId);
    return reply.code(204).send();
  });

  for (const path of ['/training-api/schedule', '/training-api/schedule/'])
    scope.post(path, async (request, reply) => {
      const user = admit(world, request);
      const { workoutId, date } = readSchedule(world, user, request.body);
      const schedule = { scheduleId: newId(world), userId: user.userId, workoutId, date };
      world.schedules.set(schedule.scheduleId, schedule);
      return answerNewSchedule(world, schedule, request, reply);
    });

  scope.get<{ Querystring: { startDate?: string; endDate?: string } }>(
    '/training-api/schedule',
    async (request) => {
      const user = admit(world, request);
      const { startDate, endDate } = request.query;
      if (!isDate(startDate) || !isDate(endDate))
        throw new Refusal(400, 'startDate and endDate are needed');
      return [...world.schedules.values()]
        .filter(
          ({ userId, date }) => userId === user.userId && date >= startDate && date <= endDate,
        )
        .map(answerSchedule);
    },
  );

  scope.get<WithId>('/training-api/schedule/:id', async (request) =>
    answerSchedule(ownSchedule(world, admit(world, request), request.params.id)),
  );

  scope.put<WithId>('/training-api/schedule/:id', async (request, reply) => {
    const user = admit(world, request);
    const inBody = (request.body as Record<string, unknown> | undefined)?.['scheduleId'];
    if (digits(inBody) !== request.params.id)
      throw new Refusal(400, `scheduleId doesn't match with ${String(digits(inBody))}`);
    const { workoutId, date } = readSchedule(world, user, request.body);
    Object.assign(ownSchedule(world, user, request.params.id), { workoutId, date });
    return reply.code(204).send();
  });

  scope.delete<WithId>('/training-api/schedule/:id', async (request, reply) => {
    const user = admit(world, request);
    world.schedules.delete(ownSchedule(world, user, request.params.id).scheduleId);
    return reply.code(204).send();
  });
}

/** In Garmin's order: a good token, a link that stands, the permission, and the quota. */
function admit(world: World, request: FastifyRequest): GarminUser {
  const user = bearer(world, request);
  if (!has(user, 'WORKOUT_IMPORT'))
    throw new Refusal(412, 'User has not granted permission for WORKOUT_IMPORT');
  const minute = Math.floor(world.now() / 60_000);
  const day = Math.floor(world.now() / 86_400_000);
  const isWithin =
    count(world, `minute ${minute}`) <= world.limits.perMinute &&
    count(world, `day ${day} ${user.userId}`) <= world.limits.perUserAndDay;
  if (!isWithin) throw tooMany(world);
  return user;
}

function count(world: World, key: string): number {
  const counted = (world.counts.get(key) ?? 0) + 1;
  world.counts.set(key, counted);
  return counted;
}

/** Over the limit. Says when to come back if the switch says so. */
export function tooMany(world: World): Refusal {
  const next = (Math.floor(world.now() / 60_000) + 1) * 60_000;
  const retryAfter = {
    none: undefined,
    seconds: String(Math.ceil((next - world.now()) / 1000)),
    date: new Date(next).toUTCString(),
  }[world.unknowns.retryAfter];
  return new Refusal(
    429,
    'API rate limit exceeded',
    retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  );
}

function refuseMistakes(world: World, body: unknown): void {
  const mistake = mistakeInWorkout(body, world.unknowns);
  if (mistake) throw new Refusal(400, mistake);
}

function withoutSteps(body: StoredWorkout['body']): StoredWorkout['body'] {
  const segments = body['segments'] as Record<string, unknown>[];
  return { ...body, segments: segments.map((segment) => ({ ...segment, steps: [] })) };
}

function ownWorkout(world: World, user: GarminUser, id: string): StoredWorkout {
  const workout = world.workouts.get(id);
  if (workout?.userId !== user.userId) throw new Refusal(404, 'Workout not found');
  return workout;
}

function ownSchedule(world: World, user: GarminUser, id: string): StoredSchedule {
  const schedule = world.schedules.get(id);
  if (schedule?.userId !== user.userId) throw new Refusal(404, 'Schedule not found');
  return schedule;
}

function readSchedule(world: World, user: GarminUser, body: unknown) {
  const { workoutId, date } = (body ?? {}) as Record<string, unknown>;
  const id = digits(workoutId);
  if (id === null) throw new Refusal(400, 'workoutId must be a number');
  if (!isDate(date)) throw new Refusal(400, 'date must be YYYY-MM-DD');
  return { workoutId: ownWorkout(world, user, id).workoutId, date };
}

function answerWorkout(
  world: World,
  { workoutId, body, createdAt, updatedAt }: StoredWorkout,
  user: GarminUser,
) {
  return {
    ...body,
    workoutId: exactNumber(workoutId),
    ...(world.unknowns.ownerId === 'told' && { ownerId: exactNumber(user.ownerId) }),
    createdDate: new Date(createdAt).toISOString(),
    updatedDate: new Date(updatedAt).toISOString(),
  };
}

function answerSchedule({ scheduleId, workoutId, date }: StoredSchedule) {
  return { scheduleId: exactNumber(scheduleId), workoutId: exactNumber(workoutId), date };
}

function answerNewSchedule(
  world: World,
  schedule: StoredSchedule,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const kind = request.fault?.kind;
  const shape =
    (kind === 'answer-number' && 'number') ||
    (kind === 'answer-nothing' && 'empty') ||
    world.unknowns.scheduleAnswer;
  if (shape === 'empty') return reply.code(204).send();
  if (shape === 'number')
    return reply.type('application/json').send(JSON.stringify(exactNumber(schedule.scheduleId)));
  return answerSchedule(schedule);
}

/** The digits of a JSON number; a string of digits is not one. */
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
