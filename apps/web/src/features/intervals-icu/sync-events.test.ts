import type { DatedWorkout, SentEvents } from '@pacewright/delivery';
import { createFakeIntervalsIcu, type FaultKind } from '@pacewright/intervals-icu-stand-in';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openIntervalsIcu } from './client.ts';
import { removeAllEvents, syncEvents } from './sync-events.ts';

const KEY = 'a-key-of-ana';
const TODAY = '2026-11-17';
const LAST_DAY = '2026-12-14';

function runOf(id: string, day: string, script = '45m E'): DatedWorkout {
  const speeds = { trainingPaces: DEFAULT_TRAINING_PACES };
  return { id, title: `Run ${id}`, script, day, speeds };
}

/** A browser with a key and a record, and the service with its calendar. */
function open({ key = KEY, sent = {} }: { key?: string; sent?: SentEvents } = {}) {
  const fake = createFakeIntervalsIcu();
  fake.state.athletes.set(KEY, new Map());
  const waits: number[] = [];
  const icu = openIntervalsIcu(key, {
    base: 'https://intervals.test',
    wait: async (ms) => void waits.push(ms),
    send: async (input, init) => {
      const url = new URL(input as string);
      const response = fake.respond({
        method: init?.method ?? 'GET',
        url: `${url.pathname}${url.search}`,
        headers: init?.headers as Record<string, string>,
        body: (init?.body as string | null) ?? '',
      });
      if (!response) throw new TypeError('Failed to fetch');
      return new Response(response.body, response);
    },
  });
  let stored = sent;
  const record = {
    read: () => stored,
    write: (next: SentEvents) => {
      stored = next;
    },
  };
  return {
    icu,
    record,
    waits,
    state: fake.state,
    fail: (...kinds: FaultKind[]) => fake.state.faults.push(...kinds.map((kind) => ({ kind }))),
    sync: (planned: DatedWorkout[], { done = [] as string[], needsListing = false } = {}) =>
      syncEvents(icu, record, { today: TODAY, lastDay: LAST_DAY, planned, done }, { needsListing }),
    events: () =>
      [...(fake.state.athletes.get(KEY)?.values() ?? [])]
        .map(
          ({ external_id, start_date_local }) => `${external_id} ${start_date_local.slice(0, 10)}`,
        )
        .toSorted(),
  };
}

test('a calendar is sent in batches of fifty, and again without a request', async () => {
  const { sync, events, state } = open();
  const planned = Array.from({ length: 120 }, (_, index) =>
    runOf(`r${String(index).padStart(3, '0')}`, '2026-11-20'),
  );
  expect(await sync(planned)).toEqual({ unsendable: [] });
  expect(events()).toHaveLength(120);
  expect(state.calls).toHaveLength(3);
  await sync(planned);
  expect(state.calls).toHaveLength(3);
});

test('moves and removals follow', async () => {
  const { sync, events } = open();
  await sync([runOf('a', '2026-11-18'), runOf('b', '2026-11-19')]);
  await sync([runOf('b', '2026-11-21')]);
  expect(events()).toEqual(['pacewright-b 2026-11-21']);
});

test('a workout that makes no file is named, and the others are sent', async () => {
  const { sync, events } = open();
  const { failure, unsendable } = await sync([
    runOf('a', '2026-11-18', '400m R'),
    runOf('b', '2026-11-19'),
  ]);
  expect(failure).toBeUndefined();
  expect(unsendable).toEqual(['Run a: Fix the problem in the script first.']);
  expect(events()).toEqual(['pacewright-b 2026-11-19']);
});

