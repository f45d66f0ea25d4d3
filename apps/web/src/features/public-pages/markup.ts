import type { Html } from './html.ts';

/** The element with this id. Page and script come from the same build, so it exists. */
export function getElement<Kind extends Element>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`The page has no ${id}`);
  return element;
}

/** The part of the browser's `trustedTypes` that we use. The compiler's DOM library does not have it yet. */
type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createHTML: (markup: string) => string },
  ) => { createHTML: (markup: string) => string };
};

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('pacewright', { createHTML: (markup) => markup });

/** Replaces the content of an element. The content policy lets no other code turn text into markup. */
export function setMarkup(element: Element, { markup }: Html): void {
  element.innerHTML = policy ? policy.createHTML(markup) : markup;
}
