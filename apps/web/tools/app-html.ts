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

/** The screens that visitors open from outside the app most often, fetched beside it instead of after it. */
const FOR_VISITORS = {
  '/login': 'src/features/auth/login-screen.tsx',
  '/register': 'src/features/auth/register-screen.tsx',
};

/** What every screen of the app needs, for whoever was signed in here before. */
const SHELL = ['src/app/query-layout.tsx', 'src/app/app-layout.tsx'];
/** Comes last, because a screen that was loaded before is drawn without it. */
const SIGN_IN = ['src/session/connection.ts', 'src/session/firebase.ts'];
const FOR_ATHLETES = {
  '/app': 'src/app/today-page.tsx',
  '/app/calendar': 'src/app/calendar-page.tsx',
  '/app/workouts': 'src/app/library-page.tsx',
};

/** Stands inline, like the script of the theme, and at the end: the start itself goes first. */
function fetchAhead(bundle: Rolldown.OutputBundle): string {
  const start = withImports(bundle, 'app.html');
  const shell = filesOf(SHELL, start);
  const visitors = mapValues(FOR_VISITORS, (module) => filesOf([module], start));
  const signIn = filesOf(SIGN_IN, [...start, ...shell]);
  const athletes = mapValues(FOR_ATHLETES, (module) => filesOf([module], [...start, ...shell]));

  function filesOf(modules: string[], loaded: string[]): string[] {
    const files = new Set(modules.flatMap((module) => withImports(bundle, module)));
    return [...files].filter((file) => !loaded.includes(file));
  }

  return `<script>(function(){var p=location.pathname,f=${JSON.stringify(visitors)}[p]||[];try{if(/^\\/app(\\/|$)/.test(p)&&localStorage.getItem('pacewright.user'))f=${JSON.stringify(shell)}.concat(${JSON.stringify(athletes)}[p]||[],${JSON.stringify(signIn)})}catch(e){}f.forEach(function(n){document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href:'/'+n}))})})()</script>`;
}

function mapValues<Value, Result>(
  values: Record<string, Value>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
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
