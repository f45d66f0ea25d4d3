import * as z from 'zod';
import { readTrustedProxies, type TrustProxy } from './http/trust-proxy.ts';

const text = z.string().trim().min(1);

const settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  HOST: text.default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** The database before a restore, for the command after it. */
  OLD_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** At least two, because opening the job queues needs a second connection besides the one with the lock. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(100).default(10),
  FIREBASE_PROJECT_ID: text,
  FIREBASE_AUTH_DOMAIN: text.optional(),
  FIREBASE_AUTH_EMULATOR_HOST: text.optional(),
  /** A disabled, deleted or signed-out account is rejected within this time; 0 asks on every request. */
  ACCOUNT_CHECK_SECONDS: z.coerce.number().min(0).max(600).default(60),
  /** How long a request waits for the identity provider to check its token. */
  IDENTITY_TIMEOUT_SECONDS: z.coerce.number().positive().max(60).default(3),
  /** The folder of the built web app. Without it only the API is served. */
  WEB_ROOT: text.optional(),
  /** Proxies whose X-Forwarded-For is trusted: addresses or ranges, separated by commas. */
  TRUST_PROXY: text.transform(readProxies).optional(),
  /** Shares rate limits between processes. Without it each process counts alone. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /** In production, allows DATABASE_URL and REDIS_URL without TLS. */
  ALLOW_PLAINTEXT: z.enum(['true', 'false']).default('false'),
  /** Multiplies every rate limit, for machines on which all users share one address. */
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  /** Port of the API's /metrics; disabled if unset. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** A collector of OpenTelemetry traces; none are recorded if unset. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** The share of requests and jobs that is traced. */
  TRACE_SHARE: z.coerce.number().min(0).max(1).default(1),
  /** Port of the worker's /metrics; disabled if unset. */
  WORKER_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Jobs without a heartbeat for this long are retried. */
  JOB_HEARTBEAT_SECONDS: z.coerce.number().int().min(10).default(10),
  /** Interval between checks for such jobs. */
  JOB_SUPERVISE_SECONDS: z.coerce.number().int().min(1).default(5),
  /** Multiplies the delays between the attempts of a job. */
  JOB_RETRY_FACTOR: z.coerce.number().min(0).default(1),
  GARMIN_CLIENT_ID: text.optional(),
  GARMIN_CLIENT_SECRET: text.optional(),
  /** Our /garmin/callback, as registered at Garmin. */
  GARMIN_REDIRECT_URI: z.url().optional(),
  /** The last part of the webhook URL; two while it is changed. Notifications are not signed. */
  GARMIN_WEBHOOK_SECRET: z
    .string()
    // Fastify takes path parameters of up to 100 characters.
    .regex(
      /^[\w-]{32,100}(?:,[\w-]{32,100})?$/,
      'must be 32 to 100 letters, digits, - or _, or two of these with a comma between them',
    )
    .transform((list) => list.split(','))
    .optional(),
  /** Keys that decrypt tokens, such as 1:base64,2:base64. */
  GARMIN_TOKEN_KEYS: z.string().transform(readKeys).optional(),
  /** The number of the key that encrypts. Needed with more than one. */
  GARMIN_TOKEN_KEY: z.coerce.number().int().positive().optional(),
  /** Garmin's limits of an evaluation key; a production key has 3000 and 1000. */
  GARMIN_CALLS_PER_MINUTE: z.coerce.number().int().positive().default(100),
  GARMIN_CALLS_PER_ATHLETE_AND_DAY: z.coerce.number().int().positive().default(200),
  GARMIN_CONSENT_URL: z.url().default('https://connect.garmin.com/oauth2Confirm'),
  GARMIN_TOKEN_URL: z.url().default('https://diauth.garmin.com/di-oauth2-service/oauth/token'),
  GARMIN_API_URL: z.url().default('https://apis.garmin.com'),
  /** Clients disagree on both paths. */
  GARMIN_USER_PATH: text.default('/wellness-api/rest'),
  GARMIN_CREATE_PATH: text.default('/workoutportal/workout/v2'),
  /** The pages of the app may call it, with the athlete's own key. */
  INTERVALS_ICU_URL: z.url({ protocol: /^https?$/ }).default('https://intervals.icu'),
  /** The address of the site. Without it, assistants connect with keys only. */
  PUBLIC_ORIGIN: text
    .refine(isOrigin, 'must be an origin, such as https://pacewright.example')
    .optional(),
  /** The origins whose documents say what an app is. */
  APP_ORIGINS: text
    .default('https://claude.ai,https://claude.com,https://chatgpt.com,https://vscode.dev')
    .transform((list) => list.split(','))
    .refine(
      (list) => list.every(isOrigin),
      'must be origins with commas between them, such as https://claude.ai',
    ),
  /** Time to keep serving after SIGTERM until the balancer stops sending. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(5),
});

export type Config = {
  production: boolean;
  host: string;
  port: number;
  logLevel: string;
  databaseUrl: string;
  oldDatabaseUrl: string | undefined;
  databasePoolSize: number;
  firebase: { projectId: string; authDomain: string; emulatorHost: string | undefined };
  intervalsIcuOrigin: string;
  publicOrigin: string | undefined;
  appOrigins: string[];
  accountCheckSeconds: number;
  identityTimeoutSeconds: number;
  webRoot: string | undefined;
  trustProxy: TrustProxy | false;
  redisUrl: string | undefined;
  rateLimitFactor: number;
  drainSeconds: number;
  metricsPort: number | undefined;
  workerPort: number | undefined;
  /** Undefined without a collector. */
  tracing: { endpoint: string; share: number } | undefined;
  jobIntervals: { heartbeatSeconds: number; superviseSeconds: number; retryFactor: number };
  /** Undefined when this server has no agreement with Garmin. Everything else works without. */
  garmin: GarminSettings | undefined;
};

