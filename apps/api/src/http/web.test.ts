import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setSecurityHeaders } from './security-headers.ts';
import { serveWeb } from './web.ts';

const SETTINGS = {
  production: true,
  firebase: { projectId: 'pacewright', authDomain: 'pacewright.example', emulatorHost: undefined },
  intervalsIcuOrigin: 'https://intervals.icu',
};
const SCRIPT = 'console.log("pace")';
const HIDDEN = ['assets/main-1a2b.js.map', 'sw.js.map', '.vite/manifest.json'];
const PAGES = { 'index.html': 'the landing page', 'privacy/index.html': 'what is kept' };

let folder: string;
let root: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-'));
  await writeFile(join(folder, 'secret.txt'), 'outside of the web root');
  root = join(folder, 'dist');
  await mkdir(root);
  await mkdir(join(root, 'assets'));
  await writeFile(
    join(root, 'app.html'),
    '<meta property="csp-nonce" nonce="__CSP_NONCE__">the app',
  );
  await mkdir(join(root, 'privacy'));
  for (const [name, text] of Object.entries(PAGES)) {
    await writeFile(join(root, name), text);
    await writeFile(join(root, `${name}.br`), brotliCompressSync(text));
  }
  await writeFile(join(root, 'csp-hashes.json'), '{"scriptSrc":["\'sha256-abc\'"],"styleSrc":[]}');
  await writeFile(join(root, 'sw.js'), SCRIPT);
  await writeFile(join(root, 'assets', 'main-1a2b.js'), SCRIPT);
  await writeFile(join(root, 'assets', 'file-reader.worker-1a2b.js'), SCRIPT);
  await writeFile(join(root, 'assets', 'main-1a2b.js.br'), brotliCompressSync(SCRIPT));
  for (const name of HIDDEN) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), 'for tools');
    await writeFile(join(root, `${name}.br`), brotliCompressSync('for tools'));
  }
  await mkdir(join(root, '.well-known'));
  await writeFile(join(root, '.well-known', 'security.txt'), 'Contact: mailto:a@b.test');
  app = Fastify();
  setSecurityHeaders(app, SETTINGS);
  await serveWeb(app, root, SETTINGS);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test.each([
  '/login',
  '/app/workouts/new',
  '/app/workouts/https%3A%2F%2Fevil.example',
  '/app/workouts/%2F.git',
  '/w',
  '/nothing-like-it',
])('%s serves the app with a fresh nonce in its policy', async (url) => {
  const [first, second] = await Promise.all([app.inject(url), app.inject(url)]);
  expect(first.statusCode).toBe(url === '/nothing-like-it' ? 404 : 200);
  expect(first.headers['cache-control']).toBe('no-cache');
  const nonce = /nonce="([^"]+)"/.exec(first.body)?.[1] ?? 'none';
  expect(first.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
  expect(second.body).not.toContain(nonce);
});

test.each([
  ['/', PAGES['index.html']],
  ['/?from=mail', PAGES['index.html']],
  ['/privacy', PAGES['privacy/index.html']],
  ['/privacy/', PAGES['privacy/index.html']],
])('%s is a prerendered page, revalidated and precompressed', async (url, text) => {
  const plain = await app.inject(url);
  expect(plain).toMatchObject({ statusCode: 200, body: text });
  expect(plain.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
  });
  const policy = String(plain.headers['content-security-policy']);
  // Nobody signs in here, so nothing of Google's is allowed.
  expect(policy).toContain("script-src 'self' 'sha256-abc'; connect-src 'self'; style-src 'self'");
  expect(policy).not.toMatch(/google|unsafe|frame-src/);

  const packed = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
  });
});

test('the policy of the app has no host that serves scripts', async () => {
  const policy = String((await app.inject('/login')).headers['content-security-policy']);
  expect(policy).toMatch(/script-src 'nonce-[\w+/=]{24}' 'strict-dynamic' 'sha256-abc';/);
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com https://intervals.icu",
      'frame-src https://pacewright.example',
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
    ]),
  );
  expect(policy).not.toContain('unsafe');
});

