import { useSyncExternalStore } from 'react';
import { BAR_COLOURS, THEME_KEY } from './theme-script.ts';

export type Theme = 'light' | 'dark' | 'system';

/** The theme that was chosen, what it comes to at the moment, and the way to choose another. */
export function useTheme(): {
  theme: Theme;
  scheme: 'light' | 'dark';
  setTheme: (theme: Theme) => void;
} {
  const theme = useSyncExternalStore(onThemeChange, storedTheme);
  const systemScheme = useSyncExternalStore(onSystemChange, readSystemScheme);
  return { theme, scheme: theme === 'system' ? systemScheme : theme, setTheme };
}

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
    paint(storedTheme());
    for (const listener of listeners) listener();
  }
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

// Set once a choice is made on this page; otherwise storage is asked.
let chosen: Theme | undefined;
const listeners = new Set<() => void>();

function storedTheme(): Theme {
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

function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const DARK = '(prefers-color-scheme: dark)';

function readSystemScheme(): 'light' | 'dark' {
  return matchMedia(DARK).matches ? 'dark' : 'light';
}

function onSystemChange(listener: () => void): () => void {
  const query = matchMedia(DARK);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
