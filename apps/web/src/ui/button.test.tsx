import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Button } from './button.tsx';

test('a busy button keeps its label and focus, and cannot be pressed again', async () => {
  const save = vi.fn<() => void>();
  render(<Saving save={save} />);

  const button = screen.getByRole('button', { name: 'Save' });
  await userEvent.dblClick(button);
  await userEvent.keyboard('{Enter} ');

  expect(save).toHaveBeenCalledTimes(1);
  expect(button).toBe(document.activeElement);
  expect(button.getAttribute('aria-busy')).toBe('true');
});

test('Enter in a field does not send a form again while its button is busy', async () => {
  const send = vi.fn<() => void>();
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <input aria-label="Email" />
      <Button type="submit" busy>
        Sign in
      </Button>
    </form>,
  );

  await userEvent.type(screen.getByLabelText('Email'), 'alex@example.com{Enter}');

  expect(send).not.toHaveBeenCalled();
});

function Saving({ save }: { save: () => void }) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      busy={busy}
      onClick={() => {
        save();
        setBusy(true);
      }}
    >
      Save
    </Button>
  );
}
