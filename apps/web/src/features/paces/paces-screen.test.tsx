import {
  addRace,
  type AthletePaces,
  deleteRace,
  getPaces,
  listRaces,
  type PacesToSave,
  savePaces,
} from '@pacewright/contract';
import {
  badRangeMessage,
  DEFAULT_TRAINING_PACES,
  PACE_KEYS,
  PACE_NAMES,
  trainingPaces,
  vdotFromRace,
} from '@pacewright/pace';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { CallContext } from '../../platform/api/call-context.ts';
import { createFakeApi, unreachable } from '../../testing/fake-api.ts';
import { saidOf } from '../../testing/fields.ts';
import { renderLoaded } from '../../testing/render-loaded.ts';
import { Toaster } from '../../ui/toast.tsx';
import { PacesScreen } from './paces-screen.tsx';

const VDOT = vdotFromRace(5000, 1197);
const RACE = {
  id: '018f6f0e-0000-7000-8000-000000000000',
  distance: 5000,
  timeInSeconds: 1197,
  racedOn: '2026-10-18',
  vdot: VDOT,
};

const SAVED: AthletePaces = {
  trainingPaces: trainingPaces(VDOT),
  computedPaces: trainingPaces(VDOT),
  paceUnits: 'metric',
  vdot: VDOT,
  race: RACE,
  edited: [],
};

const NEW_RUNNER: AthletePaces = {
  trainingPaces: DEFAULT_TRAINING_PACES,
  computedPaces: DEFAULT_TRAINING_PACES,
  paceUnits: 'metric',
  edited: [],
};

type FakeApi = ReturnType<typeof createFakeApi>;

/** The screen on a fake API that stores the paces. */
async function openPaces(
  saved: AthletePaces = SAVED,
  prepare?: (api: FakeApi) => void,
  state?: unknown,
) {
  const api = createFakeApi();
  let stored = saved;
  api.answer(getPaces, () => stored);
  api.answer(listRaces, () => ({
    races: stored.race ? [{ ...stored.race, setsPaces: true }] : [],
  }));
  api.answer(savePaces, ({ body }) => {
    const { trainingPaces: ranges, paceUnits, vdot, race } = body as PacesToSave;
    stored = {
      trainingPaces: ranges,
      computedPaces: vdot ? trainingPaces(vdot) : DEFAULT_TRAINING_PACES,
      paceUnits: paceUnits ?? 'imperial',
      edited: [],
      ...(vdot && { vdot }),
      ...(race && { race: { ...RACE, id: '018f6f0e-0000-7000-8000-000000000001', ...race } }),
    };
    return stored;
  });
  api.answer(deleteRace, () => undefined);
  api.answer(addRace, () => RACE);
  prepare?.(api);

  const router = createMemoryRouter(
    [
      { path: '/', Component: PacesScreen },
      { path: '/app/paces/method', element: <h1>Method</h1> },
    ],
    { initialEntries: [{ pathname: '/', state }] },
  );
  await renderLoaded(
    <CallContext value={api.createCall({ token: async () => 'token', end: async () => undefined })}>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
        <Toaster />
      </QueryClientProvider>
    </CallContext>,
  );
  await screen.findByRole('heading', { name: 'Paces' });
  return api;
}

function field(name: string): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>(name);
}

async function retype(name: string, text: string): Promise<void> {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), text);
}

/** Where the letters in between do not matter: each would render the screen. */
async function replace(name: string, text: string): Promise<void> {
  await userEvent.clear(field(name));
  await userEvent.paste(text);
}

async function save(): Promise<void> {
  await userEvent.click(screen.getAllByRole('button', { name: 'Save paces' })[0] as HTMLElement);
}

function sent(api: FakeApi): PacesToSave[] {
  return api.calls
    .filter(({ endpoint }) => endpoint === 'PUT /api/user/paces')
    .map(({ request }) => request.body as PacesToSave);
}

function description(element: HTMLElement): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? 'nowhere').join(' ');
}

test('a race gives a score, five ranges and equal races while it is typed', async () => {
  await openPaces(NEW_RUNNER);
  expect(screen.getByText('Enter a race to see yours')).toBeDefined();

  await userEvent.type(field('Minutes'), '19');
  await userEvent.type(field('Seconds'), '57');

  expect(screen.getByText('50.0')).toBeDefined();
  expect(field('Easy from, faster').value).toBe('4:57');
  expect(field('Repetition to, slower').value).toBe('3:45');
  const half = screen.getByRole('row', { name: /Half marathon/ });
  expect(within(half).getByText('1:31:40')).toBeDefined();
  const raced = screen.getByRole('row', { name: /5 km your race/ });
  expect(within(raced).getByText('19:57')).toBeDefined();
});

