import type { FastifyInstance } from 'fastify';
import { announce, deleteRun, runOnWatch, type Upload, uploadRun } from './activities.ts';
import type { RandomFaults, Fault } from './faults.ts';
import type { Assumptions } from './assumptions.ts';
import {
  type Call,
  changePermissions,
  deleteAtGarmin,
  deregister,
  type GarminUser,
  type Permission,
  type RecordedRun,
  type StoredSchedule,
  type StoredWorkout,
  userNamed,
  type State,
} from './state.ts';
import type { Delivery, Sending } from './webhooks.ts';

/** The state as a test sees it. */
export type Snapshot = {
  now: number;
  users: GarminUser[];
  workouts: StoredWorkout[];
  schedules: StoredSchedule[];
  runs: Omit<RecordedRun, 'bytes'>[];
  calls: Call[];
  deliveries: Delivery[];
};

/** Everything a test can do that a partner cannot. */
type Commands = {
  advanceClock: { seconds: number };
  changeAssumptions: Partial<Assumptions>;
  changeLimits: Partial<State['limits']>;
  planFault: Fault;
  startRandomFaults: RandomFaults;
  clearFaults: object;
  /** Lets the requests with the fault `held` finish. */
  releaseHeld: object;
  clearCalls: object;
  /** By the name of the account. Notifies the partner, as a change at Garmin does. */
  changePermissions: { account: string; permissions: Permission[] };
  deregister: { account: string };
  deleteWorkout: { workoutId: string };
  /** Sends any body, for example with duplicates or unknown users. */
  notify: { body: unknown } & Sending;
  uploadRun: Upload;
  /** Announces a run again, with a new address of its file. */
  announceRun: { summaryId: string; as: Upload['as'] };
  /** The watch had more of it. */
  replaceFile: { summaryId: string; file: string };
  deleteRun: { summaryId: string };
  /** Runs a workout with the watch, and uploads the recording. */
  runWorkout: { account: string; workoutId: string; startedAt?: number };
  sendWebhooksTo: { url: string };
  /** Waits until every notification that is due has been sent. */
  settle: object;
};

type Act = {
  [Name in keyof Commands]: (state: State, given: Commands[Name], url: string) => unknown;
};

const ACT: Act = {
  advanceClock: (state, { seconds }) => {
    state.advance(seconds);
    return state.notifier.settle();
  },
  changeAssumptions: (state, changes) => Object.assign(state.assumptions, changes),
  changeLimits: (state, changes) => Object.assign(state.limits, changes),
  planFault: (state, fault) => state.faults.plan(fault),
  startRandomFaults: (state, randomFaults) => state.faults.startRandomFaults(randomFaults),
  clearFaults: (state) => state.faults.clear(),
  releaseHeld: (state) => state.faults.release(),
  clearCalls: (state) => {
    state.calls.length = 0;
  },
  changePermissions: (state, { account, permissions }) => {
    changePermissions(state, userNamed(state, account), permissions);
    return state.notifier.settle();
  },
  deregister: (state, { account }) => {
    deregister(state, userNamed(state, account));
    return state.notifier.settle();
  },
  deleteWorkout: (state, { workoutId }) => deleteAtGarmin(state, workoutId),
  notify: (state, { body, ...sending }) => {
    state.notifier.notify(body, sending);
    return state.notifier.settle();
  },
  uploadRun: (state, upload, url) => {
    uploadRun(state, upload, url);
    return state.notifier.settle();
  },
  announceRun: (state, { summaryId, as }, url) => {
    const run = state.runs.get(summaryId);
    if (run) announce(state, run, { as, url });
    return state.notifier.settle();
  },
  replaceFile: (state, { summaryId, file }) => {
    const run = state.runs.get(summaryId);
    if (run) run.bytes = Buffer.from(file, 'base64');
  },
  deleteRun: (state, { summaryId }) => {
    deleteRun(state, summaryId);
    return state.notifier.settle();
  },
  runWorkout: (state, { account, ...run }, url) => {
    runOnWatch(state, userNamed(state, account), run, url);
    return state.notifier.settle();
  },
  sendWebhooksTo: (state, { url }) => state.notifier.sendTo(url),
  settle: (state) => state.notifier.settle(),
};

/** For tests only; Garmin has no such routes. */
export function controlRoutes(scope: FastifyInstance, state: State, url: () => string): void {
  scope.get('/__control', async (): Promise<Snapshot> => takeSnapshot(state));

  for (const name of Object.keys(ACT) as (keyof Commands)[])
    scope.post(`/__control/${name}`, async (request) => {
      const act = ACT[name] as (state: State, given: unknown, url: string) => unknown;
      await act(state, request.body, url());
      return takeSnapshot(state);
    });
}

function takeSnapshot(state: State): Snapshot {
  return {
    now: state.now(),
    users: [...state.users.values()],
    workouts: [...state.workouts.values()],
    schedules: [...state.schedules.values()],
    runs: [...state.runs.values()].map(({ bytes: _bytes, ...run }) => run),
    calls: state.calls,
    deliveries: state.notifier.deliveries(),
  };
}

export type GarminControl = {
  snapshot: () => Promise<Snapshot>;
} & { [Name in keyof Commands]: (given: Commands[Name]) => Promise<Snapshot> };

/** A client for the control routes, in this process or in another. */
export function openControl(url: string): GarminControl {
  async function request(path: string, body?: unknown): Promise<Snapshot> {
    const response = await fetch(`${url}/__control${path}`, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    if (!response.ok) throw new Error(`The fake Garmin responded ${response.status} to ${path}`);
    return (await response.json()) as Snapshot;
  }
  const commands = Object.fromEntries(
    Object.keys(ACT).map((name) => [name, (given: unknown) => request(`/${name}`, given)]),
  );
  return { snapshot: () => request(''), ...commands } as GarminControl;
}
