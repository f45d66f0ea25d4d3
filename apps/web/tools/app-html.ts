import type { Plugin, Rolldown } from 'vite';
import { DESCRIPTION, renderHeadMeta } from '../src/features/public-pages/head-meta.ts';
import { STATIC_SHELL } from '../src/app/static-shell.ts';
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
        if (wantsPage && !path.includes('.')) request.url = '/app.html';
        next();
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const { markup } = renderHeadMeta(
          { path: '/', title: 'Pacewright', description: DESCRIPTION },
          site,
        );
        const complete = html.replace(
          /<!-- head:.*?-->/,
          `<script>${THEME_SCRIPT}</script>${markup}`,
        );
        if (!bundle) return complete;
        // After the start, which goes first, and before its style sheet, for which every script below it waits.
        if (!complete.includes(STYLE_SHEET)) throw new Error('app.html has no style sheet.');
        return complete
          .replace(STYLE_SHEET, `${preloadScript(bundle)}${STYLE_SHEET}`)
          .replaceAll(FIRST_SCRIPTS, '$& nonce="__CSP_NONCE__"')
          .replace('<div id="root"></div>', (root) => `${root}${STATIC_SHELL}`);
      },
    },
  };
}

/** Scripts in the page itself run only with the nonce of the response; those that they import run with them. */
const FIRST_SCRIPTS = /<script type="module"|<link rel="modulepreload"/g;

const STYLE_SHEET = '<link rel="stylesheet"';

/** The screens that visitors most often open from outside the app, loaded in parallel with it. */
const FOR_VISITORS = {
  '/login': ['src/features/auth/login-screen.tsx'],
  '/register': ['src/features/auth/register-screen.tsx'],
  '/try': ['src/app/public-layout.tsx', 'src/app/routes/try-page.tsx'],
  '/w': ['src/app/public-layout.tsx', 'src/app/routes/shared-workout-page.tsx'],
};

/**
 * Needed by every screen of the app, for an athlete who was signed in before. The sign-in comes first: two requests after
 * it have the data, while the screen is still loading.
 */
const SHELL = [
  'src/platform/session/firebase.ts',
  'src/platform/session/account-api.ts',
  'src/app/query-layout.tsx',
  'src/app/app-layout.tsx',
];
const FOR_ATHLETES = {
  '/app': 'src/app/routes/today-page.tsx',
  '/app/calendar': 'src/app/routes/calendar-page.tsx',
  '/app/workouts': 'src/app/routes/library-page.tsx',
};

/**
 * An inline script, like the one of the theme. It preloads the imports of the page at this URL, and shows the
 * bars of the app to an athlete who was signed in. The font comes last, as no script waits for it.
 */
function preloadScript(bundle: Rolldown.OutputBundle): string {
  const start = withImports(bundle, 'app.html');
  const shell = filesOf(SHELL, start);
  const visitors = mapValues(FOR_VISITORS, (modules) => filesOf(modules, start));
  const athletes = mapValues(FOR_ATHLETES, (module) => filesOf([module], [...start, ...shell]));
  const font = Object.keys(bundle).find((file) => file.includes(TEXT_FONT));
  if (!font) throw new Error(`The build has no ${TEXT_FONT} to preload.`);

  function filesOf(modules: string[], loaded: string[]): string[] {
    const files = new Set(modules.flatMap((module) => withImports(bundle, module)));
    return [...files].filter((file) => !loaded.includes(file));
  }

  return `<script>(function(){var p=location.pathname,f=${JSON.stringify(visitors)}[p]||[];try{if(/^\\/app(\\/|$)/.test(p)&&localStorage.getItem('pacewright.user')){f=${JSON.stringify(shell)}.concat(${JSON.stringify(athletes)}[p]||[]);document.documentElement.dataset.shell=''}}catch(e){}f.concat('${font}').forEach(function(n){var t=/js$/.test(n)?'script':/css$/.test(n)?'style':'font';document.head.append(Object.assign(document.createElement('link'),{rel:t=='script'?'modulepreload':'preload',as:t,crossOrigin:'',href:'/'+n}))})})()</script>`;
}

function mapValues<Value, Result>(
  values: Record<string, Value>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}

/** The file of a module, those it imports, and their style sheets. */
function withImports(bundle: Rolldown.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`));
  if (!chunk) throw new Error(`The build has no ${module} to preload.`);
  const found = new Set([chunk]);
  for (const { imports } of found)
    for (const file of imports) {
      const next = chunks.find(({ fileName }) => fileName === file);
      if (next) found.add(next);
    }
  return [...found].flatMap(({ fileName, viteMetadata }) => [
    fileName,
    ...(viteMetadata?.importedCss ?? []),
  ]);
}

// The one font file that every page needs.
const TEXT_FONT = 'archivo-basic';
