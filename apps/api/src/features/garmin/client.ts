import { MAX_ACTIVITY_BYTES } from '@pacewright/activity';
import type { GarminBody } from '@pacewright/delivery';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { parseLossless, rawNumber } from './lossless-json.ts';
import { tracedCall } from '../../tracing/tracing.ts';

// Everything we know about Garmin's API. docs/garmin.md lists how certain each part is.

export type GarminTokens = {
  accessToken: string;
  accessExpiresAt: Date;
  refreshToken: string;
  refreshExpiresAt: Date;
};

/** The token of a request, and whose it is, for the log. */
export type Access = { userId: string | undefined; token: string };

export type GarminClient = ReturnType<typeof createGarminClient>;

export type RemoteWorkout = {
  id: string;
  /** A number that an update has to repeat. */
  ownerId: string | undefined;
  /** Steps and repeats, each counted as one. */
  steps: number;
};

type Schedule = { workoutId: string; day: string };

type FailureKind =
  /** The code or the refresh token is not valid, or no longer. */
  | 'invalid-grant'
  /** The token endpoint refuses this server: wrong credentials, wrong address, a firewall. */
  | 'misconfigured'
  /** The content of the request is not accepted. */
  | 'rejected'
  /** 401 or 403. A refresh tells whether the athlete has disconnected. */
  | 'unauthorized'
  | 'not-found'
  /** The file was fetched before, or its URL has expired. */
  | 'gone'
  | 'not-permitted'
  | 'rate-limited'
  /** The request had no effect. */
  | 'unavailable'
  /** The response was lost, so the request may or may not have had its effect. */
  | 'outcome-unknown';

