import { expect, test } from 'vitest';
import { PART_SHORTCUTS } from './part-shortcuts.ts';
import {
  ariaKeys,
  formatAriaKeys,
  formatKeycaps,
  codeMirrorKey,
  isShortcut,
  SHORTCUTS,
} from './shortcuts.ts';
import { setSingleKeysEnabled } from './single-keys.ts';

const PLAIN = {
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
};

test.each([
  ['the key alone', { key: 'm' }, true],
  ['with Caps Lock', { key: 'M' }, true],
  ['with Shift', { key: 'M', shiftKey: true }, false],
  ['with Control', { key: 'm', ctrlKey: true }, false],
  ['on a keyboard of another alphabet', { key: 'ь', code: 'KeyM' }, true],
  ['another Latin letter in its place', { key: 'q', code: 'KeyM' }, false],
  ['while a word is being composed', { key: 'm', isComposing: true }, false],
])('M moves a workout: %s', (_, press, isMeant) => {
  expect(isShortcut({ ...PLAIN, ...press }, 'move')).toBe(isMeant);
});

test('M does nothing where single-key shortcuts are off', () => {
  setSingleKeysEnabled(false);
  expect(isShortcut({ ...PLAIN, key: 'm' }, 'move')).toBe(false);
  expect(isShortcut({ ...PLAIN, key: 's', ctrlKey: true }, 'save')).toBe(true);
  setSingleKeysEnabled(true);
  expect(isShortcut({ ...PLAIN, key: 'm' }, 'move')).toBe(true);
});

test('a symbol matches with and without Shift', () => {
  expect(isShortcut({ ...PLAIN, key: '?', shiftKey: true }, 'sheet')).toBe(true);
  expect(isShortcut({ ...PLAIN, key: '?' }, 'sheet')).toBe(true);
  expect(isShortcut({ ...PLAIN, key: '?', ctrlKey: true }, 'sheet')).toBe(false);
});

test('keys are formatted for people, for screen readers and for CodeMirror', () => {
  expect(formatKeycaps(SHORTCUTS.save.keys[0])).toEqual([
    [
      { cap: 'Ctrl', spoken: 'Control' },
      { cap: 'S', spoken: 'S' },
    ],
  ]);
  expect(formatKeycaps(SHORTCUTS.today.keys[0]).map(([key]) => key?.cap)).toEqual(['G', 'T']);
  expect(formatKeycaps('+')).toEqual([[{ cap: '+', spoken: 'plus' }]]);
  expect(ariaKeys('save')).toBe('Control+S');
  expect(formatAriaKeys(PART_SHORTCUTS.trackNext.keys)).toBe('Space ArrowRight');
  expect(codeMirrorKey('format')).toBe('Shift-Alt-f');
});

const ALL = [...Object.values(SHORTCUTS), ...Object.values(PART_SHORTCUTS)];

test('no key has two meanings in one place', () => {
  const taken = ALL.flatMap(({ group, keys }) =>
    keys.map((key) => (group === 'Everywhere' ? key : `${group}: ${key}`)),
  );
  expect(new Set(taken).size).toBe(taken.length);
  const everywhere = ALL.filter(({ group }) => group === 'Everywhere').flatMap(
    ({ keys }): string[] => [...keys],
  );
  const elsewhere = ALL.filter(({ group }) => group !== 'Everywhere').flatMap(
    ({ keys }): string[] => [...keys],
  );
  expect(elsewhere.filter((keys) => everywhere.includes(keys))).toEqual([]);
});
