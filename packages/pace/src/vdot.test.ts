import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PACE_KEYS, raceTime, trainingPaces, vdotFromRace } from './index.ts';

const MILE = 1609.344;

const RACES = [1500, MILE, 3000, 5000, 10_000, 21_097.5, 42_195];

/** A few rows of the printed tables, in seconds; races in the order above. Missing cells are not printed. */
const PRINTED = [
  {
    vdot: 30,
    race: [510, 551, 1076, 1840, 3826, 8464, 17357],
    E1000: { fast: 447, slow: 494 },
    repeats: { M1000: 423, T1000: 384, I400: 142, R200: 67 },
  },
  {
    vdot: 35,
    race: [445, 481, 945, 1620, 3363, 7453, 15363],
    E1000: { fast: 396, slow: 441 },
    repeats: { M1000: 370, T1000: 340, I400: 125, R200: 58, R400: 117 },
  },
  {
    vdot: 40,
    race: [395, 427, 843, 1448, 3003, 6659, 13785],
    E1000: { fast: 356, slow: 398 },
    repeats: { M1000: 329, T1000: 306, I400: 112, I1000: 282, R200: 52, R400: 104 },
  },
  {
    vdot: 45,
    race: [356, 385, 760, 1310, 2716, 6020, 12506],
    E1000: { fast: 323, slow: 363 },
    repeats: { M1000: 297, T1000: 278, I400: 102, I1000: 256, R200: 47, R400: 94 },
  },
  {
    vdot: 50,
    race: [324, 350, 693, 1197, 2481, 5495, 11449],
    E1000: { fast: 296, slow: 334 },
    repeats: { M1000: 271, T1000: 255, I400: 93, I1000: 235, R200: 43, R400: 87 },
  },
  {
    vdot: 55,
    race: [297, 321, 637, 1102, 2286, 5058, 10561],
    E1000: { fast: 274, slow: 310 },
    repeats: { M1000: 250, T1000: 236, I400: 87, I1000: 217, R200: 40, R400: 81 },
  },
  {
    vdot: 60,
    race: [275, 297, 590, 1023, 2122, 4689, 9805],
    E1000: { fast: 255, slow: 289 },
    repeats: { M1000: 232, T1000: 220, I400: 81, I1000: 203, R200: 37, R400: 75 },
  },
  {
    vdot: 65,
    race: [256, 277, 549, 954, 1981, 4373, 9155],
    E1000: { fast: 239, slow: 271 },
    repeats: { M1000: 217, T1000: 206, I400: 76, I1000: 190, R200: 35, R400: 70 },
  },
  {
    vdot: 70,
    race: [240, 259, 514, 895, 1860, 4101, 8590],
    E1000: { fast: 224, slow: 255 },
    repeats: { M1000: 204, T1000: 194, I400: 71, I1000: 179, R200: 32, R400: 65 },
  },
  {
    vdot: 75,
    race: [226, 244, 484, 843, 1754, 3863, 8095],
    E1000: { fast: 212, slow: 241 },
    repeats: { M1000: 192, T1000: 184, I400: 67, I1000: 169, R200: 30, R400: 61 },
  },
  {
    vdot: 80,
    race: [214.2, 231.2, 457.5, 797.8, 1661, 3654, 7658],
    E1000: { fast: 201, slow: 229 },
    repeats: { M1000: 181, T1000: 174, I400: 64, I1000: 161, R200: 29, R400: 58 },
  },
  {
    vdot: 85,
    race: [203.5, 219.6, 434, 757.4, 1579, 3470, 7270],
    E1000: { fast: 191, slow: 218 },
    repeats: { M1000: 172, T1000: 166, I400: 61, I1000: 153, R200: 27, R400: 55 },
  },
];

/** The rounding of the print: laps are in whole seconds, and rounded down. */
const TOLERANCE = { M1000: 0.7, T1000: 0.6, I400: 1.4, I1000: 0.8, R200: 1.2, R400: 1.4 };

test.each(PRINTED)('VDOT $vdot predicts the printed race times, to a second', ({ vdot, race }) => {
  for (const [index, metres] of RACES.entries()) {
    expect(Math.abs(raceTime(vdot, metres) - (race[index] ?? NaN))).toBeLessThanOrEqual(1);
  }
});

test.each(PRINTED)('a printed race time gives VDOT $vdot', ({ vdot, race }) => {
  for (const [index, metres] of RACES.entries()) {
    expect(vdotFromRace(metres, race[index] ?? NaN)).toBeCloseTo(vdot, 0);
  }
});

test.each(PRINTED)(
  'VDOT $vdot has an easy range within the printed one',
  ({ vdot, E1000: { fast, slow } }) => {
    const { E } = trainingPaces(vdot);
    expect(Math.abs(1000 / E.to - fast)).toBeLessThanOrEqual(0.9);
    expect(Math.abs(1000 / E.from - slow)).toBeLessThanOrEqual(0.9);
  },
);

