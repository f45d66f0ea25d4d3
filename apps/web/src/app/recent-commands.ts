import * as z from 'zod/mini';
import { storedValue } from '../platform/stored-value.ts';

/** The commands used last on this device, the latest first. */
export type RecentCommand = z.infer<typeof recentCommand>;

const MAX_COMMANDS = 6;

const recentCommand = z.object({ id: z.string(), label: z.string() });

const recentCommands = storedValue<RecentCommand[]>({
  // Removed with the local user, whose key it begins with: it contains titles of workouts.
  key: 'pacewright.user.recent',
  parse: (text) => z.parse(z.array(recentCommand), JSON.parse(text)),
  fallback: [],
});

export const readRecentCommands = recentCommands.read;

export function storeRecentCommand({ id, label }: RecentCommand): void {
  const others = readRecentCommands().filter((other) => other.id !== id);
  recentCommands.write([{ id, label }, ...others].slice(0, MAX_COMMANDS));
}
