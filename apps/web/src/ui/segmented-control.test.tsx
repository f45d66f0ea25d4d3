import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { SegmentedControl } from './segmented-control.tsx';

test('one segment is chosen at a time, by click or by arrow key', async () => {
  render(<Units />);
  expect(chosen()).toBe('min/mile');

  await userEvent.click(screen.getByRole('radio', { name: 'min/km' }));
  expect(chosen()).toBe('min/km');

  await userEvent.keyboard('{ArrowLeft}');
  expect(chosen()).toBe('min/mile');
});

test('two controls on one screen do not disturb each other', async () => {
  render(
    <>
      <Units />
      <Units />
    </>,
  );
  const [first] = screen.getAllByRole('radio', { name: 'min/km' });
  if (first) await userEvent.click(first);

  const names = screen.getAllByRole('radio', { checked: true }).map((radio) => label(radio));
  expect(names).toEqual(['min/km', 'min/mile']);
});

function Units() {
  const [units, setUnits] = useState<'imperial' | 'metric'>('imperial');
  return (
    <SegmentedControl
      label="Units"
      options={[
        { value: 'imperial', label: 'min/mile' },
        { value: 'metric', label: 'min/km' },
      ]}
      value={units}
      onChange={setUnits}
    />
  );
}

function chosen(): string {
  return label(screen.getByRole('radio', { checked: true }));
}

function label(radio: HTMLElement): string {
  return radio.closest('label')?.textContent ?? '';
}
