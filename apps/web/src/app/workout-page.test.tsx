import {
  changeWorkout,
  getWorkout,
  listDaysAhead,
  listWorkouts,
  listWorkoutTags,
  type SavedWorkout,
  saveWorkout,
} from '@pacewright/contract';
import { readScript } from '@pacewright/script';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { unreachable } from '../testing/fake-api.ts';
import { openAppAsAlex } from '../testing/render-app.tsx';

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

test('a workout can go to other programs too', async () => {
  await openAppAsAlex('/app/workouts/new');
  expect(await screen.findByRole('button', { name: 'Copy for intervals.icu' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Download for Zwift' })).toBeDefined();
});

test.each(['Title', 'Tags', 'Notes'])(
  'the first save leaves the caret in %s, and what is typed on arrives',
  async (name) => {
    const { api, path } = await openAppAsAlex('/app/workouts/new');
    const answer = Promise.withResolvers<SavedWorkout>();
    api.answer(saveWorkout, () => answer.promise);
    api.answer(listWorkouts, () => ({ workouts: [], nextCursor: null }));
    api.answer(listWorkoutTags, () => ({ tags: [] }));
    api.answer(listDaysAhead, () => ({ days: [] }));
    await userEvent.type(await screen.findByLabelText('Title'), 'Easy');
    await userEvent.click(await screen.findByRole('button', { name: 'Insert E' }));
    const field = screen.getByLabelText<HTMLInputElement>(name);
    await userEvent.click(field);

    await userEvent.keyboard('{Control>}s{/Control} an');
    await waitFor(() => expect(api.countOf(saveWorkout)).toBe(1));
    await act(async () => answer.resolve(SAVED));
    await waitFor(() => expect(path()).toBe(`/app/workouts/${SAVED.id}`));
    await userEvent.keyboard('d on');

    expect(document.activeElement).toBe(field);
    expect(field.value).toMatch(/ and on$/);
    expect(path()).toBe(`/app/workouts/${SAVED.id}`);
    expect(screen.queryByText(/^You have unsaved changes/)).toBeNull();
  },
);

test('an unchanged workout follows what another device saves: title, text, drawing and time', async () => {
  const server = await openSaved();
  expect(screen.getByText(/^Saved .*08:00|^Saved 1 Nov/)).toBeDefined();

  await server.changeElsewhere({ title: 'Tempo', script: '20m T' });

  await waitFor(() => expect(title().value).toBe('Tempo'));
  expect(editor().textContent).toBe('20m T');
  await waitFor(() => expect(screen.getAllByText('Threshold')).not.toHaveLength(0));
  expect(screen.queryByText('Draft kept on this device')).toBeNull();
  expect(screen.queryByText('This workout was changed on another device.')).toBeNull();

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

test('what another device saves beside changes made here is announced and compared, not taken over', async () => {
  const server = await openSaved();
  await userEvent.type(title(), ' run');

  await server.changeElsewhere({ title: 'Tempo', script: '20m T' });

  await screen.findByText('This workout was changed on another device.');
  expect(title().value).toBe('Easy run');
  await userEvent.click(screen.getByRole('button', { name: 'Compare versions' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('Easy run');
  expect(dialog.textContent).toContain('20m T');
  await userEvent.click(screen.getByRole('button', { name: 'Use the saved version' }));
  await waitFor(() => expect(title().value).toBe('Tempo'));
  expect(screen.queryByText('This workout was changed on another device.')).toBeNull();
});

test('a save that arrived although its response was lost is not taken for another device', async () => {
  const server = await openSaved();
  server.api.answer(changeWorkout, () => {
    throw unreachable();
  });
  await userEvent.type(title(), ' run');
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  await screen.findByText('Not saved.');

  await server.changeElsewhere({ title: 'Easy run' });

  await waitFor(() => expect(server.api.countOf(getWorkout)).toBeGreaterThan(1));
  expect(screen.queryByText('This workout was changed on another device.')).toBeNull();
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

test('a workout without a title is called after its steps', async () => {
  const { api } = await openNew();
  await writeScript('15m E + 6x(800mtr I + 2m jog)');
  await waitFor(() => expect(title().placeholder).toBe('6 × 800 m I'));
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  await waitFor(() => expect(api.countOf(saveWorkout)).toBe(1));
  expect(lastBody(api, 'POST')).toMatchObject({ workout: { title: '6 × 800 m I' } });
});

test('a title taken from the steps follows them when they change, a typed one does not', async () => {
  const server = await openSaved();
  await server.changeElsewhere({ title: '5 × 1 km I', script: '5x(1km I + 2m jog)' });
  await waitFor(() => expect(title().value).toBe('5 × 1 km I'));

  await writeScript('20m T + ');
  await waitFor(() => expect(title().value).toBe('20 min T + 5 × 1 km I'));

  await userEvent.type(title(), ' by the river');
  await writeScript('15m M + ');
  await waitFor(() => expect(editor().textContent).toContain('15m M'));
  expect(title().value).toBe('20 min T + 5 × 1 km I by the river');
});

test('Enter in the title saves, Enter in the link that is shared does not', async () => {
  const { api } = await openNew();
  await writeScript('15m E');
  await userEvent.type(title(), 'Easy');
  await userEvent.type(await screen.findByLabelText('Link'), '{Enter}');
  expect(api.countOf(saveWorkout)).toBe(0);
  await userEvent.type(title(), '{Enter}');
  await waitFor(() => expect(api.countOf(saveWorkout)).toBe(1));
  expect(lastBody(api, 'POST')).toMatchObject({ workout: { title: 'Easy' } });
});

test('after a save that the network refused the focus stays where it was', async () => {
  const { api } = await openNew();
  api.answer(saveWorkout, () => {
    throw unreachable();
  });
  // A mistake, which does not keep it from being saved.
  await writeScript('400m R');
  await userEvent.type(title(), 'Fast');
  await userEvent.keyboard('{Control>}s{/Control}');
  await screen.findByText('Not saved.');
  expect(document.activeElement).toBe(title());
});

test('a save without a script leads to the script', async () => {
  await openNew();
  await userEvent.click(title());
  await userEvent.keyboard('{Control>}s{/Control}');
  await screen.findByText(/^Write the script first/);
  expect(document.activeElement).toBe(editor());
});

test('the script is explained one click from the editor, over the workout', async () => {
  await openNew();
  await writeScript('15m E');
  await userEvent.click(screen.getByRole('button', { name: 'Script help' }));
  await screen.findByRole('dialog', { name: 'How to write a workout' });
  await userEvent.click(screen.getByRole('button', { name: 'Close help' }));
  expect(editor().textContent).toBe('15m E');
});

test('the script is formatted by its button', async () => {
  await openNew();
  await writeScript('15m e\n+20min T');
  await userEvent.click(screen.getByRole('button', { name: 'Format script' }));
  await waitFor(() => expect(editor().textContent).toBe('15m E + 20m T'));
});

test('a script with a mistake is not formatted, and the button leads to the mistake', async () => {
  await openNew();
  await writeScript('15m e\n+ 400m R');
  await userEvent.click(screen.getByRole('button', { name: 'Format script' }));
  expect(editor().textContent).toBe('15m e+ 400m R');
  expect(document.activeElement).toBe(editor());
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
  opened.api.answer(saveWorkout, () => SAVED);
  await screen.findByRole('button', { name: 'Insert E' });
  return opened;
}

/** A saved workout on the screen, and a way to change it as another device does. */
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
    changeElsewhere: async (changes: Partial<SavedWorkout>) => {
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

/** As pasted: jsdom has no layout for CodeMirror to type into. */
async function writeScript(text: string): Promise<void> {
  editor().focus();
  await userEvent.paste(text);
}
