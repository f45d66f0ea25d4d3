import type { Plugin, Rolldown } from 'vite';
import { DESCRIPTION, identify } from '../src/features/public-pages/identity.ts';
import { THEME_SCRIPT } from '../src/ui/theme-script.ts';
import { siteOf } from './public-pages.ts';

/** app.html is the single-page app; index.html is the landing page. Completes its head, and serves it in development. */
export function appHtml(): Plugin {
  let site = siteOf({});

  return {
    name: 'pacewright:app-html',
    configResolved({ env }) {
      site = siteOf(env);
    },
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const path = request.url?.split('?')[0] ?? '/';
        const wantsPage = request.headers.accept?.includes('text/html') ?? false;
        if (path === '/dev/ui' || path === '/dev/script') request.url = `${path}.html`;
        else if (wantsPage && !path.includes('.')) request.url = '/app.html';
        next();
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => file.includes(TEXT_FONT));
        if (bundle && !font) throw new Error(`The build has no ${TEXT_FONT} to preload.`);

        const preload = font
          ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}" />`
          : '';
        const { markup } = identify(
          { path: '/', title: 'Pacewright', description: DESCRIPTION },
          site,
        );
        return html
          .replace(/<!-- head:.*?-->/, `<script>${THEME_SCRIPT}</script>${preload}${markup}`)
          .replace(/<!-- end:.*?-->/, bundle ? fetchAhead(bundle) : '');
      },
    },
  };
}

/** The screens that are opened from outside the app most often, fetched beside it instead of after it. */
const AHEAD = {
  '/login': 'src/features/auth/login-screen.tsx',
  '/register': 'src/features/auth/register-screen.tsx',
};

/** Stands inline, like the script of the theme, and at the end: the start itself goes first. */
function fetchAhead(bundle: Rolldown.OutputBundle): string {
  const start = withImports(bundle, 'app.html');
  const files = Object.entries(AHEAD).map(([path, module]) => [
    path,
    withImports(bundle, module)
      .filter((file) => !start.includes(file))
      .map((file) => `/${file}`),
  ]);
  return `<script>(${JSON.stringify(Object.fromEntries(files))}[location.pathname]||[]).forEach(function(f){document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href:f}))})</script>`;
}

/** The file of a module, and those it imports. */
function withImports(bundle: Rolldown.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`));
  if (!chunk) throw new Error(`The build has no ${module} to fetch ahead.`);
  const found = new Set([chunk.fileName]);
  for (const each of found)
    for (const next of chunks.find(({ fileName }) => fileName === each)?.imports ?? [])
      found.add(next);
  return [...found];
}

// The one font file that every page needs.
const TEXT_FONT = 'archivo-basic';