test('a race is saved with the paces it gives', async () => {
  const api = await openPaces(NEW_RUNNER);
  await userEvent.type(field('Minutes'), '19');
  await userEvent.type(field('Seconds'), '57');
  fireEvent.change(field('Date'), { target: { value: '2026-10-18' } });
  await save();

  expect(await screen.findByText('Paces saved')).toBeDefined();
  await waitFor(() => expect(sent(api)).toHaveLength(1));
  expect(sent(api)).toEqual([
    {
      trainingPaces: trainingPaces(VDOT),
      vdot: VDOT,
      paceUnits: 'metric',
      race: { distance: 5000, timeInSeconds: 1197, racedOn: '2026-10-18' },
    },
  ]);
});

test('a result of another screen fills the form, and is saved by its button only', async () => {
  const api = await openPaces(SAVED, undefined, {
    result: { distance: 10_000, timeInSeconds: 2840 },
  });
  expect([field('Distance').value, field('Minutes').value, field('Seconds').value]).toEqual([
    '10000',
    '47',
    '20',
  ]);
  expect(sent(api)).toEqual([]);
  await save();
  await waitFor(() =>
    expect(sent(api)).toMatchObject([{ race: { distance: 10_000, timeInSeconds: 2840 } }]),
  );
});

test('a race without its date counts as today’s, and the form says so', async () => {
  const api = await openPaces(NEW_RUNNER);
  expect(field('Date').value).toBe('');
  await userEvent.type(field('Minutes'), '19');
  await userEvent.type(field('Seconds'), '57');
  expect(field('Threshold from, faster').value).toBe('4:12');
  expect(description(field('Date'))).toBe('Optional. Without one, it counts as today’s.');
  await save();

  expect(sent(api)).toMatchObject([
    {
      race: {
        distance: 5000,
        timeInSeconds: 1197,
        racedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    },
  ]);
});

test('a failed undo is not shown as a failed save', async () => {
  const api = await openPaces();
  await replace('Easy from, faster', '4:50');
  await save();
  const undo = await screen.findByRole('button', { name: 'Undo' });
  api.answer(savePaces, () => {
    throw unreachable();
  });
  fireEvent.click(undo);

  expect(await screen.findByText('Couldn’t undo')).toBeDefined();
  expect(screen.queryByText('Not saved.')).toBeNull();
});

test.each(PACE_KEYS)('a %s range the wrong way round is named beside its fields', async (key) => {
  const api = await openPaces();
  const [from, to] = [`${PACE_NAMES[key]} from, faster`, `${PACE_NAMES[key]} to, slower`];

  await replace(from, '9:59');
  expect(screen.getByText(badRangeMessage(key))).toBeDefined();
  for (const name of [from, to]) {
    expect(description(field(name))).toBe(badRangeMessage(key));
    expect(field(name).getAttribute('aria-invalid')).toBe('true');
  }

  await save();
  await waitFor(() => expect(document.activeElement).toBe(field(from)));
  expect(sent(api)).toEqual([]);

  await replace(to, '10:10');
  expect(screen.queryByText(badRangeMessage(key))).toBeNull();
  await save();
  await screen.findByText('Paces saved');
  await waitFor(() => expect(sent(api)).toHaveLength(1));
  expect(sent(api)[0]?.trainingPaces[key]).toEqual({ from: 1000 / 610, to: 1000 / 599 });
});

test('a pace that cannot be read is marked alone', async () => {
  await openPaces();
  await replace('Easy from, faster', '4:60');
  await userEvent.click(field('Marathon from, faster'));
  expect(field('Easy from, faster').getAttribute('aria-invalid')).toBe('true');
  expect(field('Easy to, slower').getAttribute('aria-invalid')).toBeNull();
});

test('a reversed range is swapped with one press, and the focus stays in it', async () => {
  await openPaces();
  await replace('Threshold from, faster', '4:55');
  await userEvent.click(screen.getByRole('button', { name: 'Swap them' }));
  expect(field('Threshold from, faster').value).toBe('4:19');
  expect(field('Threshold to, slower').value).toBe('4:55');
  expect(document.activeElement).toBe(field('Threshold from, faster'));
  expect(screen.queryByText(badRangeMessage('T'))).toBeNull();
});

test('switching units and saving changes no bit of any range', async () => {
  const odd = { from: 2.381234567890123, to: 2.779876543210988 };
  const saved = {
    ...SAVED,
    trainingPaces: { ...SAVED.trainingPaces, E: odd },
    edited: ['E' as const],
  };
  const api = await openPaces(saved);

  await userEvent.click(screen.getByRole('radio', { name: 'min/mile' }));
  expect(field('Marathon from, faster').value).toBe('7:11');
  await save();
  await screen.findByText('Paces saved');

  await waitFor(() => expect(sent(api)).toHaveLength(1));
  expect(sent(api)[0]).toEqual({
    trainingPaces: saved.trainingPaces,
    paceUnits: 'imperial',
    vdot: VDOT,
    race: RACE,
  });
});

test('a half-typed pace is not called wrong before the field is left', async () => {
  await openPaces();
  await retype('Easy from, faster', '4:5');
  expect(field('Easy from, faster').getAttribute('aria-invalid')).toBeNull();

  await userEvent.click(field('Marathon from, faster'));
  expect(description(field('Easy from, faster'))).toBe(
    'Enter a pace in minutes and seconds, like 4:56',
  );
});

test('an edited range can go back to what the race gives', async () => {
  await openPaces();
  await replace('Threshold from, faster', '4:05');
  await userEvent.click(screen.getByRole('button', { name: /^Edited · Reset to 4:12 - 4:19/ }));
  expect(field('Threshold from, faster').value).toBe('4:12');
  expect(screen.queryByText('Unsaved changes')).toBeNull();
});

test('a save can be undone, together with the race that it added', async () => {
  const api = await openPaces(NEW_RUNNER);
  await screen.findByText(/No races yet/);
  await userEvent.type(field('Minutes'), '19');
  await userEvent.type(field('Seconds'), '57');
  fireEvent.change(field('Date'), { target: { value: '2026-10-18' } });
  await save();
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));

  await screen.findByText('Undone');
  await waitFor(() => expect(sent(api)).toHaveLength(2));
  expect(sent(api)[1]).toEqual(NEW_RUNNER);
  expect(api.countOf(deleteRace)).toBe(1);
  expect(field('Easy from, faster').value).toBe('6:00');
});

