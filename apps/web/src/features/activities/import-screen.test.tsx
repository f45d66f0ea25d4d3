import { listActivities, storeActivity, type NewActivity } from '@pacewright/contract';
import { recordScript } from '@pacewright/activity/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { unreachable } from '../../testing/fake-api.ts';
import { ATHLETE, EASY, entryOf, FIVE, openCalendar } from '../../testing/open-calendar.tsx';
import { createFileReader } from './file-reader.ts';
import { ImportScreen } from './import-screen.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 17, 20) });
  return () => vi.useRealTimers();
});

const DAY = 24 * 3600;
const TUESDAY = Date.UTC(2026, 10, 17, 17, 4, 12) / 1000;

function fileOf(name: string, script: string, days = 0, seed = 1): File {
  return new File([recordScript(script, { startedAt: TUESDAY + days * DAY, seed })], name);
}

async function openImport(entries = [entryOf(FIVE, '2026-11-17', '1')]) {
  const opened = await openCalendar(
    <ImportScreen paceContext={ATHLETE} openReader={createFileReader} />,
    entries,
    { otherRoutes: [{ path: '/app/activities/:id', element: <h1>The run</h1> }] },
  );
  const sent: NewActivity[] = [];
  opened.api.answer(listActivities, () => ({ activities: [] }));
  opened.api.answer(storeActivity, ({ body }) => {
    sent.push(body as NewActivity);
    return {
      ...(body as NewActivity),
      id: `0190f5a0-0000-7000-8000-00000000000${sent.length}`,
      isNew: true,
    };
  });
  const drop = (...files: File[]) => opened.user.upload(screen.getByLabelText('FIT files'), files);
  return { ...opened, sent, drop };
}

function rowOf(name: string): HTMLElement {
  const row = screen.getByText(name).closest('li');
  if (!row) throw new Error(`No row ${name}`);
  return row;
}

test('a run is matched with the workout of its day and stored when it is kept', async () => {
  const { drop, sent, user } = await openImport();
  await drop(fileOf('run.fit', FIVE.script));
  await screen.findByText('1 of 1 read');
  expect(rowOf('run.fit').textContent).toContain('Five by three');
  expect(sent).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Keep this run' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ entryId: entryOf(FIVE, '', '1').id, day: '2026-11-17' });
  expect(Object.keys(sent[0] ?? {}).sort()).toEqual(
    'comparison day effort entryId metres notes outline paceSeconds seconds source sourceId startedAt summary trace watch'.split(
      ' ',
    ),
  );
  expect(await screen.findByRole('heading', { name: 'The run' })).toBeTruthy();
});

test('of many files each is read, and one that cannot be is named with the reason', async () => {
  const { drop, sent, user } = await openImport([
    entryOf(FIVE, '2026-11-17', '1'),
    entryOf(EASY, '2026-11-18', '2'),
  ]);
  const same = fileOf('again.fit', FIVE.script);
  await drop(
    fileOf('reps.fit', FIVE.script),
    fileOf('easy.fit', EASY.script, 1),
    fileOf('free.fit', '30m E', -3),
    new File([new Uint8Array([1, 2, 3])], 'photo.fit'),
    same,
  );
  await screen.findByText('5 of 5 read');
  expect(rowOf('easy.fit').textContent).toContain('Easy 45');
  expect(rowOf('free.fit').textContent).toContain('A run of its own');
  expect(rowOf('photo.fit').textContent).toContain('This is not a FIT file');
  expect(rowOf('again.fit').textContent).toContain('Already here');
  await user.click(screen.getByRole('button', { name: 'Keep 3 runs' }));
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(await screen.findByText('3 of 3 kept')).toBeTruthy();
});

test('of two workouts that a run fits alike, it belongs to the one of its time of day', async () => {
  const morning = { ...entryOf(EASY, '2026-11-17', '1'), timeOfDay: 'am' as const };
  const evening = { ...entryOf(EASY, '2026-11-17', '2'), timeOfDay: 'pm' as const };
  const { drop, sent, user } = await openImport([morning, evening]);
  await drop(fileOf('evening.fit', EASY.script));
  await screen.findByText('1 of 1 read');
  await user.click(screen.getByRole('button', { name: 'Keep this run' }));
  await waitFor(() => expect(sent[0]).toMatchObject({ entryId: evening.id }));
  expect(sent[0]).not.toHaveProperty('timeOfDay');
});

test('a run that does not look like the plan is a question, and its answer counts', async () => {
  const { drop, sent, user } = await openImport();
  await drop(new File([recordScript('45m E', { kind: 'none', startedAt: TUESDAY })], 'other.fit'));
  await screen.findByText('Five by three, or a run of its own?');
  await user.click(within(rowOf('other.fit')).getByRole('button', { name: 'Its own' }));
  await user.click(screen.getByRole('button', { name: 'Keep this run' }));
  await waitFor(() => expect(sent[0]).toMatchObject({ entryId: null, comparison: null }));
});

test('a run that could not be stored says why, and is kept with the next attempt', async () => {
  const { drop, api, user, sent } = await openImport();
  const answer = storeActivity;
  api.answer(answer, () => {
    throw unreachable();
  });
  await drop(fileOf('one.fit', FIVE.script), fileOf('two.fit', '30m E', -2));
  await screen.findByText('2 of 2 read');
  await user.click(screen.getByRole('button', { name: 'Keep 2 runs' }));
  expect((await screen.findAllByText(/Not saved\. Pacewright cannot be reached/)).length).toBe(2);
  api.answer(answer, ({ body }) => {
    sent.push(body as NewActivity);
    return { ...(body as object), id: '0190f5a0-0000-7000-8000-000000000001', isNew: true };
  });
  await user.click(await screen.findByRole('button', { name: 'Keep 2 runs' }));
  await waitFor(() => expect(sent).toHaveLength(2));
});
