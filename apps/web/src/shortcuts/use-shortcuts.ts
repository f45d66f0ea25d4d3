import { useEffect, useEffectEvent } from 'react';
import { isSingleKey, isStroke, SHORTCUTS, type ShortcutName } from './shortcuts.ts';
import { singleKeysAreOn } from './single-keys.ts';

type Actions = Partial<Record<ShortcutName, () => void>>;

/** Listens for these shortcuts wherever the focus is, as long as it is mounted. */
export function useShortcuts(actions: Actions): void {
  const press = useEffectEvent((event: KeyboardEvent, before: Begun | undefined) =>
    answer(event, before, actions),
  );

  useEffect(() => {
    let begun: Begun | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      begun = press(event, begun);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

/** The first of two keys after each other. */
type Begun = { stroke: string; timeStamp: number };

const LONGEST_BETWEEN_MS = 1500;

function answer(
  event: KeyboardEvent,
  before: Begun | undefined,
  actions: Actions,
): Begun | undefined {
  if (event.defaultPrevented) return undefined;
  const { timeStamp } = event;
  const begun = before && timeStamp - before.timeStamp < LONGEST_BETWEEN_MS ? before.stroke : '';

  for (const [keys, act] of waysOf(actions)) {
    if (isSingleKey(keys) && (!singleKeysAreOn() || isTaken(event.target))) continue;
    if (begun && !keys.startsWith(`${begun} `)) continue;
    const [stroke = '', next] = keys.slice(begun ? begun.length + 1 : 0).split(' ');
    if (!isStroke(event, stroke)) continue;
    if (next) return { stroke, timeStamp };

    // Whatever is open in front, the browser's own answer to the key is never meant.
    event.preventDefault();
    if (!event.repeat && !isBehindDialog()) act();
    return undefined;
  }
  return undefined;
}

function waysOf(actions: Actions): [string, () => void][] {
  return Object.entries(actions).flatMap(([name, act]) =>
    // Only names of shortcuts are in there.
    SHORTCUTS[name as ShortcutName].keys.map((keys): [string, () => void] => [keys, act]),
  );
}

/** Letters are text here, or find an item, or there is something in front of the page. */
function isTaken(target: EventTarget | null): boolean {
  return isBehindDialog() || (target instanceof Element && target.closest(TAKES_LETTERS) !== null);
}

function isBehindDialog(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

const TAKES_LETTERS =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, ' +
  '[contenteditable]:not([contenteditable=false]), [role=menu]';
