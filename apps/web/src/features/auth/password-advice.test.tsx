import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { NewPasswordFields } from './fields.tsx';

async function typePassword(password: string): Promise<void> {
  render(
    <form>
      <input name="username" defaultValue="Konstantina" />
      <NewPasswordFields isFirst errors={{}} />
    </form>,
  );
  await userEvent.type(screen.getByLabelText('Password'), password);
}

test.each([
  ['qwerty123', 'Easy to guess. This is close to a common password. Three or four unrelated words'],
  ['konstantina', 'Easy to guess. Your name and email are easy to guess.'],
  ['pace.lamp.otter.42', 'Strong.'],
])('%s is %s', async (password, advice) => {
  await typePassword(password);
  const status = await screen.findByRole('status');
  expect(status.textContent).toContain(advice);
});

test('an empty field has no advice', async () => {
  await typePassword('q{Backspace}');
  expect(screen.queryByRole('status')).toBeNull();
});
