import { isDeepStrictEqual } from 'node:util';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  applyFix,
  formatScript,
  readScript,
  writeScript,
  type Diagnostic,
  type Fix,
} from '../src/index.ts';
import { tokenize } from '../src/tokenize.ts';
import type { Token } from '../src/tokens.ts';
import { anyText, hostileTexts, longText, spelledScript, workout } from './arbitraries.ts';
import { share } from './runs.ts';

describe('a correct script', () => {
  test('F2: formatting keeps its meaning, and formatting again changes nothing', () => {
    fc.assert(
      fc.property(spelledScript, (script) => {
        fc.pre(script.length <= 5000);
        const mistakes = readScript(script).diagnostics.filter(isMistake);
        fc.pre(mistakes.every(({ code }) => code === 'too-long'));
        expect(misformattedIn(script)).toEqual([]);
      }),
      share(0.35),
    );
  });

  test('F3: a workout that is written reads as the same workout', () => {
    fc.assert(
      fc.property(workout, (made) => {
        const script = writeScript(made);
        fc.pre(script.length <= 5000);
        expect(readScript(script).workout).toEqual(made);
      }),
      share(0.15),
    );
  });
});

describe('any text at all', () => {
  test('is read in finite numbers, whoever runs it', () => {
    const digits = fc.nat(400).map((count) => '9'.repeat(count));
    const text = fc.oneof(
      anyText,
      fc
        .array(fc.oneof(anyText, digits, fc.constantFrom('5km ', '0.', '99x(', ' + ', 'm', 's')))
        .map((parts) => parts.join('')),
    );
    const range = fc.record({ from: fc.double({ min: 0 }), to: fc.double({ min: 0 }) });
    const ranges = fc.record({ E: range, M: range, T: range, I: range, R: range });
    fc.assert(
      fc.property(text, ranges, (script, trainingPaces) => {
        const read = readScript(script, { speeds: { trainingPaces } });
        // A number that is not finite becomes null in JSON.
        expect(JSON.stringify([read.workout, read.totals])).not.toContain('null');
      }),
      share(0.02),
    );
  });

  test('is read, with nothing dropped and every fix a fix', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect([...droppedFrom(text), ...unfixedIn(text), ...misformattedIn(text)]).toEqual([]);
      }),
      share(0.48),
    );
  });

  test('of up to 5,000 characters loses nothing', () => {
    fc.assert(
      fc.property(longText, (text) => {
        expect(droppedFrom(text)).toEqual([]);
      }),
      share(0.02),
    );
  });

  test.each([
    'Speed: 2 mile E, 15m@ 200m',
    '2- 3mI + 6xm',
    // A word beside the chosen target may contradict it.
    '4x(rest rest 13:24 164bpm)',
    'e warmup T',
    'E T HM',
    'jog E T',
    'm@2min rest',
    // Without the target that goes, an amount before it would be one.
    '2k3S Z1-m',
    '@1H8:3 45bpm',
    'mile T pace E',
    '1m2kwalk,m',
    // The other target is in the phrase before.
    '1 t half- marathon',
    '5mi1:5Z3-n Z3',
    // A hyphen between two words is part of them.
    't-4:20/k z2',
    // A recovery behind a target that follows a comma.
    '3 x 1,600m @ 10K pace,150 bpm',
    '8x4 at , R',
    '10m warmup + , tempo + 10m cooldown',
    '4 x 400m in 1:30 each WU with 90 sec rest',
    '3x1mi CD between @ 10k, 4:30 jog',
    '3 x 1 mile cool down. at 10k pace w/ 2 min jog',
    'tempo cool down cool down',
    '2x(4x400 R) 90s jog',
    '2x(1xmile )/ 200m jog, 3x200m w/ 200m jog)',
    '30/3 strides x 10',
    // Without the word between them, an unknown word took the length of a recovery.
    '1h 30mx1200\nt 5K pace 5wit easy  400m recovery.',
    // A recovery between sets is the last step of its repeat.
    '2x(jog),5sbetween set(2m)',
    // Two questions about one amount.
    '110-1m.5 z2',
    // A letter and its accent are two characters.
    'A\u0300(B',
    // The parenthesis that closes is not the one that opened last.
    "3' on (1' o0x(f)",
    // The letter of a unit is no pace.
    'WU 5kME',
    '5kMT',
    // A parenthesis behind a number that ends the text closes the repeat, and is no list's.
    '0x(iles 8-mile easy run\n00 ',
    // The mistake behind a removed one gets its place.
    '(0(a((1(”',
    // A count that is inserted behind a number and a comma.
    '5x1000m at 3:20/km, HR 186,( 370 W, 200 m jog recovery',
    // A mistake of another kind gets the place of a removed one.
    'é pace10m E then 20m T cool down t cool down 10m E',
    // Nothing but repeats that are nested too deep.
    '6 x 100x(100x(x(100x(',
    '2x(2x(2x(2x(2x(1km E)))))',
    '1x(1x\n(3x1x((1mi E)))\n)',
    '2x(2 x 2x(2x("note"2x(',
    // A cool-down has no other pace, so the letter is part of the unit.
    '2mE + 5kM cool down',
    // A time for no distance.
    'é10,000mtr4:20-4:30 min/mim',
    // A second recovery behind one that is only between the rounds.
    '3 x  ( 1h00m01s WU between\t) (2 min jog)',
    // Words behind "with" end in a colon, so a step of its own would be a heading.
    '6mi w:/ 4mi @ T',
  ])('%s loses nothing, in finite numbers, and every fix is a fix', (text) => {
    expect(droppedFrom(text)).toEqual([]);
    expect(unfixedIn(text)).toEqual([]);
    expect(misformattedIn(text)).toEqual([]);
    expect(JSON.stringify(readScript(text).workout)).not.toContain('null');
  });

  test.each(hostileTexts)('%#: nonsense loses nothing', (text) => {
    expect(droppedFrom(text)).toEqual([]);
  });
});

