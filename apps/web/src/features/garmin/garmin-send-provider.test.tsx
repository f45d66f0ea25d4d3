import { getGarminStatus, listWorkoutDeliveries, sendToGarmin } from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { connectedGarmin, deliveryOf } from '../../testing/fake-api.ts';
import { press } from '../../testing/fields.ts';
import { startApp } from '../../testing/render-app.tsx';
import { GarminSendProvider } from './garmin-send-provider.tsx';
import { SendButton } from './send-button.tsx';

const ATHLETE = { speeds: { trainingPaces: DEFAULT_TRAINING_PACES }, units: 'metric' } as const;
const SENT = deliveryOf();

test('a chunk that does not load is reported, and sending can be tried again', async () => {
  vi.doMock('@pacewright/delivery', () => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/delivery.js');
  });
  const app = startApp();
  await app.signInAlex();
  app.api.answer(getGarminStatus, () => connectedGarmin());
  app.api.answer(listWorkoutDeliveries, () => ({ deliveries: [] }));
  app.api.answer(sendToGarmin, () => SENT);
  app.show(
    <GarminSendProvider paceContext={ATHLETE}>
      <SendButton workout={{ workoutId: SENT.workoutId, title: 'Tempo', script: '45m E' }} />
    </GarminSendProvider>,
  );

  await press('Send to Garmin');
  expect(await screen.findByText('Not sent')).toBeDefined();
  expect(screen.getByText(/Part of the app didn’t load/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Send to Garmin' }).ariaBusy).not.toBe('true');
  expect(app.api.countOf(sendToGarmin)).toBe(0);

  vi.doUnmock('@pacewright/delivery');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(app.api.countOf(sendToGarmin)).toBe(1));
});