/** A failed request. Never contains a token, even if Garmin's response does. */
export class GarminFailure extends Error {
  override name = 'GarminFailure';
  readonly kind: FailureKind;
  /** Garmin's explanation, redacted. */
  readonly detail: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: FailureKind, detail = '', retryAfterSeconds?: number) {
    super(detail === '' ? kind : `${kind}: ${detail}`);
    this.kind = kind;
    this.detail = detail;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function isFailure(error: unknown, ...kinds: FailureKind[]): error is GarminFailure {
  return error instanceof GarminFailure && kinds.includes(error.kind);
}

export type GarminClientConfig = {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  consentUrl: string;
  tokenUrl: string;
  apiUrl: string;
  userPath: string;
  createPath: string;
};

type Options = {
  now?: () => Date;
  timeoutMilliseconds?: number | undefined;
  log?: Pick<FastifyBaseLogger, 'info' | 'warn'> | undefined;
  /** Counts a finished request: its name, and its status or the kind of its failure. */
  onCall?: ((name: string, outcome: string) => void) | undefined;
  /** Takes a request from the budget, or throws. */
  takeFromBudget?: ((userId: string | undefined) => Promise<void>) | undefined;
};

export const TIMEOUT_MILLISECONDS = 8_000;

export function createGarminClient(config: GarminClientConfig, options: Options = {}) {
  const { clientId, redirectUri, consentUrl } = config;
  const requests = createRequests(config, options);
  const { requestTokens } = requests;
  return {
    /** The consent page. The browser adds its challenge and state. */
    consentUrl: withQuery(consentUrl, {
      response_type: 'code',
      client_id: clientId,
      code_challenge_method: 'S256',
      redirect_uri: redirectUri,
    }),
    exchangeCode: (code: string, verifier: string) =>
      requestTokens({
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
      }),
    /** Garmin invalidates the refresh token with this request, even if the response is lost. */
    refresh: (refreshToken: string) =>
      requestTokens({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    ...accountCalls(config, requests),
    ...workoutCalls(config, requests),
  };
}

type Requests = ReturnType<typeof createRequests>;

/** Requests with their failures, for whichever call. */
function createRequests(
  { clientId, clientSecret, tokenUrl, apiUrl }: GarminClientConfig,
  { now = () => new Date(), timeoutMilliseconds, log, onCall, takeFromBudget }: Options,
) {
  async function request(
    name: string,
    method: string,
    url: string,
    init: RequestInit & { userId?: string | undefined },
    read: (answer: globalThis.Response) => Promise<Content> = readText,
  ): Promise<Response> {
    const started = performance.now();
    const report = (outcome: string): void => {
      const milliseconds = Math.round(performance.now() - started);
      onCall?.(name, outcome);
      const { userId } = init;
      log?.info({ call: name, method, outcome, milliseconds, userId }, 'garmin call');
    };
    // Only a POST is not idempotent: when it fails on the way, it may have been processed.
    const lost = method === 'POST' ? 'outcome-unknown' : 'unavailable';
    let response: Response;
    try {
      response = await tracedCall(
        `garmin ${name}`,
        () => ({ 'http.request.method': method }),
        async () => {
          const answer = await fetch(url, {
            ...init,
            method,
            redirect: 'error',
            signal: AbortSignal.timeout(timeoutMilliseconds ?? TIMEOUT_MILLISECONDS),
          });
          return { status: answer.status, headers: answer.headers, ...(await read(answer)) };
        },
      );
    } catch (error) {
      const failure = new GarminFailure(wasNeverSent(error) ? 'unavailable' : lost, causeOf(error));
      report(failure.kind);
      throw failure;
    }
    report(String(response.status));
    if (response.status >= 500) {
      const kind = wasNotForwarded(response) ? 'unavailable' : lost;
      throw new GarminFailure(kind, `status ${response.status}`);
    }
    return response;
  }

  async function requestTokens(grant: Record<string, string>): Promise<GarminTokens> {
    const asked = now().getTime();
    const { status, text } = await request(String(grant['grant_type']), 'POST', tokenUrl, {
      body: new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret }),
    });
    // The description is dropped: Garmin echoes the token in it.
    if (status === 400 && isInvalidGrant(text)) throw new GarminFailure('invalid-grant');
    if (status === 429) throw new GarminFailure('unavailable', 'status 429');
    if (status !== 200) {
      log?.warn({ status }, 'the token endpoint refuses this server');
      throw new GarminFailure('misconfigured', `status ${status}`);
    }
    return readTokens(text, asked);
  }

  async function apiRequest(
    name: string,
    { userId, token }: Access,
    method: string,
    path: string,
    body?: object,
  ): Promise<string> {
    await takeFromBudget?.(userId);
    const response = await request(name, method, `${apiUrl}${path}`, {
      userId,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    throwIfFailed(response, now());
    return response.text;
  }

  /** Returns the bytes of an activity file. Its URL answers once. */
  async function fetchFile({ userId, token }: Access, url: string): Promise<Uint8Array> {
    if (!isFileUrl(url, apiUrl)) throw new GarminFailure('rejected', 'the URL is not Garmin’s');
    const ask = (headers: Record<string, string>) =>
      request('activity-file', 'GET', url, { userId, headers }, readBytes);
    const first = await ask({ authorization: `Bearer ${token}` });
    // Sources disagree on whether a token is sent.
    const response = first.status === 401 ? await ask({}) : first;
    throwIfFailed(response, now());
    return response.bytes ?? new Uint8Array(0);
  }

  return { requestTokens, apiRequest, fetchFile };
}

/** What concerns the account of an athlete, and the runs in it. */
function accountCalls({ userPath }: GarminClientConfig, { apiRequest, fetchFile }: Requests) {
  return {
    readUserId: async (access: Access): Promise<string> => {
      const text = await apiRequest('user-id', access, 'GET', `${userPath}/user/id`);
      return parse(userIdResponse, text, 'unavailable').userId;
    },
    readPermissions: async (access: Access): Promise<string[]> => {
      const path = `${userPath}/user/permissions`;
      const response = parse(
        permissionsResponse,
        await apiRequest('permissions', access, 'GET', path),
        'unavailable',
      );
      return Array.isArray(response) ? response : response.permissions;
    },
    deregister: async (access: Access): Promise<void> => {
      await apiRequest('deregister', access, 'DELETE', `${userPath}/user/registration`);
    },
    fetchFile,
    /** Asks Garmin to send the notifications of this time again. Unix seconds, at most 30 days. */
    requestBackfill: async (
      access: Access,
      { from, to }: { from: number; to: number },
    ): Promise<void> => {
      const query = `summaryStartTimeInSeconds=${from}&summaryEndTimeInSeconds=${to}`;
      await apiRequest('backfill', access, 'GET', `${BACKFILL_PATH}?${query}`);
    },
  };
}

/** What concerns the workouts that we send, and their days. */
function workoutCalls({ createPath }: GarminClientConfig, { apiRequest }: Requests) {
  return {
    createWorkout: async (access: Access, body: GarminBody): Promise<RemoteWorkout> => {
      const text = await apiRequest('create-workout', access, 'POST', createPath, body);
      // Without a readable id the workout exists and cannot be found again.
      return parseWorkout(text, 'outcome-unknown');
    },
    readWorkout: async (access: Access, workoutId: string): Promise<RemoteWorkout> => {
      const text = await apiRequest('read-workout', access, 'GET', `${WORKOUT_PATH}/${workoutId}`);
      return parseWorkout(text, 'unavailable');
    },
    updateWorkout: async (
      access: Access,
      { id: workoutId, ownerId }: { id: string; ownerId: string | undefined },
      body: GarminBody,
    ): Promise<void> => {
      await apiRequest('update-workout', access, 'PUT', `${WORKOUT_PATH}/${workoutId}`, {
        workoutId: rawNumber(workoutId),
        ...(ownerId !== undefined && { ownerId: rawNumber(ownerId) }),
        ...body,
      });
    },
    deleteWorkout: async (access: Access, workoutId: string): Promise<void> => {
      await apiRequest('delete-workout', access, 'DELETE', `${WORKOUT_PATH}/${workoutId}`);
    },
    /** Returns the id of the schedule, if Garmin sends it. */
    createSchedule: async (access: Access, schedule: Schedule): Promise<string | undefined> => {
      const body = scheduleBody(schedule);
      const text = await apiRequest('create-schedule', access, 'POST', `${SCHEDULE_PATH}/`, body);
      return text === '' ? undefined : parse(scheduleResponse, text, 'outcome-unknown');
    },
    updateSchedule: async (
      access: Access,
      scheduleId: string,
      schedule: Schedule,
    ): Promise<void> => {
      await apiRequest('update-schedule', access, 'PUT', `${SCHEDULE_PATH}/${scheduleId}`, {
        scheduleId: rawNumber(scheduleId),
        ...scheduleBody(schedule),
      });
    },
    deleteSchedule: async (access: Access, scheduleId: string): Promise<void> => {
      await apiRequest('delete-schedule', access, 'DELETE', `${SCHEDULE_PATH}/${scheduleId}`);
    },
    listSchedules: async (
      access: Access,
      day: string,
    ): Promise<{ id: string; workoutId: string }[]> => {
      const path = `${SCHEDULE_PATH}?startDate=${day}&endDate=${day}`;
      const text = await apiRequest('list-schedules', access, 'GET', path);
      const schedules = parse(schedulesResponse, text, 'unavailable');
      return schedules.map(({ scheduleId, workoutId }) => ({ id: scheduleId, workoutId }));
    },
  };
}

const WORKOUT_PATH = '/training-api/workout/v2';
const SCHEDULE_PATH = '/training-api/schedule';
const BACKFILL_PATH = '/wellness-api/rest/backfill/activities';

function scheduleBody({ workoutId, day }: Schedule) {
  return { workoutId: rawNumber(workoutId), date: day };
}

const tokensResponse = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.number().check(z.positive()),
  refresh_token: z.string().check(z.minLength(1)),
  refresh_token_expires_in: z.number().check(z.positive()),
});

function readTokens(text: string, asked: number): GarminTokens {
  const tokens = parse(tokensResponse, text, 'outcome-unknown');
  return {
    accessToken: tokens.access_token,
    accessExpiresAt: new Date(asked + tokens.expires_in * 1000),
    refreshToken: tokens.refresh_token,
    refreshExpiresAt: new Date(asked + tokens.refresh_token_expires_in * 1000),
  };
}

const userIdResponse = z.object({ userId: z.string().check(z.regex(/^[\w-]{1,64}$/)) });

/** A number, or its digits when a double cannot hold it. */
const id = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,19}$/))]),
  z.transform(String),
);

