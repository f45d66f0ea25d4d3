import { expect, test } from './fixtures.ts';
import { createUsers, openAs, type TestUser } from './users.ts';
import { openScreen, SCREENS } from './screens.ts';

// A window of 1280 px zoomed in to 400 % is 320 px wide. Nothing may overflow it (WCAG 1.4.10).

test.describe.configure({ timeout: 600_000 });

// A soft assertion: a failure on one screen does not hide the next.
const eventually = expect.configure({ soft: true, timeout: 5_000 }).poll;

const GROUPS: { who: string; as: TestUser[] }[] = [
  { who: 'a visitor, and someone new', as: ['visitor', 'unverified', 'newcomer'] },
  { who: 'an athlete with everything', as: ['athlete'] },
  { who: 'an athlete with the longest names', as: ['longNames'] },
];

for (const { who, as } of GROUPS)
  test(`every screen fits 320 px for ${who}`, async ({ browser }) => {
    const users = await createUsers(browser, as);
    for (const user of as) {
      const context = await openAs(browser, users[user], {
        viewport: { width: 320, height: 640 },
      });
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      for (const screen of SCREENS.filter((one) => one.as === user)) {
        await openScreen(page, screen, users);
        await eventually(() => page.evaluate(listTooWide), { message: screen.name }).toEqual([]);
      }
      await context.close();
    }
  });

/** In the page: elements that overflow the window, unless they can be scrolled on their own. */
function listTooWide(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    const { left, right, width } = element.getBoundingClientRect();
    const isHidden = width <= 1 || right <= 0;
    if (isHidden || (left >= 0 && right <= clientWidth + 1) || isContained(element)) continue;
    found.push(`${element.tagName} ${element.textContent?.slice(0, 40)}: ${left} to ${right}`);
  }
  return found;

  function isContained(element: Element): boolean {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
      if (getComputedStyle(box).overflowX !== 'visible') return true;
    return false;
  }
}
