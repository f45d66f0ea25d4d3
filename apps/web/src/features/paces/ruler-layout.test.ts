import type { AthletePaces } from '@pacewright/contract';
import {
  DEFAULT_TRAINING_PACES,
  PACE_KEYS,
  type PaceKey,
  trainingPaces,
  vdotFromRace,
} from '@pacewright/pace';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeUnits, readDraft, startDraft, typeRange } from './paces-draft.ts';
import { layOutRuler } from './ruler-layout.ts';

const TODAY = '2026-11-16';
const UNSET = Object.fromEntries(PACE_KEYS.map((key) => [key, { from: 0, to: 0 }])) as Record<
  PaceKey,
  { from: number; to: number }
>;
const VDOT = vdotFromRace(5000, 1197);
const RACE = { distance: 5000, timeInSeconds: 1197 };

const saved = fc.constantFrom(DEFAULT_TRAINING_PACES, trainingPaces(VDOT), UNSET, {
  ...UNSET,
  T: { from: 3, to: 3 },
});

const typed = fc.record({
  key: fc.constantFrom(...PACE_KEYS),
  end: fc.constantFrom('faster' as const, 'slower' as const),
  text: fc.oneof(
    fc.constantFrom('', '0:00', '0:01', '999:59', '4:', '-1:00', '6:60', 'abc', ' 5:00 '),
    fc
      .tuple(fc.nat({ max: 999 }), fc.nat({ max: 59 }))
      .map(([minutes, seconds]) => `${minutes}:${String(seconds).padStart(2, '0')}`),
  ),
  switchUnits: fc.boolean(),
});

test('any input in the ranges gives the ruler a finite layout, and the text stays', () => {
  fc.assert(
    fc.property(
      saved,
      fc.array(typed, { maxLength: 12 }),
      fc.option(fc.constant(RACE), { nil: undefined }),
      fc.integer({ min: 240, max: 1200 }),
      (ranges, changes, race, width) => {
        const paces: AthletePaces = {
          trainingPaces: ranges,
          computedPaces: ranges,
          paceUnits: 'metric',
          edited: [],
        };
        let draft = startDraft(paces);
        for (const { key, end, text, switchUnits } of changes) {
          draft = typeRange(draft, key, readDraft(draft, paces, TODAY).rows[key], { [end]: text });
          const reading = readDraft(draft, paces, TODAY);
          expect(reading.rows[key].ends[end].trim()).toBe(text.trim());
          expectDrawable(layOutRuler({ ...draftContent(), race }, width), width);

          if (switchUnits) {
            const other = draft.paceUnits === 'metric' ? 'imperial' : 'metric';
            draft = changeUnits(draft, reading, other);
            expectDrawable(layOutRuler({ ...draftContent(), race }, width), width);
          }
        }

        function draftContent() {
          const { trainingPaces: now } = readDraft(draft, paces, TODAY);
          return { paces: now, units: draft.paceUnits };
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('a range with one end unset has no place on the ruler, and the others stay', () => {
  const paces = { ...DEFAULT_TRAINING_PACES, E: { from: 0, to: 2.78 } };
  const layout = layOutRuler({ paces, units: 'metric', race: undefined }, 600);
  expect(layout?.blocks.map(({ pace }) => pace)).toEqual(['M', 'T', 'I', 'R']);
});

test('without a range that is set there is nothing to draw', () => {
  expect(layOutRuler({ paces: UNSET, units: 'metric', race: RACE }, 600)).toBeUndefined();
});

test('ordinary paces have a labelled tick at full minutes', () => {
  const content = { paces: DEFAULT_TRAINING_PACES, units: 'metric', race: undefined } as const;
  const labels = layOutRuler(content, 600)?.ticks.flatMap(({ label }) => label ?? []);
  expect(labels).toEqual(['4:00', '4:30', '5:00', '5:30', '6:00', '6:30', '7:00']);
});

function expectDrawable(layout: ReturnType<typeof layOutRuler>, width: number): void {
  if (!layout) return;
  const { blocks, ticks, race } = layout;
  for (const { left, width: size } of blocks) {
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left + size).toBeLessThanOrEqual(width);
  }
  expect(ticks.length).toBeLessThanOrEqual(width / 5);
  expect(ticks.every(({ x }) => x >= 0 && x <= width)).toBe(true);
  const labels = ticks.filter(({ label }) => label !== undefined);
  expect(labels.length).toBeLessThanOrEqual(width / 44);
  const raceAt = race?.x ?? 0;
  expect(raceAt >= 0 && raceAt <= width).toBe(true);
}
