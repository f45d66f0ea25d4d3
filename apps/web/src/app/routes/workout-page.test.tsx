import {
  changeWorkout,
  getWorkout,
  listDaysAhead,
  listWorkouts,
  listWorkoutTags,
  restoreWorkout,
  type SavedWorkout,
  saveWorkout,
} from '@pacewright/contract';
import { readScript } from '@pacewright/script';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { problemOf, unreachable } from '../../testing/fake-api.ts';
import { openAppAsAlex } from '../../testing/render-app.tsx';

const SAVED: SavedWorkout = {
  id: '018f6f0e-0000-7000-8000-00000000000a',
  title: 'Easy',
  script: 'E',
  notes: '',
  tags: [],
  reading: { workout: readScript('E').workout, mistakeCount: 0, mistakes: [] },
  version: 1,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
};

test('a workout can be exported to other programs', async () => {
  await openAppAsAlex('/app/workouts/new');
  expect(await screen.findByRole('button', { name: /^intervals\.icu/ })).toBeDefined();
  expect(screen.getByRole('button', { name: /^Zwift/ })).toBeDefined();
});

test.each(['Title', 'Tags', 'Notes'])(
  'the first save leaves the caret in %s, and typing continues there',
  async (name) => {
    const { api, path } = await openAppAsAlex('/app/workouts/new');
    const answer = Promise.withResolvers<void>();
    api.answer(saveWorkout, async (request) => {
      await answer.promise;
      return savedAs(request);
    });
    api.answer(listWorkouts, () => ({ workouts: [], nextCursor: null }));
    api.answer(listWorkoutTags, () => ({ tags: [] }));
    api.answer(listDaysAhead, () => ({ days: [] }));
    await userEvent.type(await screen.findByLabelText('Title'), 'Easy');
    await userEvent.click(await screen.findByRole('button', { name: 'Insert E' }));
    const field = screen.getByLabelText<HTMLInputElement>(name);
    await userEvent.click(field);

    await userEvent.keyboard('{Control>}s{/Control} an');
    await waitFor(() => expect(api.countOf(saveWorkout)).toBe(1));
    expect(path()).toMatch(/^\/app\/workouts\/[0-9a-f-]{36}\?new$/);
    const [url] = path().split('?');
    await act(async () => answer.resolve());
    await waitFor(() => expect(path()).toBe(url));
    await userEvent.keyboard('d on');

    expect(document.activeElement).toBe(field);
    expect(field.value).toMatch(/ and on$/);
    expect(path()).toBe(url);
    expect(screen.queryByText(/^You have unsaved changes/)).toBeNull();
  },
);

test('New workout asks before it leaves a new workout that is being written', async () => {
  const { path } = await openNew();
  const before = path();
  await userEvent.type(title(), 'Half-written');

  await userEvent.click(screen.getAllByRole('link', { name: 'New workout' })[0]!);
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await userEvent.click(within(dialog).getByRole('button', { name: /^Keep/ }));
  expect(title().value).toBe('Half-written');
  expect(path()).toBe(before);

  await userEvent.click(screen.getAllByRole('link', { name: 'New workout' })[0]!);
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(title().value).toBe(''));
  expect(path()).not.toBe(before);
  expect(path()).toMatch(/\?new$/);
});

test('Save is offered only while there is something to save', async () => {
  const { api } = await openSaved();
  const save = () => screen.getAllByRole('button', { name: 'Save' })[0]!;
  expect(save().ariaDisabled).toBe('true');
  await userEvent.keyboard('{Control>}s{/Control}');
  expect(api.countOf(changeWorkout)).toBe(0);
  await userEvent.type(title(), ' run');
  expect(save().ariaDisabled).toBeNull();
});

test('an unchanged workout follows the save of another device: title, text, chart and time', async () => {
  const server = await openSaved();
  expect(screen.getByText(/^Saved .*08:00|^Saved 1 Nov/)).toBeDefined();

  await server.changeOnOtherDevice({ title: 'Tempo', script: '20m T' });

  await waitFor(() => expect(title().value).toBe('Tempo'));
  expect(editor().textContent).toBe('20m T');
  await waitFor(() => expect(screen.getAllByText('Threshold')).not.toHaveLength(0));
  expect(screen.queryByText('Draft saved on this device')).toBeNull();
  expect(
    screen.queryByText('This workout was changed in another tab or on another device.'),
  ).toBeNull();

  // The next change is made to the version on the screen.
  server.api.answer(changeWorkout, ({ body }) => {
    const { workout, version } = body as { workout: Partial<SavedWorkout>; version: number };
    return { ...server.current, ...workout, version: version + 1 };
  });
  await userEvent.type(title(), ' 20');
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  await screen.findByText('Tempo 20 saved');
  expect(lastBody(server.api, 'PUT')).toMatchObject({ version: 2, workout: { script: '20m T' } });
});

