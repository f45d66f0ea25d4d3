import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { explained, singleLine } from './text-schema.ts';
import { MAX_USERNAME_LENGTH, USERNAME_TOO_LONG, usernameProblem } from './username.ts';
import { uuid } from './uuid.ts';

/** Enough for a picture of 256 × 256 pixels as a data URL. */
const MAX_AVATAR_LENGTH = 64_000;

/** A display name. Not unique. */
export const username = z
  .string()
  .check(
    z.trim(),
    z.maxLength(MAX_USERNAME_LENGTH, { error: USERNAME_TOO_LONG, abort: true }),
    explained(usernameProblem),
  );

/** An https URL, as from Google, or a small image as a data URL. */
const avatar = z
  .string()
  .check(
    z.maxLength(MAX_AVATAR_LENGTH, 'The picture is too large'),
    z.regex(
      /^(https:\/\/[^\s"'<>\p{Cc}\p{Cs}]{1,2000}|data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+)$/u,
      'The picture must be a PNG, JPEG or WebP image',
    ),
  );

/** The onboarding steps of a new athlete, in this order. Each can be skipped. */
export const FIRST_STEPS = ['race', 'units', 'workout'] as const;

/** The number of steps that are done or skipped. */
const firstSteps = z.int().check(z.gte(0), z.lte(FIRST_STEPS.length));

const weekStart = z.enum(['monday', 'sunday']);

export const user = z.object({
  id: uuid,
  username: z.string(),
  email: z.string(),
  avatar: z.nullable(z.string()),
  firstSteps,
  /** The first day of a week on the calendar. Undefined in a profile that an earlier version stored on the device. */
  weekStart: z.optional(weekStart),
  createdAt: z.string(),
});

export type User = z.infer<typeof user>;

export const registerUser = {
  method: 'POST',
  path: '/api/auth/register',
  access: 'signed-in',
  summary: 'Registers the signed-in user. Idempotent.',
  // The uid must match the token. The email is taken from the token.
  body: z.object({
    username,
    email: z.string().check(z.minLength(1, 'Email is required'), ...singleLine(320)),
    firebaseUid: z.string().check(z.minLength(1), ...singleLine(128)),
    avatar: z.optional(avatar),
  }),
  reply: user,
} satisfies Endpoint;

export const getProfile = {
  method: 'GET',
  path: '/api/auth/profile',
  access: 'registered',
  summary: 'The signed-in athlete. 404 USER_NOT_FOUND before the registration.',
  reply: user,
} satisfies Endpoint;

export const updateProfile = {
  method: 'PUT',
  path: '/api/auth/profile',
  access: 'registered',
  summary:
    'Updates the fields that are sent. A null avatar removes the picture. The onboarding step can’t go back.',
  body: z.object({
    username: z.optional(username),
    avatar: z.optional(z.nullable(avatar)),
    firstSteps: z.optional(firstSteps),
    weekStart: z.optional(weekStart),
  }),
  reply: user,
} satisfies Endpoint;

export const logout = {
  method: 'POST',
  path: '/api/auth/logout',
  access: 'signed-in',
  summary: 'Ends this sign-in. Other devices stay signed in.',
} satisfies Endpoint;

export const logoutEverywhere = {
  method: 'POST',
  path: '/api/auth/logout-everywhere',
  access: 'signed-in',
  summary: 'Signs the caller out everywhere. Other devices are rejected within a minute.',
} satisfies Endpoint;
