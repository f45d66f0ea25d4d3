import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { askForConsent } from '@pacewright/garmin-stand-in';
import type { Account, Google } from './google.ts';
import type { Product } from './product.ts';
import { fetchStatus } from './wait.ts';

/** Everything that was acknowledged to one athlete, and so must be stored. */
export type Athlete = {
  name: string;
  account: Account;
  token: string;
  userId: string;
  workouts: Map<string, LedgerWorkout>;
  entries: Map<string, LedgerEntry>;
  units: 'imperial' | 'metric';
  /** The workouts sent to Garmin. */
  sent: Set<string>;
};

type LedgerWorkout = { title: string; script: string; version: number; isDeleted: boolean };
type LedgerEntry = { day: string; isDone: boolean; workoutId: string };

export type Load = {
  athletes: Athlete[];
  /** Times of acknowledged writes, in ms. */
  acknowledgedAt: number[];
  /** Responses that are neither right nor a 503 with Retry-After. */
  wrong: string[];
  /** Requests answered with 503 and Retry-After. */
  unavailable: () => number;
  /** Requests without a response of ours: connections that broke, and errors of the balancer. */
  broken: () => number;
  /** In ms, of one request. */
  highestLatency: () => number;
  /** The longest time in ms without a process that is ready, seen through the balancer. */
  longestUnready: () => number;
  resetFigures: () => void;
  /** Resolves once every athlete has finished, with all retries. */
  stop: () => Promise<void>;
};

const ATHLETES = 8;
/** Between two actions of an athlete. */
const PAUSE = 40;
const PROBE_INTERVAL = 200;
/** The web app's limits and its first delay. */
const READ_TIMEOUT = 10_000;
const CHANGE_TIMEOUT = 30_000;
const RETRY_DELAY = 1_000;
const BROKEN_DELAY = 250;
/** An action that has not succeeded after this time never will. */
const GIVE_UP = 300_000;

/** Below the cap of a library. */
const MAX_WORKOUTS = 4_900;

const SCRIPTS = [
  '10m E + 20m T + 10m E',
  '2 km E + 5 x (1 km I + 2m E) + 2 km E',
  '90m E',
  '3 x 10m T',
];

