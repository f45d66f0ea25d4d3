import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import { NotConnected } from './access-tokens.ts';
import { type GarminClient, isFailure } from './client.ts';
import { type Connection, findConnection } from './connection-store.ts';
import type { Connections } from './connections.ts';
import * as inbox from './inbox-store.ts';

/** Where runs go; features/activities implements it. Everything can be repeated. */
export type RunReceiver<Run> = {
  /** Returns the run of a file without positions, as it may be stored, and the exact one. */
  readFile: (
    bytes: Uint8Array,
  ) => { ok: true; received: object; run: Run } | { ok: false; reason: string };
  storeRun: (userId: string, sourceId: string, received: unknown, run?: Run) => Promise<string>;
  deleteRun: (userId: string, sourceId: string) => Promise<boolean>;
  /** Whether the run is stored, or was deleted. */
  isKnown: (userId: string, sourceId: string, startedAt: Date) => Promise<boolean>;
};

export type DrainOptions = {
  db: Database;
  client: Pick<GarminClient, 'fetchFile' | 'requestBackfill'>;
  connections: Pick<Connections, 'withAccessToken'>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  now: () => Date;
  /** Called with the outcome of each notification. */
  onOutcome?: ((outcome: string) => void) | undefined;
};

export type Drain = {
  /** Processes a batch of due notifications. Returns how many there were. */
  runOnce: () => Promise<number>;
  /** Processes notifications until it is stopped. Any number of processes can do so at the same time. */
  start: () => { stop: () => Promise<void> };
};

const BATCH = 32;
const CONCURRENCY = 8;
const DELETED_TOGETHER = 8;
/** Longer than a batch takes whose files all time out. */
const LEASE_MILLISECONDS = 45_000;
const POLL_MILLISECONDS = 500;
const FIRST_RETRY_MILLISECONDS = 10_000;
const MAX_RETRY_MILLISECONDS = 3_600_000;
/** The URL of a file answers for a day. */
const MAX_UNREAD_MILLISECONDS = 25 * 3_600_000;
const MAX_AGE_MILLISECONDS = 7 * 24 * 3_600_000;
/** Around the start of a lost run. */
const BACKFILL_SECONDS = 3600;

/** Processes the notifications in the inbox: fetches files, stores runs, deletes those that were deleted at Garmin. */
export function createActivityDrain<Run>(options: DrainOptions, receiver: RunReceiver<Run>): Drain {
  const { db, log, now, onOutcome = () => {} } = options;
  const process = createProcessor(options, receiver);

  /** Returns whether the row can be deleted. */
  async function handle(row: inbox.InboxRow): Promise<boolean> {
    try {
      report(row, await process(row));
      return true;
    } catch (error) {
      const age = now().getTime() - row.receivedAt.getTime();
      if (age > (row.isRead ? MAX_AGE_MILLISECONDS : MAX_UNREAD_MILLISECONDS)) {
        report(row, 'given-up');
        return true;
      }
      log.warn({ ...about(row), err: error }, 'garmin activity failed');
      onOutcome('failed');
      const delay = Math.min(
        FIRST_RETRY_MILLISECONDS * 2 ** Math.min(row.attempts - 1, 20),
        MAX_RETRY_MILLISECONDS,
      );
      await inbox.postpone(db, row, new Date(now().getTime() + delay));
      return false;
    }
  }

  function report(row: inbox.InboxRow, outcome: string): void {
    onOutcome(outcome);
    const isLost = outcome === 'lost' || outcome === 'given-up';
    if (isLost) log.warn({ ...about(row), outcome }, 'dropped a run from Garmin');
    else log.info({ ...about(row), outcome }, 'garmin activity');
  }

  async function runOnce(): Promise<number> {
    const claimed = await inbox.claimFromInbox(db, {
      now: now(),
      until: new Date(now().getTime() + LEASE_MILLISECONDS),
      limit: BATCH,
    });
    const rows = claimed.values();
    let done: inbox.InboxRow[] = [];
    // Several in one statement. A row that is not deleted in time is processed again, which changes nothing.
    const deleteDone = async (): Promise<void> => {
      const processed = done;
      done = [];
      await inbox.deleteProcessed(db, processed, now());
    };
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        // Workers share one iterator.
        for (const row of rows) {
          if (await handle(row)) done.push(row);
          if (done.length >= DELETED_TOGETHER) await deleteDone();
        }
      }),
    );
    await deleteDone();
    return claimed.length;
  }

  return {
    runOnce,
    start: () => {
      const stopping = new AbortController();
      const loop = async (): Promise<void> => {
        while (!stopping.signal.aborted) {
          const count = await runOnce().catch((error: unknown) => {
            log.error({ err: error }, 'could not read the Garmin inbox');
            return 0;
          });
          if (count === 0)
            await sleep(POLL_MILLISECONDS, undefined, { signal: stopping.signal }).catch(() => {});
        }
      };
      const running = loop();
      return {
        stop: () => {
          stopping.abort();
          return running;
        },
      };
    },
  };
}

