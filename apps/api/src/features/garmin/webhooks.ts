import { timingSafeEqual } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Database } from '../../db/database.ts';
import { Problem } from '../../http/problem.ts';
import { addressKey, type RateLimits } from '../../http/rate-limits.ts';
import { addNotifications } from './connection-store.ts';
import type { Garmin } from './garmin.ts';
import type { ActivityNotification } from './inbox-store.ts';
import { PROCESS_NOTIFICATIONS } from './job-definitions.ts';

type Dependencies = { db: Database; garmin: Garmin; limits: RateLimits; now: () => Date };

/** The size that Garmin's verification asks for. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Objects, lists and members in a body: values take twenty times the memory of their text. */
const MAX_VALUES = 200_000;
/** Far more than Garmin sends at once; the rest of such a notification is dropped. */
const MAX_ENTRIES = 10_000;

const KINDS = { deregistrations: 'deregistration', userPermissionsChange: 'permissions' } as const;

/**
 * Receives Garmin's notifications. They are not signed, so the URL is the secret, and their content is not
 * trusted: a row in the inbox causes a check with Garmin. Garmin repeats them until it gets a 200.
 */
export function garminWebhooks(
  scope: FastifyInstance,
  { db, garmin, limits, now }: Dependencies,
): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      if (countValues(text) > MAX_VALUES) done(new Problem('TOO_LARGE'));
      else void parseJson(request, text, done);
    },
  );

  scope.post<{ Params: { secret: string } }>(
    '/api/garmin/webhooks/:secret',
    { bodyLimit: MAX_BODY_BYTES, schema: { hide: true } },
    async (request, reply) => {
      const { body, log } = request;
      logUnknownKeys(body, log);
      const [notifications, activities] = [
        readNotifications(body, log),
        readActivityNotifications(body, log),
      ];
      if (activities.length > 0) await garmin.inbox.add(activities);
      if (notifications.length > 0)
        await db.inTransaction(async (transaction) => {
          const count = await addNotifications(transaction, notifications, now());
          if (count > 0) await garmin.jobs.add(transaction, PROCESS_NOTIFICATIONS, {});
        });
      return reply.code(200).send();
    },
  );

  scope.addHook('onRequest', async (request) => {
    const { secret = '' } = request.params as { secret?: string };
    // Garmin's own test tool leaves the header out.
    const from = request.headers['garmin-client-id'] ?? garmin.clientId;
    const isKnown = garmin.webhookSecrets.some((known) => isSame(secret, known));
    const isGarmin = isKnown && from === garmin.clientId;
    if (isGarmin) return limits.take('notification', 'garmin');
    await limits.take('visitor', addressKey(request.ip));
    throw new Problem('NOT_FOUND');
  });
}

/** At least as many as a body has; marks within its strings count, too. */
function countValues(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === BRACKET || code === BRACE) count++;
  }
  return count;
}

const [COMMA, BRACKET, BRACE] = [0x2c, 0x5b, 0x7b];

const KNOWN_KEYS = new Set([
  ...Object.keys(KINDS),
  'activityFiles',
  'deletedActivities',
  // Read nowhere, because the file has everything that they have, or because it is no run.
  'activities',
  'activityDetails',
  'manuallyUpdatedActivities',
  'moveIQActivities',
]);
const MAX_LOGGED_KEYS = 10;

/** Garmin's name for deletions is assumed, so unknown keys are logged for review. */
function logUnknownKeys(body: unknown, log: Pick<FastifyBaseLogger, 'warn'>): void {
  const keys = Object.keys(isRecord(body) ? body : {})
    .filter((key) => !KNOWN_KEYS.has(key))
    .slice(0, MAX_LOGGED_KEYS)
    .map((key) => (/^\w{1,64}$/.test(key) ? key : 'unreadable'));
  if (keys.length > 0) log.warn({ keys }, 'a Garmin notification has unknown keys');
}

/** The valid entries of a notification, each once. Others are counted in the log. */
function readNotifications(
  body: unknown,
  log: Pick<FastifyBaseLogger, 'warn'>,
): { garminUserId: string; kind: string }[] {
  const notifications = new Map<string, { garminUserId: string; kind: string }>();
  let [seen, malformed] = [0, 0];
  for (const [key, kind] of Object.entries(KINDS)) {
    const entries = isRecord(body) ? body[key] : undefined;
    if (entries !== undefined && !Array.isArray(entries)) malformed++;
    for (const entry of Array.isArray(entries) ? entries.slice(0, MAX_ENTRIES - seen) : []) {
      seen++;
      const garminUserId: unknown = isRecord(entry) ? entry['userId'] : undefined;
      if (typeof garminUserId === 'string' && /^[\w-]{1,64}$/.test(garminUserId))
        notifications.set(`${kind} ${garminUserId}`, { garminUserId, kind });
      else malformed++;
    }
  }
  if (malformed > 0 || seen === MAX_ENTRIES || !isRecord(body))
    log.warn({ malformed, seen }, 'could not fully parse a Garmin notification');
  return [...notifications.values()];
}

const deletedEntry = z.object({
  userId: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  summaryId: z.pipe(
    z.union([z.string(), z.number()]),
    z.pipe(z.transform(String), z.string().check(z.regex(/^[\w.:-]{1,64}$/))),
  ),
});
const fileEntry = z.object({
  ...deletedEntry.shape,
  fileType: z.string(),
  callbackURL: z.string().check(
    z.maxLength(1000),
    z.refine((url) => /^[\x21-\x7e]+$/.test(url) && URL.canParse(url)),
  ),
  startTimeInSeconds: z.optional(z.int().check(z.gte(0), z.lte(253_402_300_799))),
});

/**
 * The files and deletions of a notification. Summaries are left out, because the file has everything that they have;
 * files other than FIT too. Garmin's key for deletions is a guess; docs/garmin.md says what is known.
 */
function readActivityNotifications(
  body: unknown,
  log: Pick<FastifyBaseLogger, 'warn'>,
): ActivityNotification[] {
  const files = readEntries(body, 'activityFiles', fileEntry);
  const deleted = readEntries(body, 'deletedActivities', deletedEntry);
  const malformed = files.malformed + deleted.malformed;
  if (malformed > 0) log.warn({ malformed }, 'could not fully parse a Garmin notification');
  return [
    ...files.entries
      .filter(({ fileType }) => fileType === 'FIT')
      .map(({ userId, summaryId, callbackURL, startTimeInSeconds = null }) => ({
        garminUserId: userId,
        kind: 'file' as const,
        summaryId,
        startedAt: startTimeInSeconds,
        callbackUrl: callbackURL,
      })),
    ...deleted.entries.map(({ userId, summaryId }) => ({
      garminUserId: userId,
      kind: 'deleted' as const,
      summaryId,
      startedAt: null,
      callbackUrl: null,
    })),
  ];
}

/** The valid entries of a list, and the number of others, including those over the limit. */
function readEntries<Entry>(
  body: unknown,
  key: string,
  schema: z.ZodMiniType<Entry>,
): { entries: Entry[]; malformed: number } {
  const list = isRecord(body) ? body[key] : undefined;
  if (!Array.isArray(list)) return { entries: [], malformed: list === undefined ? 0 : 1 };
  const entries = list.slice(0, MAX_ENTRIES).flatMap((entry) => {
    const parsed = z.safeParse(schema, entry);
    return parsed.success ? [parsed.data] : [];
  });
  return { entries, malformed: list.length - entries.length };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
