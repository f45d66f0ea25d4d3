import { useSyncExternalStore } from 'react';

export const WATCH_IDS = [
  'garmin',
  'apple',
  'suunto',
  'coros',
  'wahoo',
  'polar',
  'amazfit',
  'huawei',
  'other',
] as const;

export type WatchId = (typeof WATCH_IDS)[number];

const KEY = 'pacewright.watch';
const listeners = new Set<() => void>();
// Undefined until a choice is made on this page; storage is read until then.
let chosen: WatchId | undefined;

/** The runner's watch, chosen once per device. */
export function readWatch(): WatchId {
  if (chosen) return chosen;
  try {
    return findWatch(localStorage.getItem(KEY)) ?? 'garmin';
  } catch {
    return 'garmin';
  }
}

export function setWatch(watch: WatchId): void {
  try {
    localStorage.setItem(KEY, watch);
    chosen = undefined;
  } catch {
    // Storage is blocked or full. The choice then lasts as long as this page.
    chosen = watch;
  }
  for (const listener of listeners) listener();
}

export function findWatch(id: string | null): WatchId | undefined {
  return WATCH_IDS.find((each) => each === id);
}

/** The button that makes the watch's file. */
export function useFileLabel(): string {
  return useWatch() === 'apple' ? 'Download .workout' : 'Download FIT';
}

export function useWatch(): WatchId {
  return useSyncExternalStore(subscribe, readWatch);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
