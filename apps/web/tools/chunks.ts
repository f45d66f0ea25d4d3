import type { Rolldown } from 'vite';

type Group = Pick<Rolldown.CodeSplittingGroup, 'name' | 'test' | 'debugName'>;

/** The fields and notes of a form, with the icons in them. */
const FORMS = [
  /lucide-react[\\/]dist[\\/]esm[\\/](?!icons[\\/])/,
  /[\\/](circle-check|circle-exclamation-point|triangle-exclamation-point|info|eye|eye-off|arrow-left)\.mjs$/,
  /src[\\/]ui[\\/](field|field-frame|icon-button|note|oval-page|password-field)\.tsx$/,
];

/**
 * What stands in one file; the first that fits decides. Left alone, the bundler makes a file of every few lines
 * that two screens share, and a first visit waits for twenty requests where six would do.
 */
export const CHUNKS: Group[] = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  { name: 'router', test: /node_modules[\\/](react-router|@remix-run|cookie-es)[\\/]/ },
  { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/ },
  // The landing page has it too, and nothing else of the start.
  { name: 'theme', test: /src[\\/]ui[\\/]theme(-script)?\.ts$/ },
  {
    name: (id, bundle) => (isInStart(id, (each) => bundle.getModuleInfo(each)) ? 'start' : null),
    debugName: 'start',
    test: /web[\\/]src[\\/]|preload-helper/,
  },
  { name: 'forms', test: fits(FORMS) },
  // One request instead of a file of a few hundred bytes for each icon that two screens share.
  { name: 'icons', test: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/ },
  // What the pages on the way in have in common beyond that.
  {
    name: 'auth',
    test: /auth[\\/](auth-page|checks|failure-note|fields|google-button|messages|use-sending)\.tsx?$/,
  },
  // A shared workout is read from its link at once; the makers of files are for later.
  { name: 'share', test: /packages[\\/]delivery[\\/]src[\\/](share|base64url|text)\.ts$/ },
  { name: 'account', test: /packages[\\/]contract[\\/]src[\\/](account|users)\.ts$/ },
];

function fits(patterns: RegExp[]): (id: string) => boolean {
  return (id) => patterns.some((pattern) => pattern.test(id));
}

const MAIN = 'src/main.tsx';

type Ask = (id: string) => { importers: readonly string[] } | null;

/** Whether main.tsx imports it, directly or not. main.tsx itself stays in the entry. */
function isInStart(id: string, ask: Ask): boolean {
  if (id.endsWith(MAIN)) return false;
  const found = new Set([id]);
  for (const each of found) for (const next of ask(each)?.importers ?? []) found.add(next);
  return [...found].some((each) => each.endsWith(MAIN));
}
