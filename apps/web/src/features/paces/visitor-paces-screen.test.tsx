import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openApp } from '../../testing/render-app.tsx';
import { saveVisitorPaces, getVisitorData } from '../../visitor/visitor-store.ts';

const RACE = { distance: 5000, timeInSeconds: 1197 };

test('a race gives a visitor five ranges, stored on the device while it is typed', async () => {
  openApp('/try/paces');
  await userEvent.type(await screen.findByLabelText('Minutes'), '19');
  await userEvent.type(screen.getByLabelText('Seconds'), '57');
  expect(getVisitorData().race).toMatchObject(RACE);
  expect(within(screen.getByRole('region', { name: 'Your race' })).getByText('50.0')).toBeDefined();
});

test('a range set by hand stays when the race changes, and goes back with its button', async () => {
  saveVisitorPaces({ race: RACE, units: 'metric' });
  openApp('/try/paces');
  const faster = (await screen.findAllByRole('textbox', { name: /faster/i }))[0];
  if (!faster) throw new Error('There is no field for a faster end');
  await userEvent.clear(faster);
  await userEvent.type(faster, '5:00');
  expect(Object.keys(getVisitorData().ranges ?? {})).toEqual(['E']);

  await userEvent.click(screen.getAllByRole('button', { name: /Reset all/ })[0] as HTMLElement);
  expect(getVisitorData().ranges).toEqual({});
  expect(getVisitorData().race).toMatchObject(RACE);
});

test('removing the race restores the default ranges', async () => {
  saveVisitorPaces({ race: { ...RACE, racedOn: '2026-10-18' }, units: 'metric' });
  openApp('/try/paces');
  for (const part of ['Hours', 'Minutes', 'Seconds'])
    await userEvent.clear(await screen.findByLabelText(part));
  expect(getVisitorData().race).toBeUndefined();
  expect(screen.getByText('Enter a race to see yours')).toBeDefined();
});
