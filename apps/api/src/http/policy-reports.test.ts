import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../logging.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { openRateLimits } from './rate-limits.ts';

let api: TestApp;
let app: FastifyInstance;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  api = await startTestApp();
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()));
      done();
    },
  });
  const limits = openRateLimits({ redisUrl: undefined });
  ({ server: app } = await api.buildAnother({ limits }, createLogger('info', out)));
});
afterAll(async () => {
  await app.close();
  await api.close();
});
beforeEach(() => {
  lines.length = 0;
});

let addresses = 0;

/** From an address of its own, because the limit is by address. */
function report(payload: string | object, type: string, remoteAddress = `10.0.0.${++addresses}`) {
  return app.inject({
    method: 'POST',
    url: '/api/policy-reports',
    remoteAddress,
    headers: { 'content-type': type },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
}

const violations = () => lines.flatMap(({ violation }) => violation ?? []);

test('a report of either kind becomes a line without the address of the page', async () => {
  const page = 'https://pacewright.example/auth?mode=resetPassword&oobCode=secret-code';
  const list = await report(
    [
      {
        type: 'csp-violation',
        url: page,
        body: {
          documentURL: page,
          effectiveDirective: 'script-src-elem',
          blockedURL: 'https://evil.example/ana@example.test?token=secret-token',
          sample: 'secret-sample',
        },
      },
    ],
    'application/reports+json',
  );
  const single = await report(
    {
      'csp-report': {
        'document-uri': page,
        'effective-directive': 'script-src-elem',
        'blocked-uri': 'inline',
      },
    },
    'application/csp-report',
  );
  expect([list.statusCode, single.statusCode]).toEqual([204, 204]);
  expect(violations()).toEqual([
    { directive: 'script-src-elem', blocked: 'evil.example', page: '/auth' },
    { directive: 'script-src-elem', blocked: 'inline', page: '/auth' },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/secret|ana@|token/);
});

test.each([
  ['nothing', '{}'],
  ['null', 'null'],
  ['a list of nulls', '[null, 1, "a", {}, {"body": null}]'],
  ['values of other types', '{"csp-report": {"document-uri": 1, "blocked-uri": {}}}'],
  ['words of any length', { 'csp-report': { 'effective-directive': 'a'.repeat(5000) } }],
  ['line breaks', { 'csp-report': { 'blocked-uri': 'in\nline', 'document-uri': '/a\n' } }],
])('%s is accepted, and adds nothing of it to the log', async (_name, payload) => {
  expect((await report(payload, 'application/csp-report')).statusCode).toBe(204);
  for (const violation of violations())
    expect(violation).toEqual({ directive: 'unknown', blocked: 'unknown', page: 'unknown' });
});

test('a report is bounded in size, in number, and by address', async () => {
  const body = {
    effectiveDirective: 'img-src',
    blockedURL: 'data',
    documentURL: 'https://a.test/',
  };
  const many = Array.from({ length: 50 }, () => ({ body }));
  expect((await report(many, 'application/reports+json')).statusCode).toBe(204);
  expect(violations()).toHaveLength(10);

  const large = await report(`[${' '.repeat(70_000)}]`, 'application/reports+json');
  expect(large.json()).toMatchObject({ code: 'TOO_LARGE' });
  const other = await report('<xml>', 'text/xml');
  expect(other.json()).toMatchObject({ code: 'INVALID_REQUEST' });

  const sendAgain = () => report([], 'application/reports+json', '10.1.1.1');
  const codes = [];
  for (let count = 0; count < 21; count += 1) codes.push((await sendAgain()).statusCode);
  expect(codes.filter((code) => code === 204)).toHaveLength(20);
  expect(codes.at(-1)).toBe(429);
});
