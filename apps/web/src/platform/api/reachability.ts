import { createStore } from '../../ui/store.ts';

/** Whether the API answered the last call. The browser's own "online" also means a network without internet. */
const reachable = createStore(navigator.onLine);

export const isReachable = reachable.read;
export const reportReachable = reachable.set;
export const subscribeReachable = reachable.subscribe;