type GarminSettings = {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** All of them are accepted. */
  webhookSecrets: string[];
  tokenKeys: { keys: { version: number; key: Buffer }[]; encryptWith: number };
  callLimits: { perMinute: number; perAthleteAndDay: number };
  consentUrl: string;
  tokenUrl: string;
  apiUrl: string;
  userPath: string;
  createPath: string;
};

/** The only reader of the environment. Throws one error that lists every missing or wrong setting. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  // Empty variables count as unset, because compose files cannot unset a variable.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  if (!parsed.success) throw new Error(explain(parsed.error, given));

  const env = parsed.data;
  refuseEmulatorInProduction(env);
  if (env.NODE_ENV === 'production') refuseUnsafeProduction(env);
  return {
    production: env.NODE_ENV === 'production',
    host: env.HOST,
    port: env.PORT,
    logLevel: env.LOG_LEVEL,
    databaseUrl: env.DATABASE_URL,
    oldDatabaseUrl: env.OLD_DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    firebase: {
      projectId: env.FIREBASE_PROJECT_ID,
      authDomain: env.FIREBASE_AUTH_DOMAIN ?? `${env.FIREBASE_PROJECT_ID}.firebaseapp.com`,
      emulatorHost: env.FIREBASE_AUTH_EMULATOR_HOST,
    },
    intervalsIcuOrigin: new URL(env.INTERVALS_ICU_URL).origin,
    publicOrigin: env.PUBLIC_ORIGIN,
    appOrigins: env.APP_ORIGINS,
    accountCheckSeconds: env.ACCOUNT_CHECK_SECONDS,
    identityTimeoutSeconds: env.IDENTITY_TIMEOUT_SECONDS,
    webRoot: env.WEB_ROOT,
    trustProxy: env.TRUST_PROXY ?? false,
    redisUrl: env.REDIS_URL,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    drainSeconds: env.DRAIN_SECONDS,
    metricsPort: env.METRICS_PORT,
    workerPort: env.WORKER_PORT,
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, share: env.TRACE_SHARE }
      : undefined,
    jobIntervals: {
      heartbeatSeconds: env.JOB_HEARTBEAT_SECONDS,
      superviseSeconds: env.JOB_SUPERVISE_SECONDS,
      retryFactor: env.JOB_RETRY_FACTOR,
    },
    garmin: readGarmin(env),
  };
}

function isOrigin(origin: string): boolean {
  return URL.canParse(origin) && new URL(origin).origin === origin;
}

/** Prints the mistakes and exits. */
export function readConfigOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(1);
  }
}

