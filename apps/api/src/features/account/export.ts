import { exportAccount, type User } from '@pacewright/contract';
import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import type { Database, Db } from '../../db/database.ts';
import { Problem } from '../../http/problem.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { serve, written } from '../../http/serve.ts';

/** What a feature stores of an athlete: one value, or pages of items that are JSON already. */
export type Chapter = (db: Db, userId: string) => Promise<unknown> | AsyncIterable<string[]>;

type Needs = {
  db: Database;
  now: () => Date;
  limits: RateLimits;
  findUser: (db: Db, userId: string) => Promise<User | undefined>;
  /** By the name that each has in the document. */
  chapters: Record<string, Chapter>;
};

const FORMAT = { format: 'pacewright-export', version: 1 } as const;

/** In milliseconds: a whole library can take minutes on a slow network. */
const TIMEOUT = 10 * 60_000;

export function exportRoutes(
  scope: FastifyInstance,
  { db, now, limits, findUser, chapters }: Needs,
): void {
  serve(
    scope,
    exportAccount,
    async ({ userId }, reply) => {
      const user = await findUser(db, userId);
      if (!user) throw new Problem('USER_NOT_FOUND');
      await limits.take('export', userId).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        const detail = 'You can export your data three times an hour. Try again later';
        throw new Problem(error.code, { ...error.details, detail });
      });

      const exportedAt = now().toISOString();
      const head = JSON.stringify({ ...FORMAT, exportedAt, user });
      reply.header(
        'content-disposition',
        `attachment; filename="pacewright-${exportedAt.slice(0, 10)}.json"`,
      );
      // Written as it is read: an athlete's whole library would not fit into the memory of the process.
      return written(Readable.from(writeDocument(head, chapters, db, userId)));
    },
    { timeout: TIMEOUT },
  );
}

async function* writeDocument(
  head: string,
  chapters: Record<string, Chapter>,
  db: Db,
  userId: string,
): AsyncGenerator<string> {
  yield head.slice(0, -1);
  for (const [name, read] of Object.entries(chapters)) {
    yield `,${JSON.stringify(name)}:`;
    const chapter = read(db, userId);
    if (Symbol.asyncIterator in chapter) yield* writeList(chapter);
    else yield JSON.stringify((await chapter) ?? null);
  }
  yield '}';
}

async function* writeList(pages: AsyncIterable<string[]>): AsyncGenerator<string> {
  yield '[';
  let isFirst = true;
  for await (const items of pages) {
    if (items.length === 0) continue;
    yield (isFirst ? '' : ',') + items.join(',');
    isFirst = false;
  }
  yield ']';
}
