import { trainingPaces } from '@pacewright/pace';
import { readScript } from '@pacewright/script';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { ScriptEditor } from './script-editor.tsx';

const ATHLETE = {
  speeds: { vdot: 50, trainingPaces: trainingPaces(50) },
  units: 'metric' as const,
};

type ScreenProps = {
  initial: string;
  onChange?: (text: string) => void;
  onAddSession?: ComponentProps<typeof ScriptEditor>['onAddSession'];
};

function Screen({ initial, onChange, onAddSession }: ScreenProps) {
  const [text, setText] = useState(initial);
  return (
    <>
      <ScriptEditor
        value={text}
        paceContext={ATHLETE}
        onAddSession={onAddSession}
        onChange={(next) => {
          setText(next);
          onChange?.(`${next} (${readScript(next, ATHLETE).diagnostics.length})`);
        }}
      />
      <button type="button" onClick={() => setText('20m T')}>
        Load another
      </button>
    </>
  );
}

/** CodeMirror's box, once it has replaced the plain one. */
async function findEditor() {
  return waitFor(() => {
    const box = screen.getByRole('textbox', { name: 'Workout script' });
    expect(box).not.toBeInstanceOf(HTMLTextAreaElement);
    return box;
  });
}

test('a plain text box takes the text until the editor has loaded', async () => {
  const onChange = vi.fn<(text: string) => void>();
  render(<Screen initial="15m" onChange={onChange} />);
  const plain = screen.getByRole('textbox', { name: 'Workout script' });
  expect(plain).toBeInstanceOf(HTMLTextAreaElement);
  // Immediately, since the editor may load at any moment.
  fireEvent.change(plain, { target: { value: '15m Q' } });
  expect(onChange).toHaveBeenLastCalledWith('15m Q (1)');
  expect((await findEditor()).textContent).toContain('15m Q');
});

test('a text with line breaks of Windows has as many lines as it was written with', async () => {
  const onChange = vi.fn<(text: string) => void>();
  render(<Screen initial={'10m E\r\n20m T\r\n10m E'} onChange={onChange} />);
  const editor = await findEditor();
  await waitFor(() => expect(editor.querySelectorAll('.cm-line')).toHaveLength(3));
  expect(onChange).not.toHaveBeenCalled();
});

test('deleting all of the text while the note is being placed causes no error', async () => {
  const logged = vi.spyOn(console, 'error');
  render(<Screen initial="15m E + 400m R" />);
  const editor = await findEditor();
  await screen.findByRole('group', { name: 'Problem on line 1' });
  fireEvent.keyDown(editor, { key: 'a', ctrlKey: true });
  fireEvent.keyDown(editor, { key: 'Delete' });
  await waitFor(() => expect(screen.queryByRole('group')).toBeNull());
  await new Promise(requestAnimationFrame);
  expect(logged).not.toHaveBeenCalled();
});

test('a mistake is reported with its line, and a click fixes it', async () => {
  const onChange = vi.fn<(text: string) => void>();
  render(<Screen initial={'15m E\n+ 400m R'} onChange={onChange} />);
  const editor = await findEditor();

  const problem = await screen.findByRole('group', { name: 'Problem on line 2' });
  expect(problem.textContent).toContain('400m means 400 minutes. Did you mean metres?');
  expect(editor.getAttribute('aria-invalid')).toBe('true');

  await userEvent.click(within(problem).getByRole('button', { name: '400 metres, 1:28' }));
  expect(onChange).toHaveBeenLastCalledWith('15m E\n+ 400mtr R (0)');
  expect(screen.queryByRole('group', { name: /Problem/ })).toBeNull();
  expect(editor.getAttribute('aria-invalid')).toBe('false');
  expect(document.activeElement).toBe(editor);
});

test('every reading of a question is a button with its result, the likeliest first', async () => {
  render(<Screen initial="5x1km I + 2m jog" />);
  await findEditor();
  const problem = await screen.findByRole('group', { name: 'Problem on line 1' });
  expect(
    within(problem)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['In every rep, 29:35, 6.8 km', 'After the reps, 21:35, 5.4 km']);
});

test('answers show only in what their results differ', async () => {
  render(<Screen initial="10m race pace" />);
  await findEditor();
  const threshold = await screen.findByRole('button', { name: /^At T pace/ });
  expect(threshold.textContent).toMatch(/^At T pace, \d\.\d km$/);
});

test('a pace and a heart rate for one step are two buttons, each with its result', async () => {
  const onChange = vi.fn<(text: string) => void>();
  render(<Screen initial="20m T 150bpm" onChange={onChange} />);
  await findEditor();
  const problem = await screen.findByRole('group', { name: 'Problem on line 1' });
  const [pace, heartRate] = within(problem).getAllByRole('button');
  expect(pace?.textContent).toBe('Keep T, 4.7 km');
  expect(heartRate?.textContent).toBe('Keep 150bpm, 3.8 km');
  await userEvent.click(heartRate!);
  expect(onChange).toHaveBeenLastCalledWith('20m 150bpm (0)');
});

test('More answers goes once it is pressed, by keyboard to the first answer it shows', async () => {
  render(<Screen initial="10m race pace + 10m race pace" />);
  await findEditor();
  const problem = await screen.findByRole('group', { name: 'Problem on line 1' });
  const fourth = within(problem).getAllByRole('button')[3]!;
  act(() => within(problem).getByRole('button', { name: 'More options' }).focus());
  await userEvent.keyboard('{Enter}');
  expect(within(problem).queryByRole('button', { name: 'More options' })).toBeNull();
  expect(document.activeElement).toBe(fourth);

  // The first press goes to the shown problem, which is after the caret.
  await userEvent.dblClick(screen.getByRole('button', { name: /Next problem$/ }));
  expect(await screen.findByRole('button', { name: 'More options' })).toBeTruthy();
});

