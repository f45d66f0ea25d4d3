import { trainingPaces } from '@pacewright/pace';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyScript, anySpeeds, anyTitle } from '../test/any-workout.ts';
import { DELIVERY_RUNS } from '../test/runs.ts';
import { type SuuntoGuide, type SuuntoTrigger, writeSuuntoGuide } from './suunto.ts';
import { type WahooInterval, writeWahooPlan } from './wahoo.ts';

const SPEEDS = { vdot: 50, trainingPaces: trainingPaces(50) };
const TIMEOUT = 30_000 + DELIVERY_RUNS * 20;
const APPLICATION = { owner: 'Pacewright', url: 'https://example.test', day: '2026-11-17' };

test('a guide has a screen for each step, which the lap button ends as well', () => {
  const written = {
    id: 'w',
    title: 'Track – größer',
    script: '10m E + 5x(400mtr I + 90s jog) + E',
  };
  const output = writeSuuntoGuide(written, SPEEDS, APPLICATION);
  expect(output).toMatchObject({
    ok: true,
    guide: {
      name: 'Track - grosser',
      localDate: '2026-11-17',
      steps: [
        {
          trigger: {
            type: 'or',
            triggers: [{ type: 'stepDuration', value: 600 }, { type: 'manualLap' }],
          },
        },
        {
          type: 'repeat',
          times: 5,
          steps: [
            {
              fields: [
                { type: 'targetPace' },
                { type: 'pace' },
                { type: 'stepDistanceCountdown', value: 400 },
              ],
            },
            {},
          ],
        },
        { trigger: { type: 'manualLap' } },
      ],
    },
  });
});

test('a plan for Wahoo counts the rounds after the first', () => {
  const written = { id: 'w', title: 'Track', script: '10m E + 5x(400mtr I + 90s jog)' };
  expect(writeWahooPlan(written, SPEEDS)).toMatchObject({
    ok: true,
    plan: {
      header: { name: 'Track', workout_type_family: 1 },
      intervals: [
        { exit_trigger_type: 'time', exit_trigger_value: 600 },
        {
          exit_trigger_type: 'repeat',
          exit_trigger_value: 4,
          intervals: [{ exit_trigger_value: 400, targets: [{ type: 'speed' }] }, {}],
        },
      ],
    },
  });
});

test('every guide is within the limits that Suunto documents', { timeout: TIMEOUT }, () => {
  fc.assert(
    fc.property(anyTitle, anyScript, anySpeeds, (title, script, speeds) => {
      const output = writeSuuntoGuide({ id: 'w', title, script }, speeds, APPLICATION);
      if (!output.ok) return;
      expect(listSuuntoFaults(output.guide)).toEqual([]);
    }),
    { numRuns: DELIVERY_RUNS },
  );
});

test('every plan is one that Wahoo is known to accept', { timeout: TIMEOUT }, () => {
  fc.assert(
    fc.property(anyTitle, anyScript, anySpeeds, (title, script, speeds) => {
      const output = writeWahooPlan({ id: 'w', title, script }, speeds);
      if (!output.ok) return;
      expect(output.plan.header.name).not.toBe('');
      expect(output.plan.intervals.flatMap((one) => listWahooFaults(one, false))).toEqual([]);
    }),
    { numRuns: DELIVERY_RUNS },
  );
});

/** Suunto's answer to a mistake has no position, so every limit of its documents is checked here. */
function listSuuntoFaults(guide: SuuntoGuide): string[] {
  const faults: string[] = [];
  const check = (isRight: boolean, fault: string) => {
    if (!isRight) faults.push(fault);
  };
  const texts = { name: 60, description: 256, shortDescription: 23, owner: 64, url: 256 } as const;
  for (const [key, max] of Object.entries(texts)) {
    const text = guide[key as keyof typeof texts];
    check(text.length >= 1 && text.length <= max, `${key}: ${text}`);
    check(PLAIN.test(text), `${key} has other characters: ${text}`);
  }
  const screens = guide.steps.flatMap((step) => (step.type === 'repeat' ? step.steps : [step]));
  const repeats = guide.steps.filter(({ type }) => type === 'repeat').length;
  check(screens.length > 0 && screens.length + repeats <= 1000, 'too few or too many steps');
  for (const step of guide.steps)
    if (step.type === 'repeat') check(step.times >= 1 && step.times <= 100, `times ${step.times}`);
  for (const { title, trigger, fields } of screens) {
    check(title.length >= 1 && title.length <= 13 && PLAIN.test(title), `title: ${title}`);
    checkTrigger(trigger, check);
    for (const { type, value, min, max } of fields) {
      check((type === 'text') === (typeof value === 'string'), `${type} has ${value}`);
      if (typeof value === 'string')
        check(value.length >= 1 && value.length <= 54 && PLAIN.test(value), `text: ${value}`);
      if (min !== undefined && max !== undefined)
        check(min <= max, `${type} from ${min} to ${max}`);
      if (type === 'targetPace')
        check((min ?? 0) >= 0.1 && (max ?? 99) <= 12, `pace ${min} ${max}`);
    }
  }
  return faults;
}

/** Printable ASCII without underscores, brackets, braces, tildes, carets and backticks, and the degree sign. */
const PLAIN = /^[ !-Za-z|°]*$/;

function checkTrigger(trigger: SuuntoTrigger, check: (isRight: boolean, fault: string) => void) {
  if (trigger.type === 'or') for (const one of trigger.triggers) checkTrigger(one, check);
  else if (trigger.type !== 'manualLap')
    check(Number.isInteger(trigger.value) && trigger.value > 0, `${trigger.type} ${trigger.value}`);
}

function listWahooFaults(one: WahooInterval, isInRepeat: boolean): string[] {
  const isRepeat = one.exit_trigger_type === 'repeat';
  const faults: (string | false)[] = [
    isRepeat && (one.targets !== undefined || isInRepeat) && 'a repeat with targets or in a repeat',
    isRepeat !== (one.intervals !== undefined) && 'only a repeat has intervals',
    !(Number.isInteger(one.exit_trigger_value) && one.exit_trigger_value >= 1) &&
      `an end at ${one.exit_trigger_value}`,
    (one.targets ?? []).some(({ low, high }) => !(low <= high)) && 'low above high',
    one.name.length > 60 && `the name ${one.name}`,
  ];
  return [
    ...faults.filter((fault) => fault !== false),
    ...(one.intervals ?? []).flatMap((inner) => listWahooFaults(inner, true)),
  ];
}
