import type { LucideIcon } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '../../ui/store.ts';
import type { ShortcutName } from '../shortcuts/shortcuts.ts';

/** A command of one screen, as the palette lists it. */
export type ScreenCommand = {
  id: string;
  label: string;
  /** Other words that find it. */
  also?: string;
  Icon: LucideIcon;
  shortcut?: ShortcutName;
};

type Runnable = ScreenCommand & { run: () => void };

const commands = createStore<readonly Runnable[]>([]);

/** Offers a command in the palette while the component is mounted and has something to run. */
export function useScreenCommand(command: ScreenCommand, run: (() => void) | undefined): void {
  useEffect(() => {
    if (!run) return undefined;
    const own = { ...command, run };
    commands.set([...commands.read(), own]);
    return () => commands.set(commands.read().filter((one) => one !== own));
  }, [command, run]);
}

/** The commands of the current screen. */
export function useScreenCommands(): readonly Runnable[] {
  return useSyncExternalStore(commands.subscribe, commands.read);
}