/** Returns the outcome of a notification. */
function createProcessor<Run>(
  { db, client, connections, now }: DrainOptions,
  receiver: RunReceiver<Run>,
): (row: inbox.InboxRow) => Promise<string> {
  return async function process(row: inbox.InboxRow): Promise<string> {
    const { userId, kind, isRead, reading } = row;
    if (userId === null) return 'unknown-account';
    const sourceId = sourceIdOf(row);
    if (kind === 'deleted')
      return (await receiver.deleteRun(userId, sourceId)) ? 'deleted' : 'deleted-before';
    if (!isRead) return fetchAndStore(row, userId, sourceId);
    const connection = await findConnection(db, userId);
    if (!connection || !isPermitted(row, connection)) return 'not-permitted';
    return receiver.storeRun(userId, sourceId, reading);
  };

  async function fetchAndStore(
    row: inbox.InboxRow,
    userId: string,
    sourceId: string,
  ): Promise<string> {
    let bytes: Uint8Array;
    try {
      bytes = await connections.withAccessToken(
        userId,
        (access) => client.fetchFile(access, row.callbackUrl ?? ''),
        (connection) => isPermitted(row, connection),
      );
    } catch (error) {
      if (error instanceof NotConnected) return 'not-permitted';
      if (isFailure(error, 'gone', 'not-found')) return recover(row, userId, sourceId);
      if (isFailure(error, 'rejected', 'not-permitted')) return error.kind;
      throw error;
    }
    const file = receiver.readFile(bytes);
    if (!file.ok) return file.reason;
    // Before anything else, because the URL does not answer again.
    await inbox.saveReading(db, row, file.received);
    return receiver.storeRun(userId, sourceId, file.received, file.run);
  }

  /** The file was fetched before: by a worker that stored its run, or by one that died in between. */
  async function recover(row: inbox.InboxRow, userId: string, sourceId: string): Promise<string> {
    const reading = await inbox.findReading(db, row);
    const startedAt = new Date((row.startedAt ?? 0) * 1000);
    if (reading === 'gone' || (await receiver.isKnown(userId, sourceId, startedAt))) return 'known';
    if (reading) return receiver.storeRun(userId, sourceId, reading);
    if (row.startedAt === null) return 'lost';
    // Garmin refuses a range that was requested before.
    const from = row.startedAt - BACKFILL_SECONDS - (Math.floor(now().getTime() / 1000) % 1000);
    const to = row.startedAt + BACKFILL_SECONDS;
    try {
      await connections.withAccessToken(userId, (access) =>
        client.requestBackfill(access, { from, to }),
      );
      return 'requested-again';
    } catch (error) {
      // Without the permission for older data nothing more can be done; the athlete has the file.
      if (isFailure(error, 'rejected')) return 'lost';
      throw error;
    }
  }
}

function isPermitted({ garminUserId }: inbox.InboxRow, connection: Connection): boolean {
  return connection.mayReceiveRuns && connection.garminUserId === garminUserId;
}

/** A hash, so that every source has ids of one form. */
function sourceIdOf({
  garminUserId,
  summaryId,
}: Pick<inbox.InboxRow, 'garminUserId' | 'summaryId'>): string {
  return createHash('sha256').update(`garmin ${garminUserId} ${summaryId}`).digest('hex');
}

function about({ userId, kind, attempts }: inbox.InboxRow) {
  return { userId, kind, attempts };
}
