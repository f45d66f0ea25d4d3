import { Client } from 'pg';
import { athleteId } from '../src/db/ids.ts';
import { type SignedIdentity, startSignedIdentity } from '../src/testing/signed-identity.ts';
import { splitProfile } from './breakdown.ts';
import type { Case, Measured, Request } from './cases.ts';
import { type Duration, sendLoad } from './load.ts';
import { firebaseUid } from './seed.ts';
import { cpuTimeOf, startBare, startProduct } from './servers.ts';

const PROFILED_CONNECTIONS = 32;

/** Athletes whose requests are sent in turn, spread evenly over all. */
const MEASURED_ATHLETES = 100;

export type Plan = { connections: number; rounds: number; round: Duration; warmUp: Duration };

/** Figures of one server for one case. CPU times are in microseconds per request. */
export type Figures = {
  /** Per second, the median of all rounds. */
  requests: number;
  /** In milliseconds, over all rounds. */
  p50: number;
  p95: number;
  p99: number;
  nodeCpu: number | undefined;
  postgresCpu: number | undefined;
  /** Shares of the CPU time in Node; empty without a profile. */
  parts: Record<string, number>;
};

export type Result = Pick<Case, 'name' | 'target'> & {
  bare: Figures;
  product: Figures;
  /** The product's requests per second by the bare engine's; the median of all pairs of rounds. */
  ratio: number;
};

type Round = {
  requests: number;
  latencies: number[];
  nodeCpu: number | undefined;
  postgresCpu: number | undefined;
};

export type Measurement = {
  measure: (each: Case, plan: Plan) => Promise<Result>;
  /** Records where the CPU time of both servers goes. */
  profile: (
    each: Case,
    duration: Duration,
  ) => Promise<Record<'bare' | 'product', Figures['parts']>>;
  close: () => Promise<void>;
};

/** Starts both servers on a database. */
export async function startMeasurement(database: Database): Promise<Measurement> {
  const bare = await startSide('bare', database);
  const product = await startSide('product', database);
  return {
    measure: async (each, { connections, rounds, round, warmUp }) => {
      // The product's includes the first check of each token.
      await bare.runRound(each.bare, warmUp, connections);
      await product.runRound(each.product, warmUp, connections);
      const pairs: { bare: Round; product: Round }[] = [];
      for (let done = 0; done < rounds; done++)
        pairs.push({
          bare: await bare.runRound(each.bare, round, connections),
          product: await product.runRound(each.product, round, connections),
        });
      return {
        name: each.name,
        target: each.target,
        bare: sumUp(pairs.map((pair) => pair.bare)),
        product: sumUp(pairs.map((pair) => pair.product)),
        ratio: median(pairs.map((pair) => pair.product.requests / pair.bare.requests)),
      };
    },
    profile: async (each, duration) => ({
      bare: await bare.profile(each.bare, duration),
      product: await product.profile(each.product, duration),
    }),
    close: async () => {
      await bare.close();
      await product.close();
    },
  };
}

/** The product on one of several databases. */
export type Growth = {
  figures: Figures;
  /** The CPU time per request by that on the first database; the median of all rounds. */
  growth: number | undefined;
  /** The 95th percentile of the latency by that on the first database; the median of all rounds. */
  p95Growth: number;
};

export type GrowthMeasurement = {
  /** The same requests on every database, in the order of the databases. */
  measure: (each: Pick<Case, 'product'>, plan: Plan) => Promise<Growth[]>;
  close: () => Promise<void>;
};

/** Starts the product on each of several databases. */
export async function startGrowth(databases: Database[]): Promise<GrowthMeasurement> {
  const sides: Side[] = [];
  for (const database of databases) sides.push(await startSide('product', database));
  return {
    measure: async ({ product }, { connections, rounds, round, warmUp }) => {
      const results = sides.map((side) => ({ side, rounds: [] as Round[] }));
      for (const { side } of results) await side.runRound(product, warmUp, connections);
      for (let done = 0; done < rounds; done++)
        // Forwards, then backwards: no database is always the first after a pause.
        for (const result of done % 2 === 0 ? results : results.toReversed())
          result.rounds.push(await result.side.runRound(product, round, connections));
      const [base] = results;
      return results.map((result) => ({
        figures: sumUp(result.rounds),
        growth: medianUnlessUnknown(
          result.rounds.map((own, index) => divide(totalCpu(own), totalCpu(base?.rounds[index]))),
        ),
        p95Growth: median(
          result.rounds.map((own, index) => p95Of(own) / p95Of(base?.rounds[index])),
        ),
      }));
    },
    close: async () => {
      for (const side of sides) await side.close();
    },
  };
}

