import compress from '@fastify/compress';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { createAccountDeletion } from './features/account/deletion.ts';
import { exportRoutes } from './features/account/export.ts';
import { deletionRoutes } from './features/account/routes.ts';
import { calendarRoutes } from './features/calendar/routes.ts';
import { exportCalendar } from './features/calendar/store.ts';
import { createDeliveryCommands } from './features/garmin/delivery-commands.ts';
import { deliveryRoutes } from './features/garmin/delivery-routes.ts';
import { garminCleanUp } from './features/garmin/clean-up.ts';
import type { Garmin } from './features/garmin/garmin.ts';
import { exportGarmin } from './features/garmin/item-store.ts';
import { garminRoutes } from './features/garmin/routes.ts';
import { garminWebhooks } from './features/garmin/webhooks.ts';
import { paceRoutes } from './features/paces/routes.ts';
import { exportRaces, readPaces } from './features/paces/store.ts';
import {
  type Entitlement,
  isEntitled as everyoneIs,
  type IsEntitled,
  requireEntitlement,
} from './features/subscription/subscription.ts';
import { logoutRoutes, profileRoutes, registrationRoutes } from './features/users/routes.ts';
import { findUser, isRegistered } from './features/users/store.ts';
import { workoutRoutes } from './features/workouts/routes.ts';
import { type Draining, watchDraining } from './http/draining.ts';
import { libraryRoutes } from './features/workouts/library-routes.ts';
import { exportWorkouts } from './features/workouts/store.ts';
import type { IdentityProvider } from './http/firebase.ts';
import { healthRoutes } from './http/health.ts';
import {
  requireIdentity,
  requireLiveAccount,
  requireRecentSignIn,
  requireUser,
  requireVerified,
} from './http/identity.ts';
import { collectOpenApi, openApiRoutes } from './http/openapi.ts';
import { answerProblems, Problem, sendProblem } from './http/problem.ts';
import { limitRate, type RateLimits } from './http/rate-limits.ts';
import { answerRefusals, MAX_CONNECTIONS, TIMEOUTS } from './http/refusals.ts';
import { readRequestId } from './http/request-id.ts';
import { securityHeaders, setSecurityHeaders } from './http/security-headers.ts';
import { markScope } from './http/serve.ts';
import { serveWeb } from './http/web.ts';

/** Everything beyond this process. Tests pass a real database and the real emulator's provider. */
export type Outside = {
  db: Database;
  identity: Pick<IdentityProvider, 'verifyToken' | 'deleteAccount'>;
  limits: RateLimits;
  /** Undefined when this server has no agreement with Garmin. */
  garmin?: Garmin | undefined;
  /** Everyone is, unless a test says otherwise. */
  isEntitled?: IsEntitled;
  now?: () => Date;
};

type Settings = Pick<Config, 'production' | 'firebase' | 'webRoot' | 'trustProxy'>;

const LARGEST_BODY = 128 * 1024;
/** Longer than an athlete waits. A statement ends after 10 s, a call to the identity provider after 3 s. */
const HANDLER_TIMEOUT = 15_000;

/** The table of contents: every feature, in the scope that guards it. */
export async function buildApp(
  { db, identity, limits, garmin, isEntitled = everyoneIs, now = () => new Date() }: Outside,
  settings: Settings,
  logger?: FastifyBaseLogger,
): Promise<App> {
  const app: FastifyInstance = Fastify({
    ...(logger && { loggerInstance: logger }),
    trustProxy: settings.trustProxy,
    bodyLimit: LARGEST_BODY,
    genReqId: readRequestId,
    requestIdHeader: false,
    ...TIMEOUTS,
    handlerTimeout: HANDLER_TIMEOUT,
    ...answerRefusals(securityHeaders(settings)),
    forceCloseConnections: 'idle',
    // While closing, what is under way and what still arrives on open connections is answered.
    return503OnClosing: false,
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('identity');
  app.decorateRequest('userId', '');
  answerProblems(app);
  setSecurityHeaders(app, settings);
  const draining = watchDraining(app);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });

  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // No client of ours compresses what it sends, and unpacking 16 kB can take 10 ms.
    globalDecompression: false,
  });
  collectOpenApi(app);
  const commands =
    garmin && createDeliveryCommands({ jobs: garmin.jobs, readSpeeds: readPaces, now });

  app.register(async (open) => {
    markScope(open, 'visitor');
    healthRoutes(open, { isDraining: draining.isUnderWay });

    open.register(async (limited) => {
      limitRate(limited, limits, 'visitor');
      openApiRoutes(limited);
    });
    if (garmin)
      open.register(async (fromGarmin) => garminWebhooks(fromGarmin, { db, garmin, limits, now }));
  });

  app.register(async (signedIn) => {
    markScope(signedIn, 'signed-in');
    requireIdentity(signedIn, identity.verifyToken, limits);
    logoutRoutes(signedIn);
    signedIn.register(async (recent) => {
      requireLiveAccount(recent, identity.verifyToken);
      requireRecentSignIn(recent);
      deletionRoutes(
        recent,
        createAccountDeletion({
          db,
          cleanUps: [garminCleanUp(garmin)],
          deleteIdentity: identity.deleteAccount,
          now,
        }),
      );
    });

    signedIn.register(async (limited) => {
      limitRate(limited, limits, 'register');
      requireLiveAccount(limited, identity.verifyToken);
      registrationRoutes(limited, { db });
    });

    signedIn.register(async (registered) => {
      markScope(registered, 'registered');
      requireUser(registered, (userId) => isRegistered(db, userId));
      registered.register(async (recent) => {
        requireLiveAccount(recent, identity.verifyToken);
        requireRecentSignIn(recent);
        exportRoutes(recent, {
          db,
          now,
          limits,
          findUser,
          chapters: {
            paces: readPaces,
            races: exportRaces,
            workouts: exportWorkouts,
            calendar: exportCalendar,
            garmin: exportGarmin,
          },
        });
      });

      registered.register(async (limited) => {
        limitRate(limited, limits, 'profile');
        profileRoutes(limited, { db });
      });

      registered.register(async (verified) => {
        markScope(verified, 'verified');
        requireVerified(verified);
        const readSpeeds = (userId: string) => readPaces(db, userId);
        const granted = (entitlement: Entitlement, routes: (scope: FastifyInstance) => void) =>
          verified.register(async (scope) => {
            requireEntitlement(scope, entitlement, isEntitled);
            routes(scope);
          });
        granted('paces', (scope) => paceRoutes(scope, { db, now }));
        granted('workouts', (scope) => {
          workoutRoutes(scope, { readSpeeds });
          libraryRoutes(scope, { db, now, follow: commands?.onWorkoutChanged });
        });
        granted('calendar', (scope) =>
          calendarRoutes(scope, { db, now, readSpeeds, follow: commands?.onEntryChanged }),
        );
        granted('garmin', (scope) => {
          garminRoutes(scope, { db, garmin });
          deliveryRoutes(scope, { db, commands });
        });
      });
    });
  });

  if (settings.webRoot) await serveWeb(app, settings.webRoot, settings);
  else
    app.setNotFoundHandler((request, reply) =>
      sendProblem(request, reply, new Problem('NOT_FOUND')),
    );

  await app.ready();
  return { server: app, draining };
}

export type App = { server: FastifyInstance; draining: Draining };
