import {
  calendarEntry,
  FEED_DAYS,
  getCalendarFeed,
  renewCalendarFeed,
  revokeCalendarFeed,
} from '@pacewright/contract';
import { writeCalendarParts } from '@pacewright/delivery';
import type { PaceUnits } from '@pacewright/pace';
import type { AthleteSpeeds } from '@pacewright/script';
import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type DayRange, listEntries } from '../../calendar/entries.ts';
import { findFingerprint } from '../../calendar/feed-fingerprint.ts';
import type { Database } from '../../db/database.ts';
import { inLockedTransaction } from '../../http/athlete-lock.ts';
import { Problem } from '../../http/problem.ts';
import { addressKey, type RateLimits } from '../../http/rate-limits.ts';
import { serve } from '../../http/serve.ts';
import { createFeedReaders } from './feed-readers.ts';
import { hashRenderer } from './feed-renderer.ts';
import * as feeds from './feed-store.ts';
import { type FeedToken, newFeedToken, parseFeedToken } from './feed-token.ts';

const FEED_PATH = '/api/calendar-feeds';

/** The athlete's own calls: is there a link, end it. */
export function feedRoutes(scope: FastifyInstance, { db }: { db: Database }): void {
  serve(scope, getCalendarFeed, ({ userId }) => feeds.findFeed(db, userId));

  serve(scope, revokeCalendarFeed, async ({ userId }) => feeds.deleteFeed(db, userId));
}

/** Makes a link. Needs a recent sign-in, because whoever has the link needs none. */
export function newFeedRoutes(
  scope: FastifyInstance,
  { db, now }: { db: Database; now: () => Date },
): void {
  serve(scope, renewCalendarFeed, async ({ userId }) => {
    const token = newFeedToken(userId);
    const createdAt = now();
    await inLockedTransaction(db, userId, async (transaction) => {
      await feeds.replaceFeed(transaction, userId, { tokenHash: token.hash, now: createdAt });
    });
    return { createdAt: createdAt.toISOString(), path: `${FEED_PATH}/${token.text}.ics` };
  });
}

type FeedDependencies = {
  db: Database;
  limits: RateLimits;
  now: () => Date;
  readPaces: (userId: string) => Promise<AthleteSpeeds & { paceUnits: PaceUnits }>;
  /** Identifies the code that writes feeds: a new release may write the same calendar differently. */
  renderer?: string | undefined;
  isEnabled: (uid: string) => Promise<boolean>;
};

/** Cache lifetime in seconds. */
const MAX_AGE = 600;

/**
 * The feed itself. Calendars send no sign-in, so the address is the secret: it is in no log; an unknown token and a revoked one get the same 404.
 */
