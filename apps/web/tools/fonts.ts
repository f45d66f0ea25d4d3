// Subsets the fonts to the characters of the product's own texts, into src/ui/fonts/. Names and notes with
// other characters load the whole fonts. Run it after a new version of either: `node apps/web/tools/fonts.ts`.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

/** As in the unicode-range of src/ui/fonts.css. */
const LETTERS = `${ascii()}\u00a0©°±²·½×–—‘’“”•…−`;

const FONTS = [
  {
    from: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
    to: 'archivo-basic.woff2',
    // Includes every weight and width of the style sheets.
    variationAxes: { wght: { min: 400, max: 820 }, wdth: { min: 84, max: 125 } },
    keepFeatures: ['kern', 'tnum'],
  },
  {
    from: '@fontsource-variable/martian-mono/files/martian-mono-latin-wdth-normal.woff2',
    to: 'martian-mono-basic.woff2',
    variationAxes: { wght: { min: 400, max: 720 }, wdth: { min: 75, max: 105 } },
    keepFeatures: [],
  },
];

const { resolve } = createRequire(import.meta.url);
for (const { from, to, ...cut } of FONTS) {
  const whole = await readFile(resolve(from));
  const font = await subsetFont(whole, LETTERS, { targetFormat: 'woff2', ...cut });
  await writeFile(new URL(`../src/ui/fonts/${to}`, import.meta.url), font);
  console.log(`${to}: ${font.length} bytes of ${whole.length}`);
}

function ascii(): string {
  return String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));
}
