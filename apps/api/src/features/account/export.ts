import { exportAccount, type User } from '@pacewright/contract';
import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import type { Database, Db } from '../../db/database.ts';
import { Problem } from '../../http/problem.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { serve, rawJson } from '../../http/serve.ts';

/** The data that a feature stores for an athlete: one value, or pages of items as JSON text. */
export type ExportSection = (db: Db, userId: string) => Promise<unknown> | AsyncIterable<string[]>;

/** By their names in the document. */
type ExportSections = { [name: string]: ExportSection | ExportSections };

type Dependencies = {
  db: Database;
  now: () => Date;
  limits: RateLimits;
  findUser: (db: Db, userId: string) => Promise<User | undefined>;
  sections: ExportSections;
};

const FORMAT = { format: 'pacewright-export', version: 1 } as const;

/** In milliseconds, because a large library takes minutes on a slow network. */
const TIMEOUT = 10 * 60_000;

export function exportRoutes(
  scope: FastifyInstance,
  { db, now, limits, findUser, sections }: Dependencies,
): void {
  serve(
    scope,
    exportAccount,
    async ({ userId }, reply) => {
      const user = await findUser(db, userId);
      if (!user) throw new Problem('USER_NOT_FOUND');
      await limits.take('export', userId).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        const detail = 'You can export your data up to three times an hour. Try again later';
        throw new Problem(error.code, { ...error.details, detail });
      });

      const exportedAt = now().toISOString();
      const head = JSON.stringify({ ...FORMAT, exportedAt, user });
      reply.header(
        'content-disposition',
        `attachment; filename="pacewright-${exportedAt.slice(0, 10)}.json"`,
      );
      // Streamed, because a whole library may not fit into memory.
      return rawJson(Readable.from(streamDocument(head, sections, db, userId)));
    },
    { timeout: TIMEOUT },
  );
}

async function* streamDocument(
  head: string,
  sections: ExportSections,
  db: Db,
  userId: string,
): AsyncGenerator<string> {
  yield `${head.slice(0, -1)},`;
  yield* streamSections(sections, db, userId);
  yield '}';
}

async function* streamSections(
  sections: ExportSections,
  db: Db,
  userId: string,
): AsyncGenerator<string> {
  for (const [index, [name, read]] of Object.entries(sections).entries()) {
    yield `${index > 0 ? ',' : ''}${JSON.stringify(name)}:`;
    if (typeof read === 'object') {
      yield '{';
      yield* streamSections(read, db, userId);
      yield '}';
      continue;
    }
    const section = read(db, userId);
    if (Symbol.asyncIterator in section) yield* streamList(section);
    else yield JSON.stringify((await section) ?? null);
  }
}

async function* streamList(pages: AsyncIterable<string[]>): AsyncGenerator<string> {
  yield '[';
  let isFirst = true;
  for await (const items of pages) {
    if (items.length === 0) continue;
    yield (isFirst ? '' : ',') + items.join(',');
    isFirst = false;
  }
  yield ']';
}