test('one answer is given to all questions like it, and the caret stays in its place', async () => {
  const onChange = vi.fn<(text: string) => void>();
  render(<Screen initial="20m E + 400 R + 800 R" onChange={onChange} />);
  const editor = await findEditor();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Apply to 1 more' }));
  await userEvent.click(screen.getByRole('button', { name: /^400 metres/ }));
  expect(onChange.mock.lastCall?.[0]).toMatch(/^20m E \+ 400mtr R \+ 800mtr R /);
  expect(document.activeElement).toBe(editor);
  fireEvent.keyDown(editor, { key: 'z', ctrlKey: true });
  expect(onChange.mock.lastCall?.[0]).toMatch(/^20m E \+ 400 R \+ 800 R /);
});

test('everything certain is fixed at once, and undone at once', async () => {
  const onChange = vi.fn<(text: string) => void>();
  render(<Screen initial="15m E 5x(3m I + 2m jog" onChange={onChange} />);
  const editor = await findEditor();
  const fixAll = await screen.findByRole('button', { name: 'Fix all 2' });
  await userEvent.click(fixAll);
  expect(onChange).toHaveBeenLastCalledWith('15m E + 5x(3m I + 2m jog) (0)');
  expect(document.activeElement).toBe(editor);
  fireEvent.keyDown(editor, { key: 'z', ctrlKey: true });
  expect(onChange).toHaveBeenLastCalledWith('15m E 5x(3m I + 2m jog (2)');
});

test('the next problem is one press away', async () => {
  render(<Screen initial="400m R + 300m R" />);
  await findEditor();
  const next = await screen.findByRole('button', { name: '1/2 Next problem' });
  await userEvent.click(next);
  expect(await screen.findByRole('button', { name: /^300 metres/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: '2/2 Next problem' })).toBeTruthy();
});

test('advice is labelled as advice', async () => {
  render(<Screen initial="8m I" />);
  await findEditor();
  const advice = await screen.findByRole('group', { name: 'Suggestion on line 1' });
  expect(advice.textContent).toContain(
    '8 min at I is long. Most runners can hold it for 3 to 5 min.',
  );
});

test('tokens have the class of their kind, and invalid characters are marked', async () => {
  render(<Screen initial="15m E + 5x(400mtr Z2 #)" />);
  const editor = await findEditor();
  const withClass = (name: string) =>
    [...editor.querySelectorAll(`.${name}`)].map(({ textContent }) => textContent);
  expect(withClass('tk-time')).toEqual(['15m']);
  expect(withClass('tk-e')).toEqual(['E']);
  expect(withClass('tk-number')).toEqual(['400mtr']);
  expect(withClass('tk-zone')).toEqual(['Z2']);
  expect(withClass('tk-repeat').join('')).toBe('5x');
  expect(withClass('tk-plus')).toEqual(['+']);
  expect(withClass('tk-invalid')).toEqual(['#']);
});

test('the text can be replaced from outside', async () => {
  render(<Screen initial="15m E" />);
  const editor = await findEditor();
  await userEvent.click(screen.getByRole('button', { name: 'Load another' }));
  expect(editor.textContent).toContain('20m T');
});

test('the token bar is one tab stop, and arrow keys move within it', async () => {
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
  expect(document.activeElement).toBe(within(bar).getByRole('button', { name: 'Insert note' }));
});

const WEEK = 'Tue: 10m E + 6x(400m R + 90s jog)\nThu: 10m E + 20m T + 10m E\nSee you there';

function paste(editor: HTMLElement, text: string): void {
  fireEvent.paste(editor, { clipboardData: { getData: () => text } });
}

test('several pasted sessions are offered as workouts, each with its question', async () => {
  const onAddSession = vi.fn<() => Promise<void>>(async () => undefined);
  const onChange = vi.fn<(text: string) => void>();
  render(<Screen initial="15m E" onChange={onChange} onAddSession={onAddSession} />);
  paste(await findEditor(), WEEK);
  const dialog = await screen.findByRole('dialog', { name: '2 workouts found' });
  await userEvent.click(within(dialog).getByRole('button', { name: '400 metres, 1:28' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add 2 workouts' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onAddSession.mock.calls).toEqual([
    [{ title: 'Thu: 20 min T', script: '10m E + 20m T + 10m E', notes: 'See you there' }],
    [{ title: 'Tue: 6 × 400 m R', script: '10m E + 6x(400mtr R + 90s jog)', notes: '' }],
  ]);
  expect(onChange).not.toHaveBeenCalled();
});

test('a session that could not be added is still there to be added', async () => {
  const onAddSession = vi
    .fn<() => Promise<void>>(async () => undefined)
    .mockResolvedValueOnce()
    .mockRejectedValueOnce(new Error('The library is full.'));
  render(<Screen initial="" onAddSession={onAddSession} />);
  paste(await findEditor(), WEEK);
  await userEvent.click(await screen.findByRole('button', { name: 'Add 2 workouts' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The library is full.');
  await userEvent.click(screen.getByRole('button', { name: 'Add 1 workout' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onAddSession).toHaveBeenCalledTimes(3);
});

test('they can be pasted as text, and one session always is', async () => {
  const onChange = vi.fn<(text: string) => void>();
  render(<Screen initial="" onChange={onChange} onAddSession={async () => undefined} />);
  const editor = await findEditor();
  paste(editor, WEEK);
  await userEvent.click(await screen.findByRole('button', { name: 'Paste as text' }));
  expect(onChange.mock.lastCall?.[0]).toContain('See you there');
  paste(editor, ' + 10m E');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(onChange.mock.lastCall?.[0]).toContain('See you there + 10m E');
});
