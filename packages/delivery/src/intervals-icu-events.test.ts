import { DEFAULT_TRAINING_PACES, trainingPaces } from '@pacewright/pace';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyScript, anyTitle } from '../test/any-workout.ts';
import { DELIVERY_RUNS } from '../test/runs.ts';
import { encodeFit } from './fit-encode.ts';
import {
  compareEvents,
  confirmEvents,
  type DesiredEvent,
  expectEvents,
  expectRemoval,
  removeEvents,
  type SentEvents,
  writeEvent,
} from './intervals-icu-events.ts';

const FIVE = {
  id: '018f6f0e-0000-7000-8000-00000000000b',
  title: 'Five by three, on the long track behind the harbour',
  script: '15m E + 5x(3m I + 2m jog) + 10m E',
  day: '2026-11-19',
  speeds: { trainingPaces: DEFAULT_TRAINING_PACES },
};

function write(entry: typeof FIVE): DesiredEvent {
  const output = writeEvent(entry);
  if (!output.ok) throw new Error(output.reason);
  return output;
}

test('an entry is an event at midnight, with the FIT file of the workout and the whole title', () => {
  const { event } = write(FIVE);
  expect(event).toMatchObject({
    category: 'WORKOUT',
    type: 'Run',
    start_date_local: '2026-11-19T00:00:00',
    name: FIVE.title,
    external_id: `pacewright-${FIVE.id}`,
  });
  expect(event.filename).toMatch(/^[\w-]+\.fit$/);
  const file = encodeFit(FIVE, FIVE.speeds);
  expect(file.ok && Buffer.from(file.bytes).toString('base64')).toBe(event.file_contents_base64);
});

test('any script with a title in any writing is an event, or a sentence says why not', () => {
  fc.assert(
    fc.property(anyScript, anyTitle, (script, title) => {
      const output = writeEvent({ ...FIVE, script, title });
      const { name = '', file_contents_base64: file = '' } = output.ok ? output.event : {};
      expect(output.ok ? name : output.reason).not.toBe('');
      expect(Buffer.from(file, 'base64').toString('base64')).toBe(file);
    }),
    { numRuns: DELIVERY_RUNS },
  );
});

test.each([
  ['title', { title: 'Six by three' }],
  ['script', { script: '15m E + 5x(3m I + 90s jog) + 10m E' }],
  ['day', { day: '2026-11-20' }],
  ['set of paces', { speeds: { trainingPaces: trainingPaces(52) } }],
])('another %s is another fingerprint, and the same event', (_name, changes) => {
  const [before, after] = [write(FIVE), write({ ...FIVE, ...changes })];
  expect(after.fingerprint).not.toBe(before.fingerprint);
  expect(after.event.external_id).toBe(before.event.external_id);
  expect(write({ ...FIVE }).fingerprint).toBe(before.fingerprint);
});

test('an entry that is done is neither sent nor removed', () => {
  const sent = confirmEvents({}, [write(FIVE)]);
  const unchanged = [FIVE.id];
  expect(compareEvents([], sent, { today: '2026-11-19', unchanged })).toEqual({
    toPut: [],
    toRemove: [],
  });
  expect(compareEvents([], sent, { today: '2026-11-19' }).toRemove).toEqual([
    `pacewright-${FIVE.id}`,
  ]);
});

test('a past event stays when its entry is removed, and moves when its entry moves', () => {
  const sent = confirmEvents({}, [write(FIVE)]);
  expect(compareEvents([], sent, { today: '2026-11-20' }).toRemove).toEqual([]);
  const moved = write({ ...FIVE, day: '2026-11-22' });
  expect(compareEvents([moved], sent, { today: '2026-11-20' }).toPut).toEqual([moved]);
  expect(removeEvents(sent, [], '2026-11-20')).toEqual({});
});

/** Days of the calendar, as numbers of days from the first. */
const dayOf = (number: number) => `2026-12-${String(number + 1).padStart(2, '0')}`;

/** A change of the calendar, the next day, or a request with its response. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('plan' as const),
    entry: fc.nat(4),
    ahead: fc.nat(8),
    content: fc.nat(2),
  }),
  fc.record({ kind: fc.constant('delete' as const), entry: fc.nat(4) }),
  fc.record({ kind: fc.constant('next day' as const) }),
  fc.record({
    kind: fc.constant('sync' as const),
    puts: fc.constantFrom('done', 'lost', 'not done' as const),
    removes: fc.constantFrom('done', 'lost', 'not done' as const),
  }),
);

test('after any changes and lost responses, one sync makes both calendars equal, and the next sends nothing', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const entries = new Map<number, { day: number; content: number }>();
      const remote = new Map<string, DesiredEvent>();
      let sent: SentEvents = {};
      let today = 0;

      const listDesired = () =>
        [...entries]
          // Only a few days ahead are sent.
          .filter(([, { day }]) => day >= today && day <= today + 5)
          .map(([entry, { day, content }]) =>
            write({ ...FIVE, id: String(entry), title: `Run ${content}`, day: dayOf(day) }),
          );
      const sync = (puts: string, removes: string) => {
        const { toPut, toRemove } = compareEvents(listDesired(), sent, { today: dayOf(today) });
        sent = expectRemoval(sent, toRemove);
        if (removes !== 'not done') for (const id of toRemove) remote.delete(id);
        if (removes === 'done') sent = removeEvents(sent, toRemove, dayOf(today));
        sent = expectEvents(sent, toPut);
        if (puts !== 'not done') for (const each of toPut) remote.set(each.event.external_id, each);
        if (puts === 'done') sent = confirmEvents(sent, toPut);
        return toPut.length + toRemove.length;
      };

      for (const each of steps)
        if (each.kind === 'plan')
          entries.set(each.entry, { day: today + each.ahead, content: each.content });
        else if (each.kind === 'delete') entries.delete(each.entry);
        else if (each.kind === 'next day') today++;
        else sync(each.puts, each.removes);

      sync('done', 'done');
      const ahead = [...remote.values()].filter(({ day }) => day >= dayOf(today));
      const byId = (one: DesiredEvent, other: DesiredEvent) =>
        one.event.external_id.localeCompare(other.event.external_id);
      expect(ahead.toSorted(byId).map(({ event }) => event)).toEqual(
        listDesired()
          .toSorted(byId)
          .map(({ event }) => event),
      );
      expect(sync('done', 'done')).toBe(0);
    }),
    { numRuns: DELIVERY_RUNS * 2 },
  );
});
