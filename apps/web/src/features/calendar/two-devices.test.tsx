import {
  addToCalendar,
  type BodyOf,
  type CalendarEntry,
  changeEntryContent,
  listCalendar,
  markDone,
  moveInCalendar,
  removeFromCalendar,
} from '@pacewright/contract';
import { trainingPaces } from '@pacewright/pace';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import * as fc from 'fast-check';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { CallContext } from '../../platform/api/call-context.ts';
import type { Call } from '../../platform/api/client.ts';
import {
  CALENDAR,
  calendarQuery,
  inOrder,
  useAddEntry,
} from '../../platform/api/queries/calendar.ts';
import { createFakeApi, problemOf } from '../../testing/fake-api.ts';
import { EASY, entryOf } from '../../testing/open-calendar.tsx';
import {
  useChangeContent,
  useMarkEntry,
  useMoveEntry,
  useRemoveEntry,
} from './calendar-queries.ts';

// What two devices show of one calendar, whatever they change at once, in whichever order requests and answers arrive.

const HISTORIES = Number(import.meta.env['DEVICE_HISTORIES'] ?? 300);
const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18'] as const;
const RANGE = { from: DAYS[0], to: DAYS[2] };
const SPEEDS = { trainingPaces: trainingPaces(50) };
/** A position that the calendar refuses. */
const REFUSED = 3;

const change = fc.record({
  device: fc.constantFrom(0, 1),
  kind: fc.constantFrom(
    'move' as const,
    'move' as const,
    'add' as const,
    'remove' as const,
    'edit' as const,
    'do' as const,
  ),
  at: fc.nat(5),
  day: fc.constantFrom(...DAYS),
  position: fc.option(fc.nat(REFUSED), { nil: undefined }),
  /** Answers that arrive before the next change. */
  answers: fc.nat(3),
});
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

/** A calendar whose requests and answers arrive when the scheduler lets them. */
function createCalendar(scheduler: fc.Scheduler) {
  const api = createFakeApi();
  let stored: CalendarEntry[] = DAYS.map((day, index) => ({
    ...entryOf(EASY, day, String(index)),
    version: 1,
  }));
  let made = 0;
  const removed: CalendarEntry[] = [];

  function put(entry: CalendarEntry, position?: number): CalendarEntry {
    if (position === REFUSED) throw problemOf('NOT_ACCEPTED');
    const others = stored.filter(({ id }) => id !== entry.id);
    const thatDay = others.filter(({ day }) => day === entry.day);
    thatDay.splice(position ?? thatDay.length, 0, entry);
    const rest = others.filter(({ day }) => day !== entry.day);
    const placed = thatDay.map((each, at) => ({ ...each, position: at }));
    stored = inOrder([...rest, ...placed]);
    return placed.find(({ id }) => id === entry.id) ?? entry;
  }

  function find(params: unknown): CalendarEntry {
    const found = stored.find(({ id }) => id === (params as { id: string }).id);
    if (!found) throw problemOf('NOT_FOUND');
    return found;
  }

  api.answer(listCalendar, () => ({ entries: stored }));
  api.answer(moveInCalendar, ({ params, body }) => {
    const { day, position } = body as BodyOf<typeof moveInCalendar>;
    return put({ ...find(params), day }, position);
  });
  api.answer(markDone, ({ params }) => {
    const done = { at: '2026-11-17T09:00:00.000Z', paces: SPEEDS };
    const { id } = find(params);
    stored = stored.map((entry) => (entry.id === id ? { ...entry, done } : entry));
    return find(params);
  });
  api.answer(changeEntryContent, ({ params, body }) => {
    const { version, content } = body as BodyOf<typeof changeEntryContent>;
    const entry = find(params);
    if (entry.done) throw problemOf('NOT_ACCEPTED');
    if (version !== entry.version) throw problemOf('STALE_VERSION', entry);
    const changed = { ...entry, title: content?.title ?? '', version: (entry.version ?? 0) + 1 };
    stored = stored.map((each) => (each.id === entry.id ? changed : each));
    return changed;
  });
  api.answer(removeFromCalendar, ({ params, query }) => {
    const entry = find(params);
    const { version, day } = query as { version?: number; day?: string };
    const isAsSeen = version === entry.version && day === entry.day && !entry.done;
    if (version !== undefined && !isAsSeen) throw problemOf('STALE_VERSION', entry);
    stored = stored.filter(({ id }) => id !== entry.id);
    removed.push(entry);
  });
  api.answer(addToCalendar, ({ body }) => {
    const { day, position } = body as BodyOf<typeof addToCalendar>;
    return put({ ...entryOf(EASY, day, (10 + made++).toString(16)), version: 1 }, position);
  });
  const plain = api.createCall({ token: async () => 'token', end: async () => undefined });
  const call: Call = async (endpoint, ...rest) => {
    await scheduler.schedule(Promise.resolve('request'));
    try {
      return await plain(endpoint, ...rest);
    } finally {
      await scheduler.schedule(Promise.resolve('answer'));
    }
  };
  return { call, stored: () => stored, removed };
}

