import type { Rolldown } from 'vite';

type Group = Pick<Rolldown.CodeSplittingGroup, 'name' | 'debugName'>;
type GetModule = Rolldown.ChunkingContext['getModuleInfo'];

/** Packages, ours and others', by the file they go into. */
const PACKAGES: [file: string, test: RegExp][] = [
  ['react', /node_modules[\\/](react|react-dom|scheduler)[\\/]/],
  ['router', /node_modules[\\/](react-router|@remix-run|cookie-es)[\\/]/],
  ['queries', /node_modules[\\/]@tanstack[\\/]/],
  // The icons of fields and alerts. Each other icon that two screens share would be a file of a few hundred
  // bytes.
  [
    'forms',
    /[\\/](circle-check|circle-exclamation-point|triangle-exclamation-point|info|eye|eye-off|arrow-left)\.mjs$/,
  ],
  // Loaded when a chart is first touched.
  ['builder', /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](redo-2|minus)\.mjs$/],
  [
    'builder',
    /packages[\\/]script[\\/]src[\\/](blocks|edit-script|edit-source|operations|pieces|render|respell|say-operation)\.ts$/,
  ],
  // Loaded when track mode is first opened.
  ['track', /packages[\\/]script[\\/]src[\\/]splits\.ts$/],
  // Only the screens of recorded runs have these, and the calendar the latter.
  ['run', /[\\/](circle-dashed|flag|link-2|scissors|unlink)\.mjs$/],
  ['runs', /[\\/]file-down\.mjs$|packages[\\/]contract[\\/]src[\\/]activities\.ts$/],
  // Only the list and the page of plans have these.
  ['plan-menu', /[\\/](calendar-check|calendar-x-2|pause|play)\.mjs$/],
  // Everything about a squad is loaded on its page.
  ['squad', /[\\/]user-plus\.mjs$|packages[\\/]delivery[\\/]src[\\/]share-squad\.ts$/],
  // Only the ways to send a workout have these.
  ['send', /[\\/](bike|blocks|chart-column|link|text-align-start|users)\.mjs$/],
  ['icons', /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/],
  ['forms', /lucide-react[\\/]/],
  // Today and the calendar, which have the other, draw recorded runs.
  ['athlete', /packages[\\/]activity[\\/]src[\\/](lanes|run)\.ts$/],
  // Every page counts, and this file imports nothing.
  ['theme', /packages[\\/]pace[\\/]src[\\/]plural\.ts$/],
  // The landing page needs all of these two except the schema of the paces.
  ['data', /zod[\\/]v4[\\/](?!core[\\/]registries|mini[\\/]coerce)/],
  ['data', /packages[\\/]pace[\\/]src[\\/](pace|race|race-time|training-paces|vdot)\.ts$/],
  ['data', /packages[\\/]contract[\\/]src[\\/](paces|uuid)\.ts$/],
  ['data', /packages[\\/]script[\\/]src[\\/](diagnostics|workout)\.ts$/],
  // Plans, and the dialog for a race.
  ['races', /packages[\\/]script[\\/]src[\\/]race-target\.ts$/],
  ['workout-basics', /packages[\\/]script[\\/]src[\\/]suggest-title\.ts$/],
  // Loaded with the first text outside the short form.
  ['second-reader', /packages[\\/]script[\\/]src[\\/](coach-[a-z]+|two-opinions)\.ts$/],
  ['language', /packages[\\/]script[\\/]src[\\/](?!examples)/],
  // Loaded when a day is saved.
  ['change-day', /packages[\\/]plan[\\/]src[\\/]change-day\.ts$/],
  // The list of plans draws them, and does not need the parts of an editor.
  [
    'plan-writing',
    /packages[\\/]plan[\\/]src[\\/](advice|complete|fix-all|highlight|spell-lists|week-places|write|write-content)\.ts$/,
  ],
  ['plans', /packages[\\/]plan[\\/]src[\\/]/],
  // The calendar asks for the season of an entry, and reads no plan.
  ['seasons', /packages[\\/]contract[\\/]src[\\/](plans|seasons)\.ts$/],
  ['account', /packages[\\/]contract[\\/]src[\\/](account|users|username|text|text-schema)\.ts$/],
  [
    'contract',
    /zod[\\/]|packages[\\/]contract[\\/]src[\\/](calendar|caps|entry-content|entry-kind|garmin|requests|script|workouts)\.ts$/,
  ],
  ['paces-form', /packages[\\/]pace[\\/]src[\\/]riegel\.ts$/],
  // A shared workout is decoded from its link at once; the writers of files are for later.
  ['share', /packages[\\/]delivery[\\/]src[\\/](share|share-plan|packed-text|base64url|text)\.ts$/],
];

/**
 * The files of the build. By default the bundler makes a file of every few lines that two screens share, and a
 * first visit waits for seventy requests instead of twenty.
 */
export const CHUNKS: Group[] = [
  {
    name: (id, bundle) => findFile(id, (each) => bundle.getModuleInfo(each)),
    debugName: 'files',
  },
];

