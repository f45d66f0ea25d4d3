/** Does something once the page stands and there is nothing else to do. Returns a way to call it off. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const waiting = setTimeout(work);
    return () => clearTimeout(waiting);
  }
  const waiting = requestIdleCallback(work, { timeout: LONGEST_WAIT_MS });
  return () => cancelIdleCallback(waiting);
}

const LONGEST_WAIT_MS = 1_000;
