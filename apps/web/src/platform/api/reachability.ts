/** Whether the API answered the last call. The browser's own "online" also means a network without internet. */
let reachable = navigator.onLine;
const listeners = new Set<() => void>();

export function isReachable(): boolean {
  return reachable;
}

export function reportReachable(next: boolean): void {
  if (next === reachable) return;
  reachable = next;
  for (const listener of listeners) listener();
}

export function subscribeReachable(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