test.each(['/', '/privacy', '/login'])(
  '%s requires trusted types, and says where to report violations',
  async (url) => {
    const { headers } = await app.inject(url);
    expect(headers['reporting-endpoints']).toBe('policy="/api/policy-reports"');
    expect(String(headers['content-security-policy']).split('; ')).toEqual(
      expect.arrayContaining([
        "require-trusted-types-for 'script'",
        'report-to policy',
        'report-uri /api/policy-reports',
      ]),
    );
  },
);

test('the service worker is revalidated, and may fetch from this site only', async () => {
  const { headers } = await app.inject('/sw.js');
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
});

test('the reader of files may load scripts of this site, and connect to nothing', async () => {
  const { headers } = await app.inject('/assets/file-reader.worker-1a2b.js');
  expect(headers['content-security-policy']).toBe("default-src 'none'; script-src 'self'");
});

test('files have a longer timeout than calls', async () => {
  const server = Fastify({ handlerTimeout: 15_000 });
  await serveWeb(server, root, SETTINGS);
  const timeouts: number[] = [];
  server.addHook('onSend', async ({ routeOptions }) => {
    timeouts.push(routeOptions.handlerTimeout);
  });
  await server.inject('/assets/main-1a2b.js');
  expect(timeouts).toEqual([600_000]);
});

test('a file with a hash in its name is cached for a year and compressed', async () => {
  const response = await app.inject({
    url: '/assets/main-1a2b.js',
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect(response.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  });
  expect(response.headers['content-type']).toContain('javascript');
});

test.each([
  ...HIDDEN.map((name) => `/${name}`),
  '/csp-hashes.json',
  '/app.html',
  '/%2evite/manifest.json',
])('%s is not published', async (url) => {
  for (const encoding of ['br', 'identity']) {
    const response = await app.inject({ url, headers: { 'accept-encoding': encoding } });
    expect(response).toMatchObject({ statusCode: 404 });
  }
});

test('security.txt is served', async () => {
  const response = await app.inject('/.well-known/security.txt');
  expect(response.body).toBe('Contact: mailto:a@b.test');
  expect(response.headers['content-type']).toContain('text/plain');
});

test.each([
  ['/app', 200],
  ['/app/workouts/new?a=1', 200],
  ['/login', 200],
  ['/try/paces', 200],
  ['/w', 200],
  ['/garmin/callback?code=1', 200],
  ['/authorize?client_id=1', 200],
  ['/nope', 404],
  ['/apple', 404],
])('%s shows the app with status %i', async (url, status) => {
  const response = await app.inject(url);
  expect(response.statusCode).toBe(status);
  expect(response.body).toContain('the app');
});

test('every page of the app’s router has the status of a page', async () => {
  const router = new URL('../../../web/src/app/router.tsx', import.meta.url);
  const paths = [
    ...(await readFile(router, 'utf8')).matchAll(/(?:path: |page\(\s*)'(\/[^'*:]*)'/g),
  ];
  expect(paths.length).toBeGreaterThan(10);
  for (const [, path = ''] of paths)
    expect([path, (await app.inject(path)).statusCode]).toEqual([path, 200]);
});

test.each([
  '/api',
  '/assets/gone-9z.js',
  '/api/nothing',
  '/%61pi/nothing',
  'http://pacewright.example/api/nothing',
  '/.well-known/gone',
  '/gone.txt',
])('%s is a 404, not the app', async (url) => {
  const response = await app.inject(url);
  expect(response.statusCode).toBe(404);
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.body).not.toContain('the app');
});

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
  '/..%5csecret.txt',
])('%s does not escape the web root', async (url) => {
  expect((await app.inject(url)).body).not.toContain('outside of the web root');
});

test('production sends Strict-Transport-Security', async () => {
  expect((await app.inject('/login')).headers['strict-transport-security']).toContain('max-age=');
});