/** All of Garmin's settings or none, because a missing one would fail only when an athlete connects. */
function readGarmin(env: z.infer<typeof settings>): GarminSettings | undefined {
  const {
    GARMIN_CLIENT_ID: clientId,
    GARMIN_CLIENT_SECRET: clientSecret,
    GARMIN_REDIRECT_URI: redirectUri,
    GARMIN_WEBHOOK_SECRET: webhookSecrets,
    GARMIN_TOKEN_KEYS: tokenKeys,
  } = env;
  const needed = { clientId, clientSecret, redirectUri, webhookSecrets, tokenKeys };
  if (Object.values(needed).every((value) => value === undefined)) return undefined;
  if (!clientId || !clientSecret || !redirectUri || !webhookSecrets || !tokenKeys) {
    const missing = GARMIN_NEEDS.filter((name) => env[name] === undefined);
    throw new Error(
      `Missing settings: ${missing.join(', ')}. Set all Garmin settings or none. See docs/operations.md`,
    );
  }
  const addresses = [env.GARMIN_CONSENT_URL, env.GARMIN_TOKEN_URL, env.GARMIN_API_URL, redirectUri];
  if (env.NODE_ENV === 'production' && addresses.some((url) => !url.startsWith('https://')))
    throw new Error('In production every GARMIN_ address must start with https://');
  return {
    clientId,
    clientSecret,
    redirectUri,
    webhookSecrets,
    tokenKeys: { keys: tokenKeys, encryptWith: chooseKey(tokenKeys, env.GARMIN_TOKEN_KEY) },
    callLimits: {
      perMinute: env.GARMIN_CALLS_PER_MINUTE,
      perAthleteAndDay: env.GARMIN_CALLS_PER_ATHLETE_AND_DAY,
    },
    consentUrl: env.GARMIN_CONSENT_URL,
    tokenUrl: env.GARMIN_TOKEN_URL,
    apiUrl: env.GARMIN_API_URL,
    userPath: env.GARMIN_USER_PATH,
    createPath: env.GARMIN_CREATE_PATH,
  };
}

/** Never guessed, because other processes may not have the newest key yet. */
function chooseKey(keys: { version: number }[], given: number | undefined): number {
  const version = given ?? (keys.length === 1 ? keys[0]?.version : undefined);
  if (version === undefined)
    throw new Error('Missing settings: GARMIN_TOKEN_KEY, because GARMIN_TOKEN_KEYS has several');
  if (!keys.some((key) => key.version === version))
    throw new Error(`GARMIN_TOKEN_KEYS has no key ${version}, which GARMIN_TOKEN_KEY names`);
  return version;
}

const GARMIN_NEEDS = [
  'GARMIN_CLIENT_ID',
  'GARMIN_CLIENT_SECRET',
  'GARMIN_REDIRECT_URI',
  'GARMIN_WEBHOOK_SECRET',
  'GARMIN_TOKEN_KEYS',
] as const;

function readProxies(list: string, context: z.core.$RefinementCtx<string>): TrustProxy {
  const trusted = readTrustedProxies(list);
  if (!trusted)
    context.issues.push({
      code: 'custom',
      input: undefined,
      message: 'must be addresses or ranges, such as 10.0.0.0/8,192.0.2.7',
    });
  return trusted ?? (() => false);
}

function readKeys(
  list: string,
  context: z.core.$RefinementCtx<string>,
): { version: number; key: Buffer }[] {
  const keys = list.split(',').map((part) => {
    const [, version = '', encoded = ''] =
      /^\s*([1-9]\d{0,3}):([A-Za-z0-9+/]+=*)\s*$/.exec(part) ?? [];
    return { version: Number(version), key: Buffer.from(encoded, 'base64') };
  });
  const isDistinct = new Set(keys.map(({ version }) => version)).size === keys.length;
  if (!isDistinct || keys.some(({ version, key }) => version === 0 || key.length !== 32))
    context.issues.push({
      code: 'custom',
      input: undefined,
      message: 'must be keys of 32 bytes with a number each, such as 1:base64,2:base64',
    });
  return keys;
}

