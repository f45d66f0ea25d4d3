/**
 * XML as far as workout files have it: elements, attributes, text, comments and CDATA. Pure code has no reader of XML,
 * and a library for two formats would be twenty times as large.
 */
export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
};

const MAX_CHARACTERS = 2_000_000;
const MAX_DEPTH = 40;
const MAX_ELEMENTS = 20_000;

const COMMENT = '<!--';
const CDATA = '<![CDATA[';
const INSTRUCTION = '<?';
const MAX_TAG_LENGTH = 10_000;
const TAG = /^<(\/?)([\p{L}_][\p{L}\p{N}_:.-]*)((?:[^<>"'/]|"[^"<]*"|'[^'<]*'|\/(?!>))*)(\/?)>/u;

/** Undefined for a text that is no complete XML, is too large, or has a document type and so perhaps entities. */
export function readXml(source: string): XmlElement | undefined {
  if (source.length > MAX_CHARACTERS) return undefined;
  const root = emptyElement('');
  const open: XmlElement[] = [root];
  let count = 0;
  let at = source.startsWith('\ufeff') ? 1 : 0;
  while (at < source.length) {
    const parent = open.at(-1);
    if (!parent) return undefined;
    if (source.charAt(at) !== '<') {
      const end = endOf(source, '<', at) ?? source.length;
      parent.text += unescaped(source.slice(at, end));
      at = end;
      continue;
    }
    const skipped = skipMarkup(source, at);
    if (skipped) {
      parent.text += skipped.text;
      at = skipped.end;
      continue;
    }
    const tag = source.slice(at, at + MAX_TAG_LENGTH);
    const [whole, slash, name = '', attributes = '', isEmpty] = TAG.exec(tag) ?? [];
    if (whole === undefined) return undefined;
    at += whole.length;
    if (slash === '/') {
      if (open.length < 2 || localName(name) !== parent.name) return undefined;
      open.pop();
      continue;
    }
    if (++count > MAX_ELEMENTS || open.length > MAX_DEPTH) return undefined;
    const element = { ...emptyElement(localName(name)), attributes: attributesOf(attributes) };
    parent.children.push(element);
    if (isEmpty !== '/') open.push(element);
  }
  const [only, second] = root.children;
  return open.length === 1 && only && !second && root.text.trim() === '' ? only : undefined;
}

/** Elements and attributes are found in any case, because makers differ. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => isSame(child.name, name));
}

export function textOf(element: XmlElement | undefined, name: string): string {
  return childOf(element, name)?.text.trim() ?? '';
}

/** NaN for an element that is missing or empty. */
export function numberOf(element: XmlElement | undefined, name: string): number {
  const text = textOf(element, name);
  return text === '' ? Number.NaN : Number(text);
}

export function attributeOf(element: XmlElement | undefined, name: string): string | undefined {
  return Object.entries(element?.attributes ?? {}).find(([key]) => isSame(key, name))?.[1];
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function emptyElement(name: string): XmlElement {
  return { name, attributes: {}, children: [], text: '' };
}

/** Comments, CDATA and processing instructions. */
function skipMarkup(source: string, at: number): { text: string; end: number } | undefined {
  if (source.startsWith(CDATA, at)) {
    const end = endOf(source, ']]>', at);
    return end === undefined
      ? undefined
      : { text: source.slice(at + CDATA.length, end), end: end + 3 };
  }
  for (const [start, close] of [
    [COMMENT, '-->'],
    [INSTRUCTION, '?>'],
  ] as const) {
    if (!source.startsWith(start, at)) continue;
    const end = endOf(source, close, at + start.length);
    return end === undefined ? undefined : { text: '', end: end + close.length };
  }
  return undefined;
}

function endOf(source: string, mark: string, at: number): number | undefined {
  const end = source.indexOf(mark, at);
  return end < 0 ? undefined : end;
}

/** Without its prefix, which makers choose freely. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const ATTRIBUTE = /([\p{L}_][\p{L}\p{N}_:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu;

function attributesOf(source: string): Record<string, string> {
  const found = Array.from(source.matchAll(ATTRIBUTE), ([, name = '', double, single]) => [
    localName(name),
    unescaped(double ?? single ?? ''),
  ]);
  return Object.fromEntries(found);
}

const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** The five entities of XML and numbered characters. Others need a document type, which is refused. */
function unescaped(text: string): string {
  return text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,10}));/gi,
    (all: string, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED.get(name) ?? all;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
      return isCharacter ? String.fromCodePoint(code) : '';
    },
  );
}
