import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './repository.ts';

// promtool checks the syntax and the behaviour of the rules in .ci/run. These tests check that the rules, the dashboard
// and the guide speak of figures that exist.

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const rules = read('ops/prometheus/alerts.yml');
const guide = read('docs/operations.md');

/** Names in text, without the suffixes that Prometheus adds to a histogram's. */
function listFigures(text: string): string[] {
  const names = [...text.matchAll(/\bpacewright_\w+/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  );
  return [...new Set(names)].toSorted();
}

const figures = listFigures(read('apps/api/src/metrics/metrics.ts'));

test.each([
  ['the alert rules', rules],
  ['the dashboard', read('ops/grafana/pacewright.json')],
  ['the rules of the autoscaler', read('ops/kubernetes/prometheus-adapter.yaml')],
])('%s read only figures that are measured', (_name, text) => {
  expect(listFigures(text).filter((name) => !figures.includes(name))).toEqual([]);
});

test('the guide lists every figure, and no other', () => {
  expect(listFigures(guide)).toEqual(figures);
});

test('the guide says for every alert what to do', () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const explained = [...guide.matchAll(/^#### (\w+)$/gm)].map(([, name]) => name);
  expect(alerts.length).toBeGreaterThan(5);
  expect(explained).toEqual(alerts);
});
