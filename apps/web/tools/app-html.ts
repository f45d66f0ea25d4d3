import type { Plugin } from 'vite';
import { THEME_SCRIPT } from '../src/ui/theme-script.ts';

/** app.html is the single-page app; index.html is the landing page. Completes its head, and serves it in development. */
export function appHtml(): Plugin {
  return {
    name: 'pacewright:app-html',
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
        return html.replace(/<!-- head:.*?-->/, `<script>${THEME_SCRIPT}</script>${preload}`);
      },
    },
  };
}

// The one font file that every page needs: Archivo, latin, with its width axis.
const TEXT_FONT = 'archivo-latin-wdth-normal';
