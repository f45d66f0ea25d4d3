import compress from '@fastify/compress';
import type { Endpoint } from '@pacewright/contract';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { athleteId } from './db/ids.ts';
import { joinable } from './db/joinable.ts';
import { createAccountDeletion } from './features/account/deletion.ts';
import { guardKeys, type ReadTexts } from './features/access/key-guard.ts';
import { mcpRoutes } from './features/access/mcp-routes.ts';
import { createClientReader } from './features/access/oauth-client.ts';
import { addressesOf } from './features/access/oauth-request.ts';
import { consentRoutes, oauthRoutes } from './features/access/oauth-routes.ts';
import { keyRoutes, newKeyRoutes } from './features/access/routes.ts';
import { endKeys, exportAccess } from './features/access/store.ts';
import { createKeyCheck } from './features/access/verify-key.ts';
import { exportRoutes } from './features/account/export.ts';
import { deletionRoutes } from './features/account/routes.ts';
import { activityRoutes } from './features/activities/routes.ts';
import { exportActivities } from './features/activities/store.ts';
import { calendarRoutes, scheduleWorkouts } from './features/calendar/routes.ts';
import { changeRoutes } from './features/calendar/change-routes.ts';
import { feedRoutes, newFeedRoutes, publicFeedRoutes } from './features/calendar/feed-routes.ts';
import { deleteFeed, findFeed } from './features/calendar/feed-store.ts';
import { exportCalendar, findEntries, readRows, restoreRows } from './calendar/entries.ts';
import { exportConnection, exportConsents } from './features/garmin/connection-store.ts';
import { createDeliveryCommands } from './features/garmin/delivery-commands.ts';
import { deliveryRoutes } from './features/garmin/delivery-routes.ts';
import { garminCleanUp } from './features/garmin/clean-up.ts';
import type { Garmin } from './features/garmin/garmin.ts';
import { exportDeliveries } from './features/garmin/item-store.ts';
import { garminRoutes } from './features/garmin/routes.ts';
import { garminWebhooks } from './features/garmin/webhooks.ts';
import { paceRoutes } from './features/paces/routes.ts';
import { exportRaces, readPaces } from './features/paces/store.ts';
import { planRoutes } from './features/plans/routes.ts';
import { seasonRoutes } from './features/plans/season-routes.ts';
import { exportSeasons } from './features/plans/season-store.ts';
import { exportPlans, findPlan } from './features/plans/store.ts';
import {
  type Entitlement,
  isEntitled as defaultIsEntitled,
  type IsEntitled,
  requireEntitlement,
} from './features/subscription/subscription.ts';
import { logoutRoutes, profileRoutes, registrationRoutes } from './features/users/routes.ts';
import { findUser, isRegistered } from './features/users/store.ts';
import { batchRoutes } from './features/workouts/batch-routes.ts';
import { parseRoutes } from './features/workouts/parse-routes.ts';
import { type Drain, createDrain } from './http/drain.ts';
import { createLogController } from './logging.ts';
import { workoutRoutes } from './features/workouts/routes.ts';
import { readForStorage } from './features/workouts/saved-reading.ts';
import { exportWorkouts, findWorkout } from './features/workouts/store.ts';
import type { IdentityProvider } from './http/firebase.ts';
import { healthRoutes } from './http/health.ts';
import {
  requireIdentity,
  requireLiveAccount,
  requireRecentSignIn,
  requireUser,
  requireVerified,
  type VerifyToken,
} from './http/identity.ts';
import { policyReportRoutes } from './http/policy-reports.ts';
import { collectOpenApi, openApiRoutes } from './http/openapi.ts';
import { setProblemHandler, Problem, sendProblem } from './http/problem.ts';
import { limitRate, type RateLimits } from './http/rate-limits.ts';
import { earlyErrorHandlers, MAX_CONNECTIONS, TIMEOUTS } from './http/early-errors.ts';
import { readRequestId } from './http/request-id.ts';
import { limitConcurrency } from './http/concurrency.ts';
import { recordSecurityEvents } from './http/security-events.ts';
import { securityHeaders, setSecurityHeaders } from './http/security-headers.ts';
import { type Handler, markScope } from './http/serve.ts';
import { createTokenCache } from './http/token-cache.ts';
import { serveWeb } from './http/web.ts';
import type { Metrics } from './metrics/metrics.ts';
import { createCompleteEntry } from './receive-activities.ts';
import { traceRequests } from './tracing/trace-requests.ts';

