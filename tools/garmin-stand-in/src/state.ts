import { createHash, randomBytes } from 'node:crypto';
import type { Faults } from './faults.ts';
import type { Assumptions } from './assumptions.ts';
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

/** The only partner of this server. */
export type Partner = { id: string; secret: string; redirectUris: string[] };

/** Someone with a Garmin account. */
export type GarminUser = {
  name: string;
  userId: string;
  /** A Java Long, the owner of workouts; not the userId. */
  ownerId: string;
  /** Whether the partner may act for them at all. */
  isRegistered: boolean;
  permissions: Permission[];
};

/** An authorization code. */
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
  /** Time at which the refresh token was exchanged. */
  replacedAt: number | undefined;
  isRevoked: boolean;
};

/** A step or a repeat, as received. */
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

/** A request, without secrets. */
export type Call = {
  method: string;
  path: string;
  status: number;
  user: string | undefined;
  fault: string | undefined;
};

/** A run that a watch has uploaded. */
export type RecordedRun = {
  userId: string;
  summaryId: string;
  /** Unix seconds. */
  startedAt: number;
  seconds: number;
  bytes: Uint8Array;
};

/** An address of a file, which answers once. */
type ActivityFile = { summaryId: string; expiresAt: number; isFetched: boolean };

/** The whole state, in memory. */
export type State = {
  now: () => number;
  advance: (seconds: number) => void;
  partner: Partner;
  assumptions: Assumptions;
  limits: { perMinute: number; perUserAndDay: number };
  users: Map<string, GarminUser>;
  grants: Map<string, Grant>;
  sessions: Set<Session>;
  workouts: Map<string, StoredWorkout>;
  schedules: Map<string, StoredSchedule>;
  runs: Map<string, RecordedRun>;
  /** By token. */
  files: Map<string, ActivityFile>;
  backfills: Set<string>;
  /** Numbers of requests by limit. */
  counts: Map<string, number>;
  calls: Call[];
  faults: Faults;
  notifier: Notifier;
  nextId: bigint;
};

/** Finds or creates the account. The user id depends only on the name, so it survives a restart. */
export function userNamed(state: State, name: string): GarminUser {
  const hash = createHash('sha256').update(name).digest('hex');
  const userId = hash.slice(0, 32);
  const known = state.users.get(userId);
  if (known) return known;

  const user: GarminUser = {
    name,
    userId,
    ownerId: String(BigInt(`0x${hash.slice(32, 44)}`)),
    isRegistered: false,
    permissions: [],
  };
  state.users.set(userId, user);
  return user;
}

export function newId(state: State): string {
  state.nextId++;
  // Odd numbers above 2^53, which a double cannot represent.
  const base = state.assumptions.ids === 'small' ? 1_000_000n : 2n ** 53n;
  return String(base + state.nextId * 2n + 1n);
}

/** 2 kB of opaque text, like Garmin's tokens. */
export function newToken(): string {
  return randomBytes(1536).toString('base64url');
}

/** Ends the registration of the user, and notifies the partner. */
export function deregister(state: State, user: GarminUser): void {
  user.isRegistered = false;
  user.permissions = [];
  for (const session of state.sessions)
    if (session.userId === user.userId) session.isRevoked = true;
  state.notifier.notify({ deregistrations: [{ userId: user.userId }] });
}

/** Changes the permissions, and notifies the partner. */
export function changePermissions(state: State, user: GarminUser, permissions: Permission[]): void {
  user.permissions = permissions;
  state.notifier.notify({
    userPermissionsChange: [
      {
        userId: user.userId,
        summaryId: `${user.userId}-${newId(state)}`,
        permissions: formatPermissions(state, permissions),
        changeTimeInSeconds: Math.floor(state.now() / 1000),
      },
    ],
  });
}

function formatPermissions(state: State, permissions: Permission[]): unknown {
  if (state.assumptions.notifiedPermissionsShape === 'array') return permissions;
  return Object.fromEntries(PERMISSIONS.map((name) => [name, permissions.includes(name)]));
}

/** Deletes a workout and its schedules, as a person does on the phone. */
export function deleteAtGarmin(state: State, workoutId: string): void {
  state.workouts.delete(workoutId);
  for (const schedule of state.schedules.values())
    if (schedule.workoutId === workoutId) state.schedules.delete(schedule.scheduleId);
}
