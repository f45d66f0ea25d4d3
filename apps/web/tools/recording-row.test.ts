import { recordScript } from '@pacewright/activity/testing';
import { expect, test } from 'vitest';
import { rowOf } from './recording-row.ts';

const RUN = recordScript('20m E');

test('a run is a row with its totals', async () => {
  const row = await rowOf('run.fit', RUN, undefined);
  expect(row).toMatchObject({ file: 'run.fit', outcome: 'Run.', differences: [] });
  expect(row.timer).toMatch(/^\d\d:\d\d$/);
  expect(row.distance).toMatch(/ km$/);
});

test('a refused file says why', async () => {
  const row = await rowOf('notes.fit', new TextEncoder().encode('notes'), undefined);
  expect(row.outcome).toMatch(/^Can’t read this file\. /);
});

test('totals beyond half a percent of the reference are listed, and only those', async () => {
  const sessions = [{ sport: 'running', timer: 1200, distance: 9000, laps: 99 }];
  const { differences } = await rowOf('run.fit', RUN, { file: 'run.fit', expected: { sessions } });
  expect(differences).toEqual([
    expect.stringMatching(/^distance .*, reference 9000$/),
    expect.stringMatching(/^laps \d+, reference 99$/),
  ]);
});

test('so are a run that is refused, and another sport that is not', async () => {
  const of = (sport: string) => ({
    file: 'a.fit',
    expected: { sessions: [{ sport, timer: 1200 }] },
  });
  const refused = await rowOf('a.fit', new Uint8Array(9), of('running'));
  expect(refused.differences).toEqual(['refused']);
  expect((await rowOf('a.fit', RUN, of('rowing'))).differences).toEqual(['reference: rowing']);
  expect((await rowOf('a.fit', new Uint8Array(9), of('rowing'))).differences).toEqual([]);
});
