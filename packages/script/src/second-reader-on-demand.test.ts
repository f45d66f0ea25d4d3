import { expect, test } from 'vitest';

import {
  loadSecondReader,
  onSecondReader,
  secondReader,
  secondReaderState,
} from './second-reader-on-demand.ts';

test('a browser loads the reader with the first text that needs it, and says when it is there', async () => {
  let calls = 0;
  const stop = onSecondReader(() => {
    calls++;
  });
  expect(secondReaderState()).toBe('absent');
  expect(secondReader()).toBeUndefined();

  await loadSecondReader();
  expect(secondReader()?.weighOpinions).toBeTypeOf('function');
  expect(secondReaderState()).toBe('loaded');
  expect(calls).toBe(1);

  stop();
  await loadSecondReader();
  expect(calls).toBe(1);
});
