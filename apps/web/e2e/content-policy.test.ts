import { expect, type Page, test } from '@playwright/test';

// Not the test of fixtures.ts, which fails on any violation: these are planted.

const PAGES = ['/', '/privacy', '/login', '/w'];

test('no text becomes markup or a script on any kind of page', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await plantScripts(page), path).toEqual({
      markup: 'TypeError',
      address: 'TypeError',
      text: 'TypeError',
    });
    expect(await page.evaluate(() => 'planted' in window), path).toBe(false);
  }
  expect(requests.filter((url) => url.includes('evil.example'))).toEqual([]);
});

test('a script of Google’s in the markup of a page does not run', async ({ page }) => {
  const violations: string[] = [];
  page.on('console', (message) => violations.push(message.text()));
  await page.route('https://apis.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'planted = 1' }),
  );
  // A page into which somebody has written, such as by a defect of the server.
  await page.route('/login', async (route) => {
    const response = await route.fetch();
    const script = '<script src="https://apis.google.com/js/api.js?onload=alert"></script>';
    const body = (await response.text()).replace('<body>', `<body>${script}`);
    await route.fulfill({ response, body });
  });
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => 'planted' in window)).toBe(false);
  expect(violations.join('\n')).toContain('https://apis.google.com/js/api.js');
});

test('a violation is reported to the API', async ({ page }) => {
  // Chromium sends the newer kind of report over https only, so it gets a policy with the older kind.
  await page.route('/login', async (route) => {
    const response = await route.fetch();
    const policy = response.headers()['content-security-policy']?.replace('report-to policy; ', '');
    const headers = { ...response.headers(), 'content-security-policy': policy ?? '' };
    await route.fulfill({ response, headers });
  });
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const [report] = await Promise.all([
    page.waitForRequest('**/api/policy-reports'),
    plantScripts(page),
  ]);
  expect(report.postDataJSON()).toMatchObject({ 'csp-report': { disposition: 'enforce' } });
  expect((await report.response())?.status()).toBe(204);
});

/** In the page: tries what an injected call could do. Each returns the error that the browser throws. */
function plantScripts(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const errorOf = (work: () => unknown): string => {
      try {
        work();
        return 'none';
      } catch (error) {
        return error instanceof Error ? error.name : 'unknown';
      }
    };
    const script = document.createElement('script');
    return {
      markup: errorOf(() => (document.body.innerHTML += '<img src=x onerror="planted=1">')),
      address: errorOf(() => {
        script.src = 'https://evil.example/planted.js';
        document.head.append(script);
      }),
      text: errorOf(() => {
        script.textContent = 'planted=1';
        document.head.append(script);
        if (!('planted' in window)) throw new TypeError('refused');
      }),
    };
  });
}
