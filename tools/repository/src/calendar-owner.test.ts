import { expect, test } from 'vitest';
import { listFiles, read } from './repository.ts';

// An entry is a workout of the library, a text of its own, a day of a plan, done or held. What is true of it is said once.

test('only apps/api/src/calendar/ has statements about calendar_entry', () => {
  const sources = listFiles().filter((path) =>
    /^apps\/api\/src\/(?!testing\/).*(?<!\.test)\.ts$/.test(path),
  );
  const owners = sources.filter((path) => /\bcalendar_entry\b/.test(read(path)));
  expect(owners).not.toEqual([]);
  expect(owners.filter((path) => !path.startsWith('apps/api/src/calendar/'))).toEqual([]);
});
