import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IdentityProvider } from './http/firebase.ts';
import {
  type GeneratedRequest,
  generateRequest,
  LONG_RUN,
  type OpenApi,
  Seen,
} from './testing/generate-request.ts';
import { startGarminTestApp, type GarminTestApp, WEBHOOK_SECRET } from './testing/garmin.ts';
import { openTestIdentity } from './testing/identity.ts';

/** A fixed few thousand by default; more with `GENERATED_REQUESTS=1000000`. */
const RUNS = LONG_RUN || 3000;
/** In CPU time, to be independent of other load. */
const MAX_CPU_MS = 1000;
/** A request mostly waits for PostgreSQL, so a long run sends several at once. They share the CPU time that one may take. */
const AT_ONCE = LONG_RUN ? 8 : 1;

type Answer = Pick<LightMyRequestResponse, 'statusCode' | 'body'>;
type Send = (request: GeneratedRequest) => Promise<Answer>;

const CALLERS = [
  'visitor',
  'forged',
  'unregistered',
  'unverified',
  'ana',
  'ana',
  'ana',
  'ana',
  'ana',
  'ana',
  'ana',
  'ben',
];

let api: GarminTestApp;
let app: FastifyInstance;
let requests: fc.Arbitrary<GeneratedRequest>;
let tokens: Record<string, string>;
beforeAll(async () => {
  api = await startGarminTestApp();
  const [unregistered, unverified, ana, ben] = await Promise.all([
    api.signIn('unregistered'),
    api.signUp('unverified', { verified: false }),
    api.signUpConnected('ana'),
    api.signUp('ben'),
  ]);
  tokens = {
    forged: `${ana.token.slice(0, -4)}AAAA`,
    unregistered: unregistered.token,
    unverified: unverified.token,
    ana: ana.token,
    ben: ben.token,
  };
  const { server } = await api.buildAnother({
    garmin: api.garmin,
    now: api.now,
    identity: rememberingTokens(openTestIdentity()),
  });
  app = server;
  const description = (await app.inject('/api/openapi.json')).json<OpenApi>();
  requests = generateRequest(withoutDeletion(withNotifications(description)), CALLERS);
});
afterAll(async () => {
  await app.close();
  await api.close();
});

/** Without the emulator, whose look-ups would take most of the time. */
function rememberingTokens(provider: IdentityProvider): IdentityProvider {
  const verified = new Map<string, ReturnType<IdentityProvider['verifyToken']>>();
  return {
    ...provider,
    verifyToken: async (token, options) => {
      const known = verified.get(token) ?? provider.verifyToken(token, options);
      verified.set(token, known);
      return known;
    },
  };
}

/** Deletes the callers, and has its own race tests. */
function withoutDeletion({ paths: { ['/api/account']: _deletion, ...paths }, ...rest }: OpenApi) {
  return { ...rest, paths };
}

/** Garmin's webhook is not part of the contract or the OpenAPI document. */
function withNotifications(description: OpenApi): OpenApi {
  const entry = {
    properties: {
      userId: { type: 'string' },
      permissions: { type: 'array', items: { enum: ['WORKOUT_IMPORT', 'ACTIVITY_EXPORT'] } },
      changeTimeInSeconds: { type: 'integer' },
    },
  };
  const list = { type: 'array', maxItems: 20, items: entry };
  const body = { properties: { deregistrations: list, userPermissionsChange: list } };
  return {
    ...description,
    paths: {
      ...description.paths,
      [`/api/garmin/webhooks/${WEBHOOK_SECRET}`]: {
        post: { requestBody: { content: { 'application/json': { schema: body } } } },
      },
    },
  };
}

/** The newest values of earlier responses, by name. */
const seen = new Map<string, string[]>([['id', ['00000000-0000-4000-8000-000000000000']]]);

