import * as z from 'zod/mini';

/** The commands used last on this device, the latest first. */
export type RecentCommand = z.infer<typeof recentCommand>;

// Removed with the local user, whose key it begins with: it contains titles of workouts.
const KEY = 'pacewright.user.recent';
const MAX_COMMANDS = 6;

const recentCommand = z.object({ id: z.string(), label: z.string() });

export function readRecentCommands(): RecentCommand[] {
  try {
    return z.parse(z.array(recentCommand), JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  } catch {
    // Data of an older version, or a browser that refuses storage.
    return [];
  }
}

export function storeRecentCommand({ id, label }: RecentCommand): void {
  const others = readRecentCommands().filter((other) => other.id !== id);
  try {
    localStorage.setItem(KEY, JSON.stringify([{ id, label }, ...others].slice(0, MAX_COMMANDS)));
  } catch {
    // Storage may be full or forbidden. Nothing is recent then.
  }
}
