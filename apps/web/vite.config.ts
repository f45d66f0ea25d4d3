import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { appHtml } from './tools/app-html.ts';
import { CHUNKS } from './tools/chunks.ts';
import { hashDataShape } from './tools/data-shape.ts';
import { PUBLIC_INPUT, publicPages } from './tools/public-pages.ts';

/** Has an address of its own, which browsers ask for again. tools/finish-build.ts completes it. */
const SERVICE_WORKER = 'src/platform/offline/service-worker.ts';

/**
 * The React Compiler runs where a keystroke or a drag renders a lot. Elsewhere memoization costs more bytes
 * than it saves time: 40 kB for everything, 10 of them on Paces. A component that can't be compiled fails the build.
 */
const COMPILER = {
  panicThreshold: 'all_errors' as const,
  sources: [
    '/src/workout/editor/',
    '/src/workout/view/',
    '/src/features/calendar/',
    '/src/features/plans/plan-view.tsx',
    '/src/features/plans/season-and-week.tsx',
    '/src/features/workouts/',
  ],
};

export default defineConfig(({ mode }) => ({
  define: { DATA_SHAPE: JSON.stringify(hashDataShape()) },
  plugins: [
    // Tests check behaviour, which the compiler doesn't change.
    react({ compiler: mode === 'test' ? false : COMPILER }),
    tailwindcss(),
    publicPages(),
    appHtml(),
  ],
  // The API, the tools of assistants, and what describes their sign-in.
  server: {
    host: '127.0.0.1',
    proxy: { '^/(api|mcp|\\.well-known/oauth)': 'http://127.0.0.1:3001' },
  },
  // What one kind of file needs is loaded when there is one.
  worker: { format: 'es' },
  build: {
    target: 'baseline-widely-available',
    sourcemap: 'hidden',
    manifest: true,
    // The content security policy allows no font from a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['app.html', SERVICE_WORKER, ...PUBLIC_INPUT],
      output: {
        entryFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.endsWith(SERVICE_WORKER) ? 'sw.js' : 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: CHUNKS,
          // A file holds what it names. The contract's index would bring every schema along.
          includeDependenciesRecursively: false,
        },
      },
    },
  },
}));
