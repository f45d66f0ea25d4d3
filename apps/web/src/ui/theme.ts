import { createListeners } from './store.ts';
import { BAR_COLOURS, THEME_KEY } from './theme-script.ts';

export type Theme = 'light' | 'dark' | 'system';

export function setTheme(theme: Theme): void {
  chosen = theme;
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is blocked or full. The choice then lasts as long as this page.
  }
  paint(theme);
  notify();
}

/** Applies a choice made in another tab. Call it once, when the app starts. */
export function syncThemeAcrossTabs(): () => void {
  function onStorage(event: StorageEvent): void {
    if (event.key !== THEME_KEY && event.key !== null) return;
    chosen = undefined;
    paint(readTheme());
    notify();
  }
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

// Undefined until a choice is made on this page; storage is read until then.
let chosen: Theme | undefined;

/** The chosen theme. */
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

/** The effective scheme of the chosen theme. */
export function readScheme(): 'light' | 'dark' {
  const theme = readTheme();
  if (theme !== 'system') return theme;
  return matchMedia(DARK).matches ? 'dark' : 'light';
}

/** Follows the theme and the system scheme. */
const { notify, subscribe } = createListeners(() => {
  const system = matchMedia(DARK);
  system.addEventListener('change', notify);
  return () => system.removeEventListener('change', notify);
});
export const subscribeTheme = subscribe;
