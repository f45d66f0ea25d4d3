import { type User, user } from '@pacewright/contract';
import * as z from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { lockRegistration, requireNotDeleted } from '../../http/athlete-lock.ts';

type Registration = {
  firebaseUid: string;
  username: string;
  email: string;
  avatar: string | undefined;
  isUnverified: boolean;
};

export async function isRegistered(db: Db, userId: string): Promise<boolean> {
  const { rows } = await db.query(sql`select 1 from app_user where user_id = ${userId}`);
  return rows.length > 0;
}

export async function findUser(db: Db, userId: string): Promise<User | undefined> {
  return (await findProfile(db, userId))?.user;
}

type Profile = {
  user: User;
  /** Registered with an address that was not verified then or since. */
  isUnverified: boolean;
};

export async function findProfile(db: Db, userId: string): Promise<Profile | undefined> {
  const { rows } = await db.query(sql`
    select user_id as id, username, email, avatar, first_steps as "firstSteps",
      week_start as "weekStart", created_at as "createdAt", is_unverified as "isUnverified"
    from app_user
    where user_id = ${userId}`);
  return rows.map(parseProfile)[0];
}

export async function setVerified(db: Db, userId: string): Promise<void> {
  await db.query(sql`update app_user set is_unverified = false where user_id = ${userId}`);
}

/** Replaces all that can be set up without a verified address. */
export async function resetProfile(db: Db, userId: string, username: string): Promise<void> {
  await db.query(sql`
    update app_user set
      username = ${username}, avatar = null, first_steps = 0, week_start = default, is_unverified = false,
      updated_at = now()
    where user_id = ${userId}`);
}

/** Adds the athlete if there is none yet. Needs a transaction. */
export async function addUser(db: Db, userId: string, registration: Registration): Promise<void> {
  await lockRegistration(db, userId);
  await requireNotDeleted(db, userId);
  await db.query(sql`
    insert into app_user (user_id, firebase_uid, username, email, avatar, is_unverified)
    values (${userId}, ${registration.firebaseUid}, ${registration.username},
            ${registration.email}, ${registration.avatar}, ${registration.isUnverified})
    on conflict (user_id) do nothing`);
}

/** Ignores undefined fields and removes a null avatar. The number of first steps only grows. */
export async function updateUser(
  db: Db,
  userId: string,
  changes: {
    username?: string | undefined;
    avatar?: string | null | undefined;
    email?: string | undefined;
    firstSteps?: number | undefined;
    weekStart?: User['weekStart'];
  },
): Promise<void> {
  await db.query(sql`
    update app_user set
      username = coalesce(${changes.username}, username),
      email = coalesce(${changes.email}, email),
      first_steps = greatest(first_steps, ${changes.firstSteps}::smallint),
      week_start = coalesce(${changes.weekStart}, week_start),
      avatar = case when ${changes.avatar !== undefined}::boolean then ${changes.avatar} else avatar end,
      updated_at = now()
    where user_id = ${userId}`);
}

const row = z.object({ ...user.shape, createdAt: z.date(), isUnverified: z.boolean() });

function parseProfile(value: unknown): Profile {
  const { createdAt, isUnverified, ...rest } = row.parse(value);
  return { user: { ...rest, createdAt: createdAt.toISOString() }, isUnverified };
}
