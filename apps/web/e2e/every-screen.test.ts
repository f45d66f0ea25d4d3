import type { Page } from '@playwright/test';
import { axeViolations, expect, test } from './fixtures.ts';
import { createUsers, openAs, type TestUser } from './users.ts';
import { openScreen, SCREENS } from './screens.ts';

// One walk through every screen: with forced colours and without motion, in a window of 1280 by 800 px zoomed to
// 200 %, and then zoomed in to 400 %, where nothing may overflow the 320 px that are left (WCAG 1.4.10). With a touch
// screen, on which controls are larger.

// A soft assertion: a failure on one screen does not hide the next.
const eventually = expect.configure({ soft: true }).poll;

/** Screens whose parts are all on other screens of the list. */
const ONLY_NARROW =
  /^(terms|login-failed|shared-long|garmin-(ended|workouts-off|unavailable|unknown)|(app|library)-did-not-load|long-.*)$/;

const GROUPS: { who: string; as: TestUser[] }[] = [
  { who: 'a visitor, and someone new', as: ['visitor', 'unverified', 'newcomer'] },
  { who: 'an athlete with everything', as: ['athlete', 'runner', 'fasterRunner', 'planner'] },
  { who: 'an athlete with the longest names', as: ['longNames'] },
];

for (const { who, as } of GROUPS)
  test(`every screen fits 320 px, and can be used in forced colours, zoomed in and without motion, by ${who} @variant`, async ({
    browser,
  }) => {
    const users = await createUsers(as);
    for (const user of as) {
      const context = await openAs(browser, users[user], { hasTouch: true });
      const page = await context.newPage();
      for (const screen of SCREENS.filter((one) => one.as === user)) {
        const isOnlyNarrow = ONLY_NARROW.test(screen.name);
        await (isOnlyNarrow ? zoomTo400(page) : zoomTo200WithForcedColours(page));
        await openScreen(page, screen, users);
        if (!isOnlyNarrow) {
          expect.soft(await axeViolations(page), screen.name).toEqual([]);
          expect.soft(await page.evaluate(listAnimations), screen.name).toEqual([]);
          await zoomTo400(page);
        }
        await eventually(() => page.evaluate(listTooWide), { message: screen.name }).toEqual([]);
      }
      await context.close();
    }
  });

async function zoomTo200WithForcedColours(page: Page): Promise<void> {
  await page.setViewportSize({ width: 640, height: 400 });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
}

async function zoomTo400(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ forcedColors: null, reducedMotion: null });
}

/** In the page: elements with endless animations. */
function listAnimations(): string[] {
  return document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY)
    .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : 'a script'));
}

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
