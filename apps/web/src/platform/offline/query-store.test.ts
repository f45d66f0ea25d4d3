import { afterEach, expect, test, vi } from 'vitest';
import { userNamed } from '../../testing/fake-api.ts';
import { writeLocalUser } from '../session/local-user.ts';
import { openQueryStore } from './query-store.ts';

/** Those of the last test, which the store keeps open. */
let connections: { isClosed: boolean }[] = [];

afterEach(() => {
  for (const connection of connections) connection.isClosed = true;
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('rows are read again after the browser has closed the connection in the background', async () => {
  writeLocalUser(userNamed('alex', 'alex@example.test'));
  stubDatabase();
  expect(await openQueryStore()?.readLists()).toEqual([]);

  for (const connection of connections) connection.isClosed = true;
  expect(await openQueryStore()?.readLists()).toEqual([]);
  expect(connections).toHaveLength(2);
});

test('lists are read without the runs and plans that were opened', async () => {
  writeLocalUser(userNamed('alex', 'alex@example.test'));
  const id = '0197c2f0-1b2c-7d3e-8f40-123456789abc';
  const read: string[] = [];
  stubDatabase(
    [
      ['workouts', 'any'],
      ['activities', 'one', id],
      ['calendar', 'entries', { from: '2026-11-01' }],
    ],
    read,
  );
  const lists = (await openQueryStore()?.readLists()) ?? [];
  expect(lists.map(({ key }) => key[0])).toEqual(['workouts', 'calendar']);
  expect(read).toHaveLength(2);
});

/** A database with rows of these keys, as far as reading needs it. `read` gets what is read. */
function stubDatabase(keys: unknown[][] = [], read: string[] = []): void {
  connections = [];
  const rows = {
    getAllKeys: () => soon('success', { result: keys.map((key) => ['', JSON.stringify(key)]) }),
    get: ([, hash]: [string, string]) => {
      read.push(hash);
      return { result: { key: JSON.parse(hash) } };
    },
  };
  function connect() {
    const connection = Object.assign(new EventTarget(), {
      isClosed: false,
      transaction: () => {
        if (connection.isClosed) throw new DOMException('closing', 'InvalidStateError');
        const transaction = Object.assign(new EventTarget(), { objectStore: () => rows });
        setTimeout(() => setTimeout(() => transaction.dispatchEvent(new Event('complete'))));
        return transaction;
      },
    });
    connections.push(connection);
    return connection;
  }
  vi.stubGlobal('indexedDB', { open: () => soon('success', { result: connect() }) });
  vi.stubGlobal('IDBKeyRange', { bound: () => undefined });
}

/** Something that reports an event once its listeners are there. */
function soon<Members extends object>(event: string, members: Members): Members & EventTarget {
  const target = Object.assign(new EventTarget(), members);
  setTimeout(() => target.dispatchEvent(new Event(event)));
  return target;
}
