import ipaddr from 'ipaddr.js';
import { Redis } from 'ioredis';
import type { FastifyInstance } from 'fastify';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { Problem } from './problem.ts';

type Limit = {
  /** Requests per this many seconds. */
  points: number;
  seconds: number;
  /** Counted in Redis, if configured, so that all processes share one limit. */
  shared: boolean;
};

const LIMITS = {
  /** Requests without a valid token, by address. */
  visitor: { points: 60, seconds: 60, shared: true },
  /** Registrations from one address: enough for a club's evening, too few for a script. */
  register: { points: 20, seconds: 3600, shared: true },
  profile: { points: 60, seconds: 60, shared: true },
  /** Exports of an account. */
  export: { points: 3, seconds: 3600, shared: true },
  /** Reports of browsers, by address. */
  report: { points: 20, seconds: 60, shared: false },
  /** Polls of one calendar feed. Calendars ask a few times an hour. */
  feed: { points: 120, seconds: 3600, shared: false },
  /** Entries that an athlete's copies, plans and imports write: a year of them, several times. */
  entries: { points: 5000, seconds: 3600, shared: true },
  /** Kilobytes that an athlete sends. */
  kilobytes: { points: 100_000, seconds: 3600, shared: false },
  /** All other requests of an athlete. Only a runaway script comes near it. */
  athlete: { points: 600, seconds: 60, shared: false },
  /** Requests with one key, and those of them that write. */
  key: { points: 120, seconds: 60, shared: false },
  'key-hour': { points: 3000, seconds: 3600, shared: false },
  'key-writes': { points: 30, seconds: 60, shared: false },
  'key-previews': { points: 30, seconds: 60, shared: false },
  /** What an athlete's page /authorize asks, which may fetch an app's document. */
  consents: { points: 20, seconds: 60, shared: false },
  /** Tokens that the apps of one athlete ask for. */
  tokens: { points: 20, seconds: 60, shared: false },
  /** Notifications of Garmin about all athletes. A rejected one comes again. */
  notification: { points: 20_000, seconds: 10, shared: false },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

export type RateLimits = {
  /** Counts one request, or several things. Throws TOO_MANY_REQUESTS above the limit. */
  take: (name: LimitName, key: string, count?: number) => Promise<void>;
  /** Takes back the count of a request that turned out to be none of these. */
  giveBack: (name: LimitName, key: string) => Promise<void>;
  close: () => Promise<void>;
};

type Options = {
  redisUrl: string | undefined;
  /** Multiplies every limit; for machines on which all athletes share one address. */
  factor?: number;
  onError?: (error: Error) => void;
  /** Called for each request over a limit. */
  onRejected?: (name: LimitName) => void;
};

/**
 * Rate limits in memory, and in Redis if configured. While Redis is down each process counts alone, so that the
 * product keeps working.
 */
export function openRateLimits({ redisUrl, factor = 1, onError, onRejected }: Options): RateLimits {
  const redis = redisUrl ? openRedis(redisUrl, onError) : undefined;
  const limiters = new Map(
    Object.entries(LIMITS).map(([name, limit]) => [
      name,
      createLimiter(name, { ...limit, points: Math.ceil(limit.points * factor) }, redis),
    ]),
  );
  return {
    take: async (name, key, count = 1) => {
      await limiters
        .get(name)
        ?.consume(key, count)
        .catch((refusal: unknown) => {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          onRejected?.(name);
          throw new Problem('TOO_MANY_REQUESTS', { retryAfter: refusal.msBeforeNext / 1000 });
        });
    },
    giveBack: async (name, key) => void (await limiters.get(name)?.reward(key)),
    close: async () => redis?.disconnect(),
  };
}

function createLimiter(
  name: string,
  { points, seconds, shared }: Limit,
  redis: Redis | undefined,
): RateLimiterAbstract {
  const options = { keyPrefix: `pacewright:${name}`, points, duration: seconds };
  const inMemory = new RateLimiterMemory(options);
  if (!redis || !shared) return inMemory;
  return new RateLimiterRedis({
    ...options,
    storeClient: redis,
    insuranceLimiter: inMemory,
    // Clients over the limit are rejected from memory, without a call to Redis.
    inMemoryBlockOnConsumed: points,
    rejectIfRedisNotReady: true,
  });
}

/** Never waits for Redis: without a connection, requests are counted in memory. */
function openRedis(url: string, onError: Options['onError']): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    commandTimeout: 50,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
  });
  redis.on('error', (error) => onError?.(error));
  return redis;
}

/** Limits the requests to this scope by athlete, or by address before sign-in. */
export function limitRate(scope: FastifyInstance, limits: RateLimits, name: LimitName): void {
  scope.addHook('onRequest', async (request) => {
    await limits.take(
      name,
      name === 'register' ? addressKey(request.ip) : request.userId || addressKey(request.ip),
    );
  });
}

/** An IPv4 address, or an IPv6 /64, which belongs to one customer. Undefined once the socket has closed. */
export function addressKey(ip: string | undefined): string {
  if (!ip || !ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  // NAT64: the IPv4 address is in the last four bytes.
  if (address.range() === 'rfc6052') return address.toByteArray().slice(12).join('.');
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