function findFile(id: string, getModule: GetModule): string | null {
  // The landing page needs them too, and nothing else of the start.
  if (/src[\\/](ui[\\/](store|theme(-script)?)|platform[\\/]stored-value)\.ts$/.test(id))
    return 'theme';
  // Screens without the shell change data too, and would load the shell for it.
  if (/src[\\/]platform[\\/]api[\\/]queries[\\/](replace-query-data|season-key)\.ts$/.test(id))
    return 'queries';
  // Every action says what failed, beside its toast.
  if (/src[\\/]ui[\\/]message-of\.ts$/.test(id)) return 'frame';
  // A list to choose from is on many screens, and none of them needs the forms of the paces for it.
  if (/src[\\/]ui[\\/]select-field\.tsx$/.test(id)) return 'select';
  // So is a checkbox: the editor has one, and other screens would load the editor for theirs.
  if (/src[\\/]ui[\\/]checkbox\.tsx$/.test(id)) return 'checkbox';
  // A visitor's pages load it with the first dialog.
  if (/src[\\/]ui[\\/](dialog\.tsx|open-dialog\.ts)$/.test(id)) return 'dialog';
  // Two full screens at the track need them, opened by a press. Each alone would be a few hundred bytes.
  if (/workout[\\/]track[\\/]use-(now|wake-lock)\.ts$/.test(id)) return 'track';
  // The calendar and the editor of a day have them. Alone each would be a file of 100 bytes.
  if (/platform[\\/]days[\\/](entry-links|own-content)\.ts$/.test(id)) return 'shell';
  // The screens below another one have it.
  if (/src[\\/]ui[\\/]link-up\.tsx$/.test(id)) return 'shell';
  // Today and the first steps ask it. Alone it would be a file of 75 bytes.
  if (/onboarding[\\/]has-own-paces\.ts$/.test(id)) return 'shell';
  // The sessions of a pasted text, and the guess about a line, are a part of the screens that take one.
  const isPaste =
    /packages[\\/]import[\\/]src[\\/](split-sessions|judge-text|training[\\/]guess)\.ts$/.test(id);
  // Files are dropped on every screen, and chosen on two.
  if (/platform[\\/](choose-files|dropped-files|file-inbox)\.tsx?$/.test(id)) return 'files';
  // What loads a module on demand.
  if (/preload-helper/.test(id)) return 'theme';
  if (isPaste || /web[\\/]src[\\/]/.test(id)) return findFileByPages(id, getModule);
  return PACKAGES.find(([, test]) => test.test(id))?.[0] ?? null;
}

/** The pages that load a module before they can render, by their entry modules. */
const PAGES = {
  start: ['src/main.tsx'] as const,
  landing: ['public-pages/islands.ts', 'public-pages/theme-button.ts'],
  signIn: ['auth/login-screen.tsx', 'auth/register-screen.tsx', 'auth/password-reset-screen.tsx'],
  visitor: [
    'app/public-layout.tsx',
    'app/routes/try-page.tsx',
    'app/routes/shared-workout-page.tsx',
    'paces/visitor-paces-screen.tsx',
    'plans/shared-plan-screen.tsx',
  ],
  queries: ['app/query-layout.tsx'],
  shell: ['app/app-layout.tsx'],
  today: ['app/routes/today-page.tsx'],
  writing: ['app/routes/workout-page.tsx', 'app/routes/script-help-screen.tsx'],
  library: ['app/routes/library-page.tsx', 'app/routes/trash-page.tsx'],
  plans: ['app/routes/plans-page.tsx', 'app/routes/plan-page.tsx'],
  calendar: ['app/routes/calendar-page.tsx', 'app/routes/entry-page.tsx'],
  paces: ['app/routes/paces-page.tsx', 'paces/method-screen.tsx'],
  settings: ['app/routes/settings-screen.tsx'],
  account: ['platform/session/account-api.ts', 'platform/session/firebase.ts'],
  localData: ['app/local-data.ts'],
};
type Page = keyof typeof PAGES;

/**
 * The file of a module by the pages that import it. Each page then loads little that it doesn't use, and a module
 * never imports one of a file that fewer pages load, so files don't import each other in a circle.
 */
function findFileByPages(id: string, getModule: GetModule): string | null {
  // A module that is loaded on demand is a file of its own, which app.html and the budgets know by its name.
  const module = getModule(id);
  if (
    id.endsWith(PAGES.start[0]) ||
    !module ||
    module.isEntry ||
    module.dynamicImporters.length > 0
  )
    return null;

  const pages = findPages(id, getModule);
  if (pages.has('start')) return 'start';
  if (pages.has('landing')) {
    if (pages.size === 1) return null;
    return /src[\\/]workout[\\/](view|editor)[\\/]/.test(id) ? 'language' : 'data';
  }
  if (pages.has('account')) return pages.size > 1 ? 'account' : null;
  if (pages.has('localData')) return pages.size > 1 ? 'local-data' : null;
  if (pages.has('signIn')) return pages.has('shell') || pages.has('visitor') ? 'forms' : 'auth';
  if (pages.has('queries')) return 'queries';
  if (pages.has('shell')) return pages.has('visitor') ? 'frame' : 'shell';
  // The paces and the settings do not use scripts, and the library has no large charts.
  const isPlain = pages.has('paces') || pages.has('settings');
  if (pages.has('visitor')) {
    if (isPlain && (pages.has('today') || pages.has('writing'))) return 'controls';
    if (pages.has('today')) return pages.has('library') ? 'workout-basics' : 'workout';
    if (pages.has('writing')) return 'writing';
    return pages.has('paces') ? 'paces-form' : null;
  }
  if (pages.has('today')) {
    if (isPlain) return 'garmin';
    if (pages.has('library')) return 'cards';
    return pages.size > 1 ? 'athlete' : null;
  }
  if (pages.has('library') && pages.size > 1) return isPlain ? 'dialogs' : 'library';
  return null;
}

function findPages(id: string, getModule: GetModule): Set<Page> {
  const found = new Set([id]);
  for (const each of found)
    for (const importer of getModule(each)?.importers ?? []) found.add(importer);
  const names = Object.keys(PAGES) as Page[];
  return new Set(
    names.filter((page) =>
      PAGES[page].some((module) => [...found].some((each) => each.endsWith(`/${module}`))),
    ),
  );
}
