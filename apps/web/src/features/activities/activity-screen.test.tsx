import { packTrace } from '@pacewright/activity';
import { recordScript } from '@pacewright/activity/testing';
import {
  type ActivityDetail,
  addRace,
  annotateActivity,
  type CalendarEntry,
  compareActivityWith,
  getActivity,
  listActivities,
  listCalendar,
  listRaces,
  type NewComparison,
} from '@pacewright/contract';
import { raceTime } from '@pacewright/pace';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { problemOf } from '../../testing/fake-api.ts';
import { ATHLETE, EASY, entryOf, FIVE, openCalendar } from '../../testing/open-calendar.tsx';
import { ActivityScreen } from './activity-screen.tsx';
import { deflate, toBase64 } from '../../workout/files/bytes.ts';
import { createRunReader } from '../../workout/files/run-reader.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 18, 9) });
  return () => vi.useRealTimers();
});

const ID = '0190f5a0-0000-7000-8000-000000000001';
type Recorded = Parameters<typeof recordScript>[1];

async function makeDetail(script: string, options: Recorded, isPlanned = true) {
  const reader = createRunReader();
  const reading = await reader.read(new Blob([recordScript(script, options)]));
  if (!reading.ok || !ATHLETE.speeds) throw new Error('no run');
  const { withPlans, own } = await reader.compare({
    plans: [{ title: FIVE.title, script, paces: ATHLETE.speeds }],
    paces: ATHLETE.speeds.trainingPaces,
    units: 'metric',
  });
  const judged = (isPlanned ? withPlans[0] : own) ?? own;
  const detail: ActivityDetail = {
    id: ID,
    source: 'file',
    ...reading.file,
    ...judged,
    entryId: null,
    notes: '',
    effort: null,
  };
  // As JSON brings it.
  return JSON.parse(JSON.stringify(detail)) as ActivityDetail;
}

/** The screen is opened by a click, once the fake API has its answers. */
function Start() {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <ActivityScreen id={ID} paceContext={ATHLETE} />;
  return (
    <h1>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
    </h1>
  );
}

async function openActivity(
  start: ActivityDetail,
  earlier: ActivityDetail[] = [],
  entries: CalendarEntry[] = [],
) {
  let detail = start;
  const { api, user, router } = await openCalendar(<Start />, entries);
  api.answer(getActivity, ({ params }) => {
    const { id } = params as { id: string };
    return earlier.find((run) => run.id === id) ?? detail;
  });
  api.answer(listActivities, () => ({ activities: [...earlier, detail] }));
  api.answer(listRaces, () => ({ races: [] }));
  api.answer(compareActivityWith, ({ body }) => {
    detail = { ...detail, ...(body as NewComparison) };
    return detail;
  });
  api.answer(annotateActivity, ({ body }) => {
    detail = { ...detail, ...(body as { notes: string; effort: number | null }) };
    return detail;
  });
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('button', { name: 'More actions for this run' });
  return { api, user, router, read: () => detail };
}

function rowOf(name: RegExp): HTMLElement {
  const header = screen.getByRole('rowheader', { name });
  const row = header.closest('tr');
  if (!row) throw new Error(`No row ${name}`);
  return row;
}

test('the steps of the chart are chosen with the arrow keys', async () => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
  const { user } = await openActivity(await makeDetail(FIVE.script, {}));
  const chart = screen.getByRole('listbox', { name: /The table below has every step/ });
  const chosen = () => within(chart).getByRole('option', { selected: true });
  act(() => chart.focus());
  expect(chosen().getAttribute('aria-label')).toMatch(/^Warm-up\. /);
  await user.keyboard('{ArrowRight}');
  expect(chosen().getAttribute('aria-label')).toMatch(/^Rep 1, .*Planned/);
  expect(chart.getAttribute('aria-activedescendant')).toBe(chosen().id);
  await user.keyboard('{End}{ArrowRight}');
  expect(within(chart).getAllByRole('option').at(-1)).toBe(chosen());
  vi.restoreAllMocks();
});

