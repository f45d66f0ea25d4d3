import { expect, test } from 'vitest';
import { read } from './repository.ts';

// docs/security.md and asvs.md have every requirement of OWASP ASVS 5.0.0, levels 1 and 2.

/** The requirements of levels 1 and 2, by section. Those of level 3 are at the end of a section or between them. */
const REQUIREMENTS = `
  1.1: 1-2; 1.2: 1-9; 1.3: 1-11; 1.4: 1-3; 1.5: 1-2
  2.1: 1-3; 2.2: 1-3; 2.3: 1-4; 2.4: 1
  3.2: 1-2; 3.3: 1-4; 3.4: 1-6; 3.5: 1-5; 3.7: 1-2
  4.1: 1-3; 4.2: 1; 4.3: 1-2; 4.4: 1-4
  5.1: 1; 5.2: 1-3; 5.3: 1-2; 5.4: 1-3
  6.1: 1-3; 6.2: 1-12; 6.3: 1-4; 6.4: 1-4; 6.5: 1-5; 6.6: 1-3; 6.8: 1-4
  7.1: 1-3; 7.2: 1-4; 7.3: 1-2; 7.4: 1-5; 7.5: 1-2; 7.6: 1-2
  8.1: 1-2; 8.2: 1-3; 8.3: 1; 8.4: 1
  9.1: 1-3; 9.2: 1-4
  10.1: 1-2; 10.2: 1-2; 10.3: 1-4; 10.4: 1-11; 10.5: 1-5; 10.6: 1-2; 10.7: 1-3
  11.1: 1-2; 11.2: 1-3; 11.3: 1-3; 11.4: 1-4; 11.5: 1; 11.6: 1
  12.1: 1-3; 12.2: 1-2; 12.3: 1-4
  13.1: 1; 13.2: 1-5; 13.3: 1-2; 13.4: 1-5
  14.1: 1-2; 14.2: 1-4; 14.3: 1-3
  15.1: 1-3; 15.2: 1-3; 15.3: 1-7
  16.1: 1; 16.2: 1-5; 16.3: 1-4; 16.4: 1-3; 16.5: 1-3
  17.1: 1; 17.2: 1-4; 17.3: 1-2`;
/** Of level 1, those that are met or not met. */
const LEVEL_1 = 62;

type Row = { item: string; level: string; by: string };

const text = read('docs/security.md');
const asvs = read('tools/repository/asvs.md');
const met: Row[] = [...asvs.matchAll(/^\| (\d+\.\d+\.\d+) +\| (\d) +\|[^|]+\| (.+) \|$/gm)].map(
  ([, item = '', level = '', by = '']) => ({ item, level, by }),
);
const notMet: Row[] = [...text.matchAll(/^- (\d+\.\d+\.\d+) \((\d)\) [^:]+: (.+)/gm)].map(
  ([, item = '', level = '', by = '']) => ({ item, level, by }),
);
const notApplicable = [
  ...asvs.matchAll(/^- (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*): \S+ \S/gm),
].flatMap(([, items = '']) => items.split(', '));

test('every requirement is met, not met or not applicable, and only one of them', () => {
  const items = [...[...met, ...notMet].map(({ item }) => item), ...notApplicable];
  expect(items.toSorted()).toEqual(listRequirements().toSorted());
  expect([...met, ...notMet].filter(({ level }) => level === '1')).toHaveLength(LEVEL_1);
});

test('a requirement is met by a named file, or has a date', () => {
  const isShown = ({ by }: Row) => /`[\w./-]+(?:\.(?:tsx?|md|ya?ml|json)|\/)`/.test(by);
  expect(met.filter((row) => !isShown(row))).toEqual([]);
  expect(notMet.filter(({ by }) => !/^\d{4}-\d\d-\d\d: \S/.test(by))).toEqual([]);
});

test('the counts are those of the tables', () => {
  const count = met.length + notMet.length + notApplicable.length;
  expect(text).toContain(
    `Of ${count} requirements, ${met.length} are met, ${notApplicable.length} are not applicable and ${notMet.length} are not met.`,
  );
});

function listRequirements(): string[] {
  return [...REQUIREMENTS.matchAll(/(\d+\.\d+): 1(?:-(\d+))?/g)].flatMap(([, section, last]) =>
    Array.from({ length: Number(last ?? 1) }, (_, index) => `${section}.${index + 1}`),
  );
}
