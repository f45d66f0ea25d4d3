import {
  getProfile,
  logout,
  PROBLEMS,
  type ProblemCode,
  updateProfile,
} from '@pacewright/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { userNamed } from '../../testing/fake-api.ts';
import { createCall } from './client.ts';
import type { ApiProblem } from './problem.ts';
import { isReachable, reportReachable } from './reachability.ts';

const fetchReply = vi.fn<typeof fetch>();
const token = vi.fn<(options?: { refresh: boolean }) => Promise<string>>();
const end = vi.fn<(problem: ApiProblem) => Promise<void>>();
const call = createCall({ token, end });

beforeEach(() => {
  vi.resetAllMocks();
  vi.stubGlobal('fetch', fetchReply);
  token.mockImplementation(async (options) => (options?.refresh ? 'fresh' : 'held'));
});

test('a call sends the token to our own origin and checks the reply', async () => {
  fetchReply.mockResolvedValueOnce(Response.json(userNamed('alex')));

  expect(await call(getProfile)).toEqual(userNamed('alex'));

  const [url, init] = lastRequest();
  expect(url).toBe('/api/auth/profile');
  expect(init.credentials).toBe('include');
  expect(new Headers(init.headers).get('authorization')).toBe('Bearer held');
});

test('a body is sent as JSON', async () => {
  fetchReply.mockResolvedValueOnce(Response.json(userNamed('alexandra')));

  await call(updateProfile, { body: { username: 'alexandra' } });

  const [, init] = lastRequest();
  expect(init.method).toBe('PUT');
  expect(new Headers(init.headers).get('content-type')).toBe('application/json');
  expect(init.body).toBe('{"username":"alexandra"}');
});

test.each([
  ['continues after the page is left', 'alexandra', true],
  ['ends with the page when it is larger than browsers allow', 'é'.repeat(40_000), false],
])('a change %s', async (_, username, isKeepalive) => {
  fetchReply.mockResolvedValueOnce(Response.json(userNamed('alexandra')));
  await call(updateProfile, { body: { username } });
  expect(lastRequest()[1].keepalive).toBe(isKeepalive);
});

test('many changes at once stay within the bytes that browsers allow to outlive the page', async () => {
  let answer: (() => void) | undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  fetchReply.mockImplementation(async () => {
    await answered;
    return Response.json(userNamed('alexandra'));
  });
  const bodies = Array.from({ length: 18 }, () => ({ username: 'a'.repeat(4_900) }));
  const calls = bodies.map((body) => call(updateProfile, { body }));
  await vi.waitFor(() => expect(fetchReply).toHaveBeenCalledTimes(18));
  const kept = fetchReply.mock.calls.filter(([, init]) => init?.keepalive);
  expect(kept).toHaveLength(12);

  answer?.();
  await Promise.all(calls);
  await call(updateProfile, { body: { username: 'alexandra' } });
  expect(lastRequest()[1].keepalive).toBe(true);
});

test('parameters and queries are escaped in the URL', async () => {
  fetchReply.mockResolvedValueOnce(new Response(null, { status: 204 }));
  const endpoint = {
    method: 'GET',
    path: '/api/things/:id',
    access: 'visitor',
    summary: 'Something.',
    params: z.object({ id: z.string() }),
    query: z.object({ tag: z.array(z.string()), cursor: z.optional(z.string()) }),
  } as const;

  await call(endpoint, { params: { id: 'a/b c' }, query: { tag: ['long run', 'hills'] } });

  expect(lastRequest()[0]).toBe('/api/things/a%2Fb%20c?tag=long+run&tag=hills');
});

test('every attempt to create one thing sends the same idempotency key', async () => {
  fetchReply
    .mockResolvedValueOnce(problemResponse('TOKEN_EXPIRED'))
    .mockResolvedValueOnce(new Response(null, { status: 204 }));

  await call(logout, { idempotencyKey: 'key-1' });

  const keys = fetchReply.mock.calls.map(([, init]) =>
    new Headers(init?.headers).get('idempotency-key'),
  );
  expect(keys).toEqual(['key-1', 'key-1']);
});

test('a version conflict includes what is stored now', async () => {
  fetchReply.mockResolvedValueOnce(problemResponse('STALE_VERSION', { current: { version: 2 } }));
  await expect(call(logout)).rejects.toMatchObject({
    code: 'STALE_VERSION',
    current: { version: 2 },
  });
});

test('a visitor’s call carries no token', async () => {
  fetchReply.mockResolvedValueOnce(new Response(null, { status: 204 }));

  await call({ method: 'GET', path: '/api/open', access: 'visitor', summary: 'Open.' });

  expect(token).not.toHaveBeenCalled();
  expect(new Headers(lastRequest()[1].headers).has('authorization')).toBe(false);
});

test('a call without a reply resolves to undefined', async () => {
  fetchReply.mockResolvedValueOnce(new Response(null, { status: 204 }));
  expect(await call(logout)).toBeUndefined();
});

test('an expired token is refreshed and the call sent again, once', async () => {
  fetchReply
    .mockResolvedValueOnce(problemResponse('TOKEN_EXPIRED'))
    .mockResolvedValueOnce(Response.json(userNamed('alex')));

  expect(await call(getProfile)).toEqual(userNamed('alex'));

  expect(fetchReply).toHaveBeenCalledTimes(2);
  expect(new Headers(lastRequest()[1].headers).get('authorization')).toBe('Bearer fresh');
  expect(end).not.toHaveBeenCalled();
});

test('a token that is expired again ends the session instead of looping', async () => {
  fetchReply.mockImplementation(async () => problemResponse('TOKEN_EXPIRED'));

  await expect(call(getProfile)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });

  expect(fetchReply).toHaveBeenCalledTimes(2);
  expect(end).toHaveBeenCalledTimes(1);
});