export function publicFeedRoutes(
  scope: FastifyInstance,
  { db, limits, now, readPaces, isEnabled, renderer = hashRenderer() }: FeedDependencies,
): void {
  const bodies = createBodyCache();
  const tokens = createTokenChecks();
  const mayBeRead = createFeedReaders({ db, isEnabled, now });

  scope.get<{ Params: { file: string } }>(
    `${FEED_PATH}/:file`,
    { schema: { hide: true } },
    async ({ params: { file }, headers, ip }, reply) => {
      const token = file.endsWith('.ics') ? parseFeedToken(file.slice(0, -4)) : undefined;
      const range = rangeAround(now());
      const state = token && (await findState(token, addressKey(ip), range));
      if (!token) await limits.take('visitor', addressKey(ip));
      if (!token || state === undefined) throw new Problem('NOT_FOUND');
      if (!(await mayBeRead(token))) throw new Problem('NOT_FOUND');
      const fingerprint = hashOf([renderer, range.from, state]);
      const tag = `W/"${fingerprint}"`;
      reply
        .header('etag', tag)
        .header('cache-control', `private, max-age=${MAX_AGE}`)
        .header('x-robots-tag', 'noindex');
      if (matches(headers['if-none-match'], tag)) return reply.code(304).send();
      const body = await bodies.find(token.userId, fingerprint, () => render(token.userId, range));
      return reply.type('text/calendar; charset=utf-8').send(body);
    },
  );

  /** The state of a feed, undefined if there is none. A poll over its limit costs no statement. */
  async function findState(
    token: FeedToken,
    address: string,
    range: DayRange,
  ): Promise<string | undefined> {
    const isFeed = await tokens.check(token, async () => {
      await limits.take('visitor', address);
      const isFound = await feeds.isFeed(db, token.userId, token.hash);
      // Many athletes' calendars are polled from one address.
      if (isFound) await limits.giveBack('visitor', address);
      return isFound;
    });
    if (!isFeed) return undefined;
    await limits.take('feed', token.userId);
    const state = await findFingerprint(db, token.userId, token.hash, range);
    if (state !== undefined) return state;
    tokens.forget(token);
    await limits.take('visitor', address);
    return undefined;
  }

  async function render(userId: string, range: DayRange): Promise<string> {
    const [{ entries }, paces] = await Promise.all([
      listEntries(db, userId, range),
      readPaces(userId),
    ]);
    const { trainingPaces, vdot } = paces;
    const parts = writeCalendarParts(listWorkouts(entries.map(({ json }) => json)), {
      name: 'Pacewright',
      writtenAt: now().toISOString(),
      speeds: { trainingPaces, vdot },
      units: paces.paceUnits,
      refresh: 'PT1H',
    });
    let body = '';
    for (const part of parts) {
      body += part;
      // Reading a script may take 20 ms, and there are hundreds.
      await setImmediate();
    }
    return body;
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

/** The last feeds that were rendered, for calendars that poll without an ETag. Polls at once share one rendering. */
function createBodyCache() {
  const bodies = new Map<string, { fingerprint: string; body: Promise<string>; size: number }>();
  let size = 0;
  const remove = (userId: string) => {
    size -= bodies.get(userId)?.size ?? 0;
    bodies.delete(userId);
  };
  const add = async (userId: string, fingerprint: string, body: Promise<string>) => {
    remove(userId);
    const cached = { fingerprint, body, size: 0 };
    bodies.set(userId, cached);
    try {
      const { length } = await body;
      if (bodies.get(userId) !== cached) return;
      cached.size = length;
      size += length;
      for (const oldest of bodies.keys()) {
        if (size <= MAX_CACHED) break;
        remove(oldest);
      }
    } catch {
      // The poll that waits for it reports the error.
      if (bodies.get(userId) === cached) remove(userId);
    }
  };
  return {
    find: (userId: string, fingerprint: string, render: () => Promise<string>): Promise<string> => {
      const cached = bodies.get(userId);
      if (cached?.fingerprint === fingerprint) return cached.body;
      const body = render();
      void add(userId, fingerprint, body);
      return body;
    },
  };
}

/** Links in memory; a hundred bytes each. */
const MAX_KNOWN = 50_000;

/** Remembers the links that were found last. Invented ones are not remembered, so they fill no memory. */
function createTokenChecks() {
  const known = new Set<string>();
  const checks = new Map<string, Promise<boolean>>();
  const keyOf = ({ hash }: FeedToken) => hash.toString('base64');
  const remember = (key: string) => {
    known.add(key);
    for (const oldest of known) {
      if (known.size <= MAX_KNOWN) break;
      known.delete(oldest);
    }
  };
  return {
    /** Whether a link is one. Polls of it at once share one check. */
    check: async (token: FeedToken, ask: () => Promise<boolean>): Promise<boolean> => {
      const key = keyOf(token);
      if (known.has(key)) return true;
      const check = checks.get(key) ?? ask();
      checks.set(key, check);
      try {
        const isFound = await check;
        if (isFound) remember(key);
        return isFound;
      } finally {
        checks.delete(key);
      }
    },
    forget: (token: FeedToken) => void known.delete(keyOf(token)),
  };
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('|')).digest('base64url').slice(0, 22);
}
