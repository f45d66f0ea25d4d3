import { readdir, readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import * as contract from '@pacewright/contract';
import type { Access } from '@pacewright/contract';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { markScope, serve } from './http/serve.ts';
import { listEndpoints } from './testing/endpoints.ts';
import { type Athlete, startTestApp, type TestApp } from './testing/test-app.ts';

const endpoints = listEndpoints();

let api: TestApp;
let callers: Record<Access, { headers?: Athlete['headers'] }>;
beforeAll(async () => {
  api = await startTestApp();
  callers = {
    visitor: await makeCaller('visitor'),
    'signed-in': await makeCaller('signed-in'),
    registered: await makeCaller('registered'),
    verified: await makeCaller('verified'),
  };
});
afterAll(() => api.close());

async function makeCaller(kind: Access): Promise<{ headers?: Athlete['headers'] }> {
  if (kind === 'visitor') return {};
  if (kind === 'signed-in') return api.signIn(kind);
  return api.signUp(kind, { verified: kind === 'verified' });
}

// The problem that each kind of caller gets from an endpoint with a higher access.
const PROBLEM_BY_ACCESS: Record<Access, Partial<Record<Access, string>>> = {
  visitor: { 'signed-in': 'NOT_SIGNED_IN', registered: 'NOT_SIGNED_IN', verified: 'NOT_SIGNED_IN' },
  'signed-in': { registered: 'USER_NOT_FOUND', verified: 'USER_NOT_FOUND' },
  registered: { verified: 'EMAIL_NOT_VERIFIED' },
  verified: {},
};

// An admitted caller may still get a validation error for the empty request.
const LET_THROUGH = ['answered', 'INVALID_REQUEST'];

// Also proves that every endpoint is served, because others would be NOT_FOUND.
describe.each(endpoints)('$method $path, for $access', ({ method, path, access }) => {
  // An invalid body and an unknown id, so that admitted callers change nothing.
  const url = path.replaceAll(/:\w+/g, 'none');

  test.each(Object.keys(PROBLEM_BY_ACCESS) as Access[])('admits or rejects %s', async (kind) => {
    // A separate account, because an admitted caller ends it or its sign-in.
    const isEnding = ['/api/account', '/api/auth/logout-everywhere'].includes(path);
    const caller = isEnding ? await makeCaller(kind) : callers[kind];
    const expected = PROBLEM_BY_ACCESS[kind][access];
    const response = await api.app.inject({
      method,
      url,
      headers: { ...caller.headers, 'content-type': 'application/json' },
      ...(method !== 'GET' && { payload: '[]' }),
    });
    const code = response.headers['content-type']?.startsWith('application/problem+json')
      ? String(response.json().code)
      : 'answered';

    expect(expected ? [expected] : LET_THROUGH).toContain(code);
  });
});

test('an endpoint cannot be registered in a scope for other callers', () => {
  const app = Fastify();
  markScope(app, 'visitor');
  expect(() =>
    serve(app, contract.getProfile, async () => Promise.reject(new Error('never'))),
  ).toThrow('GET /api/auth/profile is for registered but is registered in the scope for visitor');
});

test('an endpoint cannot be registered outside of a scope', () => {
  const app = Fastify();
  expect(() => serve(app, contract.logout, async () => {})).toThrow(
    'is registered in the scope for undefined',
  );
});

test('every route of the API is an endpoint of the contract', async () => {
  const served = Object.entries(
    (await api.app.inject('/api/openapi.json')).json().paths as Record<string, object>,
  ).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const promised = endpoints.map(
    ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  );
  expect(served.sort()).toEqual(promised.sort());
});

test('the OpenAPI document is served as JSON and as a page', async () => {
  const description = (await api.app.inject('/api/openapi.json')).json();
  expect(description.openapi).toBe('3.1.0');
  expect(description.paths['/api/auth/register'].post).toMatchObject({
    security: [{ firebase: [] }],
    responses: { default: { content: { 'application/problem+json': {} } } },
  });

  const named = Object.keys(description.components.schemas).map(
    (name) => `#/components/schemas/${name}`,
  );
  const references = JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g);
  expect(named).toEqual(expect.arrayContaining([...references].map(([, name]) => name)));

  const page = await api.app.inject('/api/docs');
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body).toContain('POST /api/auth/register');
});

test.each(['/api/openapi.json', '/api/docs'])(
  '%s is sent compressed to whom takes it',
  async (url) => {
    const plain = await api.app.inject(url);
    const packed = await api.app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
  },
);

test('a list of encodings that no browser sends is ignored', async () => {
  const headers = { 'accept-encoding': 'gzip;q=0.1,'.repeat(1_400) };
  const response = await api.app.inject({ url: '/api/openapi.json', headers });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-encoding']).toBeUndefined();
});

