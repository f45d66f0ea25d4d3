import { listCalendarDeliveries, scheduleAtGarmin } from '@pacewright/contract';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { unreachable } from '../../testing/fake-api.ts';
import { press } from '../../testing/fields.ts';
import { EASY, entryOf } from '../../testing/open-calendar.tsx';
import { startApp } from '../../testing/render-app.tsx';
import { SendWeekDialog } from './send-week-dialog.tsx';

const WEEK = { sendable: [entryOf(EASY, '2026-11-19', '1')], changes: [], unsendable: [] };

function Week() {
  const [isOpen, setIsOpen] = useState(true);
  return isOpen && <SendWeekDialog week={WEEK} onClose={() => setIsOpen(false)} />;
}

test('a dialog that is closed while it sends still says what was not sent', async () => {
  const app = startApp();
  await app.signInAlex();
  const answer = Promise.withResolvers<void>();
  app.api.answer(listCalendarDeliveries, () => ({ deliveries: [] }));
  app.api.answer(scheduleAtGarmin, async () => {
    await answer.promise;
    throw unreachable();
  });
  app.show(<Week />);
  await press('Send 1 workout');
  await waitFor(() => expect(app.api.countOf(scheduleAtGarmin)).toBe(1));
  await press('Cancel');
  expect(screen.queryByRole('dialog')).toBeNull();

  answer.resolve();
  expect(await screen.findByText('Some workouts weren’t sent')).toBeDefined();
  expect(screen.getByText(/Can’t reach Pacewright/)).toBeDefined();
});
