import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  applyFix,
  formatScript,
  parser,
  readScript,
  writeScript,
  type Diagnostic,
} from '../src/index.ts';
import { anyText, hostileTexts, longText, spelledScript, workout } from './arbitraries.ts';

/** How many scripts a run makes in all. A million of them, `pnpm million`, take half an hour or so. */
const RUNS = Number(process.env['SCRIPT_RUNS'] ?? (process.env['CI'] ? 20_000 : 2_000));
const share = (part: number) => ({ numRuns: Math.ceil(RUNS * part) });
const TIMEOUT = 60_000 + RUNS * 5;

describe('a correct script', () => {
  test(
    'F2: formatting keeps its meaning, and formatting again changes nothing',
    { timeout: TIMEOUT },
    () => {
      fc.assert(
        fc.property(spelledScript, (script) => {
          fc.pre(script.length <= 5000);
          const reading = readScript(script);
          const mistakes = reading.diagnostics.filter(isMistake);
          fc.pre(mistakes.every(({ code }) => code === 'too-long'));
          const formatted = formatScript(script);
          expect(readScript(formatted).workout).toEqual(reading.workout);
          expect(formatScript(formatted)).toBe(formatted);
        }),
        share(0.35),
      );
    },
  );

  test('F3: a workout that is written reads as the same workout', { timeout: TIMEOUT }, () => {
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
  test('is read in finite numbers, whoever runs it', { timeout: TIMEOUT }, () => {
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
        // What is not finite becomes null in JSON.
        expect(JSON.stringify([read.workout, read.totals])).not.toContain('null');
      }),
      share(0.02),
    );
  });

  test('is read, with nothing dropped and every fix a fix', { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(droppedFrom(text)).toEqual([]);
        expect(unmendedIn(text)).toEqual([]);
        formatScript(text);
      }),
      share(0.48),
    );
  });

  test('of up to 5,000 characters is read within 50 ms', { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(longText, (text) => {
        expect(quickest(() => readScript(text))).toBeLessThan(50);
        expect(droppedFrom(text)).toEqual([]);
      }),
      share(0.02),
    );
  });

  test.each(hostileTexts)('%#: nonsense loses nothing', (text) => {
    expect(droppedFrom(text)).toEqual([]);
  });
});

/** In ms. Tried again when it was slow, since the machine may have been doing something else. */
function quickest(run: () => void, tries = 20): number {
  const start = performance.now();
  run();
  const taken = performance.now() - start;
  return taken < 50 || tries === 1 ? taken : Math.min(taken, quickest(run, tries - 1));
}

/** Every character is white space or in one token, and every token was understood or is pointed at. */
function droppedFrom(text: string): string[] {
  const dropped: string[] = [];
  const { places, diagnostics } = readScript(text);
  const isAccounted = new Uint8Array(text.length);
  for (const { from, to } of [...places, ...diagnostics.filter(isMistake)]) {
    if (from < 0 || to > text.length || from >= to) dropped.push(`no such place: ${from} to ${to}`);
    isAccounted.fill(1, from, to);
  }
  for (const { index } of text.matchAll(/[^\s+]/g))
    if (!isAccounted[index]) dropped.push(`${text.charAt(index)} at ${index} goes unmentioned`);

  // The parser gives up on what is nested thousands deep, long after the reader has.
  if (/(?:\([^()]*){1000}/.test(text)) return dropped;
  const tokens = new Uint8Array(text.length);
  parser.parse(text).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) dropped.push(`the grammar does not accept ${text.slice(from, to)}`);
      if (!node.firstChild) for (let at = from; at < to; at++) tokens[at] = (tokens[at] ?? 0) + 1;
    },
  });
  for (const { index } of text.matchAll(/\S/g))
    if (tokens[index] !== 1) dropped.push(`${text.charAt(index)} is in ${tokens[index]} tokens`);
  return dropped;
}

/**
 * What a fix mends is no longer said of the same place, or it is said less often: the same mistake may
 * move up from behind, and another may come to light.
 */
function unmendedIn(text: string): string[] {
  const unmended: string[] = [];
  const before = readScript(text).diagnostics;
  for (const { code, from, to, fixes } of before)
    for (const fix of fixes) {
      const mended = applyFix(text, fix);
      if (mended.length > 5000) continue;
      const moved = fix.edits
        .filter((edit) => edit.to <= from)
        .reduce((at, edit) => at + edit.insert.length - (edit.to - edit.from), from);
      const after = readScript(mended).diagnostics;
      const isStillThere = after.some(
        (other) =>
          other.code === code &&
          other.from === moved &&
          mended.slice(other.from, other.to) === text.slice(from, to),
      );
      const count = (list: typeof before) => list.filter((other) => other.code === code).length;
      if (isStillThere && count(after) >= count(before))
        unmended.push(`${code}: ${fix.label} leaves it in ${JSON.stringify(mended)}`);
    }
  return unmended;
}

function isMistake({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
