import {
  calendarEntry,
  FEED_DAYS,
  getCalendarFeed,
  renewCalendarFeed,
  revokeCalendarFeed,
} from '@pacewright/contract';
import { writeCalendar } from '@pacewright/delivery';
import type { PaceUnits } from '@pacewright/pace';
import type { AthleteSpeeds } from '@pacewright/script';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { lockAthlete } from '../../http/athlete-lock.ts';
import { Problem } from '../../http/problem.ts';
import { addressKey, type RateLimits } from '../../http/rate-limits.ts';
import { serve } from '../../http/serve.ts';
import * as feeds from './feed-store.ts';
import { newFeedToken, parseFeedToken } from './feed-token.ts';
import { type DayRange, listEntries } from './store.ts';

const FEED_PATH = '/api/calendar-feeds';

/** The athlete's own calls: is there a link, make one, end it. */
export function feedRoutes(
  scope: FastifyInstance,
  { db, now }: { db: Database; now: () => Date },
): void {
  serve(scope, getCalendarFeed, async ({ userId }) => ({
    createdAt: (await feeds.findFeed(db, userId)) ?? null,
  }));

  serve(scope, renewCalendarFeed, async ({ userId }) => {
    const token = newFeedToken(userId);
    const createdAt = now();
    await db.inTransaction(async (transaction) => {
      await lockAthlete(transaction, userId);
      await feeds.replaceFeed(transaction, userId, { tokenHash: token.hash, now: createdAt });
    });
    return { createdAt: createdAt.toISOString(), path: `${FEED_PATH}/${token.text}.ics` };
  });

  serve(scope, revokeCalendarFeed, async ({ userId }) => feeds.deleteFeed(db, userId));
}

type FeedDependencies = {
  db: Database;
  limits: RateLimits;
  now: () => Date;
  readPaces: (userId: string) => Promise<AthleteSpeeds & { paceUnits: PaceUnits }>;
};

/** Calendars ask again after this many seconds at the earliest, if they listen. */
const MAX_AGE = 600;

/**
 * The feed itself. Calendars send no sign-in, so the address is the secret: it is in no log, and one that is wrong is
 * like one that was never there.
 */
export function publicFeedRoutes(
  scope: FastifyInstance,
  { db, limits, now, readPaces }: FeedDependencies,
): void {
  const bodies = createBodyCache();

  scope.get<{ Params: { file: string } }>(
    `${FEED_PATH}/:file`,
    { schema: { hide: true } },
    async ({ params: { file }, headers, ip }, reply) => {
      const token = file.endsWith('.ics') ? parseFeedToken(file.slice(0, -4)) : undefined;
      const range = rangeAround(now());
      const fingerprint =
        token && (await feeds.findFingerprint(db, token.userId, token.hash, range));
      if (!token || fingerprint === undefined) {
        await limits.take('visitor', addressKey(ip));
        throw new Problem('NOT_FOUND');
      }
      // Counted only now, so that invented addresses fill no memory.
      await limits.take('feed', token.userId);
      const tag = `W/"${fingerprint}"`;
      reply
        .header('etag', tag)
        .header('cache-control', `private, max-age=${MAX_AGE}`)
        .header('x-robots-tag', 'noindex');
      if (matches(headers['if-none-match'], tag)) return reply.code(304).send();
      const body = bodies.find(token.userId, fingerprint) ?? (await render(token.userId, range));
      bodies.add(token.userId, fingerprint, body);
      return reply.type('text/calendar; charset=utf-8').send(body);
    },
  );

  async function render(userId: string, range: DayRange): Promise<string> {
    const [{ entries }, paces] = await Promise.all([
      listEntries(db, userId, range),
      readPaces(userId),
    ]);
    const { trainingPaces, vdot } = paces;
    return writeCalendar(listWorkouts(entries.map(({ json }) => json)), {
      name: 'Pacewright',
      writtenAt: now().toISOString(),
      speeds: { trainingPaces, vdot },
      units: paces.paceUnits,
      refresh: 'PT1H',
    });
  }
}

/** The script of all workouts of a feed. More of them are left out, the farthest ahead first. */
const MAX_CHARACTERS = 200_000;

/** Runs only: a day of rest needs no event. */
function listWorkouts(entries: readonly string[]) {
  let characters = 0;
  return entries
    .map((json) => calendarEntry.parse(JSON.parse(json)))
    .filter(({ script }) => script.trim() !== '')
    .filter(({ script }) => (characters += script.length) <= MAX_CHARACTERS)
    .map(({ id, day, timeOfDay, title, script, done }) => ({
      id,
      day,
      timeOfDay,
      title,
      script,
      speeds: done?.paces,
    }));
}

const DAY = 24 * 3600 * 1000;

function rangeAround(now: Date): DayRange {
  const dayAt = (days: number) => new Date(now.getTime() + days * DAY).toISOString().slice(0, 10);
  return { from: dayAt(-FEED_DAYS.before), to: dayAt(FEED_DAYS.after) };
}

function matches(header: string | undefined, tag: string): boolean {
  return header !== undefined && (header === '*' || header.split(/,\s*/, 10).includes(tag));
}

/** Characters of all feeds that are kept in memory. */
const MAX_CACHED = 8_000_000;

/** The last feeds that were rendered, for calendars that poll without an ETag. */
function createBodyCache() {
  const bodies = new Map<string, { fingerprint: string; body: string }>();
  let size = 0;
  const remove = (userId: string) => {
    size -= bodies.get(userId)?.body.length ?? 0;
    bodies.delete(userId);
  };
  return {
    find: (userId: string, fingerprint: string): string | undefined => {
      const cached = bodies.get(userId);
      return cached?.fingerprint === fingerprint ? cached.body : undefined;
    },
    add: (userId: string, fingerprint: string, body: string): void => {
      remove(userId);
      bodies.set(userId, { fingerprint, body });
      size += body.length;
      for (const oldest of bodies.keys()) {
        if (size <= MAX_CACHED) break;
        remove(oldest);
      }
    },
  };
}
