import type { Page } from '@playwright/test';
import { expect, expectAccessible, setting, test } from './fixtures.ts';
import { registeredAthlete, signIn, writeScript } from './accounts.ts';

// Kilometres, as in the numbers below.
test.use({ locale: 'en-IE' });

test('the public pages have no accessibility violations', async ({ page }) => {
  for (const path of ['/', '/privacy', '/terms', '/developers']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
});

test('a visitor writes a workout and sees it explained, drawn and counted', async ({ page }) => {
  await page.goto('/');
  const script = page.getByLabel('Workout script');
  await script.fill('2km Z1 + 3x(2x(400m R + 90s rest) + 3m E)');
  await expect(page.getByText('400m means 400 minutes.').first()).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: '400 metres' }).first().click();
  await expect(script).toHaveValue('2km Z1 + 3x(2x(400mtr R + 90s rest) + 3m E)');
  await expect(script).toBeFocused();
  await expect(page.getByRole('img', { name: 'Workout chart: 16 steps' })).toBeVisible();
  await expect(page.getByText('Total 37:57, 6.1 km')).toBeAttached();

  // The typed script is exactly on top of the same script in colours.
  await script.press('End');
  for (const text of [' + 10m T\n+ 2km E', '\n']) {
    await script.pressSequentially(text);
    const [typed, coloured] = await page
      .locator('#script, #script-colours')
      .evaluateAll((boxes) => boxes.map((box) => [box.scrollWidth, box.scrollHeight].join()));
    expect(typed).toBe(coloured);
  }

  // An empty script has nothing to save.
  await script.fill('');
  await expect(script).toHaveAttribute('placeholder', '15m E + 5x(3m I + 2m E) + 10m E');
  await page.getByRole('link', { name: 'Create account and save', exact: true }).press('Enter');
  await expect(page.getByText('Nothing written yet.')).toBeVisible();
  await expect(script).toBeFocused();
  await expectAccessible(page);
});

test('the script font is loaded with its basic letters only @variant', async ({ page }) => {
  const fonts: string[] = [];
  page.on('request', (request) => {
    const [font] = /martian-mono-[a-z]+/.exec(request.url()) ?? [];
    if (font) fonts.push(font);
  });
  await page.goto('/');
  await page.getByLabel('Workout script').fill('15m E + 5x(3m I + 2m E)');
  await expect(page.getByText('Total 40:00', { exact: false })).toBeAttached();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  expect(fonts).toEqual(['martian-mono-basic']);
});

test('no word is wider than its block, and no bracket touches the next @variant', async ({
  page,
}) => {
  await openLandingPage(page);
  await page
    .getByLabel('Workout script')
    .fill(
      '5x(1km 5k + 90s rest) + 3x(2x(400mtr R + 400mtr jog) + 3m E) + 45m E + 5x(9m M + 2m jog)',
    );
  await expect(page.getByRole('img', { name: '36 steps' })).toBeVisible();

  for (const width of [1280, 800, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const tooWide = await page.locator('#blocks .block').evaluateAll((blocks) =>
      blocks.flatMap((block) => {
        const words = block.querySelector('text')?.getBoundingClientRect().width ?? 0;
        const room = block.querySelector('.fill')?.getBoundingClientRect().width ?? 0;
        return words > room ? `${block.textContent.trim()}: ${words} in ${room}` : [];
      }),
    );
    expect(tooWide, `at ${width}`).toEqual([]);
    // Two that follow each other on one level.
    const touching = await page.locator('#axis .bracket').evaluateAll((brackets) => {
      const lines = brackets.map((bracket) => bracket.querySelector('line'));
      const boxes = lines.flatMap((line) => line?.getBoundingClientRect() ?? []);
      return boxes.filter(({ y, left, right }) =>
        boxes.some((other) => other.y === y && other.left > left && other.left < right + 2),
      ).length;
    });
    expect(touching, `at ${width}`).toBe(0);
  }
});

test('the doubtful example is fixed by mouse at once, and by keyboard', async ({ page }) => {
  const script = page.getByLabel('A script with an ambiguous distance');
  const fix = page.getByRole('button', { name: '400 metres' });
  await page.goto('/');
  await expect(script).toBeEditable();
  await fix.click();
  await expect(script).toHaveValue('8x(400mtr R + 2m E)');

  await page.reload();
  await expect(script).toBeEditable();
  await script.fill('8x(400m R + 2m E)');
  await script.press('Tab');
  await expect(fix).toBeFocused();
  await fix.press('Enter');
  await expect(script).toHaveValue('8x(400mtr R + 2m E)');
});

test('what reads coaches’ lines is loaded with the first of them, which is unclear until then', async ({
  page,
}) => {
  let asked = 0;
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/assets/second-reader-*.js', async (route) => {
    asked++;
    await held;
    await route.continue();
  });
  await openLandingPage(page);
  const script = page.getByLabel('Workout script');
  const problem = page.locator('#script-note');
  await script.fill('15m E + 20m T');
  await expect(page.getByText('Total 35:00')).toBeAttached();
  expect(asked).toBe(0);

  await script.fill('12 x 400 in 72 off 60');
  await expect(problem).toHaveText('Reading…');
  await expect(page.locator('#blocks .is-unclear').first()).toBeAttached();
  answer();
  await expect(page.getByRole('img', { name: 'Workout chart: 24 steps' })).toBeVisible();
  await expect(problem).toBeEmpty();
  await expect(page.locator('#blocks .is-unclear')).toHaveCount(0);
  expect(asked).toBe(1);
});

