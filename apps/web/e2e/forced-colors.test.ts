import { expect, axeViolations, test } from './fixtures.ts';
import { createUsers, openAs, type TestUser } from './users.ts';
import { openScreen, SCREENS } from './screens.ts';

// Every screen with forced colours and without motion, in a window of 1280 by 800 px zoomed to 200 %.

test.describe.configure({ timeout: 600_000 });

const CONTEXT_OPTIONS = {
  viewport: { width: 640, height: 400 },
  forcedColors: 'active',
  reducedMotion: 'reduce',
} as const;

/** Screens whose parts are all on other screens of the list. */
const SKIPPED =
  /^(terms|login-failed|shared-long|garmin-(ended|workouts-off|unavailable|unknown)|(app|library)-did-not-load)$/;

const GROUPS: { who: string; as: TestUser[] }[] = [
  { who: 'a visitor, and someone new', as: ['visitor', 'unverified', 'newcomer'] },
  { who: 'an athlete', as: ['athlete'] },
];

for (const { who, as } of GROUPS)
  test(`every screen can be used in forced colours, zoomed in and without motion, by ${who}`, async ({
    browser,
  }) => {
    const users = await createUsers(browser, as);
    for (const user of as) {
      const context = await openAs(browser, users[user], CONTEXT_OPTIONS);
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      for (const screen of SCREENS.filter((one) => one.as === user && !SKIPPED.test(one.name))) {
        await openScreen(page, screen, users);
        expect.soft(await axeViolations(page), screen.name).toEqual([]);
        expect.soft(await page.evaluate(listAnimations), screen.name).toEqual([]);
      }
      await context.close();
    }
  });

/** In the page: elements with endless animations. */
function listAnimations(): string[] {
  return document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY)
    .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : 'a script'));
}
