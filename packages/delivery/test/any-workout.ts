import { DEFAULT_TRAINING_PACES, PACE_KEYS, trainingPaces } from '@pacewright/pace';
import {
  MAX_UNROLLED_STEPS,
  RACES,
  writeScript,
  type Amount,
  type AthleteSpeeds,
  type Step,
  type WorkoutItem,
} from '@pacewright/script';
import * as fc from 'fast-check';

const time = fc
  .oneof(
    fc.integer({ min: 1, max: 7200 }),
    fc.integer({ min: 1, max: 86_400_000 }).map((milliseconds) => milliseconds / 1000),
  )
  .map((seconds): Amount => ({ kind: 'time', seconds }));

const distance = fc
  .oneof(
    fc.constantFrom(200, 400, 1000, 1609.34, 5000),
    fc.integer({ min: 1, max: 40_000_000 }).map((centimetres) => centimetres / 100),
  )
  .map((metres) => ({ kind: 'distance' as const, metres }));

const amount = fc.oneof(time, distance, fc.constant<Amount>({ kind: 'open' }));

const target = fc.oneof(
  fc.constantFrom(...PACE_KEYS).map((pace) => ({ kind: 'pace' as const, pace })),
  fc.constantFrom(1, 2, 3, 4, 5).map((zone) => ({ kind: 'zone' as const, zone })),
  fc.constantFrom('jog', 'rest', 'none').map((kind) => ({ kind })),
  fc.constantFrom(...RACES).map(({ metres }) => ({ kind: 'race' as const, metres })),
);

const goalStep = fc.record({
  kind: fc.constant('step'),
  amount: distance.filter(({ metres }) => metres >= 100),
  target: fc.record({ kind: fc.constant('goal'), seconds: fc.integer({ min: 10, max: 7200 }) }),
});

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('step'), amount, target }) },
  { weight: 1, arbitrary: goalStep },
) as fc.Arbitrary<Step>;

function items(depth: number): fc.Arbitrary<WorkoutItem[]> {
  const item: fc.Arbitrary<WorkoutItem> =
    depth === 0
      ? step
      : fc.oneof(
          { weight: 3, arbitrary: step },
          {
            weight: 1,
            arbitrary: fc.record({
              kind: fc.constant('repeat' as const),
              count: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 99 })),
              items: items(depth - 1),
            }),
          },
        );
  return fc.array(item, { minLength: 1, maxLength: 5 });
}

/**
 * Any script without mistakes. Formatted by the language's own function, so that it has every form of a step.
 */
export const anyScript: fc.Arbitrary<string> = items(4)
  .filter((list) => countSteps(list) <= MAX_UNROLLED_STEPS)
  .map((list) => writeScript({ items: list }));

export const anySpeeds: fc.Arbitrary<AthleteSpeeds> = fc.oneof(
  fc
    .double({ min: 25, max: 85, noNaN: true })
    .map((vdot) => ({ vdot, trainingPaces: trainingPaces(vdot) })),
  fc.constant({ trainingPaces: DEFAULT_TRAINING_PACES }),
  fc.constant({ trainingPaces: { ...DEFAULT_TRAINING_PACES, T: { from: 0, to: 0 } } }),
);

/** Titles in many scripts. */
export const anyTitle: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    'Track Tuesday',
    'Интервалы 5 × 1 км',
    '閾値走 20分',
    'تمرين السرعة',
    'Fünf mal drei, schön & schnell',
    'Fartlek 🏃‍♀️🔥',
    '',
  ),
);

function countSteps(list: readonly WorkoutItem[]): number {
  return list.reduce(
    (sum, item) => sum + (item.kind === 'step' ? 1 : item.count * countSteps(item.items)),
    0,
  );
}
