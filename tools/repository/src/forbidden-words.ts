export type ForbiddenWords = {
  /** Refused in names, comments, test names and text. */
  everywhere: Set<string>;
  /** Refused in names only; ordinary English elsewhere. */
  inNames: Set<string>;
  phrases: string[];
};

/** The tables at the end of docs/glossary.md. */
export function readForbiddenWords(glossary: string): ForbiddenWords {
  const [, section = ''] = glossary.split('## Words that code does not use');
  const [, words = '', phrases = ''] = section.split(/^\| -.*$/m);
  const rows = tableRows(words).map(([list = '', , where = '']) => ({
    list: entries(list),
    where,
  }));
  const wordsFor = (place: string) =>
    new Set(rows.filter(({ where }) => where === place).flatMap(({ list }) => list));
  return {
    everywhere: wordsFor('everywhere'),
    inNames: wordsFor('names'),
    phrases: tableRows(phrases).flatMap(([list = '']) => entries(list)),
  };
}

/** Each forbidden word of a file, as "path:line: word". */
export function findForbiddenWords(path: string, text: string, words: ForbiddenWords): string[] {
  const inPath = splitName(path).filter((word) => isForbiddenName(word, words));
  const { prose, code } = separate(path, text);
  return [
    ...inPath.map((word) => `${path}: "${word}" in the file's name`),
    ...prose.flatMap(({ text: sentence, line, kind }) =>
      [...findInProse(sentence, words), ...findOpening(sentence, kind)].map(
        (word) => `${path}:${line}: "${word}"`,
      ),
    ),
    ...code
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(/[A-Za-z_$][\w$-]*/g)]
          .flatMap(([name]) => findInName(name, words))
          .map((word) => `${path}:${index + 1}: "${word}"`),
      ),
  ];
}

type Prose = { text: string; line: number; kind: 'comment' | 'test name' | 'string' };

/**
 * Comments and strings on one side, everything else on the other, with the lines as they were. A scanner,
 * not a parser: an apostrophe in JSX text hides at most the rest of its line.
 */
function separate(path: string, text: string): { prose: Prose[]; code: string } {
  const comment = path.endsWith('.sql')
    ? '--[^\\n]*(?:\\n[ \\t]*--[^\\n]*)*'
    : '/\\*[\\s\\S]*?\\*/|(?<![:\\\\/])//[^\\n]*(?:\\n[ \\t]*//[^\\n]*)*';
  const string = path.endsWith('.css')
    ? '"[^"\\n]*"'
    : `'(?:\\\\.|[^'\\\\\\n])*'|"(?:\\\\.|[^"\\\\\\n])*"|\`(?:\\\\.|[^\`\\\\])*\``;
  const prose: Prose[] = [];
  let line = 1;
  let counted = 0;
  const code = text.replace(
    new RegExp(`(${comment})|${string}`, 'g'),
    (found, isComment: string | undefined, offset: number) => {
      const before = text.slice(counted, offset);
      line += before.split('\n').length - 1;
      counted = offset;
      const isTestName = /\b(?:test|it|describe)(?:\.\w+)*\(\s*$/.test(before.slice(-80));
      const kind = isComment ? 'comment' : isTestName ? 'test name' : 'string';
      prose.push({ text: plain(found, kind), line, kind });
      return found.replace(/[^\n]/g, ' ');
    },
  );
  return { prose, code };
}

/** The words of a comment or string, without the marks around them and the line breaks between them. */
function plain(found: string, kind: Prose['kind']): string {
  const inner =
    kind === 'comment'
      ? found.replace(/^[ \t]*(?:\/\*+|\*\/|\*|\/\/+|--+)/gm, '')
      : found.slice(1, -1);
  return inner.replace(/\*\/$/, '').replace(/\s+/g, ' ').trim();
}

function findInProse(sentence: string, { everywhere, phrases }: ForbiddenWords): string[] {
  const words = sentence.toLowerCase().match(/[a-z]+/g) ?? [];
  return [
    ...words.filter((word) => everywhere.has(word)),
    ...phrases.filter((phrase) => new RegExp(`\\b${phrase}\\b`, 'i').test(sentence)),
  ];
}

function findOpening(sentence: string, kind: Prose['kind']): string[] {
  if (kind === 'string') return [];
  const [opening] = /^(?:What|Who|Whoever|Whose|Whom|Whatever)\b(?!.*\?$)/i.exec(sentence) ?? [];
  return opening ? [`${opening} …`] : [];
}

/** Names of other libraries, which cannot be changed. */
const FOREIGN_NAMES = new Set(['bringToFront']);

function findInName(name: string, words: ForbiddenWords): string[] {
  if (FOREIGN_NAMES.has(name)) return [];
  const [limit] = /^(?:MOST|LONGEST|LARGEST|FURTHEST|FEWEST|SHORTEST|SMALLEST)_/.exec(name) ?? [];
  return [
    ...(limit ? [limit] : []),
    ...splitName(name).filter((word) => isForbiddenName(word, words)),
  ];
}

function isForbiddenName(word: string, { everywhere, inNames }: ForbiddenWords): boolean {
  return everywhere.has(word) || inNames.has(word);
}

/** "GarminDeskDialog", "garmin-desk" and "GARMIN_DESK" contain the word "desk"; "desktop" does not. */
function splitName(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
}

function tableRows(table: string): string[][] {
  return table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

function entries(cell: string): string[] {
  return cell.split(',').map((entry) => entry.trim());
}
