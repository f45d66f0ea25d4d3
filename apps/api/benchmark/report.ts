import { availableParallelism, cpus } from 'node:os';
import { PART_NAMES } from './breakdown.ts';
import type { Size } from './growth-databases.ts';
import type { Figures, Growth, Result } from './measure.ts';

/** A case on the databases of all sizes. */
export type GrowthOfCase = { name: string; sizes: Growth[] };

export function writeRatios(results: Result[]): string {
  const rows = results.map(({ name, target, ratio, bare, product }) => [
    name,
    ratio.toFixed(2),
    target?.toFixed(2) ?? '',
    both(bare, product, ({ requests }) => requests.toFixed(0)),
    both(bare, product, ({ p50 }) => p50.toFixed(1)),
    both(bare, product, ({ p99 }) => p99.toFixed(1)),
    both(bare, product, ({ nodeCpu }) => microseconds(nodeCpu)),
    both(bare, product, ({ postgresCpu }) => microseconds(postgresCpu)),
  ]);
  const head = [
    'case',
    'ratio',
    'target',
    'requests/s',
    'p50 ms',
    'p99 ms',
    'CPU in Node, µs',
    'CPU in PostgreSQL, µs',
  ];
  return [stamp(), table(head, rows)].join('\n\n');
}

export function writeBreakdown(results: Result[]): string {
  const parts = PART_NAMES.map((part) => [
    part,
    ...results.map(({ bare, product }) => both(bare, product, (figures) => share(figures, part))),
  ]);
  return table(['CPU in Node, µs', ...results.map(({ name }) => name)], parts);
}

export function writeGrowth(sizes: Size[], cases: GrowthOfCase[]): string {
  return [stamp(), growthTable(sizes, cases, writeCpu)].join('\n\n');
}

/** The latency too, which has a target. */
export function writeGrowthOfRuns(sizes: Size[], cases: GrowthOfCase[]): string {
  const latency = growthTable(
    sizes,
    cases,
    ({ p95Growth, figures }) => `${p95Growth.toFixed(2)} (${figures.p95.toFixed(1)})`,
  );
  return [stamp(), 'p95, ms:', latency, 'CPU, µs:', growthTable(sizes, cases, writeCpu)].join(
    '\n\n',
  );
}

function writeCpu({ growth, figures }: Growth): string {
  return `${growth?.toFixed(2) ?? '?'} (${microseconds(figures.nodeCpu)} + ${microseconds(figures.postgresCpu)})`;
}

function growthTable(
  sizes: Size[],
  cases: GrowthOfCase[],
  write: (growth: Growth) => string,
): string {
  const head = [
    'case',
    ...sizes.map(({ rows, athletes }) => `${count(rows)} of ${count(athletes)} athletes`),
  ];
  return table(
    head,
    cases.map((each) => [each.name, ...each.sizes.map(write)]),
  );
}

function share({ nodeCpu, parts }: Figures, part: string): string {
  return microseconds(nodeCpu === undefined ? undefined : nodeCpu * (parts[part] ?? 0));
}

function both(bare: Figures, product: Figures, write: (figures: Figures) => string): string {
  return `${write(bare)} / ${write(product)}`;
}

function microseconds(value: number | undefined): string {
  return value === undefined ? '?' : value.toFixed(0);
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

function stamp(): string {
  const day = new Date().toISOString().slice(0, 10);
  return `Measured on ${day}: ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}.`;
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
