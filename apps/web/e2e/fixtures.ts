import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  test as base,
} from '@playwright/test';
import type axe from 'axe-core';

/** Fixtures of a journey through the real product. No other machine can be reached, and no page may fail. */
export const test = base.extend<{ context: BrowserContext; usesGoogle: boolean }>({
  /** Whether Google's script is faked, for its window. Intercepting a request slows down all of them. */
  usesGoogle: [false, { option: true }],
  context: async ({ context, usesGoogle }, provide) => {
    const failures: string[] = [];
    if (usesGoogle) await fakeGapi(context);
    watchRequests(context, failures, usesGoogle ? [GAPI] : []);
    watchPages(context, failures);
    await provide(context);
    expect(failures).toEqual([]);
  },
});

export { expect };

export function setting(
  name:
    | 'PACEWRIGHT_ORIGIN'
    | 'PACEWRIGHT_EMULATOR'
    | 'PACEWRIGHT_APP'
    | 'PACEWRIGHT_GARMIN'
    | 'PACEWRIGHT_INTERVALS_ICU'
    | 'PACEWRIGHT_DATABASE',
): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: the stack has not been started`);
  return value;
}

const GAPI = 'https://apis.google.com/js/api.js';

async function fakeGapi(context: BrowserContext): Promise<void> {
  const body = await readFile(new URL('fake-gapi.js', import.meta.url), 'utf8');
  await context.route(
    (url) => url.href.startsWith(GAPI),
    (route) => route.fulfill({ contentType: 'text/javascript', body }),
  );
}

/** The browser cannot reach other hosts (playwright.config.ts). The product must not even try. */
function watchRequests(context: BrowserContext, failures: string[], allowed: string[]): void {
  context.on('request', (request) => {
    const { href, hostname, protocol } = new URL(request.url());
    if (!protocol.startsWith('http') || hostname === '127.0.0.1') return;
    // The emulator's account chooser requests a style sheet and icons that it does not need.
    if (EMULATOR_DECORATION.test(hostname) || allowed.some((url) => href.startsWith(url))) return;
    failures.push(`asked for ${href}`);
  });
}

const EMULATOR_DECORATION = /^(unpkg\.com|fonts\.googleapis\.com|cdn\.jsdelivr\.net)$/;

function watchPages(context: BrowserContext, failures: string[]): void {
  context.on('weberror', (error) => failures.push(`page error: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) failures.push(message.text());
  });
}

/** Fails on accessibility violations, by default in the light theme and in the dark. */
export async function expectAccessible(
  page: Page,
  themes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<void> {
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(waitForColours);
    // The themes differ in their colours only.
    const violations = await axeViolations(page, index === 0 ? ALL_RULES : COLOR_RULES);
    expect(violations, `${page.url()}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

const ALL_RULES: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
const COLOR_RULES: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Minified: half as much to send to every page, and to read there. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** axe as a script of the page. */
type InPage = { run: (options: axe.RunOptions) => Promise<axe.AxeResults> };

/**
 * The accessibility violations of the page. axe is called in the page itself: the package for Playwright opens a
 * second page to collect the results of frames, which there are none of, and takes six times as long.
 */
export async function axeViolations(page: Page, runOnly = ALL_RULES): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (rules) => {
    const { axe: inPage } = window as unknown as { axe: InPage };
    const { violations } = await inPage.run({ runOnly: rules, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, runOnly);
}

/** Presses Tab until this control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if (await isFocused(control)) return;
  }
  throw new Error(`Tab does not lead to ${control.toString()}`);
}

export function isFocused(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element === document.activeElement);
}

/**
 * Answers one call of the identity provider with one of Google's errors, for failures that the emulator cannot
 * cause. The SDK and the page stay real.
 */
export async function refuseIdentity(page: Page, method: string, message: string): Promise<void> {
  await page.route(
    ({ pathname }) => pathname.endsWith(`/v1/accounts:${method}`),
    (route) =>
      route.fulfill({
        status: 400,
        headers: { 'access-control-allow-origin': '*' },
        json: { error: { code: 400, message, errors: [{ message, reason: 'invalid' }] } },
      }),
  );
}

/**
 * In the page: waits for colours that are still changing from one theme to the other. Parts that are rendered
 * only when they are near would never finish, so everything is rendered first.
 */
async function waitForColours(): Promise<void> {
  for (const element of document.querySelectorAll<HTMLElement>('main > section'))
    element.style.contentVisibility = 'visible';
  const transitions = document
    .getAnimations()
    .filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
}
