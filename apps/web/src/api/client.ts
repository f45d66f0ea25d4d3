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
  /** Made once for what is to be made once, and sent again with every further attempt. */
  idempotencyKey?: string;
};

/** What the client needs of the session. */
export type Credentials = {
  token: (options?: { refresh: boolean }) => Promise<string>;
  /** The API does not accept this sign-in: it ends here too. */
  end: (problem: ApiProblem) => Promise<void>;
};

/** Until the first byte of a response. A change may do more on the server, and must not be sent twice. */
const READ_LIMIT_MS = 10_000;
const CHANGE_LIMIT_MS = 30_000;
/** For the whole response, which on a slow network is still arriving. */
const TOTAL_LIMIT_MS = 60_000;
/** Browsers let changes of 64 kB in all outlive the page they were made on. */
const LONGEST_KEPT_ALIVE = 16_000;

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
    /** The identity provider has a limit of its own, which is longer. */
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
  try {
    const response = await fetch(address(path, params, query), {
      method,
      credentials: 'include',
      headers: {
        accept: 'application/json',
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      body: text,
      keepalive: method !== 'GET' && (text?.length ?? 0) <= LONGEST_KEPT_ALIVE,
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
    });
    limit.extend();
    const reply = await response.text();
    return response.ok ? { body: reply } : { failure: readProblem(response, reply) };
  } catch (error) {
    if (signal?.aborted) throw error;
    return { failure: localProblem('UNREACHABLE', { cause: error }) };
  }
}

function address(path: string, params: unknown, query: unknown): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(members(params)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(members(query)))
    for (const single of Array.isArray(value) ? value : [value])
      if (single !== undefined) search.append(name, String(single));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

type Plain = string | number | boolean | undefined;

/** The contract's types have checked what these hold. */
function members(part: unknown): Record<string, Plain | Plain[]> {
  return (part ?? {}) as Record<string, Plain | Plain[]>;
}

/** A proxy in between may answer with a page of its own. */
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
  // The schema that read it is the one the type is made of.
  return parsed.data as ReplyOf<E>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
