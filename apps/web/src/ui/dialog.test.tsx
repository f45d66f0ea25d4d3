import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { isDialogOpen } from './open-dialog.ts';

test('a dialog is named by its title, described by its text and starts on the safe button', async () => {
  render(<DeleteAccount />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));

  const dialog = screen.getByRole('alertdialog', { name: 'Delete your account?' });
  const described = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('It can’t be undone.');
  expect(document.activeElement?.textContent).toBe('Keep account');
});

test('Escape asks to close', async () => {
  render(<DeleteAccount />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));

  screen.getByRole('alertdialog').dispatchEvent(new Event('cancel', { cancelable: true }));

  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
});

test('a click outside closes a dialog, but not an alert dialog', async () => {
  const { unmount } = render(<DeleteAccount alert={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await userEvent.click(screen.getByRole('dialog'));
  expect(screen.queryByRole('dialog')).toBeNull();
  unmount();

  render(<DeleteAccount />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await userEvent.click(screen.getByRole('alertdialog'));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
});

test('selecting text out of a dialog, or from outside into it, leaves it open', async () => {
  const user = userEvent.setup();
  render(<DeleteAccount alert={false} />);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = screen.getByRole('dialog');
  const inside = screen.getByText('It can’t be undone.');

  for (const [from, to] of [
    [inside, dialog],
    [dialog, inside],
  ] as const) {
    await user.pointer([{ keys: '[MouseLeft>]', target: from }, { target: to }]);
    await user.pointer({ keys: '[/MouseLeft]', target: to });
    // A browser sends the click to what the two places have in common.
    fireEvent.click(dialog);
    expect(screen.getByRole('dialog')).toBe(dialog);
  }

  await user.click(dialog);
  expect(screen.queryByRole('dialog')).toBeNull();
});

function DeleteAccount({ alert = true }: { alert?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete</Button>
      {open && (
        <Dialog
          alert={alert}
          title="Delete your account?"
          description="It can’t be undone."
          onClose={() => setOpen(false)}
          actions={
            <>
              <Button>Export first</Button>
              <Button data-autofocus>Keep account</Button>
            </>
          }
        />
      )}
    </>
  );
}

test('the page is marked for as long as any dialog is open', () => {
  const first = render(<Dialog title="First" onClose={() => undefined} />);
  const second = render(<Dialog title="Second" onClose={() => undefined} />);
  expect(isDialogOpen()).toBe(true);

  second.unmount();
  expect(isDialogOpen()).toBe(true);

  first.unmount();
  expect(isDialogOpen()).toBe(false);
});
