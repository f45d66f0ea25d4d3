import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { THEME_KEY, THEME_SCRIPT } from './theme-script.ts';
import { syncThemeAcrossTabs, setTheme } from './theme.ts';
import { useTheme } from './use-theme.ts';

let unfollow: () => void;

beforeEach(() => {
  document.head.innerHTML = `
    <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
    <meta name="theme-color" content="#121a1e" media="(prefers-color-scheme: dark)">`;
  unfollow = syncThemeAcrossTabs();
});

afterEach(() => {
  setTheme('system');
  unfollow();
});

test('the theme is the system’s until one is chosen, and follows when the system changes', () => {
  const system = stubSystem('light');
  render(<Probe />);
  expect(screen.getByText('system, light')).toBeTruthy();

  act(() => system.become('dark'));
  expect(screen.getByText('system, dark')).toBeTruthy();
});

test('a chosen theme is stored, set on the page and painted on the browser’s bar', async () => {
  stubSystem('light');
  render(<Probe />);

  await userEvent.click(screen.getByRole('button', { name: 'Dark' }));

  expect(screen.getByText('dark, dark')).toBeTruthy();
  expect(localStorage.getItem(THEME_KEY)).toBe('dark');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(barColours()).toEqual(['#121a1e', '#121a1e']);
});

test('going back to the system leaves no mark on the page', () => {
  setTheme('dark');
  setTheme('system');

  expect(document.documentElement.dataset['theme']).toBeUndefined();
  expect(barColours()).toEqual(['#ffffff', '#121a1e']);
});

test('a choice in another tab is applied', () => {
  stubSystem('light');
  render(<Probe />);
  act(() => setTheme('light'));

  act(() => {
    localStorage.setItem(THEME_KEY, 'dark');
    dispatchEvent(new StorageEvent('storage', { key: THEME_KEY, newValue: 'dark' }));
  });

  expect(screen.getByText('dark, dark')).toBeTruthy();
  expect(document.documentElement.dataset['theme']).toBe('dark');
});

test('a choice still holds for the page where storage is blocked', () => {
  stubSystem('light');
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('forbidden');
    },
    setItem: () => {
      throw new DOMException('forbidden');
    },
    clear: () => {},
  });
  render(<Probe />);

  act(() => setTheme('dark'));
  expect(screen.getByText('dark, dark')).toBeTruthy();
});

test.each([
  ['light', 'light'],
  ['dark', 'dark'],
  ['system', undefined],
  ['purple', undefined],
])(
  'the script in the head turns a stored "%s" into %s before anything is painted',
  (stored, on) => {
    delete document.documentElement.dataset['theme'];
    localStorage.setItem(THEME_KEY, stored);
    const script = document.createElement('script');
    script.textContent = THEME_SCRIPT;
    document.head.append(script);

    expect(document.documentElement.dataset['theme']).toBe(on);
  },
);

function Probe() {
  const { theme, scheme, setTheme: choose } = useTheme();
  return (
    <>
      <p>{`${theme}, ${scheme}`}</p>
      <button type="button" onClick={() => choose('dark')}>
        Dark
      </button>
    </>
  );
}

function barColours(): string[] {
  const metas = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]');
  return Array.from(metas, (meta) => meta.content);
}

function stubSystem(scheme: 'light' | 'dark') {
  const query = Object.assign(new EventTarget(), { matches: scheme === 'dark' });
  vi.stubGlobal('matchMedia', () => query);
  return {
    become(next: 'light' | 'dark') {
      query.matches = next === 'dark';
      query.dispatchEvent(new Event('change'));
    },
  };
}
