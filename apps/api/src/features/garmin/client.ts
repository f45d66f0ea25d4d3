import type { GarminBody } from '@pacewright/delivery';
import * as z from 'zod/mini';
import { exactNumber, parseExactly } from './exact-json.ts';

// All that this API knows of Garmin's. What is believed of it, and how firmly, stands in docs/garmin.md.

export type GarminTokens = {
  accessToken: string;
  accessExpiresAt: Date;
  refreshToken: string;
  refreshExpiresAt: Date;
};

export type GarminClient = {
  /** Where consent is asked for. The browser adds its challenge and state. */
  consentUrl: string;
  exchangeCode: (code: string, verifier: string) => Promise<GarminTokens>;
  /** Garmin takes the refresh token back with this call, whether or not its answer arrives. */
  refresh: (refreshToken: string) => Promise<GarminTokens>;
  readUserId: (accessToken: string) => Promise<string>;
  readPermissions: (accessToken: string) => Promise<string[]>;
  deregister: (accessToken: string) => Promise<void>;
  createWorkout: (accessToken: string, body: GarminBody) => Promise<WorkoutAtGarmin>;
  readWorkout: (accessToken: string, garminId: string) => Promise<WorkoutAtGarmin>;
  updateWorkout: (
    accessToken: string,
    ids: { garminId: string; ownerId: string },
    body: GarminBody,
  ) => Promise<void>;
  deleteWorkout: (accessToken: string, garminId: string) => Promise<void>;
  /** Returns the id of the schedule, if Garmin tells it. */
  createSchedule: (accessToken: string, on: OnDay) => Promise<string | undefined>;
  updateSchedule: (accessToken: string, garminId: string, on: OnDay) => Promise<void>;
  deleteSchedule: (accessToken: string, garminId: string) => Promise<void>;
  /** What stands on a day. */
  listSchedules: (
    accessToken: string,
    day: string,
  ) => Promise<{ garminId: string; workoutId: string }[]>;
};

type WorkoutAtGarmin = {
  garminId: string;
  /** Whose it is, as a number; an update has to repeat it. */
  ownerId: string | undefined;
  /** How many it has, each repeat counted as one. */
  steps: number;
};

type OnDay = { workoutId: string; day: string };

export type FailureKind =
  /** The code or the refresh token is not good, or no longer. */
  | 'bad-grant'
  /** Garmin does not know this server: its key or secret is wrong. */
  | 'bad-client'
  /** What was sent is not accepted as it is. */
  | 'rejected'
  | 'expired'
  /** The athlete has ended the link. */
  | 'ended'
  | 'missing'
  | 'not-permitted'
  | 'too-many'
  /** Nothing has happened there. */
  | 'away'
  /** It may have happened, or not: the answer was lost. */
  | 'unanswered';

/** A call that did not succeed. Carries no token, whatever Garmin wrote. */
export class GarminFailure extends Error {
  readonly kind: FailureKind;
  /** What Garmin said, if it may be kept. */
  readonly note: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: FailureKind, note = '', retryAfterSeconds?: number) {
    super(note === '' ? kind : `${kind}: ${note}`);
    this.name = 'GarminFailure';
    this.kind = kind;
    this.note = note;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export type GarminAddresses = {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  consentUrl: string;
  tokenUrl: string;
  apiUrl: string;
  userPath: string;
  createPath: string;
};

/** Shorter than a statement may take: whoever waits for a refresh waits in the database. */
const ANSWER_WITHIN_MILLISECONDS = 8_000;

const tokensAnswer = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.number().check(z.positive()),
  refresh_token: z.string().check(z.minLength(1)),
  refresh_token_expires_in: z.number().check(z.positive()),
});

const userIdAnswer = z.object({ userId: z.string().check(z.minLength(1), z.maxLength(64)) });

/** A number, or its digits when a double cannot hold it. */
const idAnswer = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,19}$/))]),
  z.transform(String),
);

const workoutAnswer = z.object({
  workoutId: idAnswer,
  ownerId: z.nullish(idAnswer),
  segments: z.nullish(z.array(z.object({ steps: z.nullish(z.array(z.unknown())) }))),
});

