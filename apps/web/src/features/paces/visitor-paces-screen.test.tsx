import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openApp } from '../../testing/render-app.tsx';
import { keepPaces, readKept } from '../../visitor/kept.ts';

const RACE = { distance: 5000, timeInSeconds: 1197 };

test('a race gives a visitor five ranges, kept on the device while it is typed', async () => {
  openApp('/try/paces');
  await userEvent.type(await screen.findByLabelText('Minutes'), '19');
  await userEvent.type(screen.getByLabelText('Seconds'), '57');
  expect(readKept().race).toMatchObject(RACE);
  expect(within(screen.getByRole('region', { name: 'Your race' })).getByText('50.0')).toBeDefined();
});

test('a range set by hand stays when the race changes, and goes back with its button', async () => {
  keepPaces({ race: RACE, units: 'metric' });
  openApp('/try/paces');
  const faster = (await screen.findAllByRole('textbox', { name: /faster/i }))[0];
  if (!faster) throw new Error('There is no field for a faster end');
  await userEvent.clear(faster);
  await userEvent.type(faster, '5:00');
  expect(Object.keys(readKept().ranges ?? {})).toEqual(['E']);

  await userEvent.click(screen.getAllByRole('button', { name: /Reset all/ })[0] as HTMLElement);
  expect(readKept().ranges).toEqual({});
  expect(readKept().race).toMatchObject(RACE);
});

test('a race that was taken out leaves the default ranges', async () => {
  keepPaces({ race: { ...RACE, racedOn: '2026-10-18' }, units: 'metric' });
  openApp('/try/paces');
  for (const part of ['Hours', 'Minutes', 'Seconds'])
    await userEvent.clear(await screen.findByLabelText(part));
  expect(readKept().race).toBeUndefined();
  expect(screen.getByText('Enter a race to see yours')).toBeDefined();
});
