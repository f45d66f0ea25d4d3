import { recordScript } from '@pacewright/activity/testing';
import { trainingPaces } from '@pacewright/pace';
import type { NewActivity } from '@pacewright/contract';
import { createRunReader } from '../src/workout/files/run-reader.ts';
import { callApi, openApp, planWorkout, registeredAthlete, saveWorkout } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

test.use({ locale: 'en-GB', timezoneId: 'Europe/Berlin', viewport: { width: 1280, height: 900 } });

const PACES = { trainingPaces: trainingPaces(50), vdot: 50 };
const THREES = { title: 'Threes', script: '15m E + 5x(3m I + 2m E) + 10m E' };

test('a dropped run is laid over its plan, a correction holds after reloading, and no position leaves', async ({
  page,
}) => {
  await page.clock.setFixedTime('2026-11-17T20:00:00+01:00');
  const athlete = await registeredAthlete();
  await callApi(athlete, [['PUT', '/api/user/paces', { ...PACES, paceUnits: 'metric' }]]);
  await planWorkout(athlete, await saveWorkout(athlete, THREES), '2026-11-17');
  await openApp(page, athlete);

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Calendar' })
    .click();
  await page.getByRole('link', { name: 'Add runs' }).click();
  const file = recordScript(THREES.script, { kind: 'button', hasPositions: true });
  await page.getByLabel('Files').setInputFiles({
    name: 'run.fit',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(file),
  });
  await expect(page.getByText('1 of 1 read')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'run.fit' })).toContainText('Threes');

  const sending = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/activities'),
  );
  await page.getByRole('button', { name: 'Save run' }).click();
  const sent = (await sending).postDataJSON() as NewActivity;
  const { sourceId: _hash, trace, entryId: _entry, ...rest } = sent;
  expect(rest).toEqual(await readWithoutPositions());
  // A position for every second would not fit into it.
  expect(trace.length).toBeLessThan(sent.seconds);

  await expect(page.getByRole('heading', { level: 1, name: 'Threes' })).toBeVisible();
  const fifth = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'Rep 5, 3 min' }) });
  await expect(fifth).toContainText(/On pace|A bit|Too/);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Correct rep 5, 3 min' }).press('Enter');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'I skipped it' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(fifth).toContainText('Skipped');
  await page.reload();
  await expect(fifth).toContainText('corrected by you');
  await expect(page.getByText('The fifth was skipped.', { exact: false }).first()).toBeVisible();

  await page.getByRole('link', { name: /16 - 22 November/ }).click();
  const day = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /Tuesday 17/ }) });
  await expect(day).toContainText('The fifth was skipped.');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Today' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Threes, done' })).toBeVisible();
});

/** The request for the same run, recorded by a watch that knows no positions. */
async function readWithoutPositions(): Promise<object> {
  const reader = createRunReader();
  const reading = await reader.read(new Blob([recordScript(THREES.script, { kind: 'button' })]));
  if (!reading.ok) throw new Error(reading.problem.title);
  const { sourceId: _hash, trace: _trace, ...file } = reading.file;
  const { withPlans } = await reader.compare({
    plans: [{ ...THREES, paces: PACES }],
    paces: PACES.trainingPaces,
    units: 'metric',
  });
  const body = { source: 'file', notes: '', effort: null, ...file, ...withPlans[0] };
  return JSON.parse(JSON.stringify(body)) as object;
}
