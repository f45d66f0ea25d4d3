import { type AthletePaces, getPaces, saveUnits } from '@pacewright/contract';
import { trainingPaces } from '@pacewright/pace';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { CallContext } from '../../platform/api/call-context.ts';
import { PACES } from '../../platform/api/queries/paces.ts';
import { createFakeApi, unreachable } from '../../testing/fake-api.ts';
import { UnitsSection } from './units-section.tsx';

const SAVED: AthletePaces = {
  trainingPaces: trainingPaces(50),
  computedPaces: trainingPaces(50),
  vdot: 50,
  paceUnits: 'metric',
  edited: [],
};

function openUnits(queryClient = new QueryClient()) {
  const api = createFakeApi();
  api.answer(getPaces, () => SAVED);
  render(
    <CallContext value={api.createCall({ token: async () => 'token', end: async () => undefined })}>
      <QueryClientProvider client={queryClient}>
        <UnitsSection />
      </QueryClientProvider>
    </CallContext>,
  );
  return api;
}

test('other units are saved at once, and nothing else is', async () => {
  const api = openUnits();
  // Another device has saved a better VDOT meanwhile.
  api.answer(saveUnits, ({ body }) => ({ ...SAVED, ...(body as object), vdot: 52 }));
  await userEvent.click(await screen.findByRole('radio', { name: /min\/mile/ }));

  await waitFor(() => expect(api.countOf(saveUnits)).toBe(1));
  expect(api.calls.at(-1)?.request.body).toEqual({ paceUnits: 'imperial' });
  expect(screen.getByRole('radio', { name: /min\/mile/ })).toHaveProperty('checked', true);
});

test('other units show at the press, before the API has answered', async () => {
  const api = openUnits();
  api.answer(saveUnits, () => new Promise(() => {}));
  const miles = await screen.findByRole('radio', { name: /min\/mile/ });
  fireEvent.click(miles);
  expect(miles).toHaveProperty('checked', true);
});

test('of two presses the last counts, in whichever order the API answers', async () => {
  const api = openUnits();
  const first = Promise.withResolvers<void>();
  api.answer(saveUnits, async ({ body }) => {
    if ((body as AthletePaces).paceUnits === 'imperial') await first.promise;
    return { ...SAVED, ...(body as object) };
  });
  await userEvent.click(await screen.findByRole('radio', { name: /min\/mile/ }));
  await userEvent.click(screen.getByRole('radio', { name: /min\/km/ }));
  expect(screen.getByRole('radio', { name: /min\/km/ })).toHaveProperty('checked', true);

  first.resolve();
  await waitFor(() => expect(api.countOf(saveUnits)).toBe(2));
  expect(api.calls.at(-1)?.request.body).toEqual({ paceUnits: 'metric' });
  expect(screen.getByRole('radio', { name: /min\/km/ })).toHaveProperty('checked', true);
});

test('paces that were asked for before the save do not bring the old units back', async () => {
  const queryClient = new QueryClient();
  const api = openUnits(queryClient);
  const miles = await screen.findByRole('radio', { name: /min\/mile/ });
  const old = Promise.withResolvers<AthletePaces>();
  api.answer(getPaces, () => old.promise);
  const refetch = queryClient.invalidateQueries();
  await waitFor(() => expect(api.countOf(getPaces)).toBe(2));
  api.answer(saveUnits, ({ body }) => ({ ...SAVED, ...(body as object) }));
  await userEvent.click(miles);
  await waitFor(() => expect(api.countOf(saveUnits)).toBe(1));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));

  old.resolve(SAVED);
  await refetch;
  expect(queryClient.getQueryData(PACES)).toMatchObject({ paceUnits: 'imperial' });
});

test('units that cannot be saved are reset, and the section says why', async () => {
  const api = openUnits();
  api.answer(saveUnits, () => {
    throw unreachable();
  });
  await userEvent.click(await screen.findByRole('radio', { name: /min\/mile/ }));

  expect(await screen.findByText(/Can’t reach Pacewright/)).toBeDefined();
  expect(screen.getByRole('radio', { name: /min\/km/ })).toHaveProperty('checked', true);
});