/** Everything outside of this process, so that tests can replace it. */
export type Services = {
  db: Database;
  identity: Pick<
    IdentityProvider,
    'verifyToken' | 'deleteAccount' | 'revokeSignIns' | 'isEnabled' | 'isVerified'
  >;
  limits: RateLimits;
  /** Undefined when this server has no agreement with Garmin. */
  garmin?: Garmin | undefined;
  /** True for everyone, except in tests. */
  isEntitled?: IsEntitled;
  now?: () => Date;
  metrics?: Pick<Metrics, 'requestFinished' | 'securityEvent' | 'watchCachedTokens'> | undefined;
  /** Whether tracing was started. */
  isTraced?: boolean;
};

type Settings = Pick<
  Config,
  | 'production'
  | 'firebase'
  | 'intervalsIcuOrigin'
  | 'publicOrigin'
  | 'appOrigins'
  | 'accountCheckSeconds'
  | 'webRoot'
  | 'trustProxy'
>;

const MAX_BODY_BYTES = 128 * 1024;
/** Characters. */
const MAX_ACCEPT_ENCODING = 200;
/** Above the statement timeout of 10 s and the identity timeout of 3 s. */
const HANDLER_TIMEOUT = 15_000;

/** Registers every feature in the scope that guards it. */
export async function buildApp(
  { now = () => new Date(), isEntitled = defaultIsEntitled, ...services }: Services,
  settings: Settings,
  logger?: FastifyBaseLogger,
): Promise<App> {
  const app = createServer(settings, services, logger);
  const drain = createDrain(app);
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // Our clients send no compressed bodies, and decompressing 16 kB can take 10 ms.
    globalDecompression: false,
  });
  collectOpenApi(app);
  const parts = createParts({ ...services, now, isEntitled }, settings);

  app.register(async (open) => {
    markScope(open, 'visitor');
    healthRoutes(open, { isDraining: drain.isDraining });
    visitorRoutes(open, parts);
  });
  app.register(async (signedIn) => {
    markScope(signedIn, 'signed-in');
    requireIdentity(signedIn, parts.tokens.verifyToken, parts.limits);
    signedInRoutes(signedIn, parts);
    signedIn.register(async (registered) => {
      markScope(registered, 'registered');
      requireUser(registered, (userId) => isRegistered(parts.db, userId));
      registeredRoutes(registered, parts);
      registered.register(async (verified) => {
        markScope(verified, 'verified');
        requireVerified(verified);
        verifiedRoutes(verified, parts);
      });
    });
  });

  if (settings.webRoot) await serveWeb(app, settings.webRoot, settings);
  else
    app.setNotFoundHandler((request, reply) =>
      sendProblem(request, reply, new Problem('NOT_FOUND')),
    );

  await app.ready();
  return { server: app, drain };
}

/** The server without its routes: limits, headers, and what is counted of every request. */
function createServer(
  settings: Settings,
  { metrics, isTraced = false }: Pick<Services, 'metrics' | 'isTraced'>,
  logger: FastifyBaseLogger | undefined,
): FastifyInstance {
  const app: FastifyInstance = Fastify({
    ...(logger && { loggerInstance: logger }),
    logController: createLogController(),
    trustProxy: settings.trustProxy,
    bodyLimit: MAX_BODY_BYTES,
    genReqId: readRequestId,
    requestIdHeader: false,
    ...TIMEOUTS,
    handlerTimeout: HANDLER_TIMEOUT,
    ...earlyErrorHandlers(securityHeaders(settings)),
    forceCloseConnections: 'idle',
    // While closing, requests on open connections are still served.
    return503OnClosing: false,
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('identity');
  app.decorateRequest('userId', '');
  app.decorate('handlers', new Map<Endpoint, Handler>());
  app.decorateRequest('afterHandling', undefined);
  if (isTraced) traceRequests(app, settings.trustProxy);
  setProblemHandler(app);
  setSecurityHeaders(app, settings);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  // A proxy may read another one of two (RFC 9112, section 3.2).
  app.addHook('onRequest', async ({ raw: { rawHeaders } }) => {
    if (rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length > 1)
      throw new Problem('INVALID_REQUEST', { detail: 'A request has one Host header' });
  });
  // A list of 16 kB takes up to 5 ms to read. Browsers send 30 characters.
  app.addHook('onRequest', async ({ headers }) => {
    if ((headers['accept-encoding']?.length ?? 0) > MAX_ACCEPT_ENCODING)
      delete headers['accept-encoding'];
  });
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) =>
    metrics?.requestFinished({
      method,
      route: routeOptions.url ?? 'unknown',
      status: statusCode,
      seconds: elapsedTime / 1000,
    }),
  );
  recordSecurityEvents(app, (event, reason) => metrics?.securityEvent(event, reason));
  return app;
}

