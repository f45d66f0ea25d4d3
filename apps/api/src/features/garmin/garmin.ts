import type { Database } from '../../db/database.ts';
import { type Jobs, openJobs } from '../../jobs/jobs.ts';
import { createGarminClient, type GarminAddresses } from './client.ts';
import { createDeliver, type Deliver } from './deliver.ts';
import { GARMIN_JOBS } from './job-kinds.ts';
import { createLinks, type Links } from './links.ts';
import { createTokenSeal } from './token-seal.ts';

/** Garmin, for a server that has an agreement with it. */
export type Garmin = {
  links: Links;
  deliver: Deliver;
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
  {
    db,
    now = () => new Date(),
    answerWithinMilliseconds,
  }: { db: Database; now?: () => Date; answerWithinMilliseconds?: number },
): Promise<Garmin> {
  const client = createGarminClient(
    { clientId, ...addresses },
    { now, ...(answerWithinMilliseconds && { answerWithinMilliseconds }) },
  );
  const seal = createTokenSeal(tokenKeys);
  const jobs = await openJobs(db, GARMIN_JOBS);
  const links = createLinks({ db, jobs, client, seal, now });
  return {
    links,
    deliver: createDeliver({ db, jobs, links, client, now }),
    jobs,
    consentUrl: client.consentUrl,
    clientId,
    webhookSecret,
    close: jobs.close,
  };
}
