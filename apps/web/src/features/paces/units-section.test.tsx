import { type AthletePaces, getPaces, saveUnits } from '@pacewright/contract';
import { trainingPaces } from '@pacewright/pace';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { CallContext } from '../../api/call-context.ts';
import { createFakeApi, unreachable } from '../../testing/fake-api.ts';
import { UnitsSection } from './units-section.tsx';

const SAVED: AthletePaces = {
  trainingPaces: trainingPaces(50),
  computedPaces: trainingPaces(50),
  vdot: 50,
  paceUnits: 'metric',
  edited: [],
};

function openUnits() {
  const api = createFakeApi();
  api.answer(getPaces, () => SAVED);
  render(
    <CallContext value={api.createCall({ token: async () => 'token', end: async () => undefined })}>
      <QueryClientProvider client={new QueryClient()}>
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

test('units that cannot be kept go back, and the section says why', async () => {
  const api = openUnits();
  api.answer(saveUnits, () => {
    throw unreachable();
  });
  await userEvent.click(await screen.findByRole('radio', { name: /min\/mile/ }));

  expect(await screen.findByText(/Pacewright cannot be reached/)).toBeDefined();
  expect(screen.getByRole('radio', { name: /min\/km/ })).toHaveProperty('checked', true);
});
