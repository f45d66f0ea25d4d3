import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Google } from './google.ts';
import type { Load } from './load.ts';
import type { Product } from './product.ts';
import { waitFor, waitUntil } from './wait.ts';

/** Everything that can fail, and the load on it. */
export type System = { cluster: Cluster; product: Product; google: Google; load: Load };

export type Fault = {
  id: string;
  /** As the table of results shows it. */
  title: string;
  /** Is part of the short run. */
  isShort?: boolean;
  /** Needs nodes with their own network and disk. */
  needsIsolation?: boolean;
  /** Causes the fault, and repairs what an operator or an orchestrator would repair. */
  cause: (system: System) => Promise<void>;
};

/** Longer than Patroni's lock of 20 s, so that another node is promoted meanwhile. */
const OUTAGE = 30_000;
const SHORT_OUTAGE = 15_000;
const ORCHESTRATOR_DELAY = 5_000;

export const FAULTS: Fault[] = [
  {
    id: 'kill-postgres',
    title: 'kill -9 PostgreSQL on the primary',
    isShort: true,
    cause: async ({ cluster }) => cluster.killPostgres(await primaryOf(cluster)),
  },
  {
    id: 'kill-node',
    title: 'kill -9 the whole primary node, started again after 30 s',
    cause: async ({ cluster }) => {
      const primary = await primaryOf(cluster);
      cluster.killNode(primary);
      await wait(OUTAGE);
      cluster.startNode(primary);
    },
  },
  {
    id: 'freeze',
    title: 'freeze the primary (SIGSTOP), thaw it after 30 s',
    cause: async ({ cluster }) => {
      const thaw = cluster.freezeNode(await primaryOf(cluster));
      await wait(OUTAGE);
      thaw();
    },
  },
  {
    id: 'switchover',
    title: 'switch over to the synchronous standby',
    cause: async ({ cluster }) => cluster.switchOver(),
  },
  {
    id: 'kill-sync',
    title: 'kill -9 the synchronous standby, started again after 5 s',
    cause: async ({ cluster }) => {
      const standby = await syncStandbyOf(cluster);
      cluster.killNode(standby);
      await wait(ORCHESTRATOR_DELAY);
      cluster.startNode(standby);
    },
  },
  {
    id: 'cut-off',
    title: 'cut the primary off from the network for 30 s',
    needsIsolation: true,
    cause: async ({ cluster }) => {
      const primary = await primaryOf(cluster);
      cluster.cutOff?.(primary);
      await wait(OUTAGE);
      cluster.reconnect(primary);
    },
  },
  {
    id: 'kill-etcd',
    title: 'kill -9 all of etcd, started again after 30 s',
    cause: async ({ cluster }) => {
      cluster.killEtcd();
      await wait(OUTAGE);
      cluster.startEtcd();
    },
  },
  {
    id: 'kill-api',
    title: 'kill -9 an API process',
    isShort: true,
    cause: async ({ product }) => product.apis[0]?.signal('SIGKILL'),
  },
  {
    id: 'kill-worker',
    title: 'kill -9 a worker in the middle of a call to Garmin',
    cause: killWorkerDuringCall,
  },
  {
    id: 'stop-redis',
    title: 'kill -9 Redis, started again after 5 s',
    isShort: true,
    cause: async ({ product: { redis } }) => {
      redis.signal('SIGKILL');
      await wait(ORCHESTRATOR_DELAY);
      redis.start();
    },
  },
  {
    id: 'garmin-hangs',
    title: 'Garmin does not answer for 15 s',
    cause: async ({ product: { garmin } }) => {
      await garmin.control.startRandomFaults({
        seed: 1,
        rates: { slow: 1 },
        slowMilliseconds: SHORT_OUTAGE,
      });
      await wait(SHORT_OUTAGE);
      await garmin.control.clearFaults({});
    },
  },
  {
    id: 'google-hangs',
    title: 'Google (keys and accounts) does not answer for 15 s',
    cause: async ({ google }) => {
      google.hang();
      await wait(SHORT_OUTAGE);
      google.resume();
    },
  },
  {
    id: 'disk-full',
    title: 'fill the disk of the primary, freed after 30 s',
    needsIsolation: true,
    cause: async ({ cluster }) => {
      const node = await primaryOf(cluster);
      cluster.fillDisk(node);
      await wait(OUTAGE);
      cluster.freeDisk(node);
    },
  },
  {
    id: 'deploy',
    title: 'deploy a version with a migration',
    cause: ({ product }) => product.deploy(),
  },
];

/** Kills that are over in seconds, for runs of many at random moments. */
export const QUICK_KILLS: { title: string; weight: number; cause: Fault['cause'] }[] = [
  {
    title: 'PostgreSQL on the primary',
    weight: 4,
    cause: async ({ cluster }) => cluster.killPostgres(await primaryOf(cluster)),
  },
  {
    title: 'PostgreSQL on the synchronous standby',
    weight: 1,
    cause: async ({ cluster }) => cluster.killPostgres(await syncStandbyOf(cluster)),
  },
  {
    title: 'an API process',
    weight: 3,
    cause: async ({ product: { apis } }) => apis[randomIndex(apis)]?.signal('SIGKILL'),
  },
  {
    title: 'a worker',
    weight: 1,
    cause: async ({ product: { workers } }) => workers[randomIndex(workers)]?.signal('SIGKILL'),
  },
  {
    title: 'Redis',
    weight: 1,
    cause: async ({ product: { redis } }) => {
      redis.signal('SIGKILL');
      await wait(1_000);
      redis.start();
    },
  },
];

/** Only one worker runs, so that the call is certainly its own. Another one takes over. */
async function killWorkerDuringCall({ product: { garmin, workers } }: System): Promise<void> {
  const [victim, other] = workers;
  if (!victim || !other) throw new Error('There are no two workers');
  await other.stop();
  await garmin.control.clearCalls({});
  await garmin.control.planFault({ kind: 'slow', method: 'POST', slowMilliseconds: OUTAGE });
  await waitUntil(async () => {
    const { calls } = await garmin.control.snapshot();
    return calls.some(({ fault, status }) => fault === 'slow' && status === 0);
  }, 'a worker sends a workout to Garmin');
  victim.signal('SIGKILL');
  other.start();
}

/** A busy machine may miss one look at the nodes. */
async function primaryOf(cluster: Cluster): Promise<number> {
  return waitFor(cluster.findPrimary, 'there is a primary');
}

async function syncStandbyOf(cluster: Cluster): Promise<number> {
  return waitFor(cluster.findSyncStandby, 'there is a synchronous standby');
}

function randomIndex(list: readonly unknown[]): number {
  return Math.floor(Math.random() * list.length);
}
