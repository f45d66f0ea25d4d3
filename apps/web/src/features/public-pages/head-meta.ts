import { html, type Html } from './html.ts';

export const DESCRIPTION =
  'Turn one race result into five training paces, and one line of text into a workout at those paces, shown as you type and ready for your watch.';

/** A page without a path has no canonical address. */
type Described = { path?: string; title: string; description: string };

/**
 * The meta tags and links for tabs, home screens, search engines and link previews. Those that need absolute
 * addresses are left out without an origin.
 */
export function renderHeadMeta(
  { path, title, description }: Described,
  { origin }: { origin: string | undefined },
): Html {
  return html`<meta name="description" content="${description}" />
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/icon-180.png" />
    <link rel="manifest" href="/manifest.webmanifest" />
    <meta property="og:site_name" content="Pacewright" />
    <meta property="og:type" content="website" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    ${
      origin !== undefined &&
      html`${
          path !== undefined &&
          html`<link rel="canonical" href="${origin}${path}" />
            <meta property="og:url" content="${origin}${path}" />`
        }
        <meta property="og:image" content="${origin}/card.png" />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta
          property="og:image:alt"
          content="A line of text and the workout it describes, drawn in five curving lanes."
        />
        <meta name="twitter:card" content="summary_large_image" />`
    }`;
}
