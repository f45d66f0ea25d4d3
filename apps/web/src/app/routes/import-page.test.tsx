import {
  changeCalendar,
  getPaces,
  listActivities,
  listWorkouts,
  saveWorkouts,
  storeActivity,
  type NewActivity,
} from '@pacewright/contract';
import { recordScript } from '@pacewright/activity/testing';
import { trainingPaces } from '@pacewright/pace';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { RunFiles } from '../../features/activities/run-files.tsx';
import { ImportScreen } from '../../features/import/import-screen.tsx';
import { FileInbox } from '../../platform/file-inbox.tsx';
import { unreachable } from '../../testing/fake-api.ts';
import { ATHLETE, EASY, entryOf, FIVE, openCalendar } from '../../testing/open-calendar.tsx';
import { readFiles } from '../../workout/files/read-files.ts';
import { createRunReader } from '../../workout/files/run-reader.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 17, 20) });
  return () => vi.useRealTimers();
});

const DAY = 24 * 3600;
const TUESDAY = Date.UTC(2026, 10, 17, 17, 4, 12) / 1000;

function fileOf(name: string, script: string, days = 0, seed = 1): File {
  return new File([recordScript(script, { startedAt: TUESDAY + days * DAY, seed })], name);
}

const PACES = {
  trainingPaces: trainingPaces(50),
  computedPaces: trainingPaces(50),
  vdot: 50,
  paceUnits: 'metric' as const,
  edited: [],
};

function Runs(props: Omit<ComponentProps<typeof RunFiles>, 'openReader'>) {
  return <RunFiles {...props} openReader={createRunReader} />;
}

async function openImport(entries = [entryOf(FIVE, '2026-11-17', '1')]) {
  const opened = await openCalendar(
    <>
      <ImportScreen
        paceContext={ATHLETE}
        RunFiles={Runs}
        // A test has no workers, so its files are read on the page.
        read={({ files, options }, _, onProgress) => readFiles(files, options, onProgress)}
      />
      <FileInbox />
    </>,
    entries,
    {
      otherRoutes: [{ path: '/app/activities/:id', element: <h1>The run</h1> }],
    },
  );
  const sent: NewActivity[] = [];
  opened.api.answer(getPaces, () => PACES);
  opened.api.answer(listActivities, () => ({ activities: [] }));
  opened.api.answer(storeActivity, ({ body }) => {
    sent.push(body as NewActivity);
    return {
      ...(body as NewActivity),
      id: `0190f5a0-0000-7000-8000-00000000000${sent.length}`,
      isNew: true,
    };
  });
  const drop = (...files: File[]) => opened.user.upload(screen.getByLabelText('Files'), files);
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

  await user.click(screen.getByRole('button', { name: 'Save run' }));
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
    new File([new Uint8Array([255, 216, 255, 0])], 'photo.fit'),
    new File(['<?xml version="1.0"?><TrainingCenterDatabase xmlns=""><Activities>'], 'run.tcx', {
      type: 'application/octet-stream',
    }),
    same,
  );
  await screen.findByText('4 of 4 read');
  screen.getByRole('heading', { name: 'Your 6 files' });
  expect(rowOf('easy.fit').textContent).toContain('Easy 45');
  expect(rowOf('free.fit').textContent).toContain('Unplanned run');
  expect(rowOf('photo.fit').textContent).toContain('We can’t read this file type.');
  expect(rowOf('run.tcx').textContent).toContain('This TCX file is a recording');
  expect(rowOf('again.fit').textContent).toContain('Already added');
  await user.click(screen.getByRole('button', { name: 'Save 3 runs' }));
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(await screen.findByText('3 of 3 saved')).toBeTruthy();
});

