import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openAppAsAlex } from '../testing/render-app.tsx';

test.each(['/app/paces', '/app/calendar', '/app/plans/new'])(
  'a file that is dropped on %s is read as an import',
  async (path) => {
    const app = await openAppAsAlex(path);
    const heading = await screen.findByRole('heading', { level: 1 });
    const dataTransfer = { types: ['Files'], files: [new File(['Tue: 45 min easy'], 'mail.txt')] };
    await expect.poll(() => fireEvent.dragOver(heading, { dataTransfer })).toBe(false);
    screen.getByText('Drop to import');
    fireEvent.drop(heading, { dataTransfer });
    await screen.findByRole('heading', { level: 1, name: 'Import' });
    expect(app.path()).toBe('/app/workouts/import');
    expect(screen.queryByText('Drop to import')).toBeNull();
  },
);
