import * as z from 'zod/mini';

/** What was chosen in the palette on this device, the last first. */
export type RecentCommand = z.infer<typeof recentCommand>;

// Goes with the local user, whose key it begins with: it names their workouts.
const KEY = 'pacewright.user.recent';
const MOST = 6;

const recentCommand = z.object({ id: z.string(), label: z.string() });

export function readRecentCommands(): RecentCommand[] {
  try {
    return z.parse(z.array(recentCommand), JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  } catch {
    // Written by an older version, or a browser that keeps nothing.
    return [];
  }
}

export function keepRecentCommand({ id, label }: RecentCommand): void {
  const others = readRecentCommands().filter((other) => other.id !== id);
  try {
    localStorage.setItem(KEY, JSON.stringify([{ id, label }, ...others].slice(0, MOST)));
  } catch {
    // Storage may be full or forbidden. Nothing is recent then.
  }
}
