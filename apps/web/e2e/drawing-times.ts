import type { CDPSession } from '@playwright/test';

/** The times of the drawings of what `act` does, by the number of its input. */
export async function timeDrawings(
  tracing: CDPSession,
  act: () => Promise<void>,
): Promise<Map<number, number>> {
  const marks: Mark[] = [];
  const collect = ({ value }: { value: object[] }) => marks.push(...(value as Mark[]));
  tracing.on('Tracing.dataCollected', collect);
  const traceConfig = { includedCategories: ['blink.user_timing'] };
  await tracing.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await act();
  const isComplete = new Promise((resolve) => tracing.once('Tracing.tracingComplete', resolve));
  await tracing.send('Tracing.end');
  await isComplete;
  tracing.off('Tracing.dataCollected', collect);

  return timesOf(marks);
}

/** The 95th percentile. */
export function slowestOfMost(times: ReadonlyMap<number, number>): number {
  const sorted = [...times.values()].sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Infinity;
}

/** The time, and the CPU time of the page's thread until then. In µs. */
type Mark = { name: string; cat: string; ts: number; tts: number };

/** From each input, by its number, to its drawing in the page, and the frame that painted it. In ms. */
function timesOf(marks: readonly Mark[]): Map<number, number> {
  const times = new Map<number, number>();
  const last: Record<string, Mark | undefined> = {};
  let inputs = 0;
  for (const mark of marks.toSorted((one, other) => one.ts - other.ts)) {
    if (mark.name === 'input') inputs++;
    last[mark.name] = mark;
    const { input, drawn, frame } = last;
    if (mark.name !== 'painted' || !input || !drawn || !frame) continue;
    times.set(inputs, (drawn.tts - input.tts + mark.tts - frame.tts) / 1000);
  }
  return times;
}

/** In the page: marks every input of a kind, its drawing, and the frame that paints it. */
export function markDrawings({ input, selector }: { input: string; selector: string }): void {
  let isWaiting = false;
  window.addEventListener(
    input,
    () => {
      performance.mark('input');
      isWaiting = true;
    },
    true,
  );
  const chart = document.querySelector(selector)?.parentElement;
  if (!chart) throw new Error('There is no drawing');
  new MutationObserver(() => {
    if (!isWaiting) return;
    isWaiting = false;
    performance.mark('drawn');
    requestAnimationFrame(() => {
      performance.mark('frame');
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => performance.mark('painted'));
      port1.start();
      port2.postMessage('painted');
    });
  }).observe(chart, { subtree: true, childList: true, attributes: true, characterData: true });
}
