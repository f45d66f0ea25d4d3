import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

/** Fills in fields by their labels. Each is pasted: typed letters would render the form once for each of them. */
export async function fillIn(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = await screen.findByLabelText(label);
    await userEvent.clear(field);
    if (value !== '') await userEvent.paste(value);
  }
}

export async function press(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }));
}

export function valueOf(label: string): string {
  return screen.getByLabelText<HTMLInputElement>(label).value;
}

/** The accessible description of a field: its hint or its error. */
export function saidOf(label: string): string {
  const id = screen.getByLabelText(label).getAttribute('aria-describedby') ?? '';
  return document.getElementById(id)?.textContent ?? '';
}

export function addressOf(link: string): string | null {
  return screen.getByRole('link', { name: link }).getAttribute('href');
}