/** Athletes who work on their libraries, calendars and settings, and repeat what fails. */
export async function startLoad({ url }: Product, google: Google): Promise<Load> {
  const caller = createCaller(url);
  const { acknowledgedAt, wrong, figures } = caller;
  let longestUnready = 0;
  const stopping = new AbortController();

  const actions = [...writeActions(caller), ...readActions(caller)];

  async function act(athlete: Athlete): Promise<void> {
    while (!stopping.signal.aborted) {
      await drawByWeight(actions)(athlete);
      await wait(PAUSE);
    }
  }

  async function probe(): Promise<void> {
    let readyAt = performance.now();
    while (!stopping.signal.aborted) {
      const isReady = (await fetchStatus(`${url}/api/health/ready`)) === 200;
      if (isReady) readyAt = performance.now();
      else longestUnready = Math.max(longestUnready, performance.now() - readyAt);
      await wait(PROBE_INTERVAL);
    }
  }

  const names = Array.from({ length: ATHLETES }, (_, index) => `athlete-${index}`);
  const athletes = await Promise.all(names.map((name) => signUp(name, google, caller.call)));
  const done = Promise.all([...athletes.map(act), probe()]);
  // Reported by stop().
  done.catch(() => {});
  return {
    athletes,
    acknowledgedAt,
    wrong,
    unavailable: () => figures.unavailable,
    broken: () => figures.broken,
    highestLatency: () => figures.highestLatency,
    longestUnready: () => longestUnready,
    resetFigures: () => {
      Object.assign(figures, { unavailable: 0, broken: 0, highestLatency: 0 });
      longestUnready = 0;
    },
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

type Call = ReturnType<typeof createCaller>['call'];
type Caller = ReturnType<typeof createCaller>;

/** Requests of athletes, and what came of them. */
function createCaller(url: string) {
  const acknowledgedAt: number[] = [];
  const wrong: string[] = [];
  const figures = { unavailable: 0, broken: 0, highestLatency: 0 };

  /** Repeats a request until it is answered. Undefined after a wrong answer. */
  async function call<Reply = unknown>(
    { token }: Pick<Athlete, 'token'>,
    method: string,
    path: string,
    body?: object,
  ): Promise<Reply | undefined> {
    // The same key for all attempts, so that a write is done once.
    const key = method === 'POST' ? randomUUID() : undefined;
    const giveUpAt = performance.now() + GIVE_UP;
    while (performance.now() < giveUpAt) {
      const started = performance.now();
      try {
        const response = await fetch(`${url}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body && { 'content-type': 'application/json' }),
            ...(key && { 'idempotency-key': key }),
          },
          ...(body && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(method === 'GET' ? READ_TIMEOUT : CHANGE_TIMEOUT),
        });
        const text = await response.text();
        figures.highestLatency = Math.max(figures.highestLatency, performance.now() - started);
        if (response.ok) {
          if (method !== 'GET') acknowledgedAt.push(performance.now());
          return (text ? JSON.parse(text) : {}) as Reply;
        }
        const isOurs = response.headers.get('content-type')?.startsWith('application/problem+json');
        if (response.status === 503 && isOurs && response.headers.has('retry-after')) {
          figures.unavailable++;
          await wait(RETRY_DELAY);
        } else if (response.status >= 500 && !isOurs) {
          figures.broken++;
          await wait(BROKEN_DELAY);
        } else {
          wrong.push(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
          return undefined;
        }
      } catch {
        figures.highestLatency = Math.max(figures.highestLatency, performance.now() - started);
        figures.broken++;
        await wait(BROKEN_DELAY);
      }
    }
    wrong.push(`${method} ${path}: no answer in ${GIVE_UP / 1000} s`);
    return undefined;
  }

  function expectEqual(description: string, actual: unknown, expected: unknown): void {
    const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (one !== other) wrong.push(`${description}: ${one} instead of ${other}`);
  }

  return { acknowledgedAt, wrong, figures, call, expectEqual };
}

async function signUp(name: string, google: Google, call: Call): Promise<Athlete> {
  const account = google.createAccount(name);
  const token = google.signToken(account);
  const user = await call<{ id: string }>({ token }, 'POST', '/api/auth/register', {
    username: name,
    email: account.email,
    firebaseUid: account.uid,
  });
  const status = await call<{ consentUrl: string }>({ token }, 'GET', '/api/garmin/status');
  const { code, verifier } = await askForConsent(status?.consentUrl ?? '', {
    account: account.uid,
  });
  await call({ token }, 'POST', '/api/garmin/callback', { code, code_verifier: verifier });
  await call({ token }, 'PUT', '/api/user/units', { paceUnits: 'imperial' });
  return {
    name,
    account,
    token,
    userId: user?.id ?? '',
    workouts: new Map(),
    entries: new Map(),
    units: 'imperial',
    sent: new Set(),
  };
}

/** Actions, in proportion to how often they occur. */
type Actions = [number, (athlete: Athlete) => Promise<void>][];

function writeActions({ call, expectEqual }: Caller): Actions {
  async function save(athlete: Athlete): Promise<void> {
    if (athlete.workouts.size >= MAX_WORKOUTS) return;
    const script = SCRIPTS[Math.floor(Math.random() * SCRIPTS.length)] ?? '';
    const title = newTitle(athlete);
    const saved = await call<Saved>(athlete, 'POST', '/api/auth/workouts', {
      workout: { title, script },
    });
    if (!saved) return;
    expectEqual('saved', [saved.title, saved.script], [title, script]);
    athlete.workouts.set(saved.id, { title, script, version: saved.version, isDeleted: false });
  }

  async function change(athlete: Athlete): Promise<void> {
    const [id, workout] = pick(listFree(athlete));
    if (!id || !workout) return;
    const title = newTitle(athlete);
    const { script, version } = workout;
    const saved = await call<Saved>(athlete, 'PUT', `/api/auth/workouts/${id}`, {
      workout: { title, script },
      version,
    });
    if (!saved) return;
    expectEqual('changed', [saved.id, saved.title, saved.version], [id, title, version + 1]);
    Object.assign(workout, { title, version: saved.version });
  }

  async function remove(athlete: Athlete): Promise<void> {
    const planned = new Set([...athlete.entries.values()].map(({ workoutId }) => workoutId));
    const [id, workout] = pick(listFree(athlete).filter(([each]) => !planned.has(each)));
    if (!id || !workout) return;
    if (await call(athlete, 'DELETE', `/api/auth/workouts/${id}`)) workout.isDeleted = true;
  }

  async function plan(athlete: Athlete): Promise<void> {
    const [workoutId] = pick(listFree(athlete));
    if (!workoutId) return;
    // Few on one day, because a day has a cap.
    const time = Date.UTC(2027, 0, 1 + Math.floor(athlete.entries.size / 5));
    const day = new Date(time).toISOString().slice(0, 10);
    const entry = await call<{ id: string; day: string }>(athlete, 'POST', '/api/calendar', {
      workoutId,
      day,
    });
    if (!entry) return;
    expectEqual('planned', entry.day, day);
    athlete.entries.set(entry.id, { day, isDone: false, workoutId });
  }

  async function markDone(athlete: Athlete): Promise<void> {
    const [id, entry] = pick([...athlete.entries].filter(([, { isDone }]) => !isDone));
    if (id && entry && (await call(athlete, 'PUT', `/api/calendar/${id}/done`)))
      entry.isDone = true;
  }

  async function changeUnits(athlete: Athlete): Promise<void> {
    const paceUnits = athlete.units === 'metric' ? 'imperial' : 'metric';
    if (await call(athlete, 'PUT', '/api/user/units', { paceUnits })) athlete.units = paceUnits;
  }

  async function send(athlete: Athlete): Promise<void> {
    const [id] = pick(listFree(athlete));
    if (id && (await call(athlete, 'PUT', `/api/garmin/workouts/${id}`))) athlete.sent.add(id);
  }

  return [
    [30, save],
    [14, change],
    [4, remove],
    [10, plan],
    [5, markDone],
    [4, changeUnits],
    [2, send],
  ];
}

function readActions({ call, expectEqual }: Caller): Actions {
  async function readPage(athlete: Athlete): Promise<void> {
    const page = await call<{ workouts: Saved[] }>(athlete, 'GET', '/api/auth/workouts');
    if (!page) return;
    const newest = [...athlete.workouts]
      .filter(([, { isDeleted }]) => !isDeleted)
      .sort(([one], [other]) => (one < other ? 1 : -1))
      .slice(0, 20)
      .map(([id, { title, version }]) => [id, title, version]);
    const shown = page.workouts.map(({ id, title, version }) => [id, title, version]);
    expectEqual('page', shown, newest);
  }

  async function readOne(athlete: Athlete): Promise<void> {
    const [id, workout] = pick([...athlete.workouts].filter(([, { isDeleted }]) => !isDeleted));
    const found = id && workout && (await call<Saved>(athlete, 'GET', `/api/auth/workouts/${id}`));
    if (found)
      expectEqual('workout', [found.title, found.version], [workout.title, workout.version]);
  }

  async function readPaces(athlete: Athlete): Promise<void> {
    const paces = await call<{ paceUnits: string }>(athlete, 'GET', '/api/user/paces');
    if (paces) expectEqual('units', paces.paceUnits, athlete.units);
  }

  return [
    [16, readPage],
    [10, readOne],
    [5, readPaces],
  ];
}

type Saved = { id: string; title: string; script: string; version: number };

/** Unique, and short enough for Garmin. */
function newTitle({ name }: Athlete): string {
  return `${name} ${randomUUID()}`;
}

/** Workouts that are not sent to Garmin, whose changes would be sent too. */
function listFree({ workouts, sent }: Athlete): [string, LedgerWorkout][] {
  return [...workouts].filter(([id, { isDeleted }]) => !isDeleted && !sent.has(id));
}

function pick<Value>(list: [string, Value][]): [string, Value] | [] {
  return list[Math.floor(Math.random() * list.length)] ?? [];
}

function drawByWeight<Value>(list: [number, Value][]): Value {
  let left = Math.random() * list.reduce((sum, [weight]) => sum + weight, 0);
  const found = list.find(([weight]) => (left -= weight) < 0) ?? list[0];
  if (!found) throw new Error('The list is empty');
  return found[1];
}
