import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { showToast } from '../ui/toast.tsx';
import type * as CommandPaletteModule from './command-palette.tsx';
import type { UnsavedWork } from './local-data.ts';
import { NEW_WORKOUT, SECTIONS, SETTINGS } from './shell.tsx';

/** What lies over any screen of the shell, fetched when it is asked for, and the keys that work on all of them. */
export function useOverlay({ onLogout }: { onLogout: () => void }) {
  const navigate = useNavigate();
  const [shown, setShown] = useState<ReactNode>();
  const close = () => setShown(undefined);

  const show = (load: Load) => void showOverlay(load, setShown);

  const showShortcuts = () =>
    show(async () => {
      const { ShortcutSheet } = await loadShortcutSheet();
      return <ShortcutSheet onClose={close} />;
    });

  const askBeforeLogout = (unsaved: UnsavedWork, signOut: () => void) =>
    show(async () => {
      const { LogoutDialog } = await loadLogoutDialog();
      return <LogoutDialog unsaved={unsaved} onLogout={signOut} onClose={close} />;
    });

  const paletteOf = ({ CommandPalette }: Palette) => (
    <CommandPalette onClose={close} onShowShortcuts={showShortcuts} onLogout={onLogout} />
  );
  const find = () => show(() => (palette ? paletteOf(palette) : loadPalette().then(paletteOf)));

  useShortcuts({
    find,
    sheet: showShortcuts,
    newWorkout: () => void navigate(NEW_WORKOUT),
    settings: () => void navigate(SETTINGS),
    ...Object.fromEntries(
      SECTIONS.map(({ shortcut, path }) => [shortcut, () => void navigate(path)]),
    ),
  });

  // Loaded in advance, so that it opens at once, also offline, but after what the screen waits for.
  const isLoading = useIsFetching() > 0;
  useEffect(() => {
    if (isLoading) return undefined;
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), PALETTE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isLoading]);

  return { shown, find, showShortcuts, askBeforeLogout };
}

const PALETTE_DELAY_MS = 1_000;

type Load = () => ReactNode | Promise<ReactNode>;

async function showOverlay(load: Load, onLoaded: (overlay: ReactNode) => void): Promise<void> {
  try {
    // At once if it is there, so that the next letter is already typed into it.
    const overlay = load();
    onLoaded(overlay instanceof Promise ? await overlay : overlay);
  } catch {
    showToast.failure('This did not load', {
      detail: 'Check your connection.',
      retry: () => void showOverlay(load, onLoaded),
    });
  }
}

const loadShortcutSheet = () => import('./shortcut-sheet.tsx');

const loadLogoutDialog = () => import('./logout-dialog.tsx');

type Palette = typeof CommandPaletteModule;

let palette: Palette | undefined;

async function loadPalette(): Promise<Palette> {
  palette = await import('./command-palette.tsx');
  return palette;
}
