import type { Database } from '../../db/database.ts';
import { type Jobs, openJobs } from '../../jobs/jobs.ts';
import { createGarminClient, type GarminAddresses } from './client.ts';
import { GARMIN_JOBS } from './job-kinds.ts';
import { createLinks, type Links } from './links.ts';
import { createTokenSeal } from './token-seal.ts';

/** Garmin, for a server that has an agreement with it. */
export type Garmin = {
  links: Links;
  jobs: Jobs;
  consentUrl: string;
  clientId: string;
  webhookSecret: string;
  close: () => Promise<void>;
};

type Settings = GarminAddresses & {
  webhookSecret: string;
  tokenKeys: { version: number; key: Buffer }[];
};

export async function openGarmin(
  { clientId, webhookSecret, tokenKeys, ...addresses }: Settings,
  { db, now = () => new Date() }: { db: Database; now?: () => Date },
): Promise<Garmin> {
  const client = createGarminClient({ clientId, ...addresses }, { now });
  const seal = createTokenSeal(tokenKeys);
  const jobs = await openJobs(db, GARMIN_JOBS);
  return {
    links: createLinks({ db, jobs, client, seal, now }),
    jobs,
    consentUrl: client.consentUrl,
    clientId,
    webhookSecret,
    close: jobs.close,
  };
}
