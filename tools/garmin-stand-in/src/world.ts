import { createHash, randomBytes } from 'node:crypto';
import type { Faults } from './faults.ts';
import type { Unknowns } from './unknowns.ts';
import type { Notifier } from './webhooks.ts';

export const PERMISSIONS = [
  'ACTIVITY_EXPORT',
  'HEALTH_EXPORT',
  'WORKOUT_IMPORT',
  'COURSE_IMPORT',
  'MCT_EXPORT',
  'HISTORICAL_DATA_EXPORT',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** The one partner this server knows. */
export type Partner = { id: string; secret: string; redirectUris: string[] };

/** Someone with a Garmin account. */
export type GarminUser = {
  name: string;
  userId: string;
  /** A Java Long, as the owner of workouts. Not to be mistaken for the userId. */
  ownerId: string;
  /** Whether the partner may act for them at all. */
  isRegistered: boolean;
  permissions: Permission[];
};

/** What a code was given for. */
type Grant = {
  redirectUri: string;
  challenge: string;
  userId: string;
  permissions: Permission[];
  expiresAt: number;
  /** The tokens it was exchanged for. A second use ends them. */
  used: Session | undefined;
};

/** A pair of tokens. Times are milliseconds of this server's clock. */
export type Session = {
  userId: string;
  accessToken: string;
  accessExpiresAt: number;
  refreshToken: string;
  refreshExpiresAt: number;
  /** When its refresh token was exchanged for another. */
  replacedAt: number | undefined;
  isRevoked: boolean;
};

/** A step or a repeat as it came. */
export type Step = Record<string, unknown>;

export type StoredWorkout = {
  workoutId: string;
  userId: string;
  body: Record<string, unknown>;
  createdAt: number;
  updatedAt: number;
};

export type StoredSchedule = {
  scheduleId: string;
  userId: string;
  workoutId: string;
  date: string;
};

/** A call that was made, without anything secret. */
export type Call = {
  method: string;
  path: string;
  status: number;
  user: string | undefined;
  fault: string | undefined;
};

type ActivityFile = { id: string; token: string; expiresAt: number; isFetched: boolean };

/** Everything this server knows. It is gone when the process ends. */
export type World = {
  now: () => number;
  advance: (seconds: number) => void;
  partner: Partner;
  unknowns: Unknowns;
  limits: { perMinute: number; perUserAndDay: number };
  users: Map<string, GarminUser>;
  grants: Map<string, Grant>;
  sessions: Set<Session>;
  workouts: Map<string, StoredWorkout>;
  schedules: Map<string, StoredSchedule>;
  files: Map<string, ActivityFile>;
  backfills: Set<string>;
  /** Counted calls, by what they are counted for. */
  counts: Map<string, number>;
  calls: Call[];
  faults: Faults;
  notifier: Notifier;
  nextId: bigint;
};

/** The account of this name: the same user id every time, also after a restart. */
export function userNamed(world: World, name: string): GarminUser {
  const hash = createHash('sha256').update(name).digest('hex');
  const userId = hash.slice(0, 32);
  const known = world.users.get(userId);
  if (known) return known;

  const user: GarminUser = {
    name,
    userId,
    ownerId: String(BigInt(`0x${hash.slice(32, 44)}`)),
    isRegistered: false,
    permissions: [],
  };
  world.users.set(userId, user);
  return user;
}

export function newId(world: World): string {
  world.nextId++;
  // A number that a double cannot hold: 2^53 + 1 is the first that rounds to its neighbour.
  const base = world.unknowns.ids === 'small' ? 1_000_000n : 2n ** 53n;
  return String(base + world.nextId * 2n + 1n);
}

/** 2 kB of opaque text, as long as Garmin's own. */
export function newToken(): string {
  return randomBytes(1536).toString('base64url');
}

/** Withdraws everything the partner may do for this user, and tells the partner. */
export function deregister(world: World, user: GarminUser): void {
  user.isRegistered = false;
  user.permissions = [];
  for (const session of world.sessions)
    if (session.userId === user.userId) session.isRevoked = true;
  world.notifier.notify({ deregistrations: [{ userId: user.userId }] });
}

/** Changes what the partner may do for this user, and tells the partner. */
export function changePermissions(world: World, user: GarminUser, permissions: Permission[]): void {
  user.permissions = permissions;
  world.notifier.notify({
    userPermissionsChange: [
      {
        userId: user.userId,
        summaryId: `${user.userId}-${newId(world)}`,
        permissions: notified(world, permissions),
        changeTimeInSeconds: Math.floor(world.now() / 1000),
      },
    ],
  });
}

function notified(world: World, permissions: Permission[]): unknown {
  if (world.unknowns.notifiedPermissionsShape === 'array') return permissions;
  return Object.fromEntries(PERMISSIONS.map((name) => [name, permissions.includes(name)]));
}

/** What a person does on their phone: the workout and the days it stood on are gone. */
export function deleteAtGarmin(world: World, workoutId: string): void {
  world.workouts.delete(workoutId);
  for (const schedule of world.schedules.values())
    if (schedule.workoutId === workoutId) world.schedules.delete(schedule.scheduleId);
}
