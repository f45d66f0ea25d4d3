import type * as Pg from 'pg';
import { vi } from 'vitest';

// The pool is the one place where a connection is acquired, so it is all that is replaced.
vi.mock('pg', async (importOriginal) => {
  const pg = await importOriginal<typeof Pg>();
  const { serverUrls } = await import('../server-urls.ts');
  const { directory } = await import('./directory.ts');
  const { createShardedPool } = await import('./router.ts');
  const urlsOf = (url: string) => {
    const urls = serverUrls(new URL(url).pathname.slice(1));
    // A server that a test expects not to respond is none of ours.
    return urls.includes(url) ? urls : urls.map(() => url);
  };
  return { ...pg, Pool: createShardedPool(pg.Pool, { urlsOf, directory }) };
});
