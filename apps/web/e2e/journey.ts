import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';

/** A journey through the real product. Nothing but this machine can be reached, and no page may fail. */
export const test = base.extend<{ context: BrowserContext }>({
  context: async ({ context }, provide) => {
    const failures: string[] = [];
    await keepOnThisMachine(context, failures);
    watchPages(context, failures);
    await provide(context);
    expect(failures).toEqual([]);
  },
});

export { expect };

export function setting(
  name: 'PACEWRIGHT_ORIGIN' | 'PACEWRIGHT_EMULATOR' | 'PACEWRIGHT_GARMIN' | 'PACEWRIGHT_DATABASE',
): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: the stack has not been started`);
  return value;
}

async function keepOnThisMachine(context: BrowserContext, failures: string[]): Promise<void> {
  const gapi = await readFile(new URL('gapi-stand-in.js', import.meta.url), 'utf8');
  await context.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => {
      const { hostname, pathname } = new URL(route.request().url());
      if (hostname === 'apis.google.com' && pathname === '/js/api.js')
        return route.fulfill({ contentType: 'text/javascript', body: gapi });
      // The emulator's chooser of Google accounts asks for a style sheet and icons it can do without.
      if (!EMULATOR_DECORATION.test(hostname)) failures.push(`asked for ${hostname}${pathname}`);
      return route.abort('internetdisconnected');
    },
  );
}

const EMULATOR_DECORATION = /^(unpkg\.com|fonts\.googleapis\.com|cdn\.jsdelivr\.net)$/;

function watchPages(context: BrowserContext, failures: string[]): void {
  context.on('weberror', (error) => failures.push(`page error: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) failures.push(message.text());
  });
}

/** Fails on anything that keeps someone from using the page, in the light theme and in the dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(untilColoursRest);
    expect(await listBarriers(page), `${page.url()}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** What keeps someone from using the page as it stands. */
export async function listBarriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`);
}

/**
 * Answers one call of the identity provider with an error body of Google's, for what the emulator cannot
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
 * In the page: waits for colours that are still on their way from one theme to the other. Where nothing is drawn
 * until it comes near, they would stay on their way, so all is drawn first.
 */
async function untilColoursRest(): Promise<void> {
  for (const element of document.querySelectorAll<HTMLElement>('main > section'))
    element.style.contentVisibility = 'visible';
  const transitions = document
    .getAnimations()
    .filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
}