describe('a failing service', () => {
  test('lost responses, 429 and 503 are retried, each time later', async () => {
    const { sync, events, fail, waits } = open();
    fail('cut-after', '503', '429');
    expect((await sync([runOf('a', '2026-11-18')])).failure).toBeUndefined();
    expect(events()).toEqual(['pacewright-a 2026-11-18']);
    // As long as the service asks for in the last response.
    expect(waits).toEqual([1000, 2000, 1000]);
  });

  test('four attempts are enough, and the next sync sends what is missing', async () => {
    const { sync, events, fail, state } = open();
    fail('503', '503', 'cut', '503');
    expect((await sync([runOf('a', '2026-11-18')])).failure).toBe('unreachable');
    expect(state.calls).toHaveLength(4);
    expect((await sync([runOf('a', '2026-11-18')])).failure).toBeUndefined();
    expect(events()).toEqual(['pacewright-a 2026-11-18']);
  });

  test('a run that is planned again after a removal whose response was lost is sent again', async () => {
    const { sync, events, fail } = open();
    await sync([runOf('a', '2026-11-18')]);
    fail('cut-after', '503', '503', '503');
    expect((await sync([])).failure).toBe('unreachable');
    expect(events()).toEqual([]);
    await sync([runOf('a', '2026-11-18')]);
    expect(events()).toEqual(['pacewright-a 2026-11-18']);
  });

  test('a wrong key is not retried', async () => {
    const { sync, state } = open({ key: 'a-wrong-key' });
    expect((await sync([runOf('a', '2026-11-18')])).failure).toBe('unauthorised');
    expect(state.calls).toHaveLength(1);
  });

  test('a workout that arrives without steps is a failure, and is sent again', async () => {
    const { sync, fail } = open();
    fail('lose-steps');
    expect((await sync([runOf('a', '2026-11-18')])).failure).toBe('no-steps');
    expect((await sync([runOf('a', '2026-11-18')])).failure).toBeUndefined();
  });

  test('one event that is refused holds up no other, and the search for it is bounded', async () => {
    const { sync, events, state } = open();
    const planned = Array.from({ length: 50 }, (_, index) => runOf(`r${index}`, '2026-11-20'));
    // No such day.
    planned[17] = runOf('r17', '2026-13-20');
    expect((await sync(planned)).failure).toBe('refused');
    expect(events()).toHaveLength(49);
    expect(state.calls.length).toBeLessThan(15);

    const all = open();
    const wrong = planned.map((run) => ({ ...run, day: '2026-13-20' }));
    expect((await all.sync(wrong)).failure).toBe('refused');
    expect(all.state.calls.length).toBeLessThan(25);
  });
});

test('events that this device does not know are found, corrected and removed', async () => {
  const other = open();
  await other.sync([runOf('a', '2026-11-18'), runOf('b', '2026-11-19')]);
  const { sync, events, state } = open();
  state.athletes.set(KEY, other.state.athletes.get(KEY) ?? new Map());
  await sync([runOf('b', '2026-11-20')], { needsListing: true });
  expect(events()).toEqual(['pacewright-b 2026-11-20']);
});

test('disconnecting removes the events of today and later', async () => {
  const { sync, icu, record, events } = open();
  await sync([runOf('a', TODAY), runOf('b', '2026-11-19')]);
  expect(await removeAllEvents(icu, record, '2026-11-18')).toBeUndefined();
  expect(events()).toEqual([`pacewright-a ${TODAY}`]);
});

test('after any plans, moves, removals and lost responses, the next sync makes both calendars equal', async () => {
  const calendar = fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      ahead: fc.nat(9),
      minutes: fc.integer({ min: 20, max: 23 }),
    }),
    { selector: ({ id }) => id, maxLength: 5 },
  );
  const faults = fc.array(
    fc.constantFrom<FaultKind>('429', '503', 'cut', 'cut-after', 'lose-steps'),
    { maxLength: 9 },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(calendar, faults), { minLength: 1, maxLength: 8 }),
      async (changes) => {
        const { sync, events, state, fail } = open();
        let planned: DatedWorkout[] = [];
        for (const [entries, kinds] of changes) {
          planned = entries.map(({ id, ahead, minutes }) =>
            runOf(id, `2026-11-${17 + ahead}`, `${minutes}m E`),
          );
          state.faults = [];
          fail(...kinds);
          await sync(planned);
        }
        state.faults = [];
        expect((await sync(planned)).failure).toBeUndefined();
        expect(events()).toEqual(
          planned.map(({ id, day }) => `pacewright-${id} ${day}`).toSorted(),
        );
        const scripts = new Map(planned.map(({ id, script }) => [`pacewright-${id}`, script]));
        for (const { external_id, steps } of state.athletes.get(KEY)?.values() ?? [])
          expect(steps.join()).toContain(`${scripts.get(external_id)?.slice(0, 2)} min`);
        const { length } = state.calls;
        await sync(planned);
        expect(state.calls).toHaveLength(length);
      },
    ),
    { numRuns: 60 },
  );
});