test('a line of a coach is read in a visitor’s editor, and again after a reload', async ({
  page,
}) => {
  await page.goto('/try');
  await writeScript(page, '12 x 400 in 72 off 60');
  const steps = page.getByRole('listbox', { name: 'Workout chart' }).getByRole('option');
  await expect(steps).toHaveCount(24);
  await page.reload();
  await expect(steps).toHaveCount(24);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download FIT' }).click();
  expect((await file).suggestedFilename()).toMatch(/^12-400-m/);
});

test('one race sets a visitor’s paces, in either unit, also when they come back', async ({
  page,
}) => {
  await openLandingPage(page);
  const easy = page.getByRole('row', { name: 'E Easy' });
  await page.getByLabel('Finish time').fill('25:00');
  await expect(page.getByText('VDOT 38.3')).toBeVisible();
  await expect(easy).toContainText('6:08 - 6:51');
  await page.getByRole('button', { name: 'min/mile' }).click();
  await expect(easy).toContainText('9:52 - 11:02');
  // The pace of the fastest steps is beside the workout, where a phone shows it at once; the watch has the same units.
  await expect(page.locator('#totals')).toHaveText(/mi\s+[\d:]+ - [\d:]+ at I\s*$/);
  await expect(page.locator('.watch .unit:visible')).toHaveText('/mi');

  await page.getByLabel('Finish time').fill('2:00');
  await page.getByLabel('Finish time').press('Enter');
  await expect(page.getByText('That’s faster than the world record.')).toBeVisible();
  // Without a VDOT the previous paces are hidden too.
  await expect(easy).toContainText('needs a time');
  await expect(page.locator('#totals')).toHaveText('– time – mi');
  await page.getByRole('button', { name: 'min/mile' }).click();
  await expect(page.getByText('That’s faster than the world record.')).toBeVisible();
  await page.getByRole('link', { name: 'Create account and save paces' }).press('Enter');
  await expect(page.getByLabel('Finish time')).toBeFocused();
  await expect(page).toHaveURL('/');
  await expectAccessible(page);

  await page.getByLabel('Finish time').fill('1:00:00');
  await page.getByLabel('Finish time').press('Enter');
  await expect(page.getByRole('link', { name: 'Set your paces by hand' })).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByLabel('Finish time')).toHaveValue('25:00');
  await expect(easy).toContainText('9:52 - 11:02');
});

test('a finish time is read as runners write it, and the page says how @variant', async ({
  page,
}) => {
  await openLandingPage(page);
  const time = page.getByLabel('Finish time');
  await page.getByLabel('Race distance').selectOption('Half marathon');
  await time.fill('1:45');
  await expect(page.locator('#score')).toContainText('Read as 1:45:00');
  await expect(page.locator('#score')).toContainText('42.6');

  await time.fill('145');
  await time.press('Enter');
  await expect(page.locator('#score')).toContainText('Did you mean 2:25:00 or 1:45:00?');
  await expectAccessible(page);
  await page.getByRole('button', { name: '1:45:00', exact: true }).click();
  await expect(time).toHaveValue('1:45:00');
  await expect(page.locator('#score')).toContainText('VDOT 42.6');

  // The message for one time is not shown for the next.
  await time.fill('0:10');
  await time.press('Enter');
  await expect(page.getByText('That’s faster than the world record.')).toBeVisible();
  await time.fill('1:5');
  await expect(page.getByText('That’s faster than the world record.')).toBeHidden();
});

