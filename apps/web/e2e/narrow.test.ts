import { expect, test } from './journey.ts';
import { createPeople, openAs, type Person } from './people.ts';
import { openScreen, SCREENS } from './screens.ts';

// A window of 1280 px zoomed in to 400 % is 320 px wide. Nothing may reach beyond it (WCAG 1.4.10).

test.describe.configure({ timeout: 600_000 });

// What is wrong on one screen keeps nobody from looking at the next.
const eventually = expect.configure({ soft: true, timeout: 5_000 }).poll;

const VISITS: { who: string; as: Person[] }[] = [
  { who: 'a visitor, and someone new', as: ['visitor', 'unverified', 'newcomer'] },
  { who: 'a runner with everything', as: ['runner'] },
  { who: 'a runner whose names are as long as they may be', as: ['talker'] },
];

for (const { who, as } of VISITS)
  test(`every screen fits 320 px for ${who}`, async ({ browser }) => {
    const people = await createPeople(browser, as);
    for (const person of as) {
      const context = await openAs(browser, people[person], {
        viewport: { width: 320, height: 640 },
      });
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      for (const screen of SCREENS.filter((one) => one.as === person)) {
        await openScreen(page, screen, people);
        await eventually(() => page.evaluate(listTooWide), { message: screen.name }).toEqual([]);
      }
      await context.close();
    }
  });

/** In the page: what reaches beyond the window, unless it can be scrolled by itself. */
function listTooWide(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    const { left, right, width } = element.getBoundingClientRect();
    const isUnseen = width <= 1 || right <= 0;
    if (isUnseen || (left >= 0 && right <= clientWidth + 1) || isContained(element)) continue;
    found.push(`${element.tagName} ${element.textContent?.slice(0, 40)}: ${left} to ${right}`);
  }
  return found;

  function isContained(element: Element): boolean {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
      if (getComputedStyle(box).overflowX !== 'visible') return true;
    return false;
  }
}