test.each(PRINTED)('VDOT $vdot has the printed training paces', ({ vdot, repeats }) => {
  const paces = trainingPaces(vdot);
  const tooFarOff = Object.entries(repeats).filter(([column, seconds]) => {
    const name = column as keyof typeof TOLERANCE;
    const { from, to } = paces[name.charAt(0) as 'M' | 'T' | 'I' | 'R'];
    const metres = Number(name.slice(1));
    return Math.abs(metres / ((from + to) / 2) - seconds) > TOLERANCE[name];
  });
  expect(tooFarOff).toEqual([]);
});

test('a race of 19:57 over 5 km is a VDOT of 50', () => {
  expect(vdotFromRace(5000, 19 * 60 + 57)).toBeCloseTo(49.9522, 4);
  expect(vdotFromRace(42_195, 5 * 3600)).toBeCloseTo(28.7178, 4);
});

const vdots = fc.double({ min: 15, max: 90, noNaN: true });
const apart = fc.double({ min: 0.001, max: 10, noNaN: true });
const metres = fc.double({ min: 800, max: 100_000, noNaN: true });

test('a higher VDOT has a faster bound at both ends of every range', () => {
  fc.assert(
    fc.property(vdots, apart, (vdot, step) => {
      const slower = trainingPaces(vdot);
      const faster = trainingPaces(vdot + step);
      for (const key of PACE_KEYS) {
        expect(faster[key].from).toBeGreaterThan(slower[key].from);
        expect(faster[key].to).toBeGreaterThan(slower[key].to);
      }
    }),
  );
});

test('no range steps back where one formula replaces another', () => {
  for (let hundredths = 1500; hundredths <= 9000; hundredths++) {
    const vdot = hundredths / 100;
    const before = Object.values(trainingPaces(vdot - 0.0001)).flatMap(Object.values<number>);
    const here = Object.values(trainingPaces(vdot)).flatMap(Object.values<number>);
    expect(here.every((bound, index) => bound > (before[index] ?? NaN))).toBe(true);
  }
});

test('every range runs from slow to fast, and no two overlap', () => {
  fc.assert(
    fc.property(vdots, (vdot) => {
      const { E, M, T, I, R } = trainingPaces(vdot);
      const bounds = [E, M, T, I, R].flatMap(({ from, to }) => [from, to]);
      expect(bounds).toEqual(bounds.toSorted((a, b) => a - b));
    }),
  );
});

test('from VDOT 18.6 up there is a gap between any two ranges', () => {
  fc.assert(
    fc.property(fc.double({ min: 18.6, max: 90, noNaN: true }), (vdot) => {
      const { E, M, T, I, R } = trainingPaces(vdot);
      const bounds = [E, M, T, I, R].flatMap(({ from, to }) => [from, to]);
      expect(new Set(bounds).size).toBe(10);
    }),
  );
});

test('a higher VDOT is faster over every distance', () => {
  fc.assert(
    fc.property(vdots, apart, metres, (vdot, step, distance) => {
      expect(raceTime(vdot + step, distance)).toBeLessThan(raceTime(vdot, distance));
    }),
  );
});

test('a longer distance takes longer, and has a slower pace', () => {
  fc.assert(
    fc.property(
      vdots,
      metres,
      fc.double({ min: 1, max: 10_000, noNaN: true }),
      (vdot, near, more) => {
        const far = near + more;
        expect(raceTime(vdot, far)).toBeGreaterThan(raceTime(vdot, near));
        expect(raceTime(vdot, far) / far).toBeGreaterThan(raceTime(vdot, near) / near);
      },
    ),
  );
});

test('a faster finish has a higher VDOT, and so does a longer race in the same time', () => {
  fc.assert(
    fc.property(
      metres,
      vdots,
      fc.double({ min: 1.001, max: 1.5, noNaN: true }),
      (distance, vdot, by) => {
        const seconds = raceTime(vdot, distance);
        expect(vdotFromRace(distance, seconds)).toBeGreaterThan(
          vdotFromRace(distance, seconds * by),
        );
        expect(vdotFromRace(distance * by, seconds)).toBeGreaterThan(
          vdotFromRace(distance, seconds),
        );
      },
    ),
  );
});

test('a time and its VDOT predict each other, up to the difference of the two regressions', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 30, max: 85, noNaN: true }),
      fc.double({ min: 1500, max: 42_195, noNaN: true }),
      (vdot, distance) => {
        expect(Math.abs(vdotFromRace(distance, raceTime(vdot, distance)) - vdot)).toBeLessThan(0.3);
      },
    ),
  );
});

test('the 800 m record has a lower VDOT than the 5 km record', () => {
  expect(vdotFromRace(800, 100.91)).toBeLessThan(vdotFromRace(5000, 755.36));
  expect(vdotFromRace(MILE, 223.13)).toBeCloseTo(83.2, 1);
});
