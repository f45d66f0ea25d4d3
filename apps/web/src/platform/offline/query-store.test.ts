import { afterEach, expect, test, vi } from 'vitest';
import { userNamed } from '../../testing/fake-api.ts';
import { writeLocalUser } from '../session/local-user.ts';
import { openQueryStore } from './query-store.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('rows are read again after the browser has closed the connection in the background', async () => {
  writeLocalUser(userNamed('alex', 'alex@example.test'));
  const connections = stubDatabase();
  expect(await openQueryStore()?.readAll()).toEqual([]);

  for (const connection of connections) connection.isClosed = true;
  expect(await openQueryStore()?.readAll()).toEqual([]);
  expect(connections).toHaveLength(2);
});

/** An empty database, as far as reading needs it. Returns its connections. */
function stubDatabase(): { isClosed: boolean }[] {
  const connections: { isClosed: boolean }[] = [];
  function connect() {
    const connection = Object.assign(new EventTarget(), {
      isClosed: false,
      transaction: () => {
        if (connection.isClosed) throw new DOMException('closing', 'InvalidStateError');
        return soon('complete', { objectStore: () => ({ getAll: () => ({ result: [] }) }) });
      },
    });
    connections.push(connection);
    return connection;
  }
  vi.stubGlobal('indexedDB', { open: () => soon('success', { result: connect() }) });
  vi.stubGlobal('IDBKeyRange', { bound: () => undefined });
  return connections;
}

/** Something that reports an event once its listeners are there. */
function soon<Members extends object>(event: string, members: Members): Members & EventTarget {
  const target = Object.assign(new EventTarget(), members);
  setTimeout(() => target.dispatchEvent(new Event(event)));
  return target;
}
