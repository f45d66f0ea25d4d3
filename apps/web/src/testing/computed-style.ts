/** Attributes that decide, with the name of an element, what jsdom's own style sheet says of it. */
const ATTRIBUTES = ['hidden', 'open', 'type', 'popover'];

/**
 * Caches computed styles by kind of element: no style sheet of the product is loaded in tests. A query by role asks
 * for the style of every element, and jsdom would match its whole default sheet each time.
 */
export function cacheComputedStyles(): void {
  const compute = window.getComputedStyle.bind(window);
  const styles = new Map<string, CSSStyleDeclaration>();
  window.getComputedStyle = (element, pseudoElement) => {
    if (hasStyleOfItsOwn(element)) return compute(element, pseudoElement);
    const kind = kindOf(element) + (element.parentElement ? kindOf(element.parentElement) : '');
    let style = styles.get(kind);
    if (!style) styles.set(kind, (style = compute(element)));
    return style;
  };
}

/** Inline styles, and CodeMirror's classes, which have a style sheet. */
function hasStyleOfItsOwn(element: Element): boolean {
  return (
    element.hasAttribute('style') || /(^| )(cm-|\u037c)/.test(element.getAttribute('class') ?? '')
  );
}

function kindOf(element: Element): string {
  const attributes = ATTRIBUTES.map((name) => element.getAttribute(name));
  return `${element.tagName} ${attributes.join(' ')};`;
}
