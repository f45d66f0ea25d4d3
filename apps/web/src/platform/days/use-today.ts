import { useSyncExternalStore } from 'react';
import { localToday } from './days.ts';

/** Today in the athlete's zone. Renders again when a new day begins, in a tab left open too. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, localToday);
}

/** The current day, for route loaders. A component uses the hook, which follows the clock. */
export function getToday(): string {
  return localToday();
}

/** Ms. Timers stop while a computer sleeps, so one timer until midnight could fire hours late. */
const MAX_WAIT = 60_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', check);
    schedule();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', check);
    clearTimeout(timer);
  };
}

function check(): void {
  clearTimeout(timer);
  schedule();
  for (const listener of listeners) listener();
}

function schedule(): void {
  timer = setTimeout(check, Math.min(msUntilMidnight(new Date()), MAX_WAIT));
}

function msUntilMidnight(now: Date): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime();
}