function openDevice(call: Call) {
  // Or the timers of changes would keep each device for minutes.
  const defaultOptions = { queries: { retry: false }, mutations: { gcTime: 0 } };
  const client = new QueryClient({ defaultOptions });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <CallContext value={call}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </CallContext>
  );
  const { result } = renderHook(
    () => ({
      query: useQuery(calendarQuery(call, RANGE)),
      move: useMoveEntry().mutateAsync,
      add: useAddEntry().mutateAsync,
      remove: useRemoveEntry().mutateAsync,
      mark: useMarkEntry().mutateAsync,
      edit: useChangeContent().mutateAsync,
    }),
    { wrapper },
  );
  // Not as rendered, which is a moment later.
  const shown = () => client.getQueryData(calendarQuery(call, RANGE).queryKey) ?? [];
  return { client, result, shown };
}

type Device = ReturnType<typeof openDevice>;

async function make(
  { result, shown }: Device,
  { kind, at, day, position }: Change,
  onRemoved: (entry: CalendarEntry) => void,
): Promise<unknown> {
  const { move, add, remove, mark, edit } = result.current;
  if (kind === 'add')
    return add({ workoutId: EASY.id, day, position, idempotencyKey: crypto.randomUUID() });
  const entry = shown()[at % Math.max(1, shown().length)];
  if (!entry) return undefined;
  if (kind === 'move') return move({ entry, day, position });
  if (kind === 'remove') {
    await remove(entry);
    return onRemoved(entry);
  }
  if (kind === 'edit')
    return edit({ entry, content: { kind: 'run', title: `Run ${at}`, script: '20m E' } });
  return mark({ entry, isDone: true, speeds: SPEEDS });
}

function seen(entries: readonly CalendarEntry[]): string[] {
  return entries.map(
    ({ id, day, title, done }) => `${day} ${id.slice(-2)} ${title} ${done ? 'done' : 'open'}`,
  );
}

async function live(scheduler: fc.Scheduler, changes: readonly Change[]): Promise<void> {
  const { call, stored, removed } = createCalendar(scheduler);
  const asked: CalendarEntry[] = [];
  const devices = [openDevice(call), openDevice(call)];
  const settle = (task: Promise<unknown>) => act(() => scheduler.waitFor(task));
  for (const { client } of devices)
    await settle(client.ensureQueryData(calendarQuery(call, RANGE)));
  const made: Promise<unknown>[] = [];
  for (const each of changes) {
    const device = devices[each.device];
    await act(async () => {
      if (device)
        made.push(make(device, each, (entry) => asked.push(entry)).catch(() => undefined));
    });
    for (let count = 0; count < each.answers && scheduler.count() > 0; count++)
      await act(() => scheduler.waitOne());
  }
  await settle(Promise.all(made));
  // Undo puts back what the device has shown, so nothing else may be removed.
  const undoable = asked.filter(({ done }) => !done);
  expect(seen(removed)).toEqual(expect.arrayContaining(seen(undoable)));
  // Who changes it alone has read it after the last answer.
  const busy = devices.filter((_, index) => changes.some((each) => each.device === index));
  const alone = busy.length === 1 ? busy : [];
  for (const { shown } of alone) expect(seen(shown())).toEqual(seen(stored()));
  // Each gets the focus again.
  for (const { client } of devices) await settle(client.invalidateQueries({ queryKey: CALENDAR }));
  for (const { shown } of devices) expect(seen(shown())).toEqual(seen(stored()));
  cleanup();
  for (const { client } of devices) client.clear();
}

test('two devices show the calendar of the API, whatever they change at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(change, { minLength: 2, maxLength: 8 }), live),
    { numRuns: HISTORIES, ...(HISTORIES <= 300 && { seed: 7 }) },
  );
});