type Database = { databaseUrl: string; athletes: number };

/** A server on a database, with athletes who send requests to it. */
type Side = {
  runRound: (request: Request, duration: Duration, connections: number) => Promise<Round>;
  /** Records where its CPU time goes. */
  profile: (request: Request, duration: Duration) => Promise<Figures['parts']>;
  close: () => Promise<void>;
};

/** Starts a server on a database, with the keys and accounts of Google on loopback. */
async function startSide(
  which: 'bare' | 'product',
  { databaseUrl, athletes: count }: Database,
): Promise<Side> {
  const google = await startSignedIdentity();
  const start = which === 'bare' ? startBare : startProduct;
  const server = await start({ databaseUrl, googlePort: google.port });
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const athletes = await signIn(client, google, count);

  async function postgresCpu(): Promise<number | undefined> {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and application_name = $1`,
      [server.name],
    );
    return sumUnlessUnknown(rows.map(({ pid }) => cpuTimeOf(pid)));
  }

  async function runRound(
    request: Request,
    duration: Duration,
    connections: number,
  ): Promise<Round> {
    const before = { node: server.cpuTime(), postgres: await postgresCpu() };
    const { requests, latencies, seconds } = await sendLoad({
      port: server.port,
      connections,
      duration,
      nextRequest: (sent) => request(pick(athletes, sent), sent),
    });
    return {
      requests: requests / seconds,
      latencies,
      nodeCpu: perRequest(before.node, server.cpuTime(), requests),
      postgresCpu: perRequest(before.postgres, await postgresCpu(), requests),
    };
  }

  return {
    runRound,
    profile: async (request, duration) =>
      splitProfile(await server.profile(() => runRound(request, duration, PROFILED_CONNECTIONS))),
    close: async () => {
      await client.end();
      await server.stop();
      await google.close();
    },
  };
}

/** Signs athletes in, and finds a workout and a run of each. */
async function signIn(client: Client, google: SignedIdentity, count: number): Promise<Measured[]> {
  const step = Math.max(1, Math.floor(count / MEASURED_ATHLETES));
  const uids = Array.from({ length: Math.min(count, MEASURED_ATHLETES) }, (_, index) =>
    firebaseUid(index * step),
  );
  const { rows } = await client.query<Omit<Measured, 'token'> & { uid: string }>(
    `select uid, user_id as "userId",
       coalesce((select workout_id::text from workout w where w.user_id = a.user_id
         order by workout_id offset 50 limit 1), '') as "workoutId",
       coalesce((select activity_id::text from activity r where r.user_id = a.user_id
         order by activity_id offset 50 limit 1), '') as "runId"
     from unnest($1::text[], $2::uuid[]) as a (uid, user_id)`,
    [uids, uids.map(athleteId)],
  );
  return rows.map(({ uid, ...measured }) => ({
    ...measured,
    token: google.signToken(google.addAccount(uid, { uid })),
  }));
}

function pick<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('The list is empty');
  return found;
}

function sumUp(rounds: Round[]): Figures {
  const latencies = rounds.flatMap((round) => round.latencies);
  return {
    requests: median(rounds.map(({ requests }) => requests)),
    p50: quantile(latencies, 0.5),
    p95: quantile(latencies, 0.95),
    p99: quantile(latencies, 0.99),
    nodeCpu: medianUnlessUnknown(rounds.map(({ nodeCpu }) => nodeCpu)),
    postgresCpu: medianUnlessUnknown(rounds.map(({ postgresCpu }) => postgresCpu)),
    parts: {},
  };
}

function totalCpu(round: Round | undefined): number | undefined {
  return sumUnlessUnknown([round?.nodeCpu, round?.postgresCpu]);
}

function divide(value: number | undefined, base: number | undefined): number | undefined {
  return value === undefined || base === undefined ? undefined : value / base;
}

function perRequest(
  before: number | undefined,
  after: number | undefined,
  requests: number,
): number | undefined {
  return before === undefined || after === undefined ? undefined : (after - before) / requests;
}

function sumUnlessUnknown(values: (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const value of values) {
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum;
}

function medianUnlessUnknown(values: (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? median(known) : undefined;
}

function p95Of(round: Round | undefined): number {
  return quantile(round?.latencies ?? [], 0.95);
}

function median(values: number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}
