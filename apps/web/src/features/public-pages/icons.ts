import { html, type Html } from './html.ts';

/** Lucide icons of the public pages. The app uses lucide-react. */
export const ICONS = {
  arrow: icon(html`<path d="M5 12h14" /><path d="m12 5 7 7-7 7" />`),
  alert: icon(html`<circle cx="12" cy="12" r="10" /><path d="M12 8v4M12 16h.01" />`),
  chevron: icon(html`<path d="m6 9 6 6 6-6" />`),
  data: icon(
    html`<ellipse cx="12" cy="5" rx="9" ry="3" /><path d="M3 5V19A9 3 0 0 0 21 19V5" /><path
        d="M3 12A9 3 0 0 0 21 12"
      />`,
  ),
  theme: icon(
    html`<path d="M12 2v2" /><path
        d="M14.837 16.385a6 6 0 1 1-7.223-7.222c.624-.147.97.66.715 1.248a4 4 0 0 0 5.26 5.259c.589-.255 1.396.09 1.248.715"
      /><path d="M16 12a4 4 0 0 0-4-4" /><path d="m19 5-1.256 1.256" /><path d="M20 12h2" />`,
  ),
  trash: icon(
    html`<path d="M10 11v6" /><path d="M14 11v6" /><path
        d="M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6"
      /><path d="M3 6h18" /><path d="M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2" />`,
  ),
  unlink: icon(
    html`<path
        d="m18.84 12.25 1.72-1.71h-.02a5.004 5.004 0 0 0-.12-7.07 5.006 5.006 0 0 0-6.95 0l-1.72 1.71"
      /><path
        d="m5.17 11.75-1.71 1.71a5.004 5.004 0 0 0 .12 7.07 5.006 5.006 0 0 0 6.95 0l1.71-1.71"
      /><path d="M8 2v3M2 8h3M16 19v3M19 16h3" />`,
  ),
};

export const MARK = html`<svg class="mark" viewBox="0 0 28 28" aria-hidden="true">
  <path d="M3.75 26V3.75H16a8 8 0 0 1 0 16h-3M10 26V10h6a1.75 1.75 0 0 1 0 3.5" />
</svg>`;

function icon(shapes: Html): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${shapes}</svg>`;
}
