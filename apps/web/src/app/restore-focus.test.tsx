import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restoreFocus } from './restore-focus.ts';

let stop: () => void;
beforeEach(() => {
  stop = restoreFocus();
});
afterEach(() => stop());

/** Rows that can be deleted and reversed. */
function Rows({ names }: { names: string[] }) {
  const [left, setLeft] = useState(names);
  return (
    <>
      <a href="#top">Skip</a>
      <main>
        <h1>Rows</h1>
        {left.length > 0 && (
          <ul>
            {left.map((name) => (
              <li key={name}>
                <span>{name}</span>
                <button
                  type="button"
                  onClick={() => setLeft(left.filter((other) => other !== name))}
                >
                  Delete {name}
                </button>
                <button type="button" onClick={() => setLeft(left.toReversed())}>
                  Reverse at {name}
                </button>
              </li>
            ))}
          </ul>
        )}
      </main>
    </>
  );
}

async function press(name: string): Promise<void> {
  screen.getByRole('button', { name }).focus();
  await userEvent.keyboard('{Enter}');
}

function focused(): string | null | undefined {
  return document.activeElement?.textContent;
}

test('the focus goes to the row after the deleted one, then to the one before, then to the heading', async () => {
  render(<Rows names={['one', 'two', 'three']} />);
  await press('Delete two');
  expect(focused()).toBe('Delete three');
  await press('Delete three');
  expect(focused()).toBe('Delete one');
  await press('Delete one');
  expect(focused()).toBe('Rows');
});

test('an element that is moved keeps the focus', async () => {
  render(<Rows names={['one', 'two', 'three']} />);
  await press('Reverse at one');
  expect(focused()).toBe('Reverse at one');
});

test('a row that no longer has the focus is not restored', async () => {
  render(<Rows names={['one', 'two']} />);
  const button = screen.getByRole('button', { name: 'Delete one' });
  button.focus();
  screen.getByRole('link', { name: 'Skip' }).focus();
  button.click();
  await waitFor(() => expect(button.isConnected).toBe(false));
  expect(focused()).toBe('Skip');
});

test('while a screen loads the focus waits for its heading, and never goes to the skip link', async () => {
  function Page() {
    const [state, setState] = useState<'asking' | 'loading' | 'ready'>('asking');
    return (
      <>
        <a href="#main">Skip</a>
        <main>{state === 'ready' && <h1>Today</h1>}</main>
        <button type="button" hidden onClick={() => setState('ready')}>
          Load
        </button>
        {state === 'asking' && (
          <div>
            <button type="button" onClick={() => setState('loading')}>
              Not now
            </button>
          </div>
        )}
      </>
    );
  }
  render(<Page />);
  await press('Not now');
  await waitFor(() => expect(screen.queryByText('Not now')).toBeNull());
  expect(document.activeElement).toBe(document.body);

  act(() => screen.getByText('Load').click());
  await waitFor(() => expect(focused()).toBe('Today'));
});

test('removing a part of the screen itself moves the focus to the heading, not to the first link', async () => {
  render(<Greeting />);
  await press('Not now');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Today'));
});

function Greeting() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <main>
      <div>
        <h1>Today</h1>
        <a href="#plan">Plan a workout</a>
        {isOpen && (
          <section>
            <button type="button" onClick={() => setIsOpen(false)}>
              Not now
            </button>
          </section>
        )}
        <section aria-label="Notifications">
          <button type="button">Dismiss</button>
        </section>
      </div>
    </main>
  );
}
