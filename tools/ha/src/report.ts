import type { Result } from './measure.ts';

const COLUMNS: [string, (result: Result) => string][] = [
  ['Fault', ({ title }) => title],
  ['Writes acknowledged', ({ acknowledged }) => String(acknowledged)],
  ['Lost', ({ lost }) => String(lost.length)],
  ['Duplicates', ({ duplicates }) => String(duplicates.length)],
  ['Wrong answers', ({ wrong }) => String(wrong.length)],
  ['Seconds without writes', ({ secondsWithoutWrites }) => secondsWithoutWrites.toFixed(1)],
  ['Seconds until ready', ({ secondsUntilReady }) => secondsUntilReady.toFixed(1)],
  ['Seconds without pages', ({ secondsWithoutPages }) => secondsWithoutPages.toFixed(1)],
  ['Highest latency, s', ({ highestLatency }) => highestLatency.toFixed(1)],
  ['503s', ({ unavailable }) => String(unavailable)],
  ['Broken connections', ({ broken }) => String(broken)],
  ['Unknown deliveries', ({ unknownDeliveries }) => String(unknownDeliveries)],
  ['Crashes', ({ crashes }) => String(crashes)],
];

export function describe(result: Result): string {
  const figures = COLUMNS.slice(1).map(
    ([name, format]) => `${name.toLowerCase()} ${format(result)}`,
  );
  const details = [...result.lost, ...result.duplicates, ...result.wrong].slice(0, 10);
  return [`${result.title}: ${figures.join(', ')}`, ...details.map((line) => `  ${line}`)].join(
    '\n',
  );
}
