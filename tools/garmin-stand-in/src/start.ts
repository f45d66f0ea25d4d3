import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { activityRoutes } from './activities.ts';
import { controlRoutes, type GarminControl, openControl } from './control.ts';
import { parseLossless } from './lossless-json.ts';
import { createFaults, type Fault } from './faults.ts';
import { consentRoutes, tokenRoutes } from './oauth.ts';
import { GarminError } from './garmin-error.ts';
import { rateLimited, trainingRoutes } from './training.ts';
import { STRICTEST, type Assumptions } from './assumptions.ts';
import { userRoutes } from './users.ts';
import { watchRoutes } from './watch.ts';
import { createNotifier } from './webhooks.ts';
import type { Call, Partner, State } from './state.ts';

export type FakeGarminOptions = {
  port?: number;
  host?: string;
  partner?: Partial<Partner>;
  /** Target of notifications. Without it they wait. */
  webhookUrl?: string;
  assumptions?: Partial<Assumptions>;
  now?: () => number;
};

export type FakeGarmin = {
  url: string;
  partner: Partner;
  control: GarminControl;
  stop: () => Promise<void>;
};

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with Fastify's own
  interface FastifyRequest {
    fault: Fault | undefined;
    call: Call | undefined;
  }
}

/** Starts a server that behaves like Garmin's, and is strict where Garmin's may be. */
export async function startFakeGarmin(options: FakeGarminOptions = {}): Promise<FakeGarmin> {
  const { port = 0, host = '127.0.0.1' } = options;
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('The Garmin stand-in is for development and tests, not for production');
  if (!LOOPBACK.includes(host))
    throw new Error(`The Garmin stand-in listens on loopback only, not on ${host}`);

  const state = createState(options);
  const app = buildServer(state, () => url);
  await app.listen({ port, host });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    partner: state.partner,
    control: openControl(url),
    stop: async () => {
      state.notifier.stop();
      await app.close();
    },
  };
}

function createState({ partner, webhookUrl, assumptions, now: given }: FakeGarminOptions): State {
  let ahead = 0;
  const now = () => (given ?? Date.now)() + ahead;
  const switches = { ...STRICTEST, ...assumptions };
  const self = {
    id: 'pacewright-stand-in',
    secret: 'stand-in-secret',
    redirectUris: ['http://127.0.0.1:8080/garmin/callback'],
    ...partner,
  };
  const notifier = createNotifier({
    now,
    clientId: self.id,
    firstRetrySeconds: () => switches.firstRetrySeconds,
  });
  notifier.sendTo(webhookUrl);
  return {
    now,
    advance: (seconds) => {
      ahead += seconds * 1000;
    },
    partner: self,
    assumptions: switches,
    limits: { perMinute: 100, perUserAndDay: 200 },
    users: new Map(),
    grants: new Map(),
    sessions: new Set(),
    workouts: new Map(),
    schedules: new Map(),
    runs: new Map(),
    files: new Map(),
    backfills: new Set(),
    counts: new Map(),
    calls: [],
    faults: createFaults(),
    notifier,
    nextId: 0n,
  };
}

function buildServer(state: State, url: () => string): FastifyInstance {
  const app = Fastify({ bodyLimit: 32 * 1024 * 1024, forceCloseConnections: true });
  app.decorateRequest('fault');
  app.decorateRequest('call');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : parseLossless(String(body)));
    } catch {
      done(new GarminError(400, 'Not readable as JSON'));
    }
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof GarminError)
      return reply.code(error.status).headers(error.headers).send(error.body);
    const { statusCode = 500, message } = error as { statusCode?: number; message?: string };
    return reply.code(statusCode).send({ errorMessage: message });
  });
  // Without CORS preflights, no web page can call this server.
  app.addHook('onRequest', async (request) => {
    if (request.method === 'OPTIONS') throw new GarminError(405, 'Method not allowed');
  });
  app.options('/*', async () => undefined);

  app.register(async (people) => {
    consentRoutes(people, state);
    watchRoutes(people, state, url);
    controlRoutes(people, state, url);
  });
  app.register(async (partner) => {
    injectFaults(partner, state);
    tokenRoutes(partner, state);
    userRoutes(partner, state);
    trainingRoutes(partner, state);
    activityRoutes(partner, state, url);
  });
  return app;
}

/** Records every request, and injects faults. */
function injectFaults(scope: FastifyInstance, state: State): void {
  scope.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const user = userOf(state, request.headers.authorization);
    const fault = state.faults.draw(request.method, path, user);
    request.fault = fault;
    request.call = {
      method: request.method,
      path,
      status: 0,
      user,
      fault: fault?.kind,
    };
    state.calls.push(request.call);
    if (fault?.kind === 'cut') {
      request.raw.socket.destroy();
      throw new GarminError(500, 'Cut');
    }
    if (fault?.kind === '401') throw new GarminError(401, 'Access token has expired');
    if (fault?.kind === '403') throw new GarminError(403, 'Access denied');
    if (fault?.kind === '429') throw rateLimited(state);
    if (fault?.kind === '404') throw new GarminError(404, 'Not found');
    if (fault?.kind === '400')
      throw new GarminError(400, `Request not accepted: ${request.headers.authorization}`);
    if (fault?.kind === '500') throw new GarminError(500, 'Internal server error');
    if (fault?.kind === '502') throw new GarminError(502, 'Bad gateway');
    if (fault?.kind === '503') {
      reply.code(503).type('text/html');
      return reply.send('<h1>Service unavailable</h1>');
    }
    return undefined;
  });

  // The request has been processed; the following faults only change the response.
  scope.addHook('onSend', async (request, reply, payload) => {
    const { fault, call } = request;
    if (fault?.kind === 'slow') await wait(fault.slowMilliseconds ?? 1000);
    if (fault?.kind === 'held') await state.faults.hold();
    if (fault?.kind === 'cut-after') {
      request.raw.socket.destroy();
      return payload;
    }
    if (fault?.kind === '500-after') {
      reply.code(500).header('content-length', undefined);
      if (call) call.status = 500;
      return '{"errorMessage":"Internal server error"}';
    }
    if (call && fault?.kind !== 'cut') call.status = reply.statusCode;
    return payload;
  });
}

function userOf(state: State, authorization: string | undefined): string | undefined {
  const session = [...state.sessions].find(
    ({ accessToken }) => authorization === `Bearer ${accessToken}`,
  );
  return session && state.users.get(session.userId)?.name;
}