/** What the features share. */
type Parts = ReturnType<typeof createParts>;

function createParts(
  services: Omit<Services, 'isTraced'> & Required<Pick<Services, 'now' | 'isEntitled'>>,
  settings: Settings,
) {
  const { identity, garmin, now, metrics } = services;
  const db = joinable(services.db);
  const kind: 'live' | 'test' = settings.production ? 'live' : 'test';
  const verifyKey = createKeyCheck({ db, kind, isVerified: identity.isVerified, now });
  const verifyToken: VerifyToken = (token, options) =>
    (token.startsWith('pw_') ? verifyKey : identity.verifyToken)(token, options);
  const tokens = createTokenCache(verifyToken, {
    maxCheckAge: settings.accountCheckSeconds * 1000,
    now: () => now().getTime(),
  });
  metrics?.watchCachedTokens(tokens.size);
  return {
    ...services,
    db,
    kind,
    tokens,
    appOrigins: settings.appOrigins,
    addresses: settings.publicOrigin === undefined ? undefined : addressesOf(settings.publicOrigin),
    commands: garmin && createDeliveryCommands({ jobs: garmin.jobs, readPaces, now }),
    readOwnPaces: (userId: string) => readPaces(db, userId),
    revokeSignIns: async (uid: string) => {
      // A calendar link, a key and an app work without a sign-in, so they end with all of them.
      await deleteFeed(db, athleteId(uid));
      await endKeys(db, athleteId(uid), { now: now() });
      await identity.revokeSignIns(uid);
      // The other processes look the account up within ACCOUNT_CHECK_SECONDS.
      tokens.deleteAccount(uid);
    },
  };
}

function visitorRoutes(open: FastifyInstance, parts: Parts): void {
  const { db, limits, now, kind, addresses, garmin, identity, tokens, metrics } = parts;
  open.register(async (limited) => {
    limitRate(limited, limits, 'visitor');
    openApiRoutes(limited);
  });
  open.register(async (reports) => policyReportRoutes(reports, limits));
  open.register(async (feeds) =>
    publicFeedRoutes(feeds, {
      db,
      limits,
      now,
      readPaces: parts.readOwnPaces,
      isEnabled: identity.isEnabled,
    }),
  );
  if (addresses)
    open.register(async (apps) =>
      oauthRoutes(apps, {
        db,
        now,
        kind,
        limits,
        addresses,
        forgetKeys: tokens.deleteAccount,
        isVerified: identity.isVerified,
        countEvent: (event, reason) => metrics?.securityEvent(event, reason),
      }),
    );
  if (garmin)
    open.register(async (fromGarmin) => garminWebhooks(fromGarmin, { db, garmin, limits, now }));
}

/** Routes of a person who has signed in within the last minutes, whose account still exists. */
function registerRecent(
  scope: FastifyInstance,
  { identity }: Parts,
  routes: (recent: FastifyInstance) => void,
): void {
  scope.register(async (recent) => {
    requireLiveAccount(recent, identity.verifyToken);
    requireRecentSignIn(recent);
    routes(recent);
  });
}

function signedInRoutes(signedIn: FastifyInstance, parts: Parts): void {
  const { db, limits, now, identity, garmin, tokens, revokeSignIns } = parts;
  logoutRoutes(signedIn, { revokeSignIns });
  const deleteAccount = createAccountDeletion({
    db,
    cleanUps: [garminCleanUp(garmin)],
    deleteIdentity: async (uid) => {
      tokens.deleteAccount(uid);
      await identity.deleteAccount(uid);
      // A request during the deletion may have verified its token again.
      tokens.deleteAccount(uid);
    },
    now,
  });
  registerRecent(signedIn, parts, (recent) => deletionRoutes(recent, deleteAccount));
  signedIn.register(async (limited) => {
    limitRate(limited, limits, 'register');
    requireLiveAccount(limited, identity.verifyToken);
    registrationRoutes(limited, { db });
  });
}

