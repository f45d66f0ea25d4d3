import type { FastifyInstance } from 'fastify';
import { announceRun } from './activities.ts';
import type { Chaos, Fault } from './faults.ts';
import type { Unknowns } from './unknowns.ts';
import {
  type Call,
  changePermissions,
  deleteAtGarmin,
  deregister,
  type GarminUser,
  type Permission,
  type StoredSchedule,
  type StoredWorkout,
  userNamed,
  type World,
} from './world.ts';
import type { Delivery, Sending } from './webhooks.ts';

/** What a test can see of the world. */
export type Sight = {
  now: number;
  users: GarminUser[];
  workouts: StoredWorkout[];
  schedules: StoredSchedule[];
  calls: Call[];
  deliveries: Delivery[];
};

/** Everything a test can do that a partner cannot. */
type Commands = {
  advanceClock: { seconds: number };
  changeUnknowns: Partial<Unknowns>;
  changeLimits: Partial<World['limits']>;
  planFault: Fault;
  unleash: Chaos;
  clearFaults: object;
  clearCalls: object;
  /** By the account's name. Tells the partner, as a person's choice at Garmin does. */
  changePermissions: { account: string; permissions: Permission[] };
  deregister: { account: string };
  deleteWorkout: { workoutId: string };
  /** Any body at all: several users, duplicates, older after newer, unknown users and keys. */
  notify: { body: unknown } & Sending;
  announceRun: { account: string; as: 'push' | 'ping' };
  sendWebhooksTo: { url: string };
  /** Waits until every notification that is due has been sent. */
  settle: object;
};

type Act = {
  [Name in keyof Commands]: (world: World, given: Commands[Name], url: string) => unknown;
};

const ACT: Act = {
  advanceClock: (world, { seconds }) => {
    world.advance(seconds);
    return world.notifier.settle();
  },
  changeUnknowns: (world, changes) => Object.assign(world.unknowns, changes),
  changeLimits: (world, changes) => Object.assign(world.limits, changes),
  planFault: (world, fault) => world.faults.plan(fault),
  unleash: (world, chaos) => world.faults.unleash(chaos),
  clearFaults: (world) => world.faults.clear(),
  clearCalls: (world) => {
    world.calls.length = 0;
  },
  changePermissions: (world, { account, permissions }) => {
    changePermissions(world, userNamed(world, account), permissions);
    return world.notifier.settle();
  },
  deregister: (world, { account }) => {
    deregister(world, userNamed(world, account));
    return world.notifier.settle();
  },
  deleteWorkout: (world, { workoutId }) => deleteAtGarmin(world, workoutId),
  notify: (world, { body, ...sending }) => {
    world.notifier.notify(body, sending);
    return world.notifier.settle();
  },
  announceRun: (world, { account, as }, url) => {
    announceRun(world, userNamed(world, account), { as, url });
    return world.notifier.settle();
  },
  sendWebhooksTo: (world, { url }) => world.notifier.sendTo(url),
  settle: (world) => world.notifier.settle(),
};

/** For tests only; nothing of this exists at Garmin. */
export function controlRoutes(scope: FastifyInstance, world: World, url: () => string): void {
  scope.get('/__control', async (): Promise<Sight> => look(world));

  for (const name of Object.keys(ACT) as (keyof Commands)[])
    scope.post(`/__control/${name}`, async (request) => {
      const act = ACT[name] as (world: World, given: unknown, url: string) => unknown;
      await act(world, request.body, url());
      return look(world);
    });
}

function look(world: World): Sight {
  return {
    now: world.now(),
    users: [...world.users.values()],
    workouts: [...world.workouts.values()],
    schedules: [...world.schedules.values()],
    calls: world.calls,
    deliveries: world.notifier.deliveries(),
  };
}

export type GarminControl = {
  look: () => Promise<Sight>;
} & { [Name in keyof Commands]: (given: Commands[Name]) => Promise<Sight> };

/** Speaks to the control routes of a stand-in, in this process or in another. */
export function openControl(url: string): GarminControl {
  async function ask(path: string, body?: unknown): Promise<Sight> {
    const response = await fetch(`${url}/__control${path}`, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    if (!response.ok) throw new Error(`The stand-in answered ${response.status} to ${path}`);
    return (await response.json()) as Sight;
  }
  const commands = Object.fromEntries(
    Object.keys(ACT).map((name) => [name, (given: unknown) => ask(`/${name}`, given)]),
  );
  return { look: () => ask(''), ...commands } as GarminControl;
}