function remember(body: string): void {
  for (const [, name = '', value = ''] of body
    .slice(0, 20_000)
    .matchAll(/"(id|workoutId|nextCursor|day|version|hash)":"?([\w.:+/=-]{1,400})/g)) {
    const kind = name === 'nextCursor' ? 'cursor' : name.replace('workoutId', 'id');
    const values = seen.get(kind) ?? [];
    values.push(value);
    if (values.length > 60) values.shift();
    seen.set(kind, values);
  }
}

function resolve(value: unknown): unknown {
  if (value instanceof Seen) {
    const values = seen.get(value.name) ?? seen.get('id') ?? [];
    return values[value.index % values.length];
  }
  if (Array.isArray(value)) return value.map(resolve);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each)]));
}

function toText(value: unknown): string {
  const resolved = resolve(value);
  return (typeof resolved === 'string' ? resolved : (JSON.stringify(resolved) ?? '')).slice(
    0,
    4000,
  );
}

/** Operations that succeeded at least once. */
const answered = new Set<string>();

const sendToApi: Send = async ({ method, path, params, query, body, headers, caller }) => {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(toText(params[name] ?? 'none').toWellFormed()),
  );
  const search = Object.entries(query)
    .map(([key, value]) => `${key}=${encodeURIComponent(toText(value).toWellFormed())}`)
    .join('&');
  const token = tokens[caller];
  const response = await app.inject({
    method,
    url: search ? `${address}?${search}` : address,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      payload: typeof body === 'string' ? body : JSON.stringify(resolve(body)),
    }),
  });
  if (response.statusCode < 300) {
    remember(response.body);
    answered.add(`${method} ${path}`);
  }
  return response;
};

function cpuMilliseconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** Fails on the first server error or slow request. */
async function sendAll(send: Send, numRuns: number, seed = 1): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.array(requests, { minLength: AT_ONCE, maxLength: AT_ONCE, size: 'max' }),
      async (sent) => {
        const before = process.cpuUsage();
        const answers = await Promise.all(sent.map(send));
        const milliseconds = cpuMilliseconds(before);
        for (const { statusCode, body } of answers)
          if (statusCode >= 500) throw new Error(`${statusCode}: ${body.slice(0, 300)}`);
        if (milliseconds > MAX_CPU_MS)
          throw new Error(`took ${Math.round(milliseconds)} ms of CPU`);
      },
    ),
    { numRuns: Math.ceil(numRuns / AT_ONCE), endOnFailure: true, ...(!LONG_RUN && { seed }) },
  );
}

test(`${RUNS} generated requests cause no server error, no long work and no memory growth`, async () => {
  const rounds = 10;
  const heap: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await sendAll(sendToApi, Math.ceil(RUNS / rounds), round);
    heap.push(heapInMegabytes());
  }
  // Warm-up.
  expect((heap.at(-1) ?? 0) - (heap[4] ?? 0)).toBeLessThan(60);
  expect(answered.size).toBeGreaterThan(25);
});

/** The heap after a garbage collection. */
function heapInMegabytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / 1e6;
}

describe('a planted bug is found:', () => {
  const fine: Answer = { statusCode: 200, body: '{}' };
  const broken: Answer = { statusCode: 500, body: 'planted' };
  const planted: [string, (sent: string, request: GeneratedRequest) => Promise<Answer>][] = [
    [
      'a NUL reaches the database',
      async (sent) => (sent.includes(String.raw`\u0000`) ? broken : fine),
    ],
    [
      'half a character cannot be stored',
      async (sent) => (/\\ud[89ab]/.test(sent) ? broken : fine),
    ],
    ['a number becomes infinite', async (sent) => (/\d{300}/.test(sent) ? broken : fine)],
    [
      'a text at its maximum length does not fit its column',
      async (sent) => (/"x{64,}"/.test(sent) ? broken : fine),
    ],
    [
      'a cursor of another list is trusted',
      async (_sent, { query }) => (query['cursor'] instanceof Seen ? broken : fine),
    ],
    [
      'a long list blocks the process',
      async (sent) => {
        const entries = sent.split(',').length;
        const limit = entries > 900 ? MAX_CPU_MS : 0;
        const from = process.cpuUsage();
        while (cpuMilliseconds(from) < limit);
        return fine;
      },
    ],
  ];
  test.each(planted)('%s', async (_name, answer) => {
    const send: Send = async (request) => answer(JSON.stringify(request), request);
    await expect(sendAll(send, 20_000)).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/planted|of CPU/) as string },
    });
  });
});