test('the save of another device is announced and compared beside changes made here, not adopted', async () => {
  const server = await openSaved();
  await userEvent.type(title(), ' run');

  await server.changeOnOtherDevice({ title: 'Tempo', script: '20m T' });

  await screen.findByText('This workout was changed in another tab or on another device.');
  expect(title().value).toBe('Easy run');
  await userEvent.click(screen.getByRole('button', { name: 'Compare versions' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('Easy run');
  expect(dialog.textContent).toContain('20m T');
  await userEvent.click(screen.getByRole('button', { name: 'Use the saved version' }));
  await waitFor(() => expect(title().value).toBe('Tempo'));
  expect(
    screen.queryByText('This workout was changed in another tab or on another device.'),
  ).toBeNull();
});

test('a workout deleted on another device says so, keeps what was typed, and can be restored', async () => {
  const { api } = await openSaved();
  await userEvent.type(title(), ' run');
  api.answer(getWorkout, () => {
    throw problemOf('NOT_FOUND');
  });
  await act(async () => window.dispatchEvent(new Event('visibilitychange')));
  const words = 'This workout was deleted in another tab or on another device.';
  await screen.findByText(words);
  expect(title().value).toBe('Easy run');

  api.answer(restoreWorkout, () => {
    api.answer(getWorkout, () => SAVED);
    return SAVED;
  });
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
  await screen.findByText('Easy restored');
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  expect(title().value).toBe('Easy run');
});

test("a save whose response was lost is not taken for another device's", async () => {
  const server = await openSaved();
  server.api.answer(changeWorkout, () => {
    throw unreachable();
  });
  await userEvent.type(title(), ' run');
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  await screen.findByText('Not saved yet.');

  await server.changeOnOtherDevice({ title: 'Easy run' });

  await waitFor(() => expect(server.api.countOf(getWorkout)).toBeGreaterThan(1));
  expect(
    screen.queryByText('This workout was changed in another tab or on another device.'),
  ).toBeNull();
});

test('saving keeps the text as it is written, line breaks included', async () => {
  const { api } = await openNew();
  await userEvent.type(title(), 'Three lines');
  await writeScript('15m e\n+ 20m T\n+  10m E');
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  await waitFor(() => expect(api.countOf(saveWorkout)).toBe(1));
  expect(lastBody(api, 'POST')).toMatchObject({
    workout: { script: '15m e\n+ 20m T\n+  10m E' },
  });
});

test('a workout without a title is named after its steps', async () => {
  const { api } = await openNew();
  await writeScript('15m E + 6x(800mtr I + 2m jog)');
  await waitFor(() => expect(title().placeholder).toBe('6 × 800 m I'));
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  await waitFor(() => expect(api.countOf(saveWorkout)).toBe(1));
  expect(lastBody(api, 'POST')).toMatchObject({ workout: { title: '6 × 800 m I' } });
});

test('a title taken from the steps follows them when they change, a typed one does not', async () => {
  const server = await openSaved();
  await server.changeOnOtherDevice({ title: '5 × 1 km I', script: '5x(1km I + 2m jog)' });
  await waitFor(() => expect(title().value).toBe('5 × 1 km I'));

  await writeScript('20m T + ');
  await waitFor(() => expect(title().value).toBe('20 min T + 5 × 1 km I'));

  await userEvent.type(title(), ' by the river');
  await writeScript('15m M + ');
  await waitFor(() => expect(editor().textContent).toContain('15m M'));
  expect(title().value).toBe('20 min T + 5 × 1 km I by the river');
});

test('Enter in the title saves, Enter in the share link does not', async () => {
  const { api } = await openNew();
  await writeScript('15m E');
  await userEvent.type(title(), 'Easy');
  await userEvent.type(await screen.findByLabelText('Link'), '{Enter}');
  expect(api.countOf(saveWorkout)).toBe(0);
  await userEvent.type(title(), '{Enter}');
  await waitFor(() => expect(api.countOf(saveWorkout)).toBe(1));
  expect(lastBody(api, 'POST')).toMatchObject({ workout: { title: 'Easy' } });
});

test('a press on another screen during the first save goes there, and not to the saved workout', async () => {
  const { api, path } = await openNew();
  const answer = Promise.withResolvers<void>();
  api.answer(saveWorkout, async (request) => {
    await answer.promise;
    return savedAs(request);
  });
  await writeScript('15m E');
  await userEvent.type(title(), 'Easy{Enter}');
  await waitFor(() => expect(api.countOf(saveWorkout)).toBe(1));
  await userEvent.click(screen.getAllByRole('link', { name: 'Plans' })[0] as HTMLElement);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await act(async () => answer.resolve());
  expect(await screen.findByRole('heading', { level: 1, name: 'Plans' })).toBeDefined();
  expect(path()).toBe('/app/plans');
});

test('the focus stays where it was after a save that failed in the network', async () => {
  const { api } = await openNew();
  api.answer(saveWorkout, () => {
    throw unreachable();
  });
  // A mistake, which does not prevent saving.
  await writeScript('400m R');
  await userEvent.type(title(), 'Fast');
  await userEvent.keyboard('{Control>}s{/Control}');
  const note = (await screen.findByText('Not saved yet.')).parentElement;
  // It is saved again automatically.
  expect(note?.textContent).not.toMatch(/try again/);
  expect(document.activeElement).toBe(title());
});

test('a save without a script moves the focus to the script', async () => {
  await openNew();
  await userEvent.click(title());
  await userEvent.keyboard('{Control>}s{/Control}');
  await screen.findByText(/^Write a script first/);
  expect(document.activeElement).toBe(editor());
});

test('the script help opens over the workout with one click', async () => {
  await openNew();
  await writeScript('15m E');
  await userEvent.click(screen.getByRole('button', { name: 'Script help' }));
  await screen.findByRole('dialog', { name: 'How to write a workout' });
  await userEvent.click(screen.getByRole('button', { name: 'Close help' }));
  expect(editor().textContent).toBe('15m E');
});

test('the button shows the short form of a script, and writes it when confirmed', async () => {
  await openNew();
  await writeScript('15m e\n+20min T');
  await userEvent.click(screen.getByRole('button', { name: 'Tidy up' }));
  const dialog = await screen.findByRole('dialog', { name: 'Tidy up the script?' });
  expect(within(dialog).getByText('After').nextElementSibling?.textContent).toBe('15m E + 20m T');
  expect(editor().textContent).toBe('15m e+20min T');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Tidy up' }));
  await waitFor(() => expect(editor().textContent).toBe('15m E + 20m T'));
  expect(document.activeElement).toBe(editor());
});

test('a script with a mistake is not tidied up, and the shortcut leads to the mistake', async () => {
  await openNew();
  await writeScript('15m e\n+ 400m R');
  act(() => editor().focus());
  await userEvent.keyboard('{Shift>}{Alt>}f{/Alt}{/Shift}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(editor().textContent).toBe('15m e+ 400m R');
  expect(document.activeElement).toBe(editor());
});

test('the palette tidies up the script too', async () => {
  await openNew();
  await writeScript('15m e\n+20min T');
  await chooseInPalette('tidy');
  const dialog = await screen.findByRole('dialog', { name: 'Tidy up the script?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Tidy up' }));
  await waitFor(() => expect(editor().textContent).toBe('15m E + 20m T'));
});

test('from the palette a script with a mistake is not tidied up, and the mistake gets the focus', async () => {
  await openNew();
  await writeScript('15m e\n+ 400m R');
  act(() => title().focus());
  await chooseInPalette('tidy');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(editor());
});

test('from the palette a script in its short form is left as it is, and a message says so', async () => {
  await openNew();
  await writeScript('15m E');
  await chooseInPalette('tidy');
  const toasts = screen.getByRole('region', { name: 'Notifications' });
  expect(await within(toasts).findByText('Already tidy')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('there is one button for the file of the watch', async () => {
  await openSaved();
  await screen.findByRole('region', { name: 'On your watch' });
  // One beside the title and one in the bar of a phone; a screen shows one of them.
  expect(screen.getAllByRole('button', { name: 'Download FIT' })).toHaveLength(2);
});

async function openNew() {
  const opened = await openAppAsAlex('/app/workouts/new');
  answerLists(opened.api);
  opened.api.answer(saveWorkout, savedAs);
  await screen.findByRole('button', { name: 'Insert E' });
  return opened;
}

/** The answer to the first save of a workout. */
function savedAs({ body }: { body?: unknown }): SavedWorkout {
  const { id, workout } = body as { id: string; workout: Partial<SavedWorkout> };
  return { ...SAVED, ...workout, id };
}

/** A saved workout on the screen, and a function that changes it like another device. */
async function openSaved() {
  let current = SAVED;
  const { api } = await openAppAsAlex(`/app/workouts/${SAVED.id}`);
  api.answer(getWorkout, () => current);
  answerLists(api);
  await screen.findByRole('button', { name: 'Insert E' });
  return {
    api,
    get current() {
      return current;
    },
    changeOnOtherDevice: async (changes: Partial<SavedWorkout>) => {
      const next = { ...current, ...changes, version: current.version + 1 };
      const { workout } = readScript(next.script);
      current = { ...next, reading: { ...next.reading, workout } };
      await act(async () => window.dispatchEvent(new Event('visibilitychange')));
    },
  };
}

type Api = Awaited<ReturnType<typeof openAppAsAlex>>['api'];

function answerLists(api: Api): void {
  api.answer(listWorkouts, () => ({ workouts: [], nextCursor: null }));
  api.answer(listWorkoutTags, () => ({ tags: [] }));
  api.answer(listDaysAhead, () => ({ days: [] }));
}

function lastBody(api: Api, method: string): unknown {
  return api.calls.findLast(({ endpoint }) => endpoint.startsWith(`${method} /api/auth/workouts`))
    ?.request.body;
}

function title(): HTMLTextAreaElement {
  return screen.getByLabelText<HTMLTextAreaElement>('Title');
}

function editor(): HTMLElement {
  return screen.getByRole('textbox', { name: 'Workout script' });
}

async function chooseInPalette(words: string): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.type(await screen.findByRole('combobox', { name: /^Search/ }), words);
  await userEvent.keyboard('{Enter}');
}

/** Pasted: jsdom has no layout for CodeMirror to type into. */
async function writeScript(text: string): Promise<void> {
  editor().focus();
  await userEvent.paste(text);
}
