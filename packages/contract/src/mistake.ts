import * as z from 'zod/mini';

/** A mistake of a text that was sent. `from` and `to` are places in the text, in UTF-16 code units. */
export const mistake = z.object({
  /** The path of the text in the body. */
  at: z.string(),
  code: z.string(),
  from: z.number(),
  to: z.number(),
  quote: z.string(),
  message: z.string(),
  /** Of a script, the whole of it after the fix. Of a plan, lines and what replaces them. */
  fixes: z.array(
    z.object({
      label: z.string(),
      script: z.optional(z.string()),
      replace: z.optional(z.string()),
      with: z.optional(z.string()),
    }),
  ),
});

export type Mistake = z.infer<typeof mistake>;