function explain(error: z.ZodError, given: Record<string, unknown>): string {
  const names = [...new Set(error.issues.map((issue) => String(issue.path[0])))];
  const missing = names.filter((name) => given[name] === undefined);
  const wrong = error.issues
    .filter((issue) => !missing.includes(String(issue.path[0])))
    .map((issue) => `${String(issue.path[0])} (${issue.message})`);
  return [
    missing.length > 0 && `Missing settings: ${missing.join(', ')}`,
    wrong.length > 0 && `Invalid settings: ${wrong.join(', ')}`,
    'See docs/operations.md',
  ]
    .filter(Boolean)
    .join('. ');
}

/** Values that are in the repository, and so public. */
const PUBLISHED_SECRETS = new Set([
  'a-path-for-one-machine-no-secret',
  'a-secret-path-of-thirty-two-letters',
  'stand-in-secret',
]);

function refuseUnsafeProduction(env: z.infer<typeof settings>): void {
  if (env.DRAIN_SECONDS === 0)
    throw new Error(
      'In production DRAIN_SECONDS must be above 0, or every deployment drops requests',
    );
  if ([env.PUBLIC_ORIGIN ?? '', ...env.APP_ORIGINS].some((url) => url.startsWith('http:')))
    throw new Error('In production PUBLIC_ORIGIN and APP_ORIGINS must start with https://');
  if (PUBLISHED_SECRETS.has(env.GARMIN_CLIENT_SECRET ?? ''))
    throw new Error(
      'GARMIN_CLIENT_SECRET is the example from the repository. Use the one Garmin gave you',
    );
  for (const secret of env.GARMIN_WEBHOOK_SECRET ?? []) {
    if (PUBLISHED_SECRETS.has(secret))
      throw new Error(
        'GARMIN_WEBHOOK_SECRET is the example from the repository. Generate your own',
      );
    if (isRegular(Buffer.from(secret)))
      throw new Error('GARMIN_WEBHOOK_SECRET is too weak. Generate one with openssl rand -hex 32');
  }
  if (env.GARMIN_TOKEN_KEYS?.some(({ key }) => isText(key) || isRegular(key)))
    throw new Error('GARMIN_TOKEN_KEYS contains a weak key. Generate one with openssl rand');
  if (env.ALLOW_PLAINTEXT === 'true') return;
  const advice = 'must use TLS in production, or set ALLOW_PLAINTEXT=true';
  for (const name of ['DATABASE_URL', 'OLD_DATABASE_URL'] as const) {
    const url = env[name];
    if (url && !isLocal(url) && !usesTls(url))
      throw new Error(`${name} ${advice}: add ?sslmode=verify-full`);
  }
  if (env.REDIS_URL && !isLocal(env.REDIS_URL) && !env.REDIS_URL.startsWith('rediss:'))
    throw new Error(`REDIS_URL ${advice}: start it with rediss://`);
}

/** Typed by somebody instead of drawn: 32 random bytes are never all printable. */
function isText(key: Buffer): boolean {
  return key.every((byte) => byte >= 0x20 && byte < 0x7f);
}

/** 32 random bytes, or letters of a hexadecimal number, have more. */
const MIN_DISTINCT_BYTES = 6;

/** Few different bytes, such as zeros, a piece that is repeated, or a sequence such as 1, 2, 3. */
function isRegular(secret: Buffer): boolean {
  const isRepeated = Buffer.concat([secret, secret]).indexOf(secret, 1) < secret.length;
  const steps = new Set(secret.subarray(1).map((byte, index) => byte - (secret[index] ?? 0)));
  return new Set(secret).size < MIN_DISTINCT_BYTES || isRepeated || steps.size === 1;
}

/** Loopback or a socket in the file system, which need no TLS. */
function isLocal(address: string): boolean {
  const { hostname, searchParams } = new URL(address);
  // The driver of PostgreSQL prefers the parameter, and takes the last of several.
  const host = searchParams.getAll('host').at(-1) || decodeURIComponent(hostname);
  return host.startsWith('/') || /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|)$/.test(host);
}

function usesTls(databaseUrl: string): boolean {
  const { searchParams } = new URL(databaseUrl);
  const mode = searchParams.getAll('sslmode').at(-1);
  if (mode === undefined) return searchParams.getAll('ssl').at(-1) === 'true';
  return ['require', 'verify-ca', 'verify-full'].includes(mode);
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
