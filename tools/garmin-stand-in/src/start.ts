import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { activityRoutes } from './activities.ts';
import { controlRoutes, type GarminControl, openControl } from './control.ts';
import { parseExactly } from './exact-json.ts';
import { createFaults, type Fault } from './faults.ts';
import { consentRoutes, tokenRoutes } from './oauth.ts';
import { Refusal } from './refusal.ts';
import { tooMany, trainingRoutes } from './training.ts';
import { HARDEST, type Unknowns } from './unknowns.ts';
import { userRoutes } from './users.ts';
import { watchRoutes } from './watch.ts';
import { createNotifier } from './webhooks.ts';
import type { Call, Partner, World } from './world.ts';

export type StandInOptions = {
  port?: number;
  host?: string;
  partner?: Partial<Partner>;
  /** Where notifications go. Without it they wait. */
  webhookUrl?: string;
  unknowns?: Partial<Unknowns>;
  now?: () => number;
};

export type GarminStandIn = {
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

/** Starts a server that behaves as Garmin's is known to, and is strict where Garmin's may be. */
export async function startGarminStandIn(options: StandInOptions = {}): Promise<GarminStandIn> {
  const { port = 0, host = '127.0.0.1' } = options;
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('The Garmin stand-in is for development and tests, not for production');
  if (!LOOPBACK.includes(host))
    throw new Error(`The Garmin stand-in listens on loopback only, not on ${host}`);

  const world = createWorld(options);
  const app = buildServer(world, () => url);
  await app.listen({ port, host });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    partner: world.partner,
    control: openControl(url),
    stop: async () => {
      world.notifier.stop();
      await app.close();
    },
  };
}

function createWorld({ partner, webhookUrl, unknowns, now: given }: StandInOptions): World {
  let ahead = 0;
  const now = () => (given ?? Date.now)() + ahead;
  const switches = { ...HARDEST, ...unknowns };
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
    unknowns: switches,
    limits: { perMinute: 100, perUserAndDay: 200 },
    users: new Map(),
    grants: new Map(),
    sessions: new Set(),
    workouts: new Map(),
    schedules: new Map(),
    files: new Map(),
    backfills: new Set(),
    counts: new Map(),
    calls: [],
    faults: createFaults(),
    notifier,
    nextId: 0n,
  };
}

function buildServer(world: World, url: () => string): FastifyInstance {
  const app = Fastify({ bodyLimit: 32 * 1024 * 1024, forceCloseConnections: true });
  app.decorateRequest('fault');
  app.decorateRequest('call');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : parseExactly(String(body)));
    } catch {
      done(new Refusal(400, 'Not readable as JSON'));
    }
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal)
      return reply.code(error.status).headers(error.headers).send(error.body);
    const { statusCode = 500, message } = error as { statusCode?: number; message?: string };
    return reply.code(statusCode).send({ errorMessage: message });
  });
  // No preflight is answered, so a browser cannot call this from a page.
  app.addHook('onRequest', async (request) => {
    if (request.method === 'OPTIONS') throw new Refusal(405, 'Method not allowed');
  });
  app.options('/*', async () => undefined);

  app.register(async (people) => {
    consentRoutes(people, world);
    watchRoutes(people, world);
    controlRoutes(people, world, url);
  });
  app.register(async (partner) => {
    befallWithFaults(partner, world);
    tokenRoutes(partner, world);
    userRoutes(partner, world);
    trainingRoutes(partner, world);
    activityRoutes(partner, world);
  });
  return app;
}

/** Writes down every call, and lets the faults befall those they are meant for. */
function befallWithFaults(scope: FastifyInstance, world: World): void {
  scope.addHook('onRequest', async (request) => {
    const path = request.url.split('?')[0] ?? '';
    const user = userOf(world, request.headers.authorization);
    const fault = world.faults.draw(request.method, path, user);
    request.fault = fault;
    request.call = {
      method: request.method,
      path,
      status: 0,
      user,
      fault: fault?.kind,
    };
    world.calls.push(request.call);
    if (fault?.kind === 'cut') {
      request.raw.socket.destroy();
      throw new Refusal(500, 'Cut');
    }
    if (fault?.kind === '401') throw new Refusal(401, 'Access token has expired');
    if (fault?.kind === '403') throw new Refusal(403, 'Access denied');
    if (fault?.kind === '429') throw tooMany(world);
    if (fault?.kind === '404') throw new Refusal(404, 'Not found');
    if (fault?.kind === '400')
      throw new Refusal(400, `Request not accepted: ${request.headers.authorization}`);
    if (fault?.kind === '500') throw new Refusal(500, 'Internal server error');
    if (fault?.kind === '502') throw new Refusal(502, 'Bad gateway');
  });

  // By now the call has had its effect; what follows only spoils the answer.
  scope.addHook('onSend', async (request, reply, payload) => {
    const { fault, call } = request;
    if (fault?.kind === 'slow') await wait(fault.slowMilliseconds ?? 1000);
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

function userOf(world: World, authorization: string | undefined): string | undefined {
  const session = [...world.sessions].find(
    ({ accessToken }) => authorization === `Bearer ${accessToken}`,
  );
  return session && world.users.get(session.userId)?.name;
}
