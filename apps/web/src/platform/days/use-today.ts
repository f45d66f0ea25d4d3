import { useSyncExternalStore } from 'react';
import { createListeners } from '../../ui/store.ts';
import { localToday } from './days.ts';

/** Today in the athlete's zone. Renders again when a new day begins, in a tab left open too. */
export function useToday(): string {
  return useSyncExternalStore(clock.subscribe, localToday);
}

/** The current day, for route loaders. A component uses the hook, which follows the clock. */
export function getToday(): string {
  return localToday();
}

/** Ms. Timers stop while a computer sleeps, so one timer until midnight could fire hours late. */
const MAX_WAIT = 60_000;

const clock = createListeners(() => {
  document.addEventListener('visibilitychange', check);
  schedule();
  return () => {
    document.removeEventListener('visibilitychange', check);
    clearTimeout(timer);
  };
});
let timer: ReturnType<typeof setTimeout> | undefined;

function check(): void {
  clearTimeout(timer);
  schedule();
  clock.notify();
}

function schedule(): void {
  timer = setTimeout(check, Math.min(msUntilMidnight(new Date()), MAX_WAIT));
}

function msUntilMidnight(now: Date): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime();
}
