import { encodeSquad } from '@pacewright/delivery';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { removeLocalUser, writeLocalUser } from '../../platform/session/local-user.ts';
import { openApp } from '../../testing/render-app.tsx';
import { getVisitorData, saveVisitorPaces } from '../../visitor/visitor-store.ts';
import { readSquad, readTyped, writeSquad } from './squad-store.ts';

const WORKOUT = { title: '6 × 800', script: '2km E + 6x(800mtr I + 400mtr jog) + 2km E' };
const AMARA = { name: 'Amara', race: { distance: 5000, timeInSeconds: 1032 } };
const GRACE = { name: 'Grace', race: { distance: 10_000, timeInSeconds: 2388 } };

async function open(runners: (typeof AMARA)[] = []): Promise<void> {
  saveVisitorPaces({ units: 'metric' });
  const link = await encodeSquad({ workout: WORKOUT, runners });
  openApp(`/squad#${link.ok ? link.fragment : ''}`);
  await screen.findByRole('heading', { level: 1, name: 'Squad sheet' });
}

async function press(name: string): Promise<void> {
  await userEvent.click((await screen.findAllByRole('button', { name }))[0] ?? document.body);
}

async function paste(text: string): Promise<void> {
  await press('Add runners');
  fireEvent.change(await screen.findByLabelText('Paste or type'), { target: { value: text } });
}

function rowOf(name: string): string {
  return screen.getByRole('row', { name: new RegExp(`^${name}`) }).textContent ?? '';
}

test('a pasted list becomes a sheet, which is there again the next time', async () => {
  await open();
  await paste('Amara 17:12 5k\nGrace Lin 39:48 10 km');
  await press('Add 2 runners');
  expect(rowOf('Amara')).toContain('1:20 - 1:232:40 - 2:47');
  expect(rowOf('Grace Lin')).toContain('2:58 - 3:05');
  expect(readSquad().runners.map(({ name }) => name)).toEqual(['Amara', 'Grace Lin']);
});

test('what is not clear is asked, with the likeliest answer chosen', async () => {
  await open();
  await paste('Felix 18:58\nAmara 17:12 5k\nNina\nThursday squad:');
  await press('Add 3 runners');
  expect(rowOf('Felix')).toContain('5 km 18:58');

  await paste('Felix 18:58');
  await userEvent.click(await screen.findByRole('radio', { name: '3 miles in 18:58' }));
  await press('Add 1 runner');
  expect(rowOf('Felix')).toContain('3 miles 18:58');
  expect(readSquad().runners).toHaveLength(3);
});

test('a runner without a time runs with a group', async () => {
  writeSquad({ runners: [AMARA, GRACE], groups: 2, sort: 'group' });
  await open();
  await paste('Nina');
  const dialog = within(screen.getByRole('dialog', { name: 'Add runners' }));
  await userEvent.click(await dialog.findByRole('radio', { name: '1' }));
  await press('Add 1 runner');
  expect(rowOf('Nina')).toContain('No time yet');
  expect(rowOf('Group 1')).toContain('2 runners');
});

test('nothing typed is lost when the dialog is closed, and too many runners are refused', async () => {
  await open();
  await paste('Amara 17:1');
  await press('Cancel');
  expect(readTyped()).toBe('Amara 17:1');
  await press('Add runners');
  const field = await screen.findByLabelText('Paste or type');
  expect(field).toHaveProperty('value', 'Amara 17:1');

  const lines = Array.from({ length: 214 }, (_, index) => `Runner ${nameOf(index)} 20:00 5k`);
  fireEvent.change(field, { target: { value: lines.join('\n') } });
  expect(await screen.findByText(/up to 200 runners. You have 214/)).toBeDefined();
});

function nameOf(index: number): string {
  return String.fromCharCode(65 + (index % 26), 97 + Math.floor(index / 26), 113, 120);
}

test('200 runners are drawn with few elements, and a letter typed changes only the rows it filters', async () => {
  const runners = Array.from({ length: 200 }, (_, index) => ({
    name: `Runner ${nameOf(index)}`,
    race: { distance: 5000, timeInSeconds: 1000 + 4 * index },
  }));
  writeSquad({ runners, sort: 'group' });
  await open();
  expect(screen.getAllByRole('row')).toHaveLength(200 + 6 + 1);
  expect(document.querySelectorAll('*').length).toBeLessThan(200 * 12 + 300);

  const changed = await countChanges(async () => {
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find a runner' }), 'runner a');
  });
  expect(screen.getAllByRole('row', { name: /^Runner A/ })).toHaveLength(8);
  expect(screen.getAllByRole('row').length).toBeLessThan(20);
  expect(changed).toBeLessThan(250);
});