const workoutResponse = z.object({
  workoutId: id,
  ownerId: z.nullish(id),
  segments: z.nullish(z.array(z.object({ steps: z.nullish(z.array(z.unknown())) }))),
});

const scheduleResponse = z.union([
  z.pipe(
    z.object({ scheduleId: id }),
    z.transform(({ scheduleId }) => scheduleId),
  ),
  id,
]);

const schedulesResponse = z.array(z.object({ scheduleId: id, workoutId: id }));

/** Notes show an array, running clients read an object. */
const permissionsResponse = z.union([
  z.array(z.string()),
  z.object({ permissions: z.array(z.string()) }),
]);

function parseWorkout(text: string, otherwise: FailureKind): RemoteWorkout {
  const { workoutId, ownerId, segments } = parse(workoutResponse, text, otherwise);
  return { id: workoutId, ownerId: ownerId ?? undefined, steps: countSteps(segments ?? []) };
}

/** Counts steps and repeats, including the steps in repeats. */
export function countSteps(segments: readonly { steps?: unknown }[]): number {
  return segments.reduce((sum, { steps }) => sum + countItems(steps), 0);
}

function countItems(items: unknown): number {
  if (!Array.isArray(items)) return 0;
  return items.reduce<number>(
    (sum, item: unknown) => sum + 1 + countItems((item as { steps?: unknown } | null)?.steps),
    0,
  );
}

