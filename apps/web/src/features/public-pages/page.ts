import { BAR_COLOURS, THEME_SCRIPT } from '../../ui/theme-script.ts';
import { developersPage } from './developers-page.ts';
import { html, type Html } from './html.ts';
import { ICONS, MARK } from './icons.ts';
import { DESCRIPTION, renderHeadMeta } from './head-meta.ts';
import { landingFacts, landingPage } from './landing-page.ts';
import { privacyPage } from './privacy-page.ts';
import { termsPage } from './terms-page.ts';

/** The site's origin and contact address, if the build has them. */
export type Site = { origin: string | undefined; contact: string | undefined };

/** Markup that the build adds to the head and to the end of the body. */
type Assets = { head: string; end: string };

export type PublicPage = {
  path: string;
  title: string;
  description: string;
  /** Scripts that run after the first paint, besides the theme button. */
  scripts: string[];
  main: (site: Site) => Html;
  facts?: (site: Site) => object;
};

/** The prerendered pages. They are complete without scripts. */
export const PUBLIC_PAGES: PublicPage[] = [
  {
    path: '/',
    title: 'Pacewright: one race, five paces, one line',
    description: DESCRIPTION,
    scripts: ['islands.ts'],
    main: landingPage,
    facts: landingFacts,
  },
  {
    path: '/privacy',
    title: 'Privacy · Pacewright',
    description: 'What Pacewright stores, where, for how long, and how to delete it.',
    scripts: [],
    main: privacyPage,
  },
  {
    path: '/terms',
    title: 'Terms · Pacewright',
    description: 'What you can expect from Pacewright, and what we expect from you.',
    scripts: [],
    main: termsPage,
  },
  {
    path: '/developers',
    title: 'Developers · Pacewright',
    description:
      'Keys, an API and two small languages: read and write workouts, plans and the calendar.',
    scripts: [],
    main: developersPage,
  },
];

/** The whole document. */
export function renderPage(page: PublicPage, site: Site, assets: Assets): string {
  const { path, title, description, main, facts } = page;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>${title}</title>
        <meta name="color-scheme" content="light dark" />
        <meta
          name="theme-color"
          content="${BAR_COLOURS.light}"
          media="(prefers-color-scheme: light)"
        />
        <meta
          name="theme-color"
          content="${BAR_COLOURS.dark}"
          media="(prefers-color-scheme: dark)"
        />
        <script>
          ${{ markup: (path === '/' ? REDIRECT_IF_SIGNED_IN : MARK_IF_SIGNED_IN) + THEME_SCRIPT }};
        </script>
        ${renderHeadMeta({ path, title, description }, site)} ${{ markup: assets.head }}
        <noscript
          ><style>
            ${{ markup: WITHOUT_SCRIPT }}
          </style></noscript
        >
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="bar">
          <div class="wrap">
            <a class="logo" href="/">${MARK}<span>Pacewright</span></a>
            <nav aria-label="Page">
              <a href="/#how">How it works</a><a href="/#language">The script</a
              ><a href="/#questions">Questions</a>
            </nav>
            <button
              type="button"
              class="icon-btn needs-script"
              id="theme"
              aria-label="Switch theme"
            >
              ${ICONS.theme}
            </button>
            <a class="btn btn-quiet for-visitors" href="/login">Sign in</a>
            <a class="btn btn-primary for-visitors" href="/register">Create account</a>
            ${path !== '/' && html`<a class="btn btn-primary for-athletes" href="/app">Open the app</a>`}
          </div>
        </header>
        <main id="main">${main(site)}</main>
        <footer>
          <div class="wrap">
            <p>${MARK}Pacewright isn’t affiliated with any race, watch maker or training brand.</p>
            <nav aria-label="Footer">
              <a href="/developers">Developers</a><a href="/privacy">Privacy</a
              ><a href="/terms">Terms</a><a class="for-visitors" href="/login">Sign in</a
              ><a class="for-visitors" href="/register">Create account</a>
            </nav>
          </div>
        </footer>
        ${facts && writeFacts(facts(site))} ${{ markup: assets.end }}
      </body>
    </html> `.markup;
}

/** Structured data for search engines. It is data, so the content security policy allows it. */
function writeFacts(facts: object): Html {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...facts });
  return {
    markup: `<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`,
  };
}

/** Redirects signed-in athletes to the app before the first paint. The app verifies the session. */
const REDIRECT_IF_SIGNED_IN = `try{localStorage.getItem('pacewright.user')&&location.replace('/app')}catch(e){}`;

/** Marks the page before the first paint, so that athletes see no sign-in links. */
const MARK_IF_SIGNED_IN = `try{localStorage.getItem('pacewright.user')&&document.documentElement.setAttribute('data-athlete','')}catch(e){}`;

/** Hides controls that need scripts. */
const WITHOUT_SCRIPT =
  '.needs-script,.colours{display:none!important}.write textarea{color:inherit}';
