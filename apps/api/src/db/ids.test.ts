import { expect, test } from 'vitest';
import { athleteId, createIds } from './ids.ts';

test('an athlete’s id is stable and unique', () => {
  // A literal, because a change would orphan every stored row.
  expect(athleteId('firebase-uid-1')).toBe('50bf946d-4910-5a13-893e-233cb7fce2af');
  expect(athleteId('firebase-uid-1')).not.toBe(athleteId('firebase-uid-2'));
});

test('ids sort in the order of creation, within one millisecond and when the clock steps back', () => {
  const times = [
    ...Array(5000).fill(1_800_000_000_000),
    1_800_000_000_000 - 60_000,
    1_800_000_000_001,
  ];
  const newId = createIds();
  const ids = times.map((time) => newId(Number(time)));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('an id contains its version and its creation time', () => {
  const id = createIds()(1_900_000_000_000);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(1_900_000_000_000);
});
