import type { APIRequestContext, APIResponse } from '@playwright/test';
import { openApp, registeredAthlete } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

/** Runs a command of the page for developers. */
async function run(
  request: APIRequestContext,
  origin: string,
  command: string,
  key: string,
): Promise<APIResponse> {
  const [, path] = /^curl \S*?(\/api\/\S+)/.exec(command) ?? [];
  const [, data] = /-d '(.+)'/s.exec(command) ?? [];
  return request.post(`${origin}${path}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(data && { data }),
  });
}

test('a key is made, used as the page for developers says, listed with what it did, and revoked', async ({
  page,
  request,
}) => {
  await openApp(page, await registeredAthlete(), '/app/settings');
  const { origin } = new URL(page.url());
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('What is it for?').fill('My scripts');
  await page.getByLabel('Write workouts and plans').check();
  await page.getByLabel('Change the calendar').check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Make the key' }).click();
  const key = (await page.getByTestId('key').textContent()) ?? '';
  expect(key).toMatch(/^pw_(?:live|test)_[0-9A-Za-z]{60}$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'I have it' }).click();

  const commands = await (async () => {
    const developers = await page.context().newPage();
    await developers.goto('/developers');
    await expectAccessible(developers);
    const texts = await developers.locator('#examples pre').allTextContents();
    await developers.close();
    return texts;
  })();
  expect(commands).toHaveLength(3);
  for (const command of commands)
    expect([command, (await run(request, origin, command, key)).status()]).toEqual([command, 200]);
  const wrong = await request.post(`${origin}/api/auth/workouts`, {
    headers: { authorization: `Bearer ${key}` },
    data: { workout: { title: 'Reps', script: '6x(400m R + 2m jog)' } },
  });
  expect([wrong.status(), (await wrong.json()).code]).toEqual([422, 'TEXT_HAS_MISTAKES']);

  await page.reload();
  await expect(page.getByText('Used today')).toBeVisible();
  await page.getByRole('button', { name: 'What it did, My scripts' }).click();
  const list = page.getByRole('dialog', { name: 'What “My scripts” did' });
  await expect(list.getByRole('listitem')).toHaveText([
    /Added “Easy” on 2026-12-01/,
    /Saved “Intervals”/,
  ]);
  await expectAccessible(page);
  await list.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Revoke My scripts' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('1 key ended')).toBeVisible();
  await expect
    .poll(async () =>
      (
        await request.get(`${origin}/api/user/paces`, {
          headers: { authorization: `Bearer ${key}` },
        })
      ).status(),
    )
    .toBe(401);
});