test('every step is in the table with its plan, its pace and a word', async () => {
  await openActivity(await makeDetail(FIVE.script, {}));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Five by three');
  const table = screen.getByRole('table', { name: 'Step by step' });
  expect(within(table).getAllByRole('rowheader').length).toBeGreaterThanOrEqual(7);
  expect(rowOf(/Rep 1.*3 min/).textContent).toMatch(/On pace|A bit|Too/);
  expect(rowOf(/Warm-up/).textContent).toContain('15:00');
  expect(screen.getByText('Your watch recorded each step, so this is exact.')).toBeTruthy();
});

test('a correction by hand is stored, and the row says so', async () => {
  const { user, read } = await openActivity(await makeDetail(FIVE.script, {}));
  await user.click(screen.getByRole('button', { name: 'Correct rep 5, 3 min' }));
  const dialog = screen.getByRole('dialog', { name: 'Rep 5, 3 min' });
  await user.click(within(dialog).getByRole('radio', { name: 'I skipped it' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(rowOf(/Rep 5/).textContent).toContain('Skipped'));
  expect(rowOf(/Rep 5/).textContent).toContain('corrected by you');
  expect(read().comparison?.corrections).toEqual([{ step: 9, stretch: null }]);
  expect(read().summary).toContain('The fifth was skipped.');
});

test('a correction needs a start and an end within the run', async () => {
  const { user, read } = await openActivity(await makeDetail(FIVE.script, {}));
  await user.click(screen.getByRole('button', { name: 'Correct rep 1, 3 min' }));
  const end = screen.getByRole('textbox', { name: 'End' });
  await user.clear(end);
  await user.type(end, '99:00:00');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText(/^The run ended at/)).toBeTruthy();
  await user.clear(end);
  await user.type(end, '17:50');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(read().comparison?.corrections).toHaveLength(1));
  expect(read().comparison?.corrections[0]?.stretch?.to).toBe(17 * 60 + 50);
});

test('notes and effort are saved', async () => {
  const { user, read } = await openActivity(await makeDetail(FIVE.script, {}));
  await user.click(screen.getByRole('radio', { name: '8' }));
  await user.type(screen.getByRole('textbox', { name: 'Notes' }), 'Stitch in the fourth');
  await user.click(screen.getByRole('button', { name: 'Save notes' }));
  await waitFor(() => expect(read()).toMatchObject({ effort: 8, notes: 'Stitch in the fourth' }));
});

test('notes of another device are shown, and saving is not offered', async () => {
  const { api } = await openActivity(await makeDetail(FIVE.script, {}));
  const notes = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' });
  const phone = { notes: 'Written on the phone', effort: 7, version: 2 };
  const detail = await makeDetail(FIVE.script, {});
  api.answer(getActivity, () => ({ ...detail, ...phone }));
  await act(async () => window.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(notes.value).toBe('Written on the phone'));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '7' }).checked).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save notes' })).toBeNull();
});

