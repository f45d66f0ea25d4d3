import * as z from 'zod';

const text = z.string().trim().min(1);

const settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  HOST: text.default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(100).default(10),
  FIREBASE_PROJECT_ID: text,
  FIREBASE_AUTH_DOMAIN: text.optional(),
  FIREBASE_AUTH_EMULATOR_HOST: text.optional(),
  /** The folder of the built web app. Without it the API serves only itself. */
  WEB_ROOT: text.optional(),
  /** Which proxies may say whom a request comes from: addresses or ranges, joined by commas. */
  TRUST_PROXY: text.optional(),
  /** Counts rate limits for all processes together. Without it each counts for itself. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /** Multiplies every rate limit; for a machine on which everyone has one address. */
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  /** How long to go on serving after SIGTERM while the balancer looks elsewhere. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(5),
});

export type Config = {
  production: boolean;
  host: string;
  port: number;
  logLevel: string;
  databaseUrl: string;
  databasePoolSize: number;
  firebase: { projectId: string; authDomain: string; emulatorHost: string | undefined };
  webRoot: string | undefined;
  trustProxy: string | false;
  redisUrl: string | undefined;
  rateLimitFactor: number;
  drainSeconds: number;
};

/** The one reader of the environment. Throws one error that names everything that is missing or wrong. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  // An empty variable is an unset one: shells and compose files cannot tell them apart either.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  if (!parsed.success) throw new Error(explain(parsed.error, given));

  const env = parsed.data;
  refuseEmulatorInProduction(env);
  return {
    production: env.NODE_ENV === 'production',
    host: env.HOST,
    port: env.PORT,
    logLevel: env.LOG_LEVEL,
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    firebase: {
      projectId: env.FIREBASE_PROJECT_ID,
      authDomain: env.FIREBASE_AUTH_DOMAIN ?? `${env.FIREBASE_PROJECT_ID}.firebaseapp.com`,
      emulatorHost: env.FIREBASE_AUTH_EMULATOR_HOST,
    },
    webRoot: env.WEB_ROOT,
    trustProxy: env.TRUST_PROXY ?? false,
    redisUrl: env.REDIS_URL,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    drainSeconds: env.DRAIN_SECONDS,
  };
}

function explain(error: z.ZodError, given: Record<string, unknown>): string {
  const names = [...new Set(error.issues.map((issue) => String(issue.path[0])))];
  const missing = names.filter((name) => given[name] === undefined);
  const wrong = error.issues
    .filter((issue) => !missing.includes(String(issue.path[0])))
    .map((issue) => `${String(issue.path[0])} (${issue.message})`);
  return [
    missing.length > 0 && `Missing settings: ${missing.join(', ')}`,
    wrong.length > 0 && `Settings that are not valid: ${wrong.join(', ')}`,
    'docs/operations.md describes them all',
  ]
    .filter(Boolean)
    .join('. ');
}

/** With the emulator's variable set, firebase-admin accepts unsigned tokens. */
function refuseEmulatorInProduction(env: z.infer<typeof settings>): void {
  if (!env.FIREBASE_AUTH_EMULATOR_HOST) return;
  if (env.NODE_ENV === 'production')
    throw new Error('FIREBASE_AUTH_EMULATOR_HOST must not be set in production');
  if (!env.FIREBASE_PROJECT_ID.startsWith('demo-'))
    throw new Error(
      'FIREBASE_AUTH_EMULATOR_HOST needs a FIREBASE_PROJECT_ID that starts with demo-',
    );
}
