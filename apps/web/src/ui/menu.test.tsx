import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from './button.tsx';
import { Menu, MenuChoice, MenuItem } from './menu.tsx';

test('a menu opens on its first item and closes on Escape, back on its button', async () => {
  renderMenu();
  const button = screen.getByRole('button', { name: 'Tempo 20' });
  expect(screen.queryByRole('menu')).toBeNull();

  await userEvent.click(button);
  expect(screen.getByRole('menu', { name: 'Workout' })).toBeTruthy();
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(focused()).toBe('Edit');

  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('arrows wrap around and skip disabled items, and a letter goes to the item that starts with it', async () => {
  renderMenu();
  screen.getByRole('button').focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(focused()).toBe('Delete');

  const steps: [key: string, item: string][] = [
    ['{ArrowDown}', 'Edit'],
    ['{ArrowDown}', 'Duplicate'],
    ['{ArrowDown}', 'Delete'],
    ['{ArrowUp}', 'Duplicate'],
    ['{Home}', 'Edit'],
    ['{End}', 'Delete'],
    ['d', 'Duplicate'],
    ['d', 'Delete'],
    ['e', 'Edit'],
  ];
  for (const [key, item] of steps) {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await userEvent.keyboard(key);
    expect(focused()).toBe(item);
  }
});

test('choosing an item does it once and closes the menu', async () => {
  const edit = vi.fn<() => void>();
  renderMenu({ edit });

  await userEvent.click(screen.getByRole('button'));
  await userEvent.keyboard('{Enter}');

  expect(edit).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(focused()).toBe('Tempo 20');
});

test('a menu follows its button when the page scrolls, and closes when that leaves the screen', async () => {
  renderMenu();
  const button = screen.getByRole('button', { name: 'Tempo 20' });
  const box = vi
    .spyOn(button, 'getBoundingClientRect')
    .mockReturnValue(new DOMRect(0, 100, 40, 40));
  await userEvent.click(button);
  const top = () => Number.parseFloat(screen.getByRole('menu').style.top);
  const opened = top();

  box.mockReturnValue(new DOMRect(0, 160, 40, 40));
  fireEvent.scroll(document);
  expect(top()).toBe(opened + 60);

  box.mockReturnValue(new DOMRect(0, -60, 40, 40));
  fireEvent.scroll(document);
  expect(screen.queryByRole('menu')).toBeNull();
});

test('a click elsewhere closes the menu and leaves the focus there', async () => {
  renderMenu();
  await userEvent.click(screen.getByRole('button', { name: 'Tempo 20' }));
  await userEvent.click(screen.getByLabelText('Elsewhere'));

  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Elsewhere'));
});

test('one of several choices is marked as chosen', async () => {
  render(
    <Menu label="Theme" trigger={<Button>Theme</Button>}>
      <MenuChoice checked={false}>Light</MenuChoice>
      <MenuChoice checked>Dark</MenuChoice>
    </Menu>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Theme' }));

  expect(screen.getByRole('menuitemradio', { checked: true }).textContent).toBe('Dark');
});

function renderMenu({ edit }: { edit?: () => void } = {}) {
  render(
    <>
      <Menu label="Workout" trigger={<Button>Tempo 20</Button>}>
        <MenuItem onClick={edit}>Edit</MenuItem>
        <MenuItem disabled>Send</MenuItem>
        <MenuItem>Duplicate</MenuItem>
        <MenuItem danger>Delete</MenuItem>
      </Menu>
      <input aria-label="Elsewhere" />
    </>,
  );
}

function focused(): string | null | undefined {
  return document.activeElement?.textContent;
}
