import * as z from 'zod/mini';
import { uuid } from './uuid.ts';

// Parts of requests that several features have.

export const byId = z.object({ id: uuid });

const WHOLE = [z.int(), z.gte(0), z.lte(2 ** 31 - 1)] as const;

/** The version that a change is based on. */
export const version = z.number().check(...WHOLE);

/** Deletes this version only. */
export const byVersion = z.object({
  version: z.optional(z.coerce.number<number>().check(...WHOLE)),
});

/** How many items a page of a list holds at most. */
export function pageSize(max: number, noun: string) {
  const message = `A page holds 1 to ${max} ${noun}`;
  return z.prefault(
    z.coerce.number<number>(message).check(z.int(message), z.gte(1, message), z.lte(max, message)),
    20,
  );
}
