import type { CDPSession, Page } from '@playwright/test';

/** The time of the reference work on the machine that the budgets were set on, undisturbed. */
const REFERENCE_MS = 90;

/** The speed of this machine at this moment: 1 is the reference, 0.5 is half as fast. */
export async function measureSpeed(page: Page, session: CDPSession): Promise<number> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return REFERENCE_MS / (await page.evaluate(timeReferenceWork));
}

/** Slows a page down to a share of the reference machine's speed, however fast this one is. */
export async function throttle(
  page: Page,
  session: CDPSession,
  slowDown: number,
): Promise<{ speed: number }> {
  const speed = await measureSpeed(page, session);
  await session.send('Emulation.setCPUThrottlingRate', { rate: Math.max(1, slowDown * speed) });
  return { speed };
}

/** In the page: the average time in ms, so that time taken by other machines on the same host counts. */
function timeReferenceWork(): number {
  const words = Array.from({ length: 4000 }, (_, index) => ((index * 7919) % 4000).toString(36));
  let length = 0;
  const work = () => {
    for (let round = 0; round < 40; round++) {
      const sizes = new Map(words.map((name) => [name, { name, size: name.length + round }]));
      const sorted = [...sizes.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
      length += JSON.stringify(sorted).length;
    }
  };
  // Once before, so that the code is compiled.
  work();
  const start = performance.now();
  for (let run = 0; run < 3; run++) work();
  const taken = (performance.now() - start) / 3;
  // A result that is used cannot be optimized away.
  if (length === 0) throw new Error('Nothing was done');
  return taken;
}
