import type { Plugin, Rolldown } from 'vite';
import {
  PUBLIC_PAGES,
  type PublicPage,
  renderPage,
  type Site,
} from '../src/features/public-pages/page.ts';
import { securityText } from '../src/features/public-pages/security-text.ts';

const FOLDER = 'src/features/public-pages';
const SHEET = `${FOLDER}/public-pages.css`;
const EVERYWHERE = 'theme-button.ts';

/** The inputs of the public pages, for the bundler. */
export const PUBLIC_INPUT = [
  SHEET,
  ...new Set(PUBLIC_PAGES.flatMap(scriptsOf).map((name) => `${FOLDER}/${name}`)),
];

/** Loaded with the page, not after its style sheet. */
const FONTS = ['archivo-basic', 'martian-mono-basic'];

/** Writes the pages that are plain HTML, with their style sheet inside and their scripts at the end. */
export function publicPages(): Plugin {
  let site: Site = { origin: undefined, contact: undefined };

  return {
    name: 'pacewright:public-pages',
    configResolved({ env }) {
      site = siteOf(env);
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0];
        const page = PUBLIC_PAGES.find((candidate) => candidate.path === path);
        if (!page) return next();
        const html = renderPage(page, site, {
          head: `<link rel="stylesheet" href="/${SHEET}">`,
          end: scriptsOf(page)
            .map((name) => `<script type="module" src="/${FOLDER}/${name}"></script>`)
            .join(''),
        });
        void server.transformIndexHtml(page.path, html).then((served) => {
          response.setHeader('content-type', 'text/html; charset=utf-8').end(served);
        }, next);
      });
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const emit = (fileName: string, source: string) =>
          this.emitFile({ type: 'asset', fileName, source });
        const head = headOf(bundle);
        for (const page of PUBLIC_PAGES)
          emit(fileOf(page), renderPage(page, site, { head, end: endOf(page, bundle) }));
        emit('robots.txt', robots(site));
        if (site.origin) emit('sitemap.xml', sitemap(site.origin));
        const security = securityText(site, new Date());
        if (security) emit('.well-known/security.txt', security);
      },
    },
  };
}

/** The settings of a build, see docs/operations.md. */
export function siteOf(env: Record<string, string | undefined>): Site {
  const { VITE_ORIGIN: origin, VITE_CONTACT: contact } = env;
  return { origin: origin?.replace(/\/$/, '') || undefined, contact: contact || undefined };
}

function scriptsOf({ scripts }: PublicPage): string[] {
  return [EVERYWHERE, ...scripts];
}

/** `/privacy` is answered with the index of its folder. */
function fileOf({ path }: PublicPage): string {
  return `${path.slice(1)}/index.html`.replace(/^\//, '');
}

/** The style sheet is inlined into the pages, so it is removed from the bundle. */
function headOf(bundle: Rolldown.OutputBundle): string {
  const files = Object.values(bundle);
  const sheet = files.find(
    (file) => file.type === 'asset' && file.originalFileNames.includes(SHEET),
  );
  if (sheet?.type !== 'asset') throw new Error(`The build has no ${SHEET}.`);
  delete bundle[sheet.fileName];

  const fonts = FONTS.map((name) => {
    const font = files.find(({ fileName }) => fileName.includes(name));
    if (!font) throw new Error(`The build has no ${name} to preload.`);
    return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font.fileName}">`;
  });
  return `${fonts.join('\n')}\n<style>${String(sheet.source).trim()}</style>`;
}

function endOf(page: PublicPage, bundle: Rolldown.OutputBundle): string {
  const chunks = scriptsOf(page).map((name) => {
    const chunk = Object.values(bundle).find(
      (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(`${FOLDER}/${name}`),
    );
    if (chunk?.type !== 'chunk') throw new Error(`The build has no ${name}.`);
    return chunk;
  });
  const files = new Set(chunks.map(({ fileName }) => fileName));
  for (const file of files) {
    const chunk = bundle[file];
    if (chunk?.type === 'chunk') for (const imported of chunk.imports) files.add(imported);
  }
  // What others import comes first, so that each file runs in a task of its own.
  const [first = '', ...rest] = Array.from(files, (file) => `/${file}`);
  return `<script>${runAfterPaint([first, ...rest.toReversed()])}</script>`;
}

/**
 * Loads scripts after the page has been painted, so that the first paint does not wait for them. They then run
 * in their order. Inlined, like the script of the theme.
 */
function runAfterPaint(files: string[]): string {
  return `new PerformanceObserver(function(l,o){o.disconnect();var s=${JSON.stringify(files)};s.forEach(function(f){document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href:f}))});s.reduce(function(p,f){return p.then(function(){return import(f)})},Promise.resolve())}).observe({type:'paint',buffered:true})`;
}

/** The app is for athletes, and has no content without one. */
function robots({ origin }: Site): string {
  const rules = ['User-agent: *', 'Disallow: /api/', 'Disallow: /app/', 'Disallow: /app$'];
  return [...rules, ...(origin ? [`Sitemap: ${origin}/sitemap.xml`] : []), ''].join('\n');
}

function sitemap(origin: string): string {
  const addresses = PUBLIC_PAGES.map(({ path }) => `<url><loc>${origin}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.join('')}</urlset>
`;
}
