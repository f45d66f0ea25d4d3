import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from '../../ui/open-dialog.ts';
import { isSingleKey, matchesKey, SHORTCUTS, type ShortcutName } from './shortcuts.ts';
import { singleKeysEnabled } from './single-keys.ts';

type Actions = Partial<Record<ShortcutName, () => void>>;

/** Listens for these shortcuts wherever the focus is, while it is mounted. */
export function useShortcuts(actions: Actions): void {
  const press = useEffectEvent((event: KeyboardEvent, previous: PendingSequence | undefined) =>
    handleKey(event, previous, actions),
  );

  useEffect(() => {
    let pending: PendingSequence | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      pending = press(event, pending);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

/** The first stroke of a sequence. */
type PendingSequence = { stroke: string; timeStamp: number };

const MAX_SEQUENCE_MS = 1500;

function handleKey(
  event: KeyboardEvent,
  previous: PendingSequence | undefined,
  actions: Actions,
): PendingSequence | undefined {
  if (event.defaultPrevented) return undefined;
  const { timeStamp } = event;
  const pending =
    previous && timeStamp - previous.timeStamp < MAX_SEQUENCE_MS ? previous.stroke : '';

  for (const [keys, act] of flattenBindings(actions)) {
    if (isSingleKey(keys) && !singleKeysEnabled()) continue;
    if (hasMeaningInText(keys) && isTextEntry(event.target)) continue;
    if (pending && !keys.startsWith(`${pending} `)) continue;
    const [stroke = '', next] = keys.slice(pending ? pending.length + 1 : 0).split(' ');
    if (!matchesKey(event, stroke)) continue;
    if (next) return { stroke, timeStamp };

    // The browser's default is never wanted, not even behind a dialog.
    event.preventDefault();
    if (!event.repeat && !isDialogOpen()) act();
    return undefined;
  }
  return undefined;
}

function hasMeaningInText(keys: string): boolean {
  return isSingleKey(keys) || SHORTCUTS.undo.keys.some((undo) => undo === keys);
}

function flattenBindings(actions: Actions): [string, () => void][] {
  return Object.entries(actions).flatMap(([name, act]) =>
    // The keys of `actions` are names of shortcuts.
    SHORTCUTS[name as ShortcutName].keys.map((keys): [string, () => void] => [keys, act]),
  );
}

/**
 * Whether single keys and undo have another meaning here: text, type-ahead in a menu, or a dialog in front of the page.
 */
function isTextEntry(target: EventTarget | null): boolean {
  return isDialogOpen() || (target instanceof Element && target.closest(TEXT_ENTRY) !== null);
}

const TEXT_ENTRY =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, ' +
  '[contenteditable]:not([contenteditable=false]), [role=menu]';