const scheduleAnswer = z.union([
  z.pipe(
    z.object({ scheduleId: idAnswer }),
    z.transform(({ scheduleId }) => scheduleId),
  ),
  idAnswer,
]);

const schedulesAnswer = z.array(z.object({ scheduleId: idAnswer, workoutId: idAnswer }));

/** Notes show an array, running clients read an object. */
const permissionsAnswer = z.union([
  z.array(z.string()),
  z.object({ permissions: z.array(z.string()) }),
]);

export function createGarminClient(
  addresses: GarminAddresses,
  {
    now = () => new Date(),
    answerWithinMilliseconds = ANSWER_WITHIN_MILLISECONDS,
  }: { now?: () => Date; answerWithinMilliseconds?: number } = {},
): GarminClient {
  const {
    clientId,
    clientSecret,
    redirectUri,
    consentUrl,
    tokenUrl,
    apiUrl,
    userPath,
    createPath,
  } = addresses;

  async function ask(method: string, url: string, init: RequestInit): Promise<Answer> {
    // Only a request that repeats without harm is certain to have done nothing when it fails.
    const lost = method === 'POST' ? 'unanswered' : 'away';
    let answer: Answer;
    try {
      const response = await fetch(url, {
        ...init,
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(answerWithinMilliseconds),
      });
      answer = { status: response.status, headers: response.headers, text: await response.text() };
    } catch (error) {
      throw new GarminFailure(wasNeverSent(error) ? 'away' : lost, reasonOf(error));
    }
    if (answer.status >= 500) throw new GarminFailure(lost, `status ${answer.status}`);
    return answer;
  }

  async function askForTokens(grant: Record<string, string>): Promise<GarminTokens> {
    const asked = now().getTime();
    const { status, text } = await ask('POST', tokenUrl, {
      body: new URLSearchParams({
        ...grant,
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    // The description is left alone: Garmin echoes the token in it.
    if (status === 401) throw new GarminFailure('bad-client');
    if (status === 429) throw new GarminFailure('away', 'status 429');
    if (status !== 200) throw new GarminFailure('bad-grant', `status ${status}`);
    const tokens = read(tokensAnswer, text, 'unanswered');
    return {
      accessToken: tokens.access_token,
      accessExpiresAt: new Date(asked + tokens.expires_in * 1000),
      refreshToken: tokens.refresh_token,
      refreshExpiresAt: new Date(asked + tokens.refresh_token_expires_in * 1000),
    };
  }

  async function askApi(
    method: string,
    path: string,
    accessToken: string,
    body?: object,
  ): Promise<string> {
    const answer = await ask(method, `${apiUrl}${path}`, {
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    refuseFailure(answer, now());
    return answer.text;
  }

  return {
    consentUrl: withQuery(consentUrl, {
      response_type: 'code',
      client_id: clientId,
      code_challenge_method: 'S256',
      redirect_uri: redirectUri,
    }),
    exchangeCode: (code, verifier) =>
      askForTokens({
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
      }),
    refresh: (refreshToken) =>
      askForTokens({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    readUserId: async (accessToken) =>
      read(userIdAnswer, await askApi('GET', `${userPath}/user/id`, accessToken), 'away').userId,
    readPermissions: async (accessToken) => {
      const text = await askApi('GET', `${userPath}/user/permissions`, accessToken);
      const answer = read(permissionsAnswer, text, 'away');
      return Array.isArray(answer) ? answer : answer.permissions;
    },
    deregister: async (accessToken) => {
      await askApi('DELETE', `${userPath}/user/registration`, accessToken);
    },
    createWorkout: async (accessToken, body) =>
      // Made, but nobody can tell which one it is: as good as no answer.
      readWorkoutAnswer(await askApi('POST', createPath, accessToken, body), 'unanswered'),
    readWorkout: async (accessToken, garminId) =>
      readWorkoutAnswer(await askApi('GET', `${WORKOUT_PATH}/${garminId}`, accessToken), 'away'),
    updateWorkout: async (accessToken, { garminId, ownerId }, body) => {
      const ids = { workoutId: exactNumber(garminId), ownerId: exactNumber(ownerId) };
      await askApi('PUT', `${WORKOUT_PATH}/${garminId}`, accessToken, { ...ids, ...body });
    },
    deleteWorkout: async (accessToken, garminId) => {
      await askApi('DELETE', `${WORKOUT_PATH}/${garminId}`, accessToken);
    },
    createSchedule: async (accessToken, { workoutId, day }) => {
      const body = { workoutId: exactNumber(workoutId), date: day };
      const text = await askApi('POST', `${SCHEDULE_PATH}/`, accessToken, body);
      return text === '' ? undefined : read(scheduleAnswer, text, 'unanswered');
    },
    updateSchedule: async (accessToken, garminId, { workoutId, day }) => {
      await askApi('PUT', `${SCHEDULE_PATH}/${garminId}`, accessToken, {
        scheduleId: exactNumber(garminId),
        workoutId: exactNumber(workoutId),
        date: day,
      });
    },
    deleteSchedule: async (accessToken, garminId) => {
      await askApi('DELETE', `${SCHEDULE_PATH}/${garminId}`, accessToken);
    },
    listSchedules: async (accessToken, day) => {
      const path = `${SCHEDULE_PATH}?startDate=${day}&endDate=${day}`;
      const found = read(schedulesAnswer, await askApi('GET', path, accessToken), 'away');
      return found.map(({ scheduleId, workoutId }) => ({ garminId: scheduleId, workoutId }));
    },
  };
}

const WORKOUT_PATH = '/training-api/workout/v2';
const SCHEDULE_PATH = '/training-api/schedule';

function readWorkoutAnswer(text: string, otherwise: FailureKind): WorkoutAtGarmin {
  const { workoutId, ownerId, segments } = read(workoutAnswer, text, otherwise);
  const steps = (segments ?? []).reduce((sum, segment) => sum + countSteps(segment.steps), 0);
  return { garminId: workoutId, ownerId: ownerId ?? undefined, steps };
}

/** Steps and repeats, those inside repeats too. */
export function countSteps(steps: unknown): number {
  if (!Array.isArray(steps)) return 0;
  return steps.reduce<number>(
    (sum, step: unknown) => sum + 1 + countSteps((step as { steps?: unknown } | null)?.steps),
    0,
  );
}

type Answer = { status: number; headers: Headers; text: string };

const FAILURES: Record<number, FailureKind> = {
  400: 'rejected',
  401: 'expired',
  403: 'ended',
  404: 'missing',
  412: 'not-permitted',
  429: 'too-many',
};

function refuseFailure({ status, headers, text }: Answer, now: Date): void {
  if (status >= 200 && status < 300) return;
  const kind = FAILURES[status] ?? 'rejected';
  throw new GarminFailure(
    kind,
    kind === 'rejected' ? redact(text) : '',
    readRetryAfter(headers.get('retry-after'), now),
  );
}

/** A number of seconds, or a date; the seconds until then. */
function readRetryAfter(value: string | null, now: Date): number | undefined {
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

/** What Garmin wrote, short, and without anything long enough to be a token. */
function redact(text: string): string {
  return text.replaceAll(/[\w.~+/=-]{32,}/g, '[long]').slice(0, 300);
}

function read<T extends z.core.$ZodType>(
  schema: T,
  text: string,
  otherwise: FailureKind,
): z.output<T> {
  let value: unknown;
  try {
    value = parseExactly(text);
  } catch {
    throw new GarminFailure(otherwise, 'the answer is not JSON');
  }
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw new GarminFailure(otherwise, 'the answer has another shape');
  return parsed.data;
}

/** Refused or not found before a byte went out. */
function wasNeverSent(error: unknown): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(
    codeOf(error),
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Error && error.name === 'TimeoutError'
    ? 'no answer in time'
    : codeOf(error);
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'connection lost';
}

function withQuery(url: string, query: Record<string, string>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
}