test('the input stays when saving fails, and the screen says why', async () => {
  const api = await openPaces();
  api.answer(savePaces, () => {
    throw unreachable();
  });
  await replace('Easy from, faster', '4:50');
  await save();

  const alert = await screen.findByText(/Can’t reach Pacewright/);
  expect(alert.textContent).toContain('What you entered is still here.');
  expect(field('Easy from, faster').value).toBe('4:50');
});

test('a time typed in one field with colons is read, then spread over all three', async () => {
  await openPaces(NEW_RUNNER);
  await userEvent.type(field('Hours'), '1:31:35');
  await userEvent.selectOptions(screen.getByLabelText('Distance'), 'Half marathon');
  expect(screen.getByText('50.0')).toBeDefined();
  expect([field('Hours').value, field('Minutes').value, field('Seconds').value]).toEqual([
    '1',
    '31',
    '35',
  ]);
});

test('a time with a colon is in its fields as soon as one is left, and Enter says what is wrong', async () => {
  await openPaces(NEW_RUNNER);
  await userEvent.type(field('Minutes'), '20:45{Tab}');
  expect(document.activeElement).toBe(field('Seconds'));
  expect([field('Minutes').value, field('Seconds').value]).toEqual(['20', '45']);
  await replace('Minutes', '10k 47:20');
  await userEvent.keyboard('{Enter}');
  expect([field('Distance').value, field('Minutes').value]).toEqual(['10000', '47']);
  await replace('Minutes', 'fast');
  await userEvent.keyboard('{Enter}');
  expect(saidOf('Minutes')).toBe('Enter a time like 24:31 or 1:45:00');
});

test('19.57 is 19:57, and 3:45 for a marathon is 3:45:00', async () => {
  await openPaces(NEW_RUNNER);
  await userEvent.type(field('Minutes'), '19.57');
  await userEvent.click(field('Date'));
  expect(field('Minutes').value).toBe('19');
  expect(field('Seconds').value).toBe('57');

  await userEvent.selectOptions(screen.getByLabelText('Distance'), 'Marathon');
  await replace('Minutes', '3:45');
  await userEvent.click(field('Date'));
  expect(field('Hours').value).toBe('3');
  expect(screen.getByText('41.0')).toBeDefined();
});

test('three minutes and 45 seconds for a marathon are offered as 3:45:00', async () => {
  await openPaces(NEW_RUNNER);
  await userEvent.selectOptions(screen.getByLabelText('Distance'), 'Marathon');
  await userEvent.type(field('Minutes'), '3');
  await userEvent.type(field('Seconds'), '45');
  await userEvent.click(field('Date'));
  await userEvent.click(screen.getByRole('button', { name: 'Change to 3:45:00' }));
  expect(field('Hours').value).toBe('3');
});

test('a race of one’s own distance may be in miles', async () => {
  await openPaces(NEW_RUNNER);
  await userEvent.selectOptions(screen.getByLabelText('Distance'), 'Other distance');
  await userEvent.type(field('Other distance'), '4');
  await userEvent.selectOptions(screen.getByLabelText('Unit'), 'miles');
  await userEvent.type(field('Minutes'), '26');
  expect(screen.getByText('6.44 km')).toBeDefined();
});

