import { downloadSteps } from './fit-file.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { newAthlete, signUp } from './accounts.ts';

// Kilometres, as in the numbers below.
test.use({ locale: 'en-IE' });

test('a visitor writes a workout, saves it, registers, finds it in the library and downloads it for the watch', async ({
  page,
}) => {
  const visitor = newAthlete('sam');

  await page.goto('/');
  await page.getByLabel('Workout script').fill('10m E + 6x(2m I + 1m E) + 10m E');
  await expect(page.getByRole('img', { name: /^Workout chart: 14 steps/ })).toBeVisible();
  await page.getByLabel('Race distance').selectOption('10 km');
  await page.getByLabel('Finish time').fill('40:00');
  await expect(page.getByText('VDOT 51.9')).toBeVisible();
  await expect(page.getByRole('row', { name: 'E Easy' })).toContainText('4:47 - 5:24');
  await page.getByRole('link', { name: 'Create account and save', exact: true }).click();

  await expect(page).toHaveURL('/register');
  await signUp(page, visitor);
  const question = page.getByRole('alertdialog', { name: 'Save this to your account?' });
  await expect(question).toContainText('10m E + 6x(2m I + 1m E) + 10m E');
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(question).toBeHidden();

  await page.goto('/app/workouts');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^6 × 2 min I/ })
    .click();
  await expect(page.getByLabel('Title')).toHaveValue('6 × 2 min I');
  expect(await downloadSteps(page)).toEqual([
    'Easy, 10 min, 4:47 - 5:24 min/km',
    '6 times:',
    '  Interval, 2 min, 3:43 - 3:52 min/km',
    '  Easy, 1 min, 4:47 - 5:24 min/km',
    'Easy, 10 min, 4:47 - 5:24 min/km',
  ]);

  // The landing page now opens the app.
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(page).toHaveURL('/app');
  await expectAccessible(page);
});
