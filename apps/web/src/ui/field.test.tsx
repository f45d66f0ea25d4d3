import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Field } from './field.tsx';
import { PasswordField } from './password-field.tsx';

test('a field is found by its label and described by its hint', () => {
  render(<Field label="Username" hint="At least 3 characters" />);

  const field = screen.getByLabelText('Username');
  expect(description(field)).toBe('At least 3 characters');
  expect(field.getAttribute('aria-invalid')).toBeNull();
});

test('an error takes the place of the hint and marks the field as invalid', () => {
  render(<Field label="Email" hint="We write to it once" error="Email is invalid" />);

  const field = screen.getByLabelText('Email');
  expect(description(field)).toBe('Email is invalid');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText('We write to it once')).toBeNull();
});

test('two fields with the same label keep their own errors', () => {
  render(
    <>
      <Field label="Pace" error="Not a pace" />
      <Field label="Pace" />
    </>,
  );

  const [first, second] = screen.getAllByLabelText('Pace');
  expect(first && description(first)).toBe('Not a pace');
  expect(second && description(second)).toBe('');
});

test('a password can be shown and hidden again without losing it', async () => {
  render(<PasswordField label="Password" autoComplete="current-password" />);
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  await userEvent.type(field, 'trackday');

  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field.type).toBe('text');
  expect(field.value).toBe('trackday');

  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(field.type).toBe('password');
});

function description(element: HTMLElement): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? 'nowhere').join(' ');
}
