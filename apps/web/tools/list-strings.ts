import { parseSync, Visitor, type ESTree } from 'vite';

export type ShownString = { line: number; text: string };

/** Attributes and properties whose text is shown even if it is one word. */
const SHOWN_NAMES =
  /^(?:aria-label|alt|also|answer|confirm|description|detail|hint|label|message|over|placeholder|reason|summary|text|title|under|why)$/i;
/** Attributes that hold no text for people. */
const HIDDEN_NAMES = /^(?:className|class|d|href|id|key|name|path|src|style|to|type|viewBox)$/;

/** "Save", "Couldn’t move {title}": two words or more that start like a sentence, with a letter in small type. */
const SENTENCE = /^[“"(]?(?:\p{Lu}\p{Ll}*|\{[^}]+\}|\d+)[\p{L}’,:]*(?: .*)?\p{Ll}/u;
const SEVERAL_WORDS = /\p{L}[\p{L}’'…,.:;!?]* +\S*\p{L}/u;

/**
 * The texts of a module that people may read, with their lines: what stands between tags, attributes such as
 * aria-label, and strings that look like sentences. An expression inside a text is written in braces.
 */
export function listStrings(path: string, source: string): ShownString[] {
  const found = new Map<number, string>();
  const inside = new Set<ESTree.Node>();
  const { program } = parseSync(path, source);

  function add(node: ESTree.Node, text: string, isCertain = false): void {
    const shown = text
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/> (?=[.,:;!?])/g, '>')
      .trim();
    if (!/\p{L}{2}/u.test(shown)) return;
    if (isCertain || (SENTENCE.test(shown) && SEVERAL_WORDS.test(shown)))
      found.set(node.start, shown);
  }

  /** The text of an element with its expressions, and the texts inside it as one. */
  function readChildren(children: readonly ESTree.JSXChild[]): string {
    return children.map(readChild).join('');
  }

  function readChild(child: ESTree.JSXChild): string {
    if (child.type === 'JSXText') return child.value.replaceAll(/\s*\n\s*/g, ' ');
    if (child.type === 'JSXElement') {
      const text = readChildren(child.children).trim();
      return text && ` <${text}> `;
    }
    if (child.type !== 'JSXExpressionContainer') return '';
    const { expression } = child;
    if (expression.type === 'Literal') return String(expression.value);
    return expression.type === 'JSXEmptyExpression' ? '' : placeholder(expression);
  }

  function placeholder(expression: ESTree.Node): string {
    const written = source.slice(expression.start, expression.end).replaceAll(/\s+/g, ' ');
    return written.length <= 40 ? `{${written}}` : '{…}';
  }

  function readTemplate({ quasis, expressions }: ESTree.TemplateLiteral): string {
    return quasis
      .map(({ value }, index) => {
        const next = expressions[index];
        return (value.cooked ?? value.raw) + (next ? placeholder(next) : '');
      })
      .join('');
  }

  /** Elements inside another with text were read with it. */
  function addElement(node: ESTree.JSXElement | ESTree.JSXFragment): void {
    const hasText = node.children.some((child) => child.type === 'JSXText' && child.value.trim());
    if (!hasText || inside.has(node)) return;
    for (const child of node.children) if (child.type === 'JSXElement') markInside(child);
    add(node.children[0] ?? node, readChildren(node.children), true);
  }

  function markInside(node: ESTree.JSXElement): void {
    inside.add(node);
    for (const child of node.children) if (child.type === 'JSXElement') markInside(child);
  }

  function skip(node: ESTree.Node | null | undefined): void {
    if (node) inside.add(node);
  }

  function addValue(name: string, value: ESTree.Node): void {
    if (HIDDEN_NAMES.test(name)) return skip(value);
    if (!SHOWN_NAMES.test(name)) return;
    if (value.type === 'Literal' && typeof value.value === 'string') add(value, value.value, true);
    if (value.type === 'TemplateLiteral') add(value, readTemplate(value), true);
  }

  new Visitor({
    ImportDeclaration: ({ source: from }) => skip(from),
    ImportExpression: ({ source: from }) => skip(from),
    ExportNamedDeclaration: ({ source: from }) => skip(from),
    TSLiteralType: ({ literal }) => skip(literal),
    JSXElement: addElement,
    JSXFragment: addElement,
    JSXAttribute: ({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || !value) return;
      addValue(name.name, value.type === 'JSXExpressionContainer' ? value.expression : value);
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier') addValue(key.name, value);
    },
    Literal: (node) => {
      if (typeof node.value === 'string' && !inside.has(node)) add(node, node.value);
    },
    TaggedTemplateExpression: ({ tag, quasi }) => {
      skip(quasi);
      // The public pages: the texts between their tags.
      if (tag.type !== 'Identifier' || tag.name !== 'html') return;
      const texts = readTemplate(quasi).replaceAll(/<\/?(?:a|b|code|em|small|span)\b[^>]*>/g, '');
      for (const text of texts.split(/<[^>]*>/)) addPart(quasi, text);
    },
    TemplateLiteral: (node) => {
      if (!inside.has(node)) add(node, readTemplate(node));
    },
  }).visit(program);

  /** Parts of one template have the same position, so they are told apart by their order. */
  function addPart(quasi: ESTree.TemplateLiteral, text: string): void {
    const words = text.trim().split(/\s+/)[0] ?? '';
    const at = words ? source.indexOf(words, quasi.start) : -1;
    if (at === -1 || at > quasi.end) return;
    const shown = text.replaceAll(/\s+/g, ' ').trim();
    if (SEVERAL_WORDS.test(shown)) found.set(at, shown);
  }

  return [...found]
    .toSorted(([a], [b]) => a - b)
    .map(([at, text]) => ({ line: source.slice(0, at).split('\n').length, text }));
}
