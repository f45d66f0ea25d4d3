import { expect, listBarriers, test } from './journey.ts';
import { createPeople, openAs, type Person } from './people.ts';
import { openScreen, SCREENS } from './screens.ts';

// Every screen as it is for whoever has set their system to its own colours and to no motion, and has
// zoomed a window of 1280 by 800 px in to 200 %.

test.describe.configure({ timeout: 600_000 });

const ADAPTED = {
  viewport: { width: 640, height: 400 },
  forcedColors: 'active',
  reducedMotion: 'reduce',
} as const;

/** States that show nothing which another screen of the walk does not show. */
const ALIKE =
  /^(terms|login-failed|shared-long|garmin-(ended|workouts-off|unavailable|unknown)|(app|library)-did-not-load)$/;

const VISITS: { who: string; as: Person[] }[] = [
  { who: 'a visitor, and someone new', as: ['visitor', 'unverified', 'newcomer'] },
  { who: 'a runner', as: ['runner'] },
];

for (const { who, as } of VISITS)
  test(`every screen can be used in forced colours, zoomed in and still, by ${who}`, async ({
    browser,
  }) => {
    const people = await createPeople(browser, as);
    for (const person of as) {
      const context = await openAs(browser, people[person], ADAPTED);
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      for (const screen of SCREENS.filter((one) => one.as === person && !ALIKE.test(one.name))) {
        await openScreen(page, screen, people);
        expect.soft(await listBarriers(page), screen.name).toEqual([]);
        expect.soft(await page.evaluate(listMoving), screen.name).toEqual([]);
      }
      await context.close();
    }
  });

/** In the page: what moves without end. */
function listMoving(): string[] {
  return document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY)
    .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : 'a script'));
}