test('a pasted list of 200 shows 40 at first, and a typed line adds its own row only', async () => {
  await open();
  const lines = Array.from({ length: 200 }, (_, index) => `Runner ${nameOf(index)} 20:00 5k`);
  await paste(lines.slice(0, 20).join('\n'));
  const list = screen.getByRole('list', { name: 'Runners we read' });
  await waitFor(() => expect(list.children).toHaveLength(20));
  const changed = await countChanges(async () => {
    const value = lines.slice(0, 21).join('\n');
    fireEvent.change(screen.getByLabelText('Paste or type'), { target: { value } });
    await waitFor(() => expect(list.children).toHaveLength(21));
  });
  expect(changed).toBeLessThan(10);
  fireEvent.change(screen.getByLabelText('Paste or type'), { target: { value: lines.join('\n') } });
  expect(await screen.findByRole('button', { name: 'Add 200 runners' })).toBeDefined();
  expect(list.children).toHaveLength(40);
});

/** Elements that were added or removed. */
async function countChanges(act: () => Promise<void>): Promise<number> {
  let count = 0;
  const add = (records: MutationRecord[]) => {
    for (const { addedNodes, removedNodes } of records)
      count += addedNodes.length + removedNodes.length;
  };
  const observer = new MutationObserver(add);
  observer.observe(document.body, { childList: true, subtree: true });
  await act();
  add(observer.takeRecords());
  observer.disconnect();
  return count;
}

test('groups can be chosen, and runners sorted, moved and removed', async () => {
  writeSquad({ runners: [GRACE, AMARA], sort: 'group' });
  await open();
  await userEvent.selectOptions(screen.getByLabelText('Number of groups'), '2 groups');
  expect(rowOf('Group 2')).toContain('1 runner');
  await userEvent.click(screen.getByRole('radio', { name: 'By name' }));
  expect(screen.queryByText('Group 2')).toBeNull();

  await press('Grace');
  await userEvent.selectOptions(await screen.findByLabelText('Group'), 'Group 1');
  expect(readSquad().runners[0]).toMatchObject({ name: 'Grace', group: 1 });
  await press('Remove');
  expect(screen.queryByRole('row', { name: /^Grace/ })).toBeNull();
  await press('Undo');
  expect(rowOf('Grace')).toContain('10 km');
});

test('the stopwatch is opened from the sheet, and again after a reload', async () => {
  writeSquad({ runners: [AMARA], sort: 'group' });
  await open();
  await press('Stopwatch');
  await press('Start rep 1 of group 1');
  expect(location.search).toContain('track=stopwatch');
  cleanup();
  await open();
  expect(await screen.findByRole('button', { name: 'Start rep 2 of group 1' })).toBeDefined();
  await press('Close stopwatch');
  expect(location.search).toBe('');
});

test('treadmill speeds and miles', async () => {
  writeSquad({ runners: [AMARA], sort: 'group' });
  await open();
  expect(rowOf('Amara')).toContain('4:17 - 4:51');
  await userEvent.click(screen.getByRole('radio', { name: 'Treadmill' }));
  expect(rowOf('Amara')).toMatch(/12\.\d - 14\.\d/);
  await userEvent.click(screen.getByRole('radio', { name: 'min/mile' }));
  expect(rowOf('Amara')).toMatch(/7\.\d - 8\.\d/);
});

test('a runner opens the link, finds their name, and gets the workout at their paces', async () => {
  await open([AMARA, GRACE]);
  expect(screen.queryByRole('button', { name: 'Add runners' })).toBeNull();
  await press('Grace');
  expect(await screen.findByText('It opens at the paces for 10 km in 39:48.')).toBeDefined();
  await press('This is me, open my workout');
  expect(await screen.findByRole('heading', { level: 1, name: '6 × 800' })).toBeDefined();
  expect(getVisitorData().race).toEqual(GRACE.race);
  expect(readSquad().runners).toEqual([]);
});

test('a race of their own is not replaced unsaid', async () => {
  saveVisitorPaces({ race: { distance: 5000, timeInSeconds: 1500 } });
  await open([AMARA]);
  await press('Amara');
  expect(
    await screen.findByText(
      'Your race on this device will change from 5 km in 25:00 to 5 km in 17:12.',
    ),
  ).toBeDefined();
  await press('Cancel');
  expect(getVisitorData().race?.timeInSeconds).toBe(1500);
});

test('a coach can save the runners of a link, and is asked before it replaces a squad', async () => {
  writeSquad({ runners: [AMARA], sort: 'group' });
  await open([GRACE]);
  await press('Save to edit');
  expect(await screen.findByText('Replace your 1 runner?')).toBeDefined();
  await press('Replace');
  await waitFor(() => expect(readSquad().runners).toEqual([GRACE]));
  expect((await screen.findAllByRole('button', { name: 'Add runners' })).length).toBe(1);
});

test('a damaged link says so', async () => {
  openApp('/squad#3dxxxx');
  expect(await screen.findByText('We couldn’t open this sheet.')).toBeDefined();
});

test('the runners are removed with an athlete, and a visitor keeps them', () => {
  writeSquad({ runners: [AMARA], sort: 'group' });
  removeLocalUser();
  expect(readSquad().runners).toEqual([AMARA]);
  writeLocalUser({
    id: '0f9b3a52-6f0b-4c1e-9f3e-0a1b2c3d4e5f',
    username: 'alex',
    email: 'alex@example.com',
    avatar: null,
    firstSteps: 0,
    createdAt: '2026-11-01T00:00:00Z',
  });
  removeLocalUser();
  expect(readSquad().runners).toEqual([]);
});
