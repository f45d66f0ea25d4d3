import * as z from 'zod/mini';

/** A workout that waits on this device until someone has signed in. */
export type KeptWorkout = z.infer<typeof keptWorkout>;

const KEY = 'pacewright.kept-workout';

const keptWorkout = z.object({
  /** Sent with it, so that it is saved once however often it is sent. */
  key: z.string(),
  title: z.string(),
  script: z.string(),
});

export function readKeptWorkout(): KeptWorkout | undefined {
  try {
    return z.parse(keptWorkout, JSON.parse(localStorage.getItem(KEY) ?? ''));
  } catch {
    // Nothing there, written by an older version, or a browser that keeps nothing.
    return undefined;
  }
}

/** Fails where the browser keeps nothing. */
export function keepWorkout({ title, script }: { title: string; script: string }): void {
  const kept: KeptWorkout = { key: crypto.randomUUID(), title, script };
  localStorage.setItem(KEY, JSON.stringify(kept));
}

export function forgetKeptWorkout(): void {
  localStorage.removeItem(KEY);
}
