import { BAR_COLOURS, THEME_KEY } from './theme-script.ts';

export type Theme = 'light' | 'dark' | 'system';

export function setTheme(theme: Theme): void {
  chosen = theme;
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage may be full or forbidden. The choice then lasts as long as this page.
  }
  paint(theme);
  for (const listener of listeners) listener();
}

/** Follows a choice made in another tab. Call it once, when the app starts. */
export function followOtherTabs(): () => void {
  function follow(event: StorageEvent): void {
    if (event.key !== THEME_KEY && event.key !== null) return;
    chosen = undefined;
    paint(readTheme());
    for (const listener of listeners) listener();
  }
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

// Set once a choice is made on this page; otherwise storage is asked.
let chosen: Theme | undefined;
const listeners = new Set<() => void>();

/** The theme that was chosen. */
export function readTheme(): Theme {
  if (chosen) return chosen;
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function paint(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;

  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.getAttribute('media')?.includes('dark') ? 'dark' : 'light';
    meta.content = BAR_COLOURS[theme === 'system' ? own : theme];
  }
}

const DARK = '(prefers-color-scheme: dark)';

/** What the theme comes to at the moment. */
export function readScheme(): 'light' | 'dark' {
  const theme = readTheme();
  if (theme !== 'system') return theme;
  return matchMedia(DARK).matches ? 'dark' : 'light';
}

/** Hears when another theme is chosen, and when the system turns light or dark. */
export function watchTheme(listener: () => void): () => void {
  const system = matchMedia(DARK);
  listeners.add(listener);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}
