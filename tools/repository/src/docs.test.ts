import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isCommand, listCommands, listFiles, read } from './repository.ts';

// Checks the paths and commands in documents, which would otherwise become outdated.

const files = listFiles();
const folders = new Set(files.flatMap(foldersOf));
const documents = files.filter((path) =>
  /^(?:[^/]+|docs\/.+|(?:apps|packages|tools)\/.+)\.md$/.test(path),
);

describe.each(documents)('%s', (document) => {
  const text = read(document);

  test('names files and folders that exist', () => {
    const named = inlineCode(text).filter(looksLikePath);
    expect(named.filter((path) => !exists(path))).toEqual([]);
  });

  test('shows examples that match the source', () => {
    expect(examples(text).flatMap(linesThatDiffer)).toEqual([]);
  });

  test('draws a map of what exists', () => {
    expect(mapped(text).filter((path) => !existsExactly(path))).toEqual([]);
  });

  test('names commands that exist', () => {
    const code = [...inlineCode(text), ...shellFences(text)].join('\n');
    expect(listCommands(code).filter((command) => !isCommand(command))).toEqual([]);
  });

  test('links to what exists', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const broken = links.filter((link) => !/^https?:/.test(link) && !isTarget(document, link));
    expect(broken).toEqual([]);
  });
});

test('every decision has a unique number, which is also in its title', () => {
  const decisions = documents.filter((path) => path.startsWith('docs/decisions/'));
  const numbers = decisions.map((path) => posix.basename(path).slice(0, 4));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  expect(decisions.map((path) => read(path).slice(2, 6))).toEqual(numbers);
});

test('every decision that a file names exists', () => {
  const numbers = new Set(documents.map((path) => /decisions\/(\d{4})-/.exec(path)?.[1]));
  const named = files
    .filter((path) => /\.(?:[cm]?[jt]sx?|md|sql|sh|ya?ml|env)$|^\.ci\//.test(path))
    .flatMap((path) =>
      [...read(path).matchAll(/\bdecisions? \(?\[?(\d{4})\b/gi)].map(([, number = '']) => ({
        path,
        number,
      })),
    );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({ number }) => !numbers.has(number))).toEqual([]);
});

test('migrations are numbered without gaps', () => {
  const names = files
    .filter((path) => path.startsWith('apps/api/src/db/migrations/'))
    .map((path) => posix.basename(path))
    .sort();
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index + 1));
});

test('every workspace and every folder of an app is on the map of docs/conventions.md', () => {
  const worthKnowing = [...folders].filter((path) =>
    /^(?:apps|packages|tools)\/[^/]+$|^apps\/[^/]+\/(?:src|e2e|tools)$|^apps\/[^/]+\/src\/(?:[^/]+|features\/[^/]+)$/.test(
      path,
    ),
  );
  const onMap = new Set(mapped(read('docs/conventions.md')).flatMap(foldersOf));
  expect(worthKnowing.filter((path) => !onMap.has(path))).toEqual([]);
});