test.each(['NOT_SIGNED_IN', 'TOKEN_INVALID', 'TOKEN_REVOKED', 'ACCOUNT_DISABLED'] as const)(
  '%s ends the session without a second attempt',
  async (code) => {
    fetchReply.mockResolvedValueOnce(problemResponse(code));

    await expect(call(getProfile)).rejects.toMatchObject({ code, status: 401 });

    expect(fetchReply).toHaveBeenCalledTimes(1);
    expect(end).toHaveBeenCalledWith(expect.objectContaining({ code }));
  },
);

test('a token from before the email was verified is refreshed and the call sent again, once', async () => {
  fetchReply
    .mockResolvedValueOnce(problemResponse('EMAIL_NOT_VERIFIED'))
    .mockResolvedValueOnce(Response.json(userNamed('alex')));

  expect(await call(getProfile)).toEqual(userNamed('alex'));

  expect(fetchReply).toHaveBeenCalledTimes(2);
  expect(new Headers(lastRequest()[1].headers).get('authorization')).toBe('Bearer fresh');
});

test('an unverified email is left to the caller, and nobody is signed out', async () => {
  fetchReply.mockImplementation(async () => problemResponse('EMAIL_NOT_VERIFIED'));

  await expect(call(getProfile)).rejects.toThrow('Verify your email address first');

  expect(fetchReply).toHaveBeenCalledTimes(2);
  expect(end).not.toHaveBeenCalled();
});

test('any other problem is left to the caller, and nobody is signed out', async () => {
  fetchReply.mockResolvedValueOnce(problemResponse('NOT_FOUND'));

  await expect(call(getProfile)).rejects.toMatchObject({ code: 'NOT_FOUND' });

  expect(fetchReply).toHaveBeenCalledTimes(1);
  expect(end).not.toHaveBeenCalled();
});

test('errors of single fields are included', async () => {
  const errors = [{ at: '/username', message: 'Username must be at least 3 characters' }];
  fetchReply.mockResolvedValueOnce(
    problemResponse('INVALID_REQUEST', { detail: 'Look again', errors }),
  );

  await expect(call(updateProfile, { body: { username: 'al' } })).rejects.toMatchObject({
    message: 'Look again',
    errors,
  });
});

test('a lost connection gets a message that says what to do', async () => {
  fetchReply.mockRejectedValueOnce(new TypeError('Failed to fetch'));

  await expect(call(getProfile)).rejects.toThrow(
    'Can’t reach Pacewright. Check your connection and try again.',
  );
  expect(end).not.toHaveBeenCalled();
});

test.each([
  ['the API', () => fetchReply.mockImplementation(hang)],
  ['the identity provider', () => token.mockImplementation(() => new Promise(() => {}))],
])('a read that %s does not answer fails after ten seconds', async (_, silence) => {
  vi.useFakeTimers();
  try {
    silence();
    const failure = call(getProfile).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await failure).toMatchObject({ code: 'UNREACHABLE' });
  } finally {
    vi.useRealTimers();
  }
});

test('a change has longer, because the server may still be processing it', async () => {
  vi.useFakeTimers();
  try {
    fetchReply.mockImplementation(hang);
    const onError = vi.fn<(error: unknown) => void>();
    void call(logout).catch(onError);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(onError).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'UNREACHABLE' }));
  } finally {
    vi.useRealTimers();
  }
});

test('a slow response is waited for', async () => {
  vi.useFakeTimers();
  try {
    const response = new Response();
    const body = Promise.withResolvers<string>();
    vi.spyOn(response, 'text').mockReturnValue(body.promise);
    fetchReply.mockImplementationOnce(async (_, init) => {
      init?.signal?.addEventListener('abort', () => body.reject(init.signal?.reason));
      return response;
    });
    const reply = call(getProfile);
    await vi.advanceTimersByTimeAsync(20_000);
    body.resolve(JSON.stringify(userNamed('alex')));
    expect(await reply).toEqual(userNamed('alex'));
  } finally {
    vi.useRealTimers();
  }
});

test('any response of the API shows that it is reachable', async () => {
  reportReachable(false);
  fetchReply.mockResolvedValueOnce(problemResponse('NOT_FOUND'));
  await expect(call(getProfile)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(isReachable()).toBe(true);
});

test("a proxy's error page counts as unreachable", async () => {
  fetchReply.mockResolvedValueOnce(new Response('<h1>Bad Gateway</h1>', { status: 502 }));
  await expect(call(getProfile)).rejects.toMatchObject({ code: 'UNREACHABLE', status: 502 });
});

test('a reply of another shape is refused by the client', async () => {
  fetchReply.mockResolvedValueOnce(Response.json({ username: 7 }));
  await expect(call(getProfile)).rejects.toMatchObject({ code: 'UNREADABLE' });
});

test('a call aborted by its caller is not reported as unreachable', async () => {
  const abort = new AbortController();
  fetchReply.mockImplementationOnce(async (_, init) => {
    abort.abort();
    throw init?.signal?.reason;
  });

  await expect(call(getProfile, { signal: abort.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
});

/** Never responds, and rejects when it is aborted, like fetch. */
function hang(_: unknown, init?: RequestInit): Promise<Response> {
  return new Promise((_resolve, reject) =>
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
  );
}

function problemResponse(code: ProblemCode, more: object = {}): Response {
  const { status, title } = PROBLEMS[code];
  return Response.json({ type: 'about:blank', title, status, code, ...more }, { status });
}

function lastRequest(): [unknown, RequestInit] {
  const [url, init] = fetchReply.mock.lastCall ?? [];
  if (!init) throw new Error('Nothing was sent');
  return [url, init];
}
