import { readFileSync, writeFileSync } from 'node:fs';
import type { Result } from './measure.ts';

const DOCUMENT = new URL('../../../docs/measurements.md', import.meta.url);

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

/** Replaces the row of a result in a table of docs/measurements.md, or adds it. */
export function writeResult(table: 'faults' | 'kills', result: Result, order: string[]): void {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [start, end] = [`<!-- ${table} -->`, `<!-- end of ${table} -->`];
  const from = text.indexOf(start) + start.length;
  const to = text.indexOf(end);
  const rows = new Map<string, string>();
  for (const line of text.slice(from, to).split('\n')) {
    const title = line.split('|')[1]?.trim();
    if (title) rows.set(title, line);
  }
  rows.set(result.title, toRow(COLUMNS.map(([, format]) => format(result))));
  const lines = [
    toRow(COLUMNS.map(([name]) => name)),
    toRow(COLUMNS.map((_, index) => (index === 0 ? '---' : '--:'))),
    ...order.flatMap((title) => rows.get(title) ?? []),
  ];
  writeFileSync(DOCUMENT, `${text.slice(0, from)}\n\n${lines.join('\n')}\n\n${text.slice(to)}`);
}

function toRow(cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}
