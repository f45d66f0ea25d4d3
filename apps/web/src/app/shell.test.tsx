import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, test, vi } from 'vitest';
import { PageHeading } from '../ui/page-heading.tsx';
import { ScreenFocus } from './screen-focus.tsx';
import { Shell } from './shell.tsx';

const EVERYWHERE = [
  '/app',
  '/app/workouts',
  '/app/workouts/new',
  '/app/plans',
  '/app/calendar',
  '/app/paces',
  '/app/settings',
];

test('the top bar has every section, the tab bar those it has room for, each in its own order', () => {
  renderShell(EVERYWHERE);
  const [topBar, tabBar] = screen.getAllByRole('navigation', { name: 'Main' });

  expect(links(topBar)).toEqual(['Today', 'Workouts', 'Plans', 'Calendar', 'Paces']);
  expect(links(tabBar)).toEqual(['Today', 'Calendar', 'New workout', 'Workouts', 'Paces']);
});

test('on the plans, which have no tab, the tab of the workouts is current', async () => {
  renderShell(EVERYWHERE);
  const [, tabBar] = screen.getAllByRole('navigation', { name: 'Main' });
  await userEvent.click(topBarLink('Plans'));
  expect(
    within(tabBar as HTMLElement)
      .getByRole('link', { name: 'Workouts' })
      .getAttribute('aria-current'),
  ).toBe('true');
});

test('a screen that does not exist has no link to it', async () => {
  renderShell(['/app']);

  expect(screen.getAllByRole('link').map(nameOf)).toEqual([
    'Skip to content',
    'Pacewright',
    'Today',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Account, Alex Kim' }));
  expect(screen.queryByRole('menuitem', { name: 'Settings' })).toBeNull();
});

test('the account menu has the settings and the logout', async () => {
  const onLogout = vi.fn<() => void>();
  renderShell(EVERYWHERE, { onLogout });

  await userEvent.click(screen.getByRole('button', { name: 'Account, Alex Kim' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Settings' }));
  expect(screen.getByRole('heading', { name: '/app/settings' })).toBeTruthy();

  await userEvent.click(screen.getByRole('button', { name: 'Account, Alex Kim' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }));
  expect(onLogout).toHaveBeenCalledTimes(1);
});

test('the pace strip is on every screen but the one about paces', async () => {
  renderShell(EVERYWHERE);
  expect(screen.getByRole('region', { name: 'Your training paces' })).toBeTruthy();

  await userEvent.click(topBarLink('Paces'));
  expect(screen.queryByRole('region', { name: 'Your training paces' })).toBeNull();
});

test('a new screen sets the page title, is marked in the bar and gets the focus on its heading', async () => {
  renderShell(EVERYWHERE);
  expect(document.activeElement).toBe(document.body);

  await userEvent.click(topBarLink('Workouts'));

  expect(document.title).toBe('/app/workouts · Pacewright');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: '/app/workouts' }));
  expect(topBarLink('Workouts').getAttribute('aria-current')).toBe('page');
  expect(topBarLink('Today').getAttribute('aria-current')).toBeNull();
});

function renderShell(paths: string[], { onLogout = () => {} } = {}) {
  const router = createMemoryRouter(
    [
      {
        element: (
          <Shell
            person={{ name: 'Alex Kim' }}
            paths={paths}
            paceStrip="E 4:56 - 5:34"
            onFind={() => {}}
            onShowShortcuts={() => {}}
            onLogout={onLogout}
          >
            <ScreenFocus />
            <Outlet />
          </Shell>
        ),
        children: paths.map((path) => ({ path, element: <PageHeading title={path} /> })),
      },
    ],
    { initialEntries: ['/app'] },
  );
  render(<RouterProvider router={router} />);
}

function topBarLink(name: string): HTMLElement {
  const [topBar] = screen.getAllByRole('navigation', { name: 'Main' });
  return within(topBar ?? document.body).getByRole('link', { name });
}

function links(bar: HTMLElement | undefined): (string | null)[] {
  return bar ? within(bar).getAllByRole('link').map(nameOf) : [];
}

function nameOf(element: HTMLElement): string | null {
  return element.getAttribute('aria-label') ?? element.textContent?.trim() ?? null;
}
