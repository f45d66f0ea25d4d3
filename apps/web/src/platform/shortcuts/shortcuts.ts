import { singleKeysEnabled } from './single-keys.ts';

export type Shortcut = {
  group: string;
  /**
   * Any of these. "Mod" is the command key on a Mac and Control elsewhere; "G T" is one key after the
   * other. A letter alone does nothing while someone types.
   */
  keys: readonly string[];
  /** The description in the list of shortcuts. */
  does: string;
};

const EVERYWHERE = 'Everywhere';
const WRITING = 'Writing a workout';
export const CALENDAR = 'Calendar';

/** The shortcuts that screens listen for, in the order of the list. Those of their parts are in part-shortcuts.ts. */
export const SHORTCUTS = {
  find: { group: EVERYWHERE, keys: ['Mod+K'], does: 'Search workouts, screens and actions' },
  sheet: { group: EVERYWHERE, keys: ['?'], does: 'Show keyboard shortcuts' },
  newWorkout: { group: EVERYWHERE, keys: ['N'], does: 'New workout' },
  today: { group: EVERYWHERE, keys: ['G T'], does: 'Go to Today' },
  workouts: { group: EVERYWHERE, keys: ['G W'], does: 'Go to Workouts' },
  plans: { group: EVERYWHERE, keys: ['G L'], does: 'Go to Plans' },
  calendar: { group: EVERYWHERE, keys: ['G C'], does: 'Go to Calendar' },
  paces: { group: EVERYWHERE, keys: ['G P'], does: 'Go to Paces' },
  settings: { group: EVERYWHERE, keys: ['G S'], does: 'Go to Settings' },
  undo: { group: EVERYWHERE, keys: ['Mod+Z'], does: 'Undo' },
  // Handled by ui/toast.tsx.
  notifications: { group: EVERYWHERE, keys: ['Alt+T'], does: 'Go to notifications' },
  close: { group: EVERYWHERE, keys: ['Escape'], does: 'Close' },
  save: { group: WRITING, keys: ['Mod+S'], does: 'Save' },
  format: { group: WRITING, keys: ['Shift+Alt+F'], does: 'Tidy up the script' },
  complete: { group: WRITING, keys: ['Ctrl+Space'], does: 'Suggest completions' },
  fix: { group: WRITING, keys: ['Mod+.'], does: 'Show fixes' },
  nextMistake: { group: WRITING, keys: ['F8'], does: 'Next problem' },
  lastMistake: { group: WRITING, keys: ['Shift+F8'], does: 'Previous problem' },
  edit: { group: CALENDAR, keys: ['E'], does: 'Edit the focused workout' },
  move: { group: CALENDAR, keys: ['M'], does: 'Move or copy the focused workout' },
  remove: { group: CALENDAR, keys: ['Delete'], does: 'Remove the focused workout' },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof SHORTCUTS;

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'
>;

/** Whether the event is the shortcut, and it is enabled. Not for sequences of keys. */
export function isShortcut(event: KeyPress, name: ShortcutName): boolean {
  const { keys } = SHORTCUTS[name];
  return matchesAny(
    event,
    keys.filter((stroke) => !isSingleKey(stroke) || singleKeysEnabled()),
  );
}

export function matchesAny(event: KeyPress, strokes: readonly string[]): boolean {
  return strokes.some((stroke) => matchesKey(event, stroke));
}

export function matchesKey(event: KeyPress, stroke: string): boolean {
  const { key, modifiers } = parse(stroke);
  // A symbol such as "?" needs Shift on some keyboards and not on others.
  const isSymbol = key.length === 1 && !isLetter(key);
  return (
    !event.isComposing &&
    isKey(event, key) &&
    event.ctrlKey === modifiers.includes('Control') &&
    event.metaKey === modifiers.includes('Meta') &&
    event.altKey === modifiers.includes('Alt') &&
    (isSymbol || event.shiftKey === modifiers.includes('Shift'))
  );
}

function isKey(event: KeyPress, key: string): boolean {
  if (event.key.toLowerCase() === key.toLowerCase()) return true;
  // A keyboard without Latin letters: compare the physical key.
  return isLetter(key) && event.key > '\u007f' && event.code === `Key${key}`;
}

function isLetter(key: string): boolean {
  return /^[A-Z]$/.test(key);
}

/** A stroke with this machine's modifiers, by their names in `KeyboardEvent`. */
function parse(stroke: string): { key: string; modifiers: string[] } {
  const parts = splitStroke(stroke);
  const key = parts.pop() ?? '';
  return {
    key: key === 'Space' ? ' ' : key,
    modifiers: parts.map((part) => MODIFIER[part] ?? part),
  };
}

/** The key "+" is no separator. */
function splitStroke(stroke: string): string[] {
  return stroke.split(/\+(?=.)/);
}

const MODIFIER: Record<string, string> = { Mod: IS_MAC ? 'Meta' : 'Control', Ctrl: 'Control' };

/** Whether it is a letter or a symbol without modifiers, which voice control or a slip can also produce. */
export function isSingleKey(keys: string): boolean {
  return keys.split(' ').every((stroke) => stroke.length === 1);
}

/** The value of `aria-keyshortcuts` for a control that does the same. */
export function ariaKeys(name: ShortcutName): string {
  return formatAriaKeys(SHORTCUTS[name].keys);
}

export function formatAriaKeys(strokes: readonly string[]): string {
  return strokes
    .map((keys) => {
      const { key, modifiers } = parse(keys);
      return [...modifiers, key === ' ' ? 'Space' : key].join('+');
    })
    .join(' ');
}

/** The key in the notation of a CodeMirror key map. */
export function codeMirrorKey(name: ShortcutName): string {
  const [keys] = SHORTCUTS[name].keys;
  return keys.replaceAll('+', '-').replace(/[A-Z]$/, (letter) => letter.toLowerCase());
}

/** The keycaps for one binding: strokes after each other, each of keys pressed together. */
export function formatKeycaps(keys: string): { cap: string; spoken: string }[][] {
  return keys.split(' ').map((stroke) =>
    splitStroke(stroke).map((part) => {
      const name = MODIFIER[part] ?? part;
      const cap = (IS_MAC && MAC_CAPS[name]) || CAPS[name] || name;
      return { cap, spoken: SPOKEN[name] ?? name };
    }),
  );
}

const CAPS: Record<string, string> = {
  Control: 'Ctrl',
  Escape: 'Esc',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

const MAC_CAPS: Record<string, string> = { Meta: '⌘', Alt: '⌥', Shift: '⇧', Control: '⌃' };

const SPOKEN: Record<string, string> = {
  Meta: 'Command',
  ArrowLeft: 'left arrow',
  ArrowRight: 'right arrow',
  ArrowUp: 'up arrow',
  ArrowDown: 'down arrow',
  '?': 'question mark',
  '.': 'full stop',
  '+': 'plus',
  '-': 'minus',
};
