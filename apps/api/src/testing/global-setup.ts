import { startAuthEmulator } from '@pacewright/auth-emulator';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { GARMIN_JOBS } from '../features/garmin/job-definitions.ts';
import { openJobs } from '../jobs/jobs.ts';
import { serverUrls } from './server-urls.ts';
import { createDatabase, dropDatabase } from './test-database.ts';
import { findFreePort } from '@pacewright/free-ports';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with vitest's own
  interface ProvidedContext {
    emulatorHost: string;
    templateDatabase: string;
  }
}

/** Runs once for all test files: starts the Auth Emulator and migrates the template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const emulator = await startAuthEmulator({ port: await findFreePort() });
  const template = `pacewright_template_${process.pid}`;
  await createDatabase(template);
  for (const url of serverUrls(template)) {
    await migrate(url);
    const db = openDatabase(url);
    await (await openJobs(db, GARMIN_JOBS)).close();
    await db.close();
  }

  project.provide('emulatorHost', emulator.host);
  project.provide('templateDatabase', template);
  return async () => {
    await dropDatabase(template);
    await emulator.stop();
  };
}
