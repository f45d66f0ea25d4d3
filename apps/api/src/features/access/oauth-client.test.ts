import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { createClientReader } from './oauth-client.ts';

// What an app says about itself comes from an address that a stranger may have chosen.

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A host with one document. Returns the origin, and counts what is asked of it. */
async function startHost(answer: RequestListener) {
  let asked = 0;
  const server = createServer((request, response) => {
    asked++;
    answer(request, response);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, countAsked: () => asked };
}

const REDIRECTS = ['https://assistant.example/callback'];
const write =
  (document: object): RequestListener =>
  (request, response) => {
    const id = `http://${request.headers.host}${request.url}`;
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ client_id: id, client_name: 'A', redirect_uris: REDIRECTS, ...document }),
    );
  };

async function refusal(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'accepted',
    (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
  );
}

test('a document is read once an hour, for all athletes', async () => {
  let time = Date.now();
  const { origin, countAsked } = await startHost(write({ client_name: ' Club\u0007 coach ' }));
  const read = createClientReader({ origins: [origin], now: () => time });
  const id = `${origin}/client.json`;
  for (const _ of [1, 2])
    expect(await read(id)).toEqual({
      id,
      host: new URL(origin).host,
      name: 'Club coach',
      redirectUris: REDIRECTS,
    });
  expect(countAsked()).toBe(1);
  time += 3_600_001;
  await read(id);
  expect(countAsked()).toBe(2);
});

const HOSTILE: Record<string, RequestListener> = {
  'is over 5 kB': write({ logo: 'x'.repeat(5200) }),
  'is sent without an end': (_request, response) => {
    response.setHeader('content-type', 'application/json');
    const fill = () => {
      while (response.write('x'.repeat(1000)));
      response.once('drain', fill);
    };
    fill();
  },
  'is slow': () => {},
  'starts and then is slow': (_request, response) => {
    response.setHeader('content-type', 'application/json').write('{');
  },
  redirects: (request, response) => {
    response.writeHead(302, { location: `http://${request.headers.host}/other.json` }).end();
  },
  'is missing': (_request, response) => void response.writeHead(404).end('{}'),
  'is a page': (_request, response) =>
    void response.setHeader('content-type', 'text/html').end('<p>'),
  'is packed': (request, response) => {
    response.setHeader('content-encoding', 'gzip').setHeader('content-type', 'application/json');
    response.end(gzipSync(`"${'x'.repeat(1_000_000)}"`));
  },
  'is no JSON': (_request, response) =>
    void response.setHeader('content-type', 'application/json').end('{'),
  'is of another app': write({ client_id: 'https://claude.ai/oauth/client' }),
  'has no name': write({ client_name: undefined }),
  'has no addresses': write({ redirect_uris: 'https://evil.example' }),
};

test.each(Object.entries(HOSTILE))('a document that %s is refused', async (_what, answer) => {
  const { origin, countAsked } = await startHost(answer);
  const read = createClientReader({ origins: [origin], timeout: 1000 });
  expect(await refusal(read(`${origin}/client.json`))).toMatch(/^NOT_ACCEPTED/);
  // A redirect is not followed, and a failure is not remembered.
  expect(countAsked()).toBe(1);
  await refusal(read(`${origin}/client.json`));
  expect(countAsked()).toBe(2);
});

test.each([
  'https://evil.example/client.json',
  'https://claude.ai.evil.example/client.json',
  'https://claude.ai@evil.example/client.json',
  'https://me@claude.ai/client.json',
  'http://claude.ai/client.json',
  'https://claude.ai:8443/client.json',
  'https://claude.ai/',
  'https://claude.ai',
  'https://claude.ai/a/../client.json',
  'https://claude.ai/client.json#x',
  'HTTPS://claude.ai/client.json',
  ' https://claude.ai/client.json',
  `https://claude.ai/${'x'.repeat(500)}`,
  'claude.ai',
  '',
])('nothing is asked of %s', async (id) => {
  const read = createClientReader({ origins: ['https://claude.ai'] });
  expect(await refusal(read(id))).toMatch(/^NOT_ACCEPTED: We don’t know this app/);
});

test.each(['https://localhost:1', 'https://127.0.0.1:1', 'https://[::1]:1', 'https://10.0.0.1:1'])(
  'a named host with a private address is not asked: %s',
  async (origin) => {
    const read = createClientReader({ origins: [origin] });
    const error = await read(`${origin}/client.json`).catch((refused: Error) => refused);
    expect(error).toMatchObject({ cause: { message: 'not a public address' } });
  },
);
