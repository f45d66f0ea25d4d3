import { expect, test } from 'vitest';
import { listFiles, read } from './repository.ts';

// Sizes and weights have names in apps/web/src/ui/tokens.css. Anything else is one more that no reader can tell apart.

const files = listFiles().filter((path) => /^apps\/web\/(?:src|dev)\//.test(path));
const sheets = files.filter(
  (path) => path.endsWith('.css') && !/\/(?:tokens|fonts)\.css$/.test(path),
);
const sources = files.filter((path) => /\.tsx?$/.test(path));

test('no class names a size or a weight of its own', () => {
  expect(sources.flatMap((path) => listed(path, findInClasses(read(path))))).toEqual([]);
});

test('no style sheet sets a size or a weight of its own', () => {
  expect(sheets.flatMap((path) => listed(path, findInSheet(read(path))))).toEqual([]);
});

test('the scale has eight sizes in rem and four weights', () => {
  const tokens = read('apps/web/src/ui/tokens.css');
  const sizes = [...tokens.matchAll(/^ {2}--text-\w+: ([^;]+);/gm)].map(([, value = '']) => value);
  expect(sizes).toHaveLength(8);
  expect(sizes.filter((value) => !value.includes('rem') || value.includes('px'))).toEqual([]);
  expect(tokens.match(/^ {2}--font-weight-\w+: \d+;/gm)).toHaveLength(4);
});

test.each([
  'md:text-[0.9375rem]',
  'text-[15px]!',
  'text-[10pt]',
  'text-(length:--fig)',
  'font-[620]',
])('a planted %s is found in a class', (planted) => {
  expect(findInClasses(`<p className="fig ${planted} text-ink">`)).toHaveLength(1);
});

test('colours and stretches are left alone', () => {
  expect(findInClasses('text-[HighlightText] text-xs font-mono [font-stretch:90%]')).toEqual([]);
});

test.each([
  'font-size: 15px;',
  'font-size: 1.1rem;',
  'font-size: clamp(1rem, 2vw, 20px);',
  'font-weight: 640;',
  'font: 600 15px/1.2 sans-serif;',
])('a planted %s is found in a style sheet', (planted) => {
  expect(findInSheet(`p {\n  ${planted}\n}`)).toHaveLength(1);
});

function findInClasses(source: string): string[] {
  return [...source.matchAll(/(?:text|font)-(?:\[[^\]]*\d[^\]]*\]|\((?:length|--)[^)]*\))/g)].map(
    String,
  );
}

function findInSheet(sheet: string): string[] {
  const declarations = [...sheet.matchAll(/\b(?:font|font-size|font-weight):\s*([^;]+);/g)];
  return declarations
    .filter(([, value = '']) => !/^(?:inherit|var\(--(?:text|font-weight)-\w+\))$/.test(value))
    .map(([whole]) => whole);
}

function listed(path: string, found: string[]): string[] {
  return found.map((text) => `${path}: ${text}`);
}
