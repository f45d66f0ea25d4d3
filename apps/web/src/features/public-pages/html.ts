/** Markup that may stand in a page as it is. */
export type Html = { readonly markup: string };

type Part = Html | string | number | undefined | false | readonly Html[];

/**
 * Writes markup, in the build and in the browser alike. Whatever is put in is text and is escaped, unless
 * it is markup itself. Nothing wears a style attribute: the content security policy would refuse it.
 */
export function html(pieces: TemplateStringsArray, ...parts: Part[]): Html {
  const [first = '', ...rest] = pieces.map(withoutIndents);
  return { markup: rest.reduce((text, piece, index) => text + write(parts[index]) + piece, first) };
}

function write(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'object') return 'markup' in part ? part.markup : part.map(write).join('');
  return String(part).replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function withoutIndents(text: string): string {
  return text.replaceAll(/\n\s*/g, '\n');
}
