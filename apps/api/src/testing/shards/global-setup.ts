import type { TestProject } from 'vitest/node';
import { setup as setUpApi } from '../global-setup.ts';
import { startPostgres } from './postgres.ts';

/** Starts a second PostgreSQL server; every test database is then created on both. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const second = await startPostgres();
  process.env['SECOND_DATABASE_URL'] = second.url;
  const tearDown = await setUpApi(project).catch(async (error: unknown) => {
    await second.stop();
    throw error;
  });
  return async () => {
    await tearDown();
    await second.stop();
  };
}
