/** Other inputs every night. `EXPENSIVE_SEED` repeats those of a search, whose tests print it. */
export const EXPENSIVE_SEED = Number(process.env['EXPENSIVE_SEED'] ?? Date.now() % 1_000_000_000);

/** How many inputs one of the searches tries, of those that all of them try: `EXPENSIVE_SHAPES=100000`. */
export function shapesOf(part: number): number {
  return Math.ceil(Number(process.env['EXPENSIVE_SHAPES'] ?? 1000) * part);
}