test('warnings are said in words', async () => {
  await openPaces(NEW_RUNNER);
  await userEvent.selectOptions(screen.getByLabelText('Distance'), 'Marathon');
  await userEvent.type(field('Hours'), '5');
  expect(screen.getByText('Below the published tables, so paces are estimates.')).toBeDefined();
  expect(
    screen.getByText(
      'Long races underestimate your speed. Use 5 km to a half marathon if you can.',
    ),
  ).toBeDefined();
});

test('leaving with unsaved changes asks first', async () => {
  await openPaces();
  await replace('Easy from, faster', '4:50');
  await userEvent.click(screen.getByRole('link', { name: /The formulae/ }));

  const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
  expect(field('Easy from, faster').value).toBe('4:50');

  await userEvent.click(screen.getByRole('link', { name: /The formulae/ }));
  await act(async () => screen.getByRole('button', { name: 'Leave' }).click());
  expect(await screen.findByRole('heading', { name: 'Method' })).toBeDefined();
});

test('leaving waits for a save, and asks only if it fails', async () => {
  const api = await openPaces();
  const failed = Promise.withResolvers<never>();
  api.answer(savePaces, () => failed.promise);
  await replace('Easy from, faster', '4:50');
  await save();
  await userEvent.click(screen.getByRole('link', { name: /The formulae/ }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await act(async () => failed.reject(new Error('The server is away.')));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));

  const saved = Promise.withResolvers<AthletePaces>();
  api.answer(savePaces, () => saved.promise);
  await save();
  await userEvent.click(screen.getByRole('link', { name: /The formulae/ }));
  await act(async () => saved.resolve(SAVED));
  expect(await screen.findByRole('heading', { name: 'Method' })).toBeDefined();
});

test('a race is removed from the list, and can be restored', async () => {
  const api = await openPaces();
  await userEvent.click(
    await screen.findByRole('button', { name: 'Remove the 5 km on 18 Oct 2026' }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent(api)).toHaveLength(1));
  expect(sent(api)[0]).toMatchObject({ race: { distance: 5000, timeInSeconds: 1197 } });
});

test('the screen does not wait for the list of races', async () => {
  await openPaces(SAVED, (api) => api.answer(listRaces, () => new Promise(() => {})));
  expect(field('Easy from, faster').value).toBe('4:57');
  expect(screen.getByLabelText('Loading your races')).toBeDefined();
});

test('races that cannot be fetched leave the paces usable, and can be asked for again', async () => {
  let reachable = false;
  await openPaces(SAVED, (api) =>
    api.answer(listRaces, () => {
      if (!reachable) throw unreachable();
      return { races: [{ ...RACE, setsPaces: true }] };
    }),
  );
  await screen.findByText(/Your races didn’t load/);
  reachable = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('used for your paces')).toBeDefined();
});

test.each([
  ['Easy to, slower', '0:00', 'Easy'],
  ['Repetition from, faster', '0:00', 'Repetition'],
])(
  '%s typed as %s is refused beside its range, and the other edits stay',
  async (name, text, pace) => {
    measureAs(600);
    const api = await openPaces();
    await replace('Marathon from, faster', '4:11');
    await replace(name, text);
    await userEvent.tab();
    await userEvent.tab();

    const message = `${pace} pace range is invalid: "from" pace must be faster than or equal to "to" pace`;
    await waitFor(() => expect(description(field(name))).toBe(message));
    expect(field('Marathon from, faster').value).toBe('4:11');
    await save();
    expect(sent(api)).toEqual([]);
    // The screen moves the focus in the next frame: text pasted before then would go to another field.
    await waitFor(() => expect(document.activeElement).toBe(field(`${pace} from, faster`)));

    await replace(name, pace === 'Easy' ? '9:59' : '1:59');
    await save();
    await waitFor(() => expect(sent(api)).toHaveLength(1));
  },
);

test('the first pace typed over an unset range is no error until the range is left', async () => {
  measureAs(600);
  const unset = { from: 0, to: 0 };
  const paces = { E: unset, M: unset, T: unset, I: unset, R: unset };
  const api = await openPaces({ ...NEW_RUNNER, trainingPaces: paces, computedPaces: paces });

  await retype('Threshold from, faster', '4:10');
  expect(description(field('Threshold from, faster'))).toBe('');
  await retype('Threshold to, slower', '4:20');
  await userEvent.tab();
  expect(description(field('Threshold from, faster'))).toBe('');

  await save();
  await waitFor(() => expect(sent(api)).toHaveLength(1));
  expect(sent(api)[0]?.trainingPaces.T).toEqual({ from: 1000 / 260, to: 1000 / 250 });
});

/** Gives every element a width, which jsdom does not. */
function measureAs(width: number): void {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  vi.stubGlobal('ResizeObserver', function ResizeObserver(callback: () => void) {
    return { observe: callback, disconnect: () => {} };
  });
}
