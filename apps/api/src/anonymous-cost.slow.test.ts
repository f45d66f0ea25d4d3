import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from './logging.ts';
import { openRateLimits } from './http/rate-limits.ts';
import { readTrustedProxies } from './http/trust-proxy.ts';
import { listEndpoints } from './testing/endpoints.ts';
import { measureSpeed } from './testing/machine-speed.ts';
import { type GarminTestApp, startGarminTestApp } from './testing/garmin.ts';

// A visitor can send up to 16 kB of headers, and a body. No such request may take so much CPU that a single sender
// keeps the process busy.

/** On the reference machine (decision 0161). */
const MAX_MILLISECONDS = 5;
const MAX_ATTEMPTS = 3;
const SIZE = 15_000;

let api: GarminTestApp;
let server: FastifyInstance;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-'));
  await mkdir(join(folder, 'assets'));
  for (const name of ['app.html', 'index.html', 'assets/main-1a2b.js'])
    await writeFile(join(folder, name), `<p>${'page '.repeat(2_000)}</p>`);
  await writeFile(join(folder, 'csp-hashes.json'), '{"scriptSrc":[],"styleSrc":[]}');
  api = await startGarminTestApp();
  ({ server } = await api.buildAnother(
    { garmin: api.garmin, limits: openRateLimits({ redisUrl: undefined, factor: 1e6 }) },
    createLogger('info', new Writable({ write: (_chunk, _encoding, done) => done() })),
    {
      webRoot: folder,
      publicOrigin: 'https://pacewright.example',
      trustProxy: readTrustedProxies('127.0.0.0/8, ::1') ?? (() => false),
    },
  ));
});
afterAll(async () => {
  await server.close();
  await api.close();
  await rm(folder, { recursive: true });
});

type Target = { method: NonNullable<InjectOptions['method']>; path: string };

const TARGETS: Target[] = [
  ...listEndpoints().map(({ method, path }) => ({ method, path })),
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/login' },
  { method: 'GET', path: '/assets/main-1a2b.js' },
  { method: 'GET', path: '/nothing' },
  { method: 'POST', path: '/nothing' },
  { method: 'GET', path: '/api/nothing' },
  { method: 'GET', path: '/api/docs' },
  { method: 'GET', path: '/api/openapi.json' },
  { method: 'GET', path: '/api/calendar-feeds/:file' },
  { method: 'POST', path: '/api/garmin/webhooks/:secret' },
  { method: 'POST', path: '/api/oauth/token' },
  { method: 'POST', path: '/api/oauth/revoke' },
  { method: 'POST', path: '/mcp' },
  { method: 'GET', path: '/.well-known/oauth-authorization-server/oauth' },
];

const fill = (text: string) => text.repeat(SIZE / text.length);
const asAddress = (text: string) => fill(text.replaceAll(/[^\x21-\x7e]/g, encodeURIComponent));
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const JSON_TYPE = { 'content-type': 'application/json' };

/** Inputs with more than linear cost for a careless parser. */
const TEXTS = [
  'a',
  '1',
  '@',
  '%40a',
  'eyJ',
  'a.',
  '://a:',
  'bearer ',
  '%2e%2e/',
  '%25',
  '%C3%A9',
  '/',
  ';',
  '€',
];