/** F2. A script with mistakes is left alone. */
function misformattedIn(text: string): string[] {
  const { workout: meant, diagnostics } = readScript(text);
  const formatted = formatScript(text);
  const isLeft = diagnostics.some(isMistake);
  if (isLeft) return formatted === text ? [] : [`${formatted} has a mistake and was formatted`];
  const isSame = isDeepStrictEqual(readScript(formatted).workout, meant);
  return [
    ...(isSame ? [] : [`${formatted} means something else`]),
    ...(formatScript(formatted) === formatted ? [] : [`${formatted} is formatted again`]),
  ];
}

/** Every token is in a step, in a heading or in a mistake. Only joins stand between them. */
function droppedFrom(text: string): string[] {
  const dropped: string[] = [];
  const { places, diagnostics, headings } = readScript(text);
  const isAccounted = new Uint8Array(text.length);
  for (const { from, to } of [...places, ...headings, ...diagnostics.filter(isMistake)]) {
    if (from < 0 || to > text.length || from >= to) dropped.push(`no such place: ${from} to ${to}`);
    isAccounted.fill(1, from, to);
  }
  if (text.length > 5000) return dropped;
  const tokens = tokenize(text);
  // A repeat of nothing else goes with the one that is nested too deep.
  for (const { code, from, to } of diagnostics) {
    if (code !== 'nested-too-deep') continue;
    let first = tokens.findIndex((token) => token.from >= from);
    // A line break may be between a count and its parenthesis, and a note before a repeat.
    const isAround = ({ kind, from: at }: Token) =>
      ['(', 'count', 'join'].includes(kind) || isAccounted[at] === 1;
    while (tokens.slice(first - 1, first).some(isAround)) first--;
    const closing = tokens.filter((token) => token.from >= to);
    const end = closing.find(({ kind }) => kind !== ')' && kind !== 'join')?.from ?? text.length;
    isAccounted.fill(1, tokens[first]?.from, end);
  }
  for (const { kind, from, to } of tokens) {
    if (kind === 'join') continue;
    for (let at = from; at < to; at++)
      if (!isAccounted[at] && /\S/.test(text.charAt(at)))
        dropped.push(`${text.charAt(at)} at ${at} goes unmentioned`);
  }
  const inTokens = new Uint8Array(text.length);
  for (const { from, to } of tokens)
    for (let at = from; at < to; at++) inTokens[at] = (inTokens[at] ?? 0) + 1;
  for (const { index } of text.matchAll(/[^\s-]/g))
    if (inTokens[index] !== 1)
      dropped.push(`${text.charAt(index)} is in ${inTokens[index]} tokens`);
  return dropped;
}

/**
 * A mistake that a fix removes is no longer reported at the same place, or is reported less often: the same
 * mistake may move up from behind, and another may come to light.
 */
function unfixedIn(text: string): string[] {
  const unfixed: string[] = [];
  const before = readScript(text).diagnostics;
  for (const { code, from, to, fixes } of before)
    for (const fix of fixes) {
      const fixed = applyFix(text, fix);
      if (fixed.length > 5000) continue;
      const moved = fix.edits
        .filter((edit) => edit.to <= from)
        .reduce((at, edit) => at + edit.insert.length - (edit.to - edit.from), from);
      const after = readScript(fixed).diagnostics;
      const isStillThere = after.some(
        (other) =>
          other.code === code &&
          other.from === moved &&
          fixed.slice(other.from, other.to) === text.slice(from, to) &&
          // A mistake behind a text that is removed may now be at its place.
          !before.some((one) => one.from !== from && one.from === placeBefore(other.from, fix)),
      );
      const count = (list: typeof before) => list.filter((other) => other.code === code).length;
      if (isStillThere && count(after) >= count(before))
        unfixed.push(`${code}: ${fix.label} leaves it in ${JSON.stringify(fixed)}`);
    }
  return unfixed;
}

/** Where a character was before a fix; undefined if the fix put it there. */
function placeBefore(at: number, { edits }: Fix): number | undefined {
  let place = at;
  for (const { from, to, insert } of edits.toSorted((a, b) => a.from - b.from)) {
    if (place < from) break;
    if (place < from + insert.length) return undefined;
    place += to - from - insert.length;
  }
  return place;
}

function isMistake({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
