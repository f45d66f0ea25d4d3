import { useSyncExternalStore } from 'react';
import { readScheme, readTheme, setTheme, type Theme, subscribeTheme } from './theme.ts';

/** The chosen theme, its effective scheme, and a setter. */
export function useTheme(): {
  theme: Theme;
  scheme: 'light' | 'dark';
  setTheme: (theme: Theme) => void;
} {
  return {
    theme: useSyncExternalStore(subscribeTheme, readTheme),
    scheme: useSyncExternalStore(subscribeTheme, readScheme),
    setTheme,
  };
}
