/** Runs the work when the browser is idle. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const handle = setTimeout(work);
    return () => clearTimeout(handle);
  }
  const handle = requestIdleCallback(work, { timeout: MAX_WAIT_MS });
  return () => cancelIdleCallback(handle);
}

const MAX_WAIT_MS = 1_000;