test('files that are dropped join those that were read, of whatever kind, and lose no answer', async () => {
  const { api, sent, user, drop } = await openImport();
  api.answer(listWorkouts, () => ({ workouts: [], nextCursor: null }));
  api.answer(saveWorkouts, () => ({ workouts: [{ id: '1', entryId: null }] }));
  const dropOnPage = (...files: File[]) =>
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files } });
  const other = recordScript('45m E', { kind: 'none', startedAt: TUESDAY });
  await drop(new File([other], 'other.fit'));
  await screen.findByText('Was it Five by three?');
  await user.click(screen.getByRole('button', { name: 'Yes, it was Five by three' }));
  dropOnPage(fileOf('easy.fit', EASY.script, 1), new File(['45 min easy'], 'mail.txt'));
  await screen.findByRole('region', { name: '1 workout found' });
  await screen.findByText('2 of 2 read');
  expect(rowOf('mail.txt').textContent).toContain('1 workout');
  expect(screen.queryByText('Was it Five by three?')).toBeNull();

  // The runs stay where they are until they are saved too.
  await user.click(screen.getByRole('button', { name: 'Add 1 workout' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add 1 workout' })).toBeNull());
  expect(document.activeElement?.textContent).toBe('Your 3 files');
  await user.click(screen.getByRole('button', { name: 'Save 2 runs' }));
  await screen.findByText('2 of 2 saved');
  expect(sent).toMatchObject([{ entryId: entryOf(FIVE, '', '1').id }, { entryId: null }]);
});

test('a file that is chosen twice is one, and those that were not read before a stop are named', async () => {
  const { api, drop, user } = await openImport();
  const answer = Promise.withResolvers<void>();
  api.answer(listActivities, async () => {
    await answer.promise;
    return { activities: [] };
  });
  const [first, second] = [fileOf('first.fit', '50m E', -3), fileOf('second.fit', '45m E', -2)];
  await drop(first, second, first);
  await screen.findByText('second.fit');
  screen.getByRole('heading', { name: 'Your 2 files' });
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  answer.resolve();
  await user.click(within(rowOf('second.fit')).getByRole('button'));
  await screen.findByText('1 of 2 read');
  expect(rowOf('first.fit').textContent).toContain('Not read');
  expect(screen.getByRole('button', { name: 'Save run' })).toBeTruthy();
});

test('a run that could be read in part is saved, and its row says how much is missing', async () => {
  const { drop } = await openImport([]);
  const whole = new Uint8Array(recordScript('40m E', { startedAt: TUESDAY }));
  await drop(new File([whole.slice(0, whole.length / 3)], 'part.fit'));
  await screen.findByText('1 of 1 read');
  expect(rowOf('part.fit').textContent).toContain('the end of the run may be missing');
  expect(screen.getByRole('button', { name: 'Save run' })).toBeTruthy();
});

test('files that are added while others are read are read as well, each once', async () => {
  const { api, drop } = await openImport();
  const answer = Promise.withResolvers<void>();
  api.answer(listActivities, async () => {
    await answer.promise;
    return { activities: [] };
  });
  await drop(fileOf('first.fit', '50m E', -3), fileOf('second.fit', '45m E', -2));
  await waitFor(() => expect(api.countOf(listActivities)).toBe(1));
  await drop(fileOf('third.fit', '35m E', -1));
  answer.resolve();
  await screen.findByText('3 of 3 read');
  expect(screen.getByRole('button', { name: /3 runs$/ })).toBeTruthy();
});

test('a run is matched with the calendar as it is now, not as it was last read here', async () => {
  const { api, drop, changeOnOtherDevice } = await openImport([]);
  await drop(fileOf('monday.fit', '40m E', -1));
  await screen.findByText('1 of 1 read');
  // Planned on another device, in a month that was read before.
  await changeOnOtherDevice(entryOf(FIVE, '2026-11-17', '1'));
  await drop(fileOf('tuesday.fit', FIVE.script));
  await screen.findByText('2 of 2 read');
  expect(rowOf('tuesday.fit').textContent).toContain('Five by three');

  // Without the network, the calendar as it was last read here.
  api.answer(listActivities, () => {
    throw unreachable();
  });
  await drop(fileOf('wednesday.fit', '30m E', 1));
  await screen.findByText('3 of 3 read');
  expect(screen.getByRole('button', { name: /3 runs$/ })).toBeTruthy();
});

test('a run is compared in the units and paces that were saved last, on whichever device', async () => {
  const { api, drop } = await openImport([entryOf(EASY, '2026-11-17', '1')]);
  const answer = Promise.withResolvers<void>();
  api.answer(getPaces, async () => {
    await answer.promise;
    return { ...PACES, paceUnits: 'imperial' };
  });
  await drop(fileOf('run.fit', EASY.script));
  await waitFor(() => expect(api.countOf(listActivities)).toBe(1));
  answer.resolve();
  await screen.findByText('1 of 1 read');
  expect(rowOf('run.fit').textContent).toContain('per mile');
});

test('of two workouts that a run fits alike, it belongs to the one of its time of day', async () => {
  const morning = { ...entryOf(EASY, '2026-11-17', '1'), timeOfDay: 'am' as const };
  const evening = { ...entryOf(EASY, '2026-11-17', '2'), timeOfDay: 'pm' as const };
  const { drop, sent, user } = await openImport([morning, evening]);
  await drop(fileOf('evening.fit', EASY.script));
  await screen.findByText('1 of 1 read');
  await user.click(screen.getByRole('button', { name: 'Save run' }));
  await waitFor(() => expect(sent[0]).toMatchObject({ entryId: evening.id }));
  expect(sent[0]).not.toHaveProperty('timeOfDay');
});

test('a run that does not look like the plan is a question, and its answer counts', async () => {
  const { drop, sent, user } = await openImport();
  await drop(new File([recordScript('45m E', { kind: 'none', startedAt: TUESDAY })], 'other.fit'));
  await screen.findByText('Was it Five by three?');
  await user.click(
    within(rowOf('other.fit')).getByRole('button', { name: 'No, it was unplanned' }),
  );
  await user.click(screen.getByRole('button', { name: 'Save run' }));
  await waitFor(() => expect(sent[0]).toMatchObject({ entryId: null, comparison: null }));
});

test('D21: a run of another day is a question, and a yes makes the two days change places', async () => {
  const moved: unknown[] = [];
  const { api, drop, sent, user } = await openImport([
    entryOf(EASY, '2026-11-17', '1'),
    entryOf(FIVE, '2026-11-19', '2'),
  ]);
  api.answer(changeCalendar, ({ body }) => {
    moved.push(body);
    return { skipped: 0 };
  });
  const recorded = recordScript(FIVE.script, { kind: 'button', startedAt: TUESDAY });
  await drop(new File([recorded], 'early.fit'));
  await screen.findByText('Was it Thursday’s Five by three?');
  expect(rowOf('early.fit').textContent).toContain('If so, Easy 45 moves to Thursday.');
  await user.click(screen.getByRole('button', { name: 'Yes, it was Five by three' }));
  expect(moved).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save run' }));
  await waitFor(() => expect(sent[0]).toMatchObject({ entryId: entryOf(FIVE, '', '2').id }));
  expect(moved).toEqual([
    {
      moves: [
        { id: entryOf(FIVE, '', '2').id, from: '2026-11-19', day: '2026-11-17', position: 0 },
        { id: entryOf(FIVE, '', '1').id, from: '2026-11-17', day: '2026-11-19', position: 0 },
      ],
    },
  ]);
});

test('a run that could not be stored says why, and is kept with the next attempt', async () => {
  const { drop, api, user, sent } = await openImport();
  const answer = storeActivity;
  api.answer(answer, () => {
    throw unreachable();
  });
  await drop(fileOf('one.fit', FIVE.script), fileOf('two.fit', '30m E', -2));
  await screen.findByText('2 of 2 read');
  await user.click(screen.getByRole('button', { name: 'Save 2 runs' }));
  expect((await screen.findAllByText(/Not saved\. Can’t reach Pacewright/)).length).toBe(2);
  api.answer(answer, ({ body }) => {
    sent.push(body as NewActivity);
    return { ...(body as object), id: '0190f5a0-0000-7000-8000-000000000001', isNew: true };
  });
  await user.click(await screen.findByRole('button', { name: 'Save 2 runs' }));
  await waitFor(() => expect(sent).toHaveLength(2));
});
