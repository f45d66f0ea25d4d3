import { type Endpoint, problem, type ReplyOf, type RequestOf } from '@pacewright/contract';
import * as z from 'zod/mini';
import { ApiProblem, localProblem } from './problem.ts';
import { reportReachable } from './reachability.ts';

/** Calls one endpoint of the contract as the signed-in athlete. Fails with an ApiProblem. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  ...request: Empty extends RequestOf<E> ? [(RequestOf<E> & Options)?] : [RequestOf<E> & Options]
) => Promise<ReplyOf<E>>;

type Empty = { params?: undefined; query?: undefined; body?: undefined };
type Options = {
  signal?: AbortSignal;
  /** Created once per thing to create, and sent again with every retry. */
  idempotencyKey?: string;
};

/** The parts of the session that the client uses. */
export type Credentials = {
  token: (options?: { refresh: boolean }) => Promise<string>;
  /** Ends the session here, because the API no longer accepts this sign-in. */
  end: (problem: ApiProblem) => Promise<void>;
};

/** Until the first byte of a response. A change may take longer on the server, and must not be sent twice. */
const READ_LIMIT_MS = 10_000;
const CHANGE_LIMIT_MS = 30_000;
/** For the whole response, which may still be arriving on a slow network. */
const TOTAL_LIMIT_MS = 60_000;
/** Browsers refuse more bytes than 64 kiB in flight in requests that outlive their page (keepalive). */
const MAX_KEEPALIVE_BYTES = 60_000;
let keepaliveBytes = 0;

export function createCall({ token, end }: Credentials): Call {
  return async (endpoint, ...[request]) => {
    const send = async (options?: { refresh: boolean }) => {
      const limit = createLimit(endpoint);
      try {
        const bearer =
          endpoint.access === 'visitor' ? undefined : await limit.apply(token(options));
        return await fetchReply(endpoint, request, bearer, limit);
      } finally {
        limit.clear();
      }
    };

    let answer = await send();
    if (RETRIED_WITH_NEW_TOKEN.has(answer.failure?.code)) answer = await send({ refresh: true });
    if (!answer.failure) {
      const reply = readReply(endpoint, answer.body);
      reportReachable(true);
      return reply;
    }

    if (answer.failure.code !== 'UNREACHABLE') reportReachable(true);
    if (answer.failure.status === 401) await end(answer.failure);
    throw answer.failure;
  };
}

/** The email may have been verified since the token was issued. */
const RETRIED_WITH_NEW_TOKEN = new Set<ApiProblem['code'] | undefined>([
  'TOKEN_EXPIRED',
  'EMAIL_NOT_VERIFIED',
]);

type Limit = ReturnType<typeof createLimit>;

/** Bounds the time of one attempt: short until the server responds, longer for the rest. */
function createLimit({ method }: Endpoint) {
  const abort = new AbortController();
  const expire = () => abort.abort(new DOMException('The time is up', 'TimeoutError'));
  let timer = setTimeout(expire, method === 'GET' ? READ_LIMIT_MS : CHANGE_LIMIT_MS);

  return {
    signal: abort.signal,
    extend: () => {
      clearTimeout(timer);
      timer = setTimeout(expire, TOTAL_LIMIT_MS);
    },
    clear: () => clearTimeout(timer),
    /** The identity provider has a longer limit of its own. */
    apply: <Result>(work: Promise<Result>): Promise<Result> =>
      Promise.race([
        work,
        new Promise<never>((_resolve, reject) =>
          abort.signal.addEventListener('abort', () =>
            reject(localProblem('UNREACHABLE', { cause: abort.signal.reason })),
          ),
        ),
      ]),
  };
}

type Parts = { params?: unknown; query?: unknown; body?: unknown } & Options;
type Answer = { failure: ApiProblem } | { failure?: undefined; body: string };

async function fetchReply(
  { method, path }: Endpoint,
  { params, query, body, signal, idempotencyKey }: Parts = {},
  bearer: string | undefined,
  limit: Limit,
): Promise<Answer> {
  const text = body === undefined ? null : JSON.stringify(body);
  const kept = method === 'GET' ? undefined : reserveKeepalive(text ?? '');
  try {
    const response = await fetch(buildUrl(path, params, query), {
      method,
      credentials: 'include',
      headers: {
        accept: 'application/json',
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      body: text,
      keepalive: kept !== undefined,
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
    });
    limit.extend();
    const reply = await response.text();
    return response.ok ? { body: reply } : { failure: readProblem(response, reply) };
  } catch (error) {
    if (signal?.aborted) throw error;
    return { failure: localProblem('UNREACHABLE', { cause: error }) };
  } finally {
    keepaliveBytes -= kept ?? 0;
  }
}

/** The bytes of a request that fits into the browser's limit beside those in flight. Undefined if it does not. */
function reserveKeepalive(text: string): number | undefined {
  const bytes = new TextEncoder().encode(text).length;
  if (keepaliveBytes + bytes > MAX_KEEPALIVE_BYTES) return undefined;
  keepaliveBytes += bytes;
  return bytes;
}

function buildUrl(path: string, params: unknown, query: unknown): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(asRecord(params)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(asRecord(query)))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) search.append(name, String(item));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

type Plain = string | number | boolean | undefined;

/** The contract's types have already checked the values. */
function asRecord(part: unknown): Record<string, Plain | Plain[]> {
  return (part ?? {}) as Record<string, Plain | Plain[]>;
}

/** A proxy may respond with a page of its own instead of a problem. */
function readProblem(response: Response, text: string): ApiProblem {
  const body = z.safeParse(problem, parseJson(text)).data;
  if (body) return new ApiProblem(body);
  const { status } = response;
  return localProblem(status >= 500 ? 'UNREACHABLE' : 'UNREADABLE', { status });
}

function readReply<E extends Endpoint>({ reply }: E, text: string): ReplyOf<E> {
  if (!reply) return undefined as ReplyOf<E>;
  const parsed = z.safeParse(reply, parseJson(text));
  if (!parsed.success) throw localProblem('UNREADABLE', { cause: parsed.error });
  // The type of a reply is derived from this schema.
  return parsed.data as ReplyOf<E>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
