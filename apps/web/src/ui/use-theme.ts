import { useSyncExternalStore } from 'react';
import { readScheme, readTheme, setTheme, type Theme, watchTheme } from './theme.ts';

/** The theme that was chosen, what it comes to at the moment, and the way to choose another. */
export function useTheme(): {
  theme: Theme;
  scheme: 'light' | 'dark';
  setTheme: (theme: Theme) => void;
} {
  return {
    theme: useSyncExternalStore(watchTheme, readTheme),
    scheme: useSyncExternalStore(watchTheme, readScheme),
    setTheme,
  };
}
