import { setTimeout as wait } from 'node:timers/promises';

/** Polls until the condition holds. Throws after `seconds`, which are generous: machines may be busy. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  description: string,
  seconds = 240,
): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Not within ${seconds} s: ${description}`);
    await wait(100);
  }
}

/** Polls until there is a value. */
export async function waitFor<Value>(
  find: () => Promise<Value | undefined>,
  description: string,
): Promise<Value> {
  let found: Value | undefined;
  await waitUntil(async () => {
    found = await find();
    return found !== undefined;
  }, description);
  // The condition holds only for a value.
  return found as Value;
}

/** The status of a GET request, or 0 without a whole response. */
export async function fetchStatus(url: string): Promise<number> {
  try {
    const response = await fetch(url, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(STATUS_TIMEOUT),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

const STATUS_TIMEOUT = 2_000;
