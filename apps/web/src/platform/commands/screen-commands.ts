import type { LucideIcon } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
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

let commands: readonly Runnable[] = [];
const listeners = new Set<() => void>();

/** Offers a command in the palette while the component is mounted and has something to run. */
export function useScreenCommand(command: ScreenCommand, run: (() => void) | undefined): void {
  useEffect(() => {
    if (!run) return undefined;
    const own = { ...command, run };
    setCommands([...commands, own]);
    return () => setCommands(commands.filter((one) => one !== own));
  }, [command, run]);
}

/** The commands of the current screen. */
export function useScreenCommands(): readonly Runnable[] {
  return useSyncExternalStore(subscribe, () => commands);
}

function setCommands(next: readonly Runnable[]): void {
  commands = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