test('every setting that the API reads is described in docs/operations.md, and no other', () => {
  const settings = [...read('apps/api/src/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)];
  const rows = [...read('docs/operations.md').matchAll(/^- `(?!VITE_)([A-Z][A-Z0-9_]+)`/gm)];
  const names = (found: RegExpExecArray[]) => new Set(found.map(([, name]) => name));
  expect(names(rows)).toEqual(names(settings));
});

test('every setting that a build of the web app reads is described in docs/operations.md', () => {
  const source = files.filter((path) => /^apps\/web\/(?:src|tools)\/.*\.tsx?$/.test(path));
  const names = source.flatMap((path) => [...read(path).matchAll(/\bVITE_[A-Z_]+/g)]).map(String);
  const described = read('docs/operations.md');
  expect([...new Set(names)].filter((name) => !described.includes(`\`${name}\``))).toEqual([]);
});

test('the privacy page lists everything that the web app stores on a device', () => {
  const page = 'apps/web/src/features/public-pages/privacy-page.ts';
  const storingFiles = files
    .filter((path) => /^apps\/web\/src\/.*\.tsx?$/.test(path) && !/\.test\./.test(path))
    .map(read)
    .filter((source) => /(?:local|session)Storage|indexedDB|storedValue\b/.test(source));
  const keysIn = (source: string) =>
    [...source.matchAll(/'(pacewright\.[a-z-]+)/g)].map(([, key]) => key);
  expect(new Set(keysIn(read(page)))).toEqual(new Set(storingFiles.flatMap(keysIn)));
});

function inlineCode(text: string): string[] {
  return [...withoutFences(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

type Example = { path: string; lines: string[] };

/** An example starts with a comment that contains its path. */
function examples(text: string): Example[] {
  const titled = /^```\w+\n(?:\/\/|#) ([\w-]+\/[\w./-]+\w).*\n([\s\S]*?)^```/gm;
  return [...text.matchAll(titled)].map(([, path = '', code = '']) => ({
    path,
    lines: trimmedLines(code),
  }));
}

/** The lines of the example must occur in this order; … replaces omitted lines. */
function linesThatDiffer({ path, lines }: Example): string[] {
  if (!existsExactly(path)) return [`${path} does not exist`];
  const source = trimmedLines(read(path));
  let at = 0;
  return lines.filter((line) => {
    const found = line.includes('…') && !source.includes(line) ? at : source.indexOf(line, at);
    if (found >= 0) at = found;
    return found < 0;
  });
}

function trimmedLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

function looksLikePath(code: string): boolean {
  if (!/^[\w.@-]+(?:\/[\w.@-]+)*\/?$/.test(code) || code.startsWith('@')) return false;
  // Build output is not under version control.
  if (/\bdist\b/.test(code)) return false;
  const [first = ''] = code.split('/');
  return (
    /[\w-]\.(?:tsx?|cjs|md|jsonc?|ya?ml|sql|sh|txt|grammar|css|html|svg)$/.test(code) ||
    (code.includes('/') && folders.has(first)) ||
    code.endsWith('/')
  );
}

/** "http/serve.ts" matches any path that ends with it; a path from the root matches only itself. */
function exists(path: string): boolean {
  const [first = ''] = path.split('/');
  if (path.includes('/') && folders.has(first)) return existsExactly(path);
  const ending = `/${path.replace(/\/$/, '')}`;
  return [...files, ...folders].some((known) => `/${known}`.endsWith(ending));
}

function existsExactly(path: string): boolean {
  return path.endsWith('/')
    ? folders.has(path.slice(0, -1))
    : files.includes(path) || folders.has(path);
}

/** The paths of a map: a code block under a heading with the word "map", indented by folder. */
function mapped(text: string): string[] {
  const [, block = ''] = /^#+ .*\bmap\b.*\n+(?:[^#`]*\n)?```\w*\n([\s\S]*?)^```/im.exec(text) ?? [];
  const above: { indent: number; path: string }[] = [];
  return block.split('\n').flatMap((line) => {
    const [, spaces = '', name = ''] = /^( {0,12})([\w.@][\w./@-]*)(?: {2,}|$)/.exec(line) ?? [];
    if (!name) return [];
    while (above.length > 0 && (above.at(-1)?.indent ?? 0) >= spaces.length) above.pop();
    const path = posix.join(above.at(-1)?.path ?? '', name);
    if (name.endsWith('/')) above.push({ indent: spaces.length, path });
    return [path];
  });
}

function isTarget(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path ? posix.join(posix.dirname(document), path) : document;
  if (!existsExactly(target)) return false;
  return anchor === undefined || headings(read(target)).includes(anchor);
}

/** GitHub's anchors for headings. */
function headings(text: string): string[] {
  return [...withoutFences(text).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

function shellFences(text: string): string[] {
  return [...text.matchAll(/^```(?:sh|bash)\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);
}

function withoutFences(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '');
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').filter(Boolean);
  const depth = path.endsWith('/') ? parts.length : parts.length - 1;
  return Array.from({ length: depth }, (_, index) => parts.slice(0, index + 1).join('/'));
}