test('notes that another device has not seen are kept with its own', async () => {
  const detail = { ...(await makeDetail(FIVE.script, {})), version: 1 };
  const { api, user } = await openActivity(detail);
  const theirs = { ...detail, notes: 'Written on the phone', effort: 7, version: 2 };
  const sent: unknown[] = [];
  api.answer(annotateActivity, ({ body }) => {
    sent.push(body);
    if (sent.length === 1) throw problemOf('STALE_VERSION', theirs);
    return { ...theirs, ...(body as object), version: 3 };
  });
  await user.type(screen.getByRole('textbox', { name: 'Notes' }), 'Calf tight');
  await user.click(screen.getByRole('button', { name: 'Save notes' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('Written on the phone');
  expect(dialog.textContent).toContain('Calf tight');
  await user.click(within(dialog).getByRole('button', { name: 'Keep both' }));
  await screen.findByText('Notes saved');
  const notes = 'Written on the phone\n\nCalf tight';
  expect(sent[1]).toEqual({ notes, effort: 7, version: 2 });
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' }).value).toBe(notes);
});

test('notes that were typed are asked about before the run is left', async () => {
  const { user, router } = await openActivity(await makeDetail(FIVE.script, {}));
  const notes = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' });
  await user.type(notes, 'Calf tight');
  await act(() => router.navigate('/elsewhere'));
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
  expect(notes.value).toBe('Calf tight');
});

test.each([
  ['file', 'We read the file in your browser and didn’t upload it.'],
  ['garmin', 'Garmin sent us this run.'],
] as const)('a run from %s says where it was read', async (source, sentence) => {
  await openActivity({ ...(await makeDetail(FIVE.script, {})), source });
  const said = screen.getByText(/Your route isn’t stored\.$/).textContent;
  expect(said).toBe(`${sentence} Your route isn’t stored.`);
});

test('a run without a plan shows its pace, and can be compared later', async () => {
  await openActivity(await makeDetail('45m E', { kind: 'none' }, false));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Unplanned run');
  expect(screen.getByText(/No workout to compare with/)).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByRole('button', { name: /Compare/ })).toBeTruthy();
});

test('D21: a run of another day is drawn over its workout, and a yes changes both days', async () => {
  const planned = [entryOf(EASY, '2026-11-17', '1'), entryOf(FIVE, '2026-11-19', '2')];
  const detail = await makeDetail(FIVE.script, { kind: 'button' }, false);
  const { api, user, read } = await openActivity(detail, [], planned);
  const question = await screen.findByRole('region', { name: 'Which workout this was' });
  expect(question.textContent).toContain('Was it Thursday’s Five by three?');
  expect(question.textContent).toContain('If so, Easy 45 moves to Thursday.');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Five by three');
  expect(screen.queryByRole('button', { name: /^Correct rep/ })).toBeNull();
  expect(read().entryId).toBeNull();

  await user.click(within(question).getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(read().entryId).toBe(planned[1]?.id));
  const call = api.createCall({ token: async () => 'token', end: async () => undefined });
  const days = async () => {
    const { entries } = await call(listCalendar, { query: {} });
    return entries.map(({ title, day }) => `${day} ${title}`);
  };
  expect(await days()).toEqual(['2026-11-17 Five by three', '2026-11-19 Easy 45']);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(read().entryId).toBeNull());
  await waitFor(async () =>
    expect(await days()).toEqual(['2026-11-17 Easy 45', '2026-11-19 Five by three']),
  );
});

test('D21: after a no, the next one is asked about, and the first never again', async () => {
  const planned = [entryOf(EASY, '2026-11-17', '1'), entryOf(FIVE, '2026-11-19', '2')];
  const detail = await makeDetail(FIVE.script, { kind: 'button' }, false);
  const { user } = await openActivity(detail, [], planned);
  await screen.findByText('Was it Thursday’s Five by three?');
  await user.click(screen.getByRole('button', { name: 'No' }));
  await screen.findByText('Was it Easy 45?');
  await user.click(screen.getByRole('button', { name: 'No' }));
  await waitFor(() => expect(screen.queryByText(/^Was it/)).toBeNull());

  cleanup();
  const again = await openActivity(detail, [], planned);
  await waitFor(() => expect(again.api.countOf(listCalendar)).toBe(1));
  await act(() => Promise.resolve());
  expect(screen.queryByText(/^Was it/)).toBeNull();
});

test('D9: a run that looks like a race is offered as a result, and added only when agreed', async () => {
  const detail = await makeDetail('45m E', { kind: 'none' }, false);
  const seconds = Math.round(raceTime(50, 10_000)) + 10;
  const { api, user } = await openActivity({ ...detail, ...(await evenRun(10_040, seconds)) });
  const added: unknown[] = [];
  api.answer(addRace, ({ body }) => {
    added.push(body);
    return { ...(body as object), id: ID, vdot: 50 };
  });
  const offer = await screen.findByRole('region', { name: 'Race result' });
  expect(offer.textContent).toContain('Was this a race? 10 km');
  expect(added).toEqual([]);
  await user.click(within(offer).getByRole('button', { name: 'Add to races' }));
  await screen.findByText('Added to your races.');
  expect(added).toEqual([{ distance: 10_000, timeInSeconds: seconds, racedOn: '2026-11-17' }]);
});

test('D9: a run that was no race is not asked about again', async () => {
  const detail = await makeDetail('45m E', { kind: 'none' }, false);
  const seconds = Math.round(raceTime(50, 10_000)) + 10;
  const raced = { ...detail, ...(await evenRun(10_040, seconds)) };
  const { user } = await openActivity(raced);
  await user.click(await screen.findByRole('button', { name: 'Not a race' }));
  expect(screen.queryByRole('region', { name: 'Race result' })).toBeNull();

  cleanup();
  const again = await openActivity(raced);
  await waitFor(() => expect(again.api.countOf(listRaces)).toBe(1));
  await act(() => Promise.resolve());
  expect(screen.queryByRole('region', { name: 'Race result' })).toBeNull();
});

test('D11: three sessions beyond a pace are remarked on once, with the evidence', async () => {
  const detail = withVerdict(await makeDetail(FIVE.script, {}), 'fast');
  const earlier = ['2026-11-03', '2026-11-10'].map((day, index) => ({
    ...detail,
    id: ID.replace(/1$/, String(index + 2)),
    entryId: ID,
    day,
    startedAt: `${day}T07:00:00.000Z`,
  }));
  const { user } = await openActivity(detail, earlier);
  const remark = await screen.findByRole('region', { name: 'Your paces' });
  expect(remark.textContent).toContain(
    'Your last three interval workouts were faster than your range. 5 of 5 steps faster in this one, 5 of 5 on Tue 10 Nov, 5 of 5 on Tue 3 Nov.',
  );
  expect(within(remark).getByRole('link', { name: 'Tue 10 Nov' })).toBeTruthy();
  await user.click(within(remark).getByRole('button', { name: 'Got it' }));
  expect(screen.queryByRole('region', { name: 'Your paces' })).toBeNull();

  cleanup();
  const again = await openActivity(detail, earlier);
  await waitFor(() => expect(again.api.countOf(getActivity)).toBe(3));
  await act(() => Promise.resolve());
  expect(screen.queryByRole('region', { name: 'Your paces' })).toBeNull();
});

test('D11: a session on pace asks for no others', async () => {
  const { api } = await openActivity(withVerdict(await makeDetail(FIVE.script, {}), 'hit'));
  await screen.findByRole('table', { name: 'Step by step' });
  expect(api.countOf(listActivities)).toBe(0);
});

/** All reps with one verdict. */
function withVerdict(detail: ActivityDetail, verdict: 'hit' | 'fast'): ActivityDetail {
  const { comparison } = detail;
  if (comparison?.result.kind !== 'compared') throw new Error('not compared');
  const steps = comparison.result.steps.map((step) =>
    step.verdict === 'missed'
      ? step
      : { ...step, verdict, isSure: true, ...(verdict === 'fast' && { speed: 5 }) },
  );
  return { ...detail, comparison: { ...comparison, result: { ...comparison.result, steps } } };
}

async function evenRun(metres: number, seconds: number) {
  const trace = packTrace({
    seconds,
    metres: Float64Array.from({ length: seconds + 1 }, (_, at) => (at * metres) / seconds),
    speed: undefined,
    heartRate: undefined,
    altitude: undefined,
    clock: new Float64Array(0),
    laps: [],
    pauses: [],
  });
  return { seconds, metres, trace: toBase64(await deflate(trace)) };
}
