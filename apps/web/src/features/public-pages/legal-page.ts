import { html, type Html } from './html.ts';

type Section = { id: string; title: string; text: Html };

/** A page of text with a table of contents. */
export function legalPage(
  title: string,
  lead: Html,
  sections: readonly Section[],
  { isDated = true } = {},
): Html {
  return html`<article class="legal wrap">
    <header>
      <h1>${title}</h1>
      ${lead} ${isDated && html`<p class="when">Last updated 15 November 2026</p>`}
    </header>
    <nav aria-label="On this page">
      <ol>
        ${sections.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}
      </ol>
    </nav>
    <div>
      ${sections.map(
        ({ id, title: name, text }) =>
          html`<section id="${id}">
            <h2>${name}</h2>
            ${text}
          </section>`,
      )}
    </div>
  </article>`;
}

/** The operator's address, if the build has one. */
export function contactOf(address: string | undefined): Html {
  if (!address) return html`<p>Ask whoever gave you the address of this site. They run it.</p>`;
  return html`<p>Write to <a href="mailto:${address}">${address}</a>.</p>`;
}
