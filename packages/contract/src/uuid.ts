import * as z from 'zod/mini';

/** An id in one spelling, because ids are compared as text. */
export const uuid = z.uuid().check(z.toLowerCase());
