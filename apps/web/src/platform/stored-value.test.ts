import { afterEach, expect, test, vi } from 'vitest';
import { storedValue } from './stored-value.ts';

const KEY = 'pacewright.test';

const numbers = () =>
  storedValue<number[]>({ key: KEY, parse: (text) => JSON.parse(text), fallback: [] });

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test('a value is the same until it changes', () => {
  const value = numbers();
  expect(value.read()).toBe(value.read());
  expect(value.write([1, 2])).toBe(true);
  expect(value.read()).toEqual([1, 2]);
  expect(value.read()).toBe(value.read());
  expect(numbers().read()).toEqual([1, 2]);
});

test('text that is no value is replaced by the fallback', () => {
  localStorage.setItem(KEY, '{');
  expect(numbers().read()).toEqual([]);
});

test('a value that storage refuses lasts as long as the page', () => {
  const value = numbers();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(value.write([3])).toBe(false);
  expect(value.read()).toEqual([3]);
  expect(numbers().read()).toEqual([]);
});

test('listeners hear of changes here and in other tabs, until they leave', () => {
  const value = numbers();
  const listener = vi.fn<() => void>();
  const leave = value.subscribe(listener);
  value.write([1]);
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'another' }));
  // Everything was cleared.
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(listener).toHaveBeenCalledTimes(3);
  leave();
  value.write([2]);
  expect(listener).toHaveBeenCalledTimes(3);
});
