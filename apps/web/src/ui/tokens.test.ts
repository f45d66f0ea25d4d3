import { expect, test } from 'vitest';
import css from './tokens.css?raw';

// Contrast after WCAG 2.2: 4.5 for text, 3 for graphics.
const TEXT = 4.5;
const DRAWN = 3;

const PACES = ['e', 'm', 't', 'i', 'r'];
const PAPER = ['bg', 'surface', 'surface-2'];
const SCRIPT = ['time', 'number', 'zone', 'pace', 'plus', 'paren', 'repeat'];

const USES: [use: string, least: number, colours: string[], grounds: string[]][] = [
  [
    'text',
    TEXT,
    ['ink'],
    [
      ...PAPER,
      'surface-3',
      'raised',
      'repeat-soft',
      'danger-soft',
      'warn-soft',
      'ok-soft',
      'selection',
    ],
  ],
  ['secondary text', TEXT, ['ink-2'], [...PAPER, 'surface-3', 'repeat-soft', 'danger-soft']],
  ['captions', TEXT, ['ink-3'], PAPER],
  ['primary button', TEXT, ['on-action'], ['action', 'action-hover', 'action-active']],
  ['danger button', TEXT, ['on-danger'], ['danger-solid']],
  ['error text', TEXT, ['danger'], ['bg', 'surface', 'danger-soft']],
  ['warning text', TEXT, ['warn'], ['bg', 'surface', 'warn-soft']],
  ['success text', TEXT, ['ok'], ['bg', 'surface', 'ok-soft']],
  ['repeat', TEXT, ['repeat'], [...PAPER, 'repeat-soft']],
  [
    'script',
    TEXT,
    [...SCRIPT, ...PACES.map((pace) => `pace-${pace}`)].map((kind) => `syn-${kind}`),
    [...PAPER, 'syn-linked-bg'],
  ],
  ['invalid script', TEXT, ['syn-invalid'], ['syn-invalid-bg', 'surface']],
  ['control border', DRAWN, ['line-strong'], PAPER],
  ['error border', DRAWN, ['danger-line'], ['bg', 'surface', 'danger-soft']],
  ['warning border', DRAWN, ['warn-line'], ['surface', 'warn-soft']],
  ['success border', DRAWN, ['ok-line'], ['surface', 'ok-soft']],
  ['focus ring', DRAWN, ['focus'], [...PAPER, 'repeat-soft']],
  ...PACES.flatMap((pace): typeof USES => [
    [`${pace} as text`, TEXT, [`pace-${pace}-text`], [...PAPER, `pace-${pace}-soft`]],
    [`text on ${pace}`, TEXT, [`pace-${pace}-on`], [`pace-${pace}`]],
    [`outline of ${pace}`, DRAWN, [`pace-${pace}-line`], PAPER],
  ]),
];

test.each(USES)('%s has enough contrast in both themes', (_use, least, colours, grounds) => {
  const faint = colours.flatMap((colour) =>
    grounds.flatMap((ground) =>
      (['light', 'dark'] as const)
        .map((theme) => ({ colour, ground, theme, contrast: contrast(colour, ground, theme) }))
        .filter((pair) => pair.contrast < least),
    ),
  );
  expect(faint).toEqual([]);
});

// Only the rules before the media queries for more contrast and forced colours.
const [ordinary = ''] = css.split(':root[data-theme');
const tokens = new Map(
  Array.from(ordinary.matchAll(/--([\w-]+):\s*([^;]+);/g), ([, name = '', value = '']) => [
    name,
    value,
  ]),
);

function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  const [dim = 0, bright = 0] = [luminance(hex(one, theme)), luminance(hex(other, theme))].sort(
    (a, b) => a - b,
  );
  return (bright + 0.05) / (dim + 0.05);
}

/** The colour of a token as #rrggbb. */
function hex(name: string, theme: 'light' | 'dark'): string {
  const value = tokens.get(name) ?? '';
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (reference) return hex(reference, theme);
  const [, light, dark] = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(value) ?? [];
  const colour = theme === 'light' ? light : dark;
  if (!colour) throw new Error(`--${name} is not a colour: ${value}`);
  return colour;
}

/** Relative luminance, 0 to 1. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