test('the line of a race fits beside the bend and above the paces at every width @variant', async ({
  page,
}) => {
  await openLandingPage(page);
  await page.getByLabel('Race distance').selectOption('Half marathon');
  await page.getByLabel('Finish time').fill('1:45');
  await expect(page.locator('#score')).toContainText('Read as 1:45:00');
  for (const width of [1440, 1280, 1110, 1090, 900, 700, 390, 360, 320]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(listMisfits), `${width} px`).toEqual([]);
  }
});

/** In the page: the parts of the race's line that overflow it or overlap the paces. */
function listMisfits(): string[] {
  const line = document.querySelector('#race')?.getBoundingClientRect();
  const paces = document.querySelector('#paces')?.getBoundingClientRect();
  if (!line || !paces) return ['nothing to measure'];
  return [...document.querySelectorAll('#race button, #race select, #race input, #score > *')]
    .filter((part) => {
      const { right, bottom } = part.getBoundingClientRect();
      return right > line.right + 1 || bottom > paces.top + 1;
    })
    .map((part) => part.outerHTML);
}

test('the editor opens in the paces of the example, which is not imported as a race @variant', async ({
  page,
}) => {
  await openLandingPage(page);
  await page.getByRole('link', { name: 'Open the editor' }).click();
  const paces = page.getByRole('region', { name: 'Your paces' });
  await expect(paces).toContainText('VDOT 50.0');
  await expect(paces).toContainText('An example. Enter your own.');
  await expect(page.getByText('10.5 km').first()).toBeVisible();

  // Another script does not get the example's title.
  await expect(page.getByLabel('Title')).toHaveValue('Five by three');
  await writeScript(page, '45m E');
  await expect(page.getByLabel('Title')).toHaveValue('');
});

test('an athlete gets into the app: from an open tab, and by the session alone', async ({
  page,
  context,
}) => {
  await openLandingPage(page);
  const other = await context.newPage();
  await signIn(other, await registeredAthlete());
  await page.waitForURL('/app');
  await other.close();

  for (const path of ['/privacy', '/terms', '/developers']) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Open the app' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Create account' })).toBeHidden();
  }
  await expectAccessible(page);

  // The local user is removed; the athlete is still signed in.
  await page.evaluate(() => localStorage.removeItem('pacewright.user'));
  await page.goto('/');
  await page.waitForURL('/app');
});

test('the theme is switched on the page and stays in the app @variant', async ({ page }) => {
  await openLandingPage(page);
  await page.getByRole('button', { name: 'Switch theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test("search engines, home screens and messages find the site's icons and texts", async ({
  page,
  request,
}) => {
  const origin = setting('PACEWRIGHT_ORIGIN');
  const text = async (path: string) => (await request.get(path)).text();
  const sitemap = await text('/sitemap.xml');
  const listed = Array.from(sitemap.matchAll(/<loc>(.+?)<\/loc>/g), ([, address]) => address);
  expect(listed).toEqual(
    ['/', '/privacy', '/terms', '/developers'].map((path) => `${origin}${path}`),
  );
  expect(await text('/robots.txt')).toContain(`Sitemap: ${origin}/sitemap.xml`);

  for (const address of listed) {
    await page.goto(address ?? '');
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', address ?? '');
    await expect(page).toHaveTitle(/Pacewright/);
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{50,160}/);
  }

  await page.goto('/');
  const facts = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(facts ?? '')).toMatchObject({
    '@graph': [{ name: 'Pacewright', url: origin }, {}],
  });

  const card = await page.locator('meta[property="og:image"]').getAttribute('content');
  const manifest = JSON.parse(await text('/manifest.webmanifest')) as {
    icons: { src: string; sizes: string }[];
  };
  const pictures = [
    { src: card ?? '', sizes: '1200x630' },
    { src: '/icon-180.png', sizes: '180x180' },
    ...manifest.icons.filter(({ src }) => src.endsWith('.png')),
  ];
  for (const { src, sizes } of pictures)
    expect(sizeOf(await (await request.get(src)).body()), src).toBe(sizes);
});

/** The landing page once its scripts run, which is after it was painted: then its script can be edited. */
async function openLandingPage(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByLabel('Workout script')).toBeEditable();
}

/** A PNG begins with its width and height. */
function sizeOf(png: Buffer): string {
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the landing page is complete, and its links work', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      'One race sets your paces.',
    );
    await expect(page.getByRole('row', { name: 'E Easy' })).toContainText('4:57 - 5:34');
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(page.getByLabel('Workout script')).toHaveValue('15m E + 5x(3m I + 2m E) + 10m E');
    // Controls that need JavaScript are not shown.
    await expect(page.getByRole('button')).toHaveCount(0);
    await page.getByRole('link', { name: 'Sign in' }).first().click();
    await expect(page).toHaveURL('/login');
  });
});
