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
  /** How many requests in how many seconds. */
  points: number;
  seconds: number;
  /** Counted in Redis too, where there is one, so that several processes count as one. */
  shared: boolean;
};

const LIMITS = {
  /** Someone without a good token, by address. */
  visitor: { points: 60, seconds: 60, shared: true },
  /** New athletes from one address: a club's evening passes, a script does not. */
  register: { points: 20, seconds: 3600, shared: true },
  profile: { points: 60, seconds: 60, shared: true },
  /** Downloads of everything an athlete has stored. */
  export: { points: 3, seconds: 3600, shared: true },
  /** Everything else an athlete does. Only a runaway script gets near it. */
  athlete: { points: 600, seconds: 60, shared: false },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

export type RateLimits = {
  /** Counts one request. Throws TOO_MANY_REQUESTS once there were too many. */
  take: (name: LimitName, key: string) => Promise<void>;
  close: () => Promise<void>;
};

type Options = {
  redisUrl: string | undefined;
  /** Multiplies every limit; for machines on which all athletes share one address. */
  factor?: number;
  onError?: (error: Error) => void;
};

/**
 * Limits held in memory, and besides in Redis where one is given. Without it, or while it is away, each
 * process counts for itself: losing it must not stop the product.
 */
export function openRateLimits({ redisUrl, factor = 1, onError }: Options): RateLimits {
  const redis = redisUrl ? openRedis(redisUrl, onError) : undefined;
  const limiters = new Map(
    Object.entries(LIMITS).map(([name, limit]) => [
      name,
      createLimiter(name, { ...limit, points: Math.ceil(limit.points * factor) }, redis),
    ]),
  );
  return {
    take: async (name, key) => {
      await limiters
        .get(name)
        ?.consume(key)
        .catch((refusal: unknown) => {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          throw new Problem('TOO_MANY_REQUESTS', { retryAfter: refusal.msBeforeNext / 1000 });
        });
    },
    close: async () => redis?.disconnect(),
  };
}

function createLimiter(
  name: string,
  { points, seconds, shared }: Limit,
  redis: Redis | undefined,
): RateLimiterAbstract {
  const own = { keyPrefix: `pacewright:${name}`, points, duration: seconds };
  const inMemory = new RateLimiterMemory(own);
  if (!redis || !shared) return inMemory;
  return new RateLimiterRedis({
    ...own,
    storeClient: redis,
    insuranceLimiter: inMemory,
    // Who is over the limit is refused from memory, without asking Redis again.
    inMemoryBlockOnConsumed: points,
    rejectIfRedisNotReady: true,
  });
}

/** Never waits for Redis: a request that would have to is counted in memory instead. */
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

/** Counts every request to this scope: by athlete where there is one, else by address. */
export function limitRate(scope: FastifyInstance, limits: RateLimits, name: LimitName): void {
  scope.addHook('onRequest', async (request) => {
    await limits.take(
      name,
      name === 'register' ? addressKey(request.ip) : request.userId || addressKey(request.ip),
    );
  });
}

/**
 * An IPv4 address, or an IPv6 /64: one customer has all of its addresses. Fastify gives none once the
 * connection has closed, whatever its types say.
 */
export function addressKey(ip: string | undefined): string {
  if (!ip || !ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  // Translated by NAT64: the IPv4 address is in the last four bytes.
  if (address.range() === 'rfc6052') return address.toByteArray().slice(12).join('.');
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