type Content = { text: string; bytes?: Uint8Array };
type Response = Content & { status: number; headers: Headers };

async function readText(answer: globalThis.Response): Promise<Content> {
  return { text: await answer.text() };
}

/** A file, or as much of a larger one as shows that it is too large. */
async function readBytes(answer: globalThis.Response): Promise<Content> {
  if (answer.status !== 200) return readText(answer);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part);
    size += part.length;
    if (size > MAX_ACTIVITY_BYTES) break;
  }
  return { text: '', bytes: Buffer.concat(parts) };
}

/** Only Garmin's own addresses, because the URL comes in a notification that anybody could have sent. */
function isFileUrl(url: string, apiUrl: string): boolean {
  const parsed = URL.parse(url);
  return (
    parsed?.origin === new URL(apiUrl).origin &&
    parsed.pathname.startsWith('/wellness-api/rest/') &&
    parsed.username === '' &&
    parsed.password === ''
  );
}

const FAILURES: Record<number, FailureKind> = {
  400: 'rejected',
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'not-found',
  410: 'gone',
  412: 'not-permitted',
  429: 'rate-limited',
};

function throwIfFailed({ status, headers, text }: Response, now: Date): void {
  if (status >= 200 && status < 300) return;
  const kind = FAILURES[status] ?? 'rejected';
  const retryAfter = readRetryAfter(headers.get('retry-after'), now);
  throw new GarminFailure(kind, kind === 'rejected' ? redact(text) : '', retryAfter);
}

/** A number of seconds, or a date; returns the seconds until then. */
function readRetryAfter(value: string | null, now: Date): number | undefined {
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), 86_400) : undefined;
}

/** Garmin's message, truncated, without anything that could be a token. */
function redact(text: string): string {
  const short = text.slice(0, 4000).replaceAll(/[\w.~+/=-]{32,}/g, '[long]');
  return short.replaceAll('\0', '').slice(0, 300);
}

function isInvalidGrant(text: string): boolean {
  try {
    return z.safeParse(z.object({ error: z.literal('invalid_grant') }), JSON.parse(text)).success;
  } catch {
    return false;
  }
}

function parse<T extends z.core.$ZodType>(
  schema: T,
  text: string,
  otherwise: FailureKind,
): z.output<T> {
  let value: unknown;
  try {
    value = parseLossless(text);
  } catch {
    throw new GarminFailure(otherwise, 'the response is not JSON');
  }
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw new GarminFailure(otherwise, 'the response has another shape');
  return parsed.data;
}

/** Refused by a proxy that had no server for it. A 504 came too late from a server that may have processed it. */
function wasNotForwarded({ status, headers, text }: Response): boolean {
  const isGarmins = text.trimStart().startsWith('{');
  if (status === 503) return !isGarmins || headers.has('retry-after');
  return status === 502 && !isGarmins;
}

/** Refused or not found before a byte was sent. */
function wasNeverSent(error: unknown): boolean {
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/.test(causeOf(error));
}

function causeOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no response in time';
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'connection lost';
}

function withQuery(url: string, query: Record<string, string>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
}
