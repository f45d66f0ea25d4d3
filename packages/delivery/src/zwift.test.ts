import { DEFAULT_TRAINING_PACES, trainingPaces } from '@pacewright/pace';
import { readScript, resolveWorkout } from '@pacewright/script';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyScript, anyTitle } from '../test/any-workout.ts';
import { writeZwift } from './zwift.ts';

const SPEEDS = { vdot: 50, trainingPaces: trainingPaces(50) };

function fileOf(script: string, title = 'Five by one') {
  const file = writeZwift({ id: 'w1', title, script }, SPEEDS);
  if (!file.ok) throw new Error(file.reason);
  return file;
}

test('a workout in distances is a file in metres, at shares of 10 km pace', () => {
  const { text, fileName, notes } = fileOf('2km E + 5x(1km I + 400mtr jog) + 2km 10k');
  expect(fileName).toBe('five-by-one.zwo');
  expect(text).toContain('<sportType>run</sportType>\n<durationType>distance</durationType>');
  expect(elementsOf(text)).toEqual([
    { tag: 'SteadyState', Duration: 2000, Power: expect.closeTo(0.8, 1), pace: 2 },
    {
      tag: 'IntervalsT',
      Repeat: 5,
      OnDuration: 1000,
      OffDuration: 400,
      OnPower: expect.closeTo(1.06, 1),
      OffPower: expect.closeTo(0.75, 1),
      pace: 2,
    },
    { tag: 'SteadyState', Duration: 2000, Power: 1, pace: 2 },
  ]);
  expect(notes).toEqual([
    'Paces are percentages of your 10 km pace. Enter the same 10 km time in Zwift.',
    'Zwift takes one pace per step, so we used the middle of your range.',
    'Zwift needs a pace, so jogs get one.',
  ]);
});

test('one step in minutes makes it a file in seconds', () => {
  const { text, notes } = fileOf('10m T + 400mtr 80s');
  expect(text).toContain('<durationType>time</durationType>');
  expect(elementsOf(text).map(({ Duration }) => Duration)).toEqual([600, 80]);
  expect(notes).toContain(
    'Zwift uses either time or distance for a whole workout, so distances became times at your pace.',
  );
});

test('a step without a target is a free run', () => {
  expect(elementsOf(fileOf('5m rest + 5m + 10m T').text).map(({ tag }) => tag)).toEqual([
    'FreeRide',
    'FreeRide',
    'SteadyState',
  ]);
});

test('repeats that are not pairs are written out', () => {
  const elements = elementsOf(fileOf('3x(1m R + 1m jog + 1m T) + 2x(1m R + 1m rest)').text);
  expect(elements).toHaveLength(3 * 3 + 2 * 2);
});

describe('notes on losses', () => {
  test.each([
    ['E', 'Zwift has no lap button, so an open step lasts 10 minutes.'],
    ['10m Z2', 'Zwift has no heart-rate zones, so a zone became a pace.'],
  ])('%s', (script, note) => {
    expect(fileOf(script).notes).toContain(note);
  });

  test('without a race result or a threshold pace there is no pace to take shares of', () => {
    const speeds = { trainingPaces: { ...DEFAULT_TRAINING_PACES, T: { from: 0, to: 0 } } };
    expect(writeZwift({ id: '', title: '', script: '5m E' }, speeds)).toEqual({
      ok: false,
      reason:
        'Zwift uses percentages of your 10 km pace. Enter a race result or your threshold pace first.',
    });
  });
});

test('for any script and title the file is well formed and as long as the workout', () => {
  fc.assert(
    fc.property(anyScript, anyTitle, (script, title) => {
      const { text } = fileOf(script, title);
      const header = text.slice(0, text.indexOf('<workout>'));
      expect(header.replaceAll(/<\/?[a-zA-Z_]+\/?>|&(?:amp|lt|gt|quot);/g, '')).not.toMatch(
        /[<>&]/,
      );
      const isByDistance = text.includes('<durationType>distance');
      const { unrolled } = resolveWorkout(readScript(script).workout, SPEEDS);
      const wanted = unrolled.reduce(
        (sum, { step }) => sum + ((isByDistance ? step.metres : step.seconds) ?? 600),
        0,
      );
      const written = elementsOf(text).reduce((sum, element) => sum + lengthOf(element), 0);
      expect(Math.abs(written - wanted)).toBeLessThanOrEqual(unrolled.length);
    }),
  );
});

type Element = { tag: string } & Record<string, string | number>;

function elementsOf(text: string): Element[] {
  const body = text.slice(text.indexOf('<workout>') + 9, text.indexOf('</workout>'));
  return [...body.matchAll(/<(\w+)([^>]*)\/>/g)].map(([, tag = '', attributes = '']) => ({
    tag,
    ...Object.fromEntries(
      [...attributes.matchAll(/(\w+)="([\d.]+)"/g)].map(([, name, value]) => [name, Number(value)]),
    ),
  }));
}

function lengthOf({ Duration = 0, Repeat = 0, OnDuration = 0, OffDuration = 0 }: Element): number {
  return Number(Duration) + Number(Repeat) * (Number(OnDuration) + Number(OffDuration));
}
