import { trainingPaces } from '@pacewright/pace';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { ScriptEditor } from './script-editor.tsx';

const ATHLETE = {
  speeds: { vdot: 50, trainingPaces: trainingPaces(50) },
  units: 'metric' as const,
};

function Screen({ initial, onChange }: { initial: string; onChange?: (text: string) => void }) {
  const [text, setText] = useState(initial);
  return (
    <>
      <ScriptEditor
        value={text}
        athlete={ATHLETE}
        onChange={(next, { diagnostics }) => {
          setText(next);
          onChange?.(`${next} (${diagnostics.length})`);
        }}
      />
      <button type="button" onClick={() => setText('20m T')}>
        Load another
      </button>
    </>
  );
}

/** CodeMirror's own box, once it has taken the place of the plain one. */
async function findEditor() {
  return waitFor(() => {
    const box = screen.getByRole('textbox', { name: 'Workout script' });
    expect(box).not.toBeInstanceOf(HTMLTextAreaElement);
    return box;
  });
}

test('a plain text box takes the text until the editor has arrived', async () => {
  const onChange = vi.fn<(text: string) => void>();
  render(<Screen initial="15m" onChange={onChange} />);
  const plain = screen.getByRole('textbox', { name: 'Workout script' });
  expect(plain).toBeInstanceOf(HTMLTextAreaElement);
  // At once: the editor comes when it comes.
  fireEvent.change(plain, { target: { value: '15m Q' } });
  expect(onChange).toHaveBeenLastCalledWith('15m Q (1)');
  expect((await findEditor()).textContent).toContain('15m Q');
});

test('a mistake may go with all of the text while its place is being measured', async () => {
  const logged = vi.spyOn(console, 'error');
  render(<Screen initial="15m E + 400m R" />);
  const editor = await findEditor();
  await screen.findByRole('group', { name: 'Problem in line 1' });
  fireEvent.keyDown(editor, { key: 'a', ctrlKey: true });
  fireEvent.keyDown(editor, { key: 'Delete' });
  await waitFor(() => expect(screen.queryByRole('group')).toBeNull());
  await new Promise(requestAnimationFrame);
  expect(logged).not.toHaveBeenCalled();
});

test('a mistake is named with its line, and a click mends it', async () => {
  const onChange = vi.fn<(text: string) => void>();
  render(<Screen initial={'15m E\n+ 400m R'} onChange={onChange} />);
  const editor = await findEditor();

  const problem = await screen.findByRole('group', { name: 'Problem in line 2' });
  expect(problem.textContent).toContain('400m means 400 minutes. Did you mean metres?');
  expect(editor.getAttribute('aria-invalid')).toBe('true');

  await userEvent.click(within(problem).getByRole('button', { name: 'Change to 400mtr' }));
  expect(onChange).toHaveBeenLastCalledWith('15m E\n+ 400mtr R (0)');
  expect(screen.queryByRole('group', { name: /Problem/ })).toBeNull();
  expect(editor.getAttribute('aria-invalid')).toBe('false');
  expect(document.activeElement).toBe(editor);
});

test('advice is told apart from a mistake', async () => {
  render(<Screen initial="8m I" />);
  await findEditor();
  const advice = await screen.findByRole('group', { name: 'Advice in line 1' });
  expect(advice.textContent).toContain('8 min at I is long. Most runners hold it for 3 to 5.');
});

test('words wear the class of what they are, and strange characters are marked', async () => {
  render(<Screen initial="15m E + 5x(400mtr Z2 @)" />);
  const editor = await findEditor();
  const wearing = (name: string) =>
    [...editor.querySelectorAll(`.${name}`)].map(({ textContent }) => textContent);
  expect(wearing('tk-time')).toEqual(['15m']);
  expect(wearing('tk-e')).toEqual(['E']);
  expect(wearing('tk-number')).toEqual(['400mtr']);
  expect(wearing('tk-zone')).toEqual(['Z2']);
  expect(wearing('tk-repeat').join('')).toBe('5x');
  expect(wearing('tk-plus')).toEqual(['+']);
  expect(wearing('tk-invalid')).toEqual(['@']);
});

test('another text can be put in its place', async () => {
  render(<Screen initial="15m E" />);
  const editor = await findEditor();
  await userEvent.click(screen.getByRole('button', { name: 'Load another' }));
  expect(editor.textContent).toContain('20m T');
});

test('the bar of tokens is one tab stop, and arrow keys move along it', async () => {
  render(<Screen initial="15m" />);
  await findEditor();
  const bar = screen.getByRole('toolbar', { name: 'Insert' });
  within(bar).getByRole('button', { name: 'Insert E' }).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement).toBe(within(bar).getByRole('button', { name: 'Insert T' }));
  expect(
    within(bar)
      .getAllByRole('button')
      .filter(({ tabIndex }) => tabIndex === 0),
  ).toHaveLength(1);
  await userEvent.keyboard('{End}');
  expect(document.activeElement).toBe(within(bar).getByRole('button', { name: 'Insert HM' }));
});