function registeredRoutes(registered: FastifyInstance, parts: Parts): void {
  const { db, now, limits, revokeSignIns } = parts;
  registerRecent(registered, parts, (recent) =>
    exportRoutes(recent, { db, now, limits, findUser, sections: EXPORTED }),
  );
  registered.register(async (limited) => {
    limitRate(limited, limits, 'profile');
    profileRoutes(limited, { db, revokeSignIns });
  });
}

const EXPORTED = {
  paces: readPaces,
  races: exportRaces,
  workouts: exportWorkouts,
  calendar: exportCalendar,
  calendarFeed: findFeed,
  access: exportAccess,
  plans: exportPlans,
  seasons: exportSeasons,
  activities: exportActivities,
  garmin: {
    connection: exportConnection,
    consents: exportConsents,
    workouts: exportDeliveries,
  },
};

function verifiedRoutes(verified: FastifyInstance, parts: Parts): void {
  const { db, now, limits, kind, addresses, garmin, commands, tokens, readOwnPaces } = parts;
  limitConcurrency(verified);
  guardKeys(verified, { db, now, limits, readTexts: createReadTexts(db, now) });
  keyRoutes(verified, { db, now, forgetKeys: tokens.deleteAccount });
  registerRecent(verified, parts, (recent) => newKeyRoutes(recent, { db, now, kind }));
  const readClient = createClientReader({ origins: parts.appOrigins });
  consentRoutes(verified, { db, now, kind, limits, addresses, readClient });

  const readScript = (script: string) => readForStorage(script).reading;
  const granted = (
    entitlements: readonly Entitlement[],
    routes: (scope: FastifyInstance) => void,
  ) =>
    verified.register(async (scope) => {
      for (const entitlement of entitlements)
        requireEntitlement(scope, entitlement, parts.isEntitled);
      routes(scope);
    });
  granted(['paces'], (scope) => paceRoutes(scope, { db, now }));
  granted(['workouts'], (scope) => {
    parseRoutes(scope, { readPaces: readOwnPaces });
    workoutRoutes(scope, { db, now, onChange: commands?.onWorkoutChanged });
  });
  // Its workouts may have days.
  granted(['workouts', 'calendar'], (scope) => {
    const onChange = commands?.onWorkoutChanged;
    batchRoutes(scope, { db, now, limits, onChange, schedule: scheduleWorkouts });
  });
  granted(['calendar'], (scope) => {
    const onChange = commands?.onEntriesChanged;
    feedRoutes(scope, { db });
    registerRecent(scope, parts, (recent) => newFeedRoutes(recent, { db, now }));
    changeRoutes(scope, { db, limits, readScript, onChange });
    calendarRoutes(scope, { db, now, readPaces: readOwnPaces, readScript, onChange });
    planRoutes(scope, { db, now });
    activityRoutes(scope, { db, now, completeEntry: createCompleteEntry(now) });
    seasonRoutes(scope, { db, now, limits, readScript, onChange, sending: commands });
  });
  // Its tools reach the calendar, too.
  granted(['workouts', 'calendar'], (scope) => {
    const onChange = commands?.onEntriesChanged;
    const calendar = { findEntries, readRows, restoreRows, onChange };
    mcpRoutes(scope, { db, now, limits, readPaces: readOwnPaces, calendar, addresses });
  });
  granted(['garmin'], (scope) => {
    garminRoutes(scope, { db, garmin });
    deliveryRoutes(scope, { db, commands });
  });
}

/** The texts of an athlete that a key's request is about. */
function createReadTexts(db: Database, now: () => Date): ReadTexts {
  return async (userId, { workouts, plans, entries }) => {
    const texts = [];
    for (const id of workouts) texts.push((await findWorkout(db, userId, id))?.json);
    for (const id of plans) texts.push((await findPlan(db, userId, id, now()))?.json);
    if (entries.length > 0)
      texts.push(...(await findEntries(db, userId, entries)).map(({ json }) => json));
    return texts.flatMap((json) => {
      if (json === undefined) return [];
      const { title, day, script, text } = titledText.parse(JSON.parse(json));
      return [{ title, ...(day && { day }), text: script ?? text ?? '' }];
    });
  };
}

const titledText = z.object({
  title: z.string(),
  day: z.optional(z.string()),
  script: z.optional(z.string()),
  text: z.optional(z.string()),
});

export type App = { server: FastifyInstance; drain: Drain };
