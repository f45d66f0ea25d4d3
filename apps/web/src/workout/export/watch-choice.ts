import { useSyncExternalStore } from 'react';
import { storedValue } from '../../platform/stored-value.ts';

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

/** The runner's watch, chosen once per device. */
const watch = storedValue<WatchId>({
  key: 'pacewright.watch',
  parse: (text) => findWatch(text) ?? 'garmin',
  fallback: 'garmin',
  format: (id) => id,
});

export const readWatch = watch.read;
export const setWatch = (id: WatchId) => void watch.write(id);

export function findWatch(id: string | null): WatchId | undefined {
  return WATCH_IDS.find((each) => each === id);
}

/** The button that makes the watch's file. */
export function useFileLabel(): string {
  return `Download ${useFileType()}`;
}

/** What the watch's file is called, where a button has no room for more. */
export function useFileType(): string {
  return useWatch() === 'apple' ? '.workout' : 'FIT';
}

export function useWatch(): WatchId {
  return useSyncExternalStore(watch.subscribe, watch.read);
}