const SHAPES: Record<string, (path: string) => Omit<InjectOptions, 'method'>> = {
  'nothing more': (url) => ({ url }),
  ...Object.fromEntries(
    TEXTS.flatMap((text) => [
      [`a path of ${text}`, (path: string) => ({ url: `${path}/${asAddress(text)}` })],
      [`a query of ${text}`, (path: string) => ({ url: `${path}?q=${asAddress(text)}` })],
    ]),
  ),
  'a long parameter': (path) => ({ url: path.replaceAll(/none/g, fill('a')) }),
  'many parameters in the query': (url) => ({ url: `${url}?${fill('a=1&')}` }),
  'nested parameters in the query': (url) => ({ url: `${url}?a${fill('[]')}=1` }),
  ...Object.fromEntries(
    Object.entries({
      authorization: `Bearer ${fill('a')}.${'a'.repeat(10)}.a`,
      'authorization of dots': `Bearer ${fill('a.')}`,
      'authorization of spaces': `Bearer ${fill(' ')}x`,
      'authorization of claims': `Bearer ${encode({ alg: 'RS256', kid: 'k' })}.${encode({ a: fill('a').slice(0, 9_000) })}.a`,
      'authorization of depth': `Bearer ${encode({ alg: 'none' })}.${Buffer.from(fill('[').slice(0, 9_000)).toString('base64url')}.`,
      accept: fill('text/html;q=0.1,'),
      'accept-encoding': fill('gzip;q=0.1,'),
      'accept-encoding of br': 'br',
      'accept-encoding of gzip': 'gzip',
      'content-type': `application/json;${fill('a=b;')}`,
      cookie: fill('a=b; '),
      forwarded: fill('for=1.1.1.1,'),
      'garmin-client-id': fill('a'),
      host: fill('a.'),
      'idempotency-key': fill('a'),
      'if-modified-since': fill('1'),
      'if-none-match': fill('W/"a",'),
      range: `bytes=${fill('0-1,')}`,
      'x-forwarded-for': fill('1.1.1.1,'),
      'x-forwarded-for of proxies': fill('127.0.0.1,'),
      'x-forwarded-for of IPv6': fill('::1,'),
      'x-request-id': fill('a-'),
    }).map(([name, value]) => [
      `a header ${name}`,
      (url: string) => ({ url, headers: { [name.split(' ')[0] ?? '']: value } }),
    ]),
  ),
  'two hundred headers': (url) => ({
    url,
    headers: Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`x-${index}`, 'a'])),
  }),
  ...Object.fromEntries(
    Object.entries({
      'open brackets': fill('['),
      'open objects': fill('{"a":'),
      'many keys': `{${Array.from({ length: 1_000 }, (_, index) => `"key${index}":1`).join()}}`,
      'the same key': `{${fill('"a":1,')}"a":1}`,
      'a prototype': fill('{"__proto__":'),
      'many numbers': `[${fill('1,')}1]`,
      'many strings': `[${fill('"",')}""]`,
      escapes: `"${fill('\\u0000')}"`,
      'a long number': fill('9'),
    }).map(([name, payload]) => [
      `a body of ${name}`,
      (url: string) => ({ url, payload, headers: JSON_TYPE }),
    ]),
  ),
  'a form': (url) => ({
    url,
    payload: fill('a=1&'),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  'a gzip bomb': (url) => ({
    url,
    payload: GZIP_BOMB,
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
  }),
  'a brotli bomb': (url) => ({
    url,
    payload: BROTLI_BOMB,
    headers: { ...JSON_TYPE, 'content-encoding': 'br' },
  }),
};

const GZIP_BOMB = gzipSync(Buffer.alloc(SIZE * 1000, ' '));
const BROTLI_BOMB = brotliCompressSync(Buffer.alloc(SIZE * 1000, ' '));

test.each(TARGETS)(
  '$method $path costs little, whatever is sent to it',
  async ({ method, path }) => {
    const expensive: string[] = [];
    for (const [shape, build] of Object.entries(SHAPES)) {
      const request = { method, ...build(path.replaceAll(/:\w+/g, 'none')) };
      const milliseconds = await measure(request);
      if (milliseconds > MAX_MILLISECONDS)
        expensive.push(`${shape}: ${milliseconds.toFixed(1)} ms`);
      // A sample, because each takes ten requests.
      if (expensive.length === 3) break;
    }
    expect(expensive).toEqual([]);
  },
);

/**
 * The CPU time of a request. A slow one is repeated, to exclude compilation and garbage collection, and the machine's
 * speed at that moment is taken into account.
 */
async function measure(request: InjectOptions): Promise<number> {
  let cost = await measureOnce(request);
  // Other load on the machine can only make a request look more expensive.
  for (let attempt = 0; attempt < MAX_ATTEMPTS && cost > MAX_MILLISECONDS; attempt++) {
    const again: number[] = [];
    for (let run = 0; run < 9; run++) again.push(await measureOnce(request));
    const median = again.sort((one, other) => one - other)[4] ?? Infinity;
    cost = Math.min(cost, median * measureSpeed());
  }
  return cost;
}

async function measureOnce(request: InjectOptions): Promise<number> {
  const before = process.cpuUsage();
  await server.inject(request);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
