import { encodeShare, encodeSharedPlan } from '@pacewright/delivery';
import type { Request } from '@playwright/test';
import * as fc from 'fast-check';
import { expect, test } from './fixtures.ts';
import { registeredAthlete, signIn } from './accounts.ts';

/** `.ci/nightly` opens a thousand. */
const LINKS = Number(process.env['HOSTILE_LINKS'] ?? 50);
const SEED = Number(process.env['HOSTILE_SEED'] ?? 1);
/** One link in so many is opened as a new page, the others by the router of the open one. */
const LINKS_PER_LOAD = 25;

test.use({ trace: 'off' });

for (const [caller, seed] of [
  ['a visitor', SEED],
  ['an athlete', SEED + 1],
] as const)
  test(`no link runs a script or crashes a screen for ${caller}`, async ({ page }) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      // Unknown ids and wrong codes are refused, which the browser reports as failed resources.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        errors.push(message.text());
    });
    page.on('dialog', (dialog) => {
      errors.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    const calls = new Set<Request>();
    page.on('request', (request) => request.url().includes('/api/') && calls.add(request));
    page.on('requestfinished', (request) => calls.delete(request));
    page.on('requestfailed', (request) => calls.delete(request));
    if (caller === 'an athlete') await signIn(page, await registeredAthlete());

    const links = fc.sample(hostileLink, { seed, numRuns: Math.ceil(LINKS / 2) });
    for (const [index, link] of links.entries()) {
      const url = await addressOf(link);
      if (index % LINKS_PER_LOAD > 0) await page.evaluate(openInApp, url);
      // A malformed address is refused by the server, before there is a screen.
      else if ((await page.goto(url))?.status() === 400) await page.goto('/app');
      await page.evaluate(look);
      await expect.poll(() => calls.size, { intervals: [10] }).toBe(0);
      const seen = await page.evaluate(look);
      expect([seen, errors], `link ${index} of seed ${seed}: ${url}`).toEqual([FINE, []]);
    }
  });

/** Texts that have broken other programs: each would set `planted` if it ran. */
const texts = fc.oneof(
  fc.constantFrom(
    '<img src=x onerror=planted=1>',
    '"><svg/onload=planted=1>',
    "';planted=1//",
    '</script><script>planted=1</script>',
    'javascript:planted=1',
    'data:text/html,<script>planted=1</script>',
    '//evil.example/app',
    'https://evil.example',
    '/\\evil.example',
    '/app/../..//evil.example',
    '__proto__',
    'constructor',
    'toString',
    '${planted=1}',
    '{{planted=1}}',
    '%00',
    '\u0000',
    '\ud800',
    '%E0%A4',
    '2026-02-30',
    '0000-00-00',
    '99999-01-01',
    '-1',
    '1e309',
    'NaN',
    '5km '.padEnd(313, '9'),
    '('.repeat(500),
    '999x('.repeat(50),
    '👟'.repeat(300),
    'oauth_failed',
    'verifyEmail',
    'resetPassword',
    'month',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

const paths = fc.oneof(
  fc.constantFrom(
    '/',
    '/privacy',
    '/login',
    '/register',
    '/password-reset',
    '/verify-email',
    '/auth',
    '/try',
    '/try/paces',
    '/w',
    '/p',
    '/garmin/callback',
    '/authorize',
    '/app',
    '/app/calendar',
    '/app/paces',
    '/app/workouts',
    '/app/workouts/new',
    '/app/trash',
    '/app/settings',
  ),
  texts.map((text) => `/app/workouts/${encodePart(text)}`),
  texts.map((text) => `/app/${encodePart(text)}`),
  texts.map((text) => `/${encodePart(text)}`),
);

const names = fc.constantFrom(
  'error',
  'next',
  'mode',
  'oobCode',
  'code',
  'state',
  'view',
  'day',
  'q',
  'tag',
  '__proto__',
);

type Link = {
  path: string;
  query: [string, string][];
  fragment: string;
  workout: { title: string; script: string; notes: string } | undefined;
  /** How many characters of the workout's fragment are left. */
  cut: number;
};

const hostileLink: fc.Arbitrary<Link> = fc.record({
  path: paths,
  query: fc.array(fc.tuple(names, texts), { maxLength: 4 }),
  fragment: fc.oneof(fc.constant(''), texts),
  workout: fc.option(fc.record({ title: texts, script: texts, notes: texts }), { nil: undefined }),
  cut: fc.oneof(fc.constant(Infinity), fc.nat(200)),
});

/** A workout or a plan is put into the fragment of a share link, whole or cut off. */
async function addressOf({ path, query, fragment, workout, cut }: Link): Promise<string> {
  const shared = workout && (await encodeShare(workout));
  const search = query.map(([name, value]) => `${name}=${encodePart(value)}`).join('&');
  const text = workout && `${workout.notes}\nweek 1\n Tue ${workout.script}`;
  const plan = text !== undefined && text.length % 2 === 0 && (await encodeSharedPlan(text));
  if (plan && plan.ok) return `/p?${search}#${plan.fragment.slice(0, cut)}`;
  if (shared?.ok) return `/w?${search}#${shared.fragment.slice(0, cut)}`;
  return `${path}?${search}#${encodePart(fragment)}`;
}

/** Percent-encoded as far as it can be; half of a character and a lone "%" stay as they are. */
function encodePart(text: string): string {
  return text.isWellFormed() && !text.startsWith('%')
    ? encodeURIComponent(text)
    : encodeURI(text.toWellFormed());
}

/** In the page: goes to a link without loading a page, as the router does for its own links. */
function openInApp(url: string): void {
  history.pushState(null, '', url);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
}

const FINE = { planted: false, crashed: false };

/** In the page: waits until a screen is shown, and looks for the marks of a script and of a crash. */
async function look(): Promise<typeof FINE> {
  const isCrashed = () => document.body.textContent.includes('Copy details');
  const isShown = () =>
    document.querySelector('h1') !== null && !document.body.textContent.includes('Loading...');
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  while (!isShown() && !isCrashed()) await frame();
  return { planted: 'planted' in window, crashed: isCrashed() };
}