test('docs/security.md counts the endpoints and the routes that the contract does not list', async () => {
  const root = new URL('../../../', import.meta.url);
  const text = await readFile(new URL('docs/security.md', root), 'utf8');
  const [, listed, unlisted] =
    /The contract has (\d+) endpoints\. Besides them there are (\d+) routes/.exec(text) ?? [];
  expect(Number(listed)).toBe(endpoints.length);
  const source = new URL('apps/api/src/', root);
  const files = (await readdir(source, { recursive: true })).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, source), 'utf8')));
  expect(Number(unlisted)).toBe(texts.join('\n').match(/schema: \{ hide: true \}/g)?.length);
});

test('docs/security.md has the limits of the code', async () => {
  const root = new URL('../../../', import.meta.url);
  const [text, source] = await Promise.all(
    ['docs/security.md', 'apps/api/src/http/rate-limits.ts'].map((path) =>
      readFile(new URL(path, root), 'utf8'),
    ),
  );
  const limit = (name: string) => {
    const [, points = '', seconds] =
      new RegExp(`${name}: \\{ points: ([\\d_]+), seconds: (\\d+)`).exec(source ?? '') ?? [];
    const spans: Record<string, string> = { '10': 'in 10 s', '60': 'a minute', '3600': 'an hour' };
    return { points: Number(points.replaceAll('_', '')), span: spans[String(seconds)] };
  };
  const count = (number: number) => number.toLocaleString('en-US');
  const rows = (
    [
      ['athlete', 'requests'],
      ['entries', 'entries written by copies and plans'],
      ['export', 'exports'],
      ['feed', 'polls'],
      ['visitor', 'requests'],
    ] as const
  ).map(([name, what]) => `${count(limit(name).points)} ${what} ${limit(name).span}`);
  const sent = limit('kilobytes');
  const notifications = limit('notification');
  for (const row of [
    ...rows,
    `${count(sent.points / 1000)} MB sent ${sent.span}`,
    `${count(notifications.points)} notifications ${notifications.span}`,
    `${count(contract.MAX_CALENDAR_ENTRIES)} entries and ${contract.MAX_CALENDAR_BYTES / 1_000_000} MB of text on the calendar`,
  ])
    expect(text).toContain(`\n- ${row}`);
});

test('an unknown path gets a problem', async () => {
  const response = await api.app.inject('/api/nothing/here');
  expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(response.json()).toMatchObject({ type: 'about:blank', status: 404, code: 'NOT_FOUND' });
});

test.each([
  ['not JSON', 'application/json', '{"username":', 'INVALID_REQUEST'],
  ['another type', 'text/plain', 'hello', 'INVALID_REQUEST'],
  ['too large', 'application/json', JSON.stringify('x'.repeat(200_000)), 'TOO_LARGE'],
])('a body that is %s gets a problem', async (_name, type, payload, code) => {
  const response = await api.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    headers: { ...callers.verified.headers, 'content-type': type },
    payload,
  });
  expect(response.json()).toMatchObject({ code });
});

test('another site may not read a response, and no response sets a cookie', async () => {
  for (const method of ['GET', 'OPTIONS'] as const) {
    const { headers } = await api.app.inject({
      method,
      url: '/api/auth/profile',
      headers: {
        ...callers.verified.headers,
        origin: 'https://evil.example',
        'access-control-request-method': 'GET',
      },
    });
    expect(Object.keys(headers).filter((name) => /^access-control|^set-cookie/.test(name))).toEqual(
      [],
    );
  }
});

test('TRACE is not answered', async () => {
  const response = await api.app.inject({ method: 'TRACE', url: '/api/health/live' });
  expect(response.json()).toMatchObject({ code: 'NOT_FOUND' });
});

test('the request id is accepted, logged and returned', async () => {
  const given = await api.app.inject({
    url: '/api/nothing',
    headers: { 'x-request-id': 'from-the-edge-1' },
  });
  expect(given.headers['x-request-id']).toBe('from-the-edge-1');
  expect(given.json().requestId).toBe('from-the-edge-1');

  const spoiled = await api.app.inject({ url: '/api/nothing', headers: { 'x-request-id': 'a"b' } });
  expect(spoiled.json().requestId).toMatch(/^[\w-]{36}$/);
});

test.each(['/api/health/live', '/%61pi/health/live', 'http://pacewright.example/api/health/live'])(
  'what %s answers is not kept by caches and cannot be framed or sniffed',
  async (url) => {
    const { headers, statusCode } = await api.app.inject(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    });
  },
);
