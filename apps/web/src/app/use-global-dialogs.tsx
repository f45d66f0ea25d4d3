import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useShortcuts } from '../platform/shortcuts/use-shortcuts.ts';
import { showToast, undoNewest } from '../ui/toast.tsx';
import type * as CommandPaletteModule from './command-palette.tsx';
import type { UnsavedWork } from './local-data.ts';
import { NEW_WORKOUT, SECTIONS, SETTINGS } from './shell.tsx';

/**
 * The dialogs that can open over any screen of the shell, loaded on demand, and the shortcuts that work on all
 * screens.
 */
export function useGlobalDialogs({ onLogout }: { onLogout: () => void }) {
  const navigate = useNavigate();
  const [shown, setShown] = useState<ReactNode>();
  const close = () => setShown(undefined);

  const show = (load: Load) => void openDialog(load, setShown);

  const showShortcuts = () =>
    show(async () => {
      const { ShortcutsDialog } = await loadShortcutsDialog();
      return <ShortcutsDialog onClose={close} />;
    });

  const askBeforeLogout = (unsaved: UnsavedWork, signOut: () => void) =>
    show(async () => {
      const { LogoutDialog } = await loadLogoutDialog();
      return <LogoutDialog unsaved={unsaved} onLogout={signOut} onClose={close} />;
    });

  const renderPalette = ({ CommandPalette }: Palette) => (
    <CommandPalette onClose={close} onShowShortcuts={showShortcuts} onLogout={onLogout} />
  );
  const find = () =>
    show(() => (palette ? renderPalette(palette) : loadPalette().then(renderPalette)));

  useShortcuts({
    find,
    sheet: showShortcuts,
    undo: undoNewest,
    newWorkout: () => void navigate(NEW_WORKOUT),
    settings: () => void navigate(SETTINGS),
    ...Object.fromEntries(
      SECTIONS.map(({ shortcut, path }) => [shortcut, () => void navigate(path)]),
    ),
  });

  // Loaded in advance, so that it opens at once, also offline, but after the queries of the screen.
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

async function openDialog(load: Load, onLoaded: (dialog: ReactNode) => void): Promise<void> {
  try {
    // Synchronous if it is loaded, so that the next letter is typed into it.
    const dialog = load();
    onLoaded(dialog instanceof Promise ? await dialog : dialog);
  } catch {
    showToast.failure('This didn’t load', {
      detail: 'Check your connection.',
      retry: () => void openDialog(load, onLoaded),
    });
  }
}

const loadShortcutsDialog = () => import('./shortcuts-dialog.tsx');

const loadLogoutDialog = () => import('./logout-dialog.tsx');

type Palette = typeof CommandPaletteModule;

let palette: Palette | undefined;

async function loadPalette(): Promise<Palette> {
  palette = await import('./command-palette.tsx');
  return palette;
}
