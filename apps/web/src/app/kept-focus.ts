import { focusHeadingWhenReady } from './screen-focus.tsx';

/**
 * Keeps the focus near by when what had it leaves the page: on the row after it, else the row before
 * it, else on what now stands in its place, and at last on the heading of the screen. Without this
 * the browser would start again at the top of the page.
 */
export function keepFocusNear(): () => void {
  let focused: Element | undefined;
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof Element) focused = target;
  };
  const observer = new MutationObserver((changes) => {
    if (!focused || !isNowhere()) return;
    const loss = changes.find((change) => goneWith(focused, change));
    if (!loss) return;
    // What was only moved has lost it too.
    if (focused.isConnected) focusIn(focused);
    else focusNear(loss, goneWith(focused, loss)?.nodeName);
  });

  document.addEventListener('focusin', remember);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}

/** What has been taken off the page with an element in it. */
function goneWith(element: Element | undefined, { removedNodes }: MutationRecord) {
  return [...removedNodes].find((node) => node.contains(element ?? null));
}

function focusNear({ nextSibling, previousSibling, target }: MutationRecord, kind = ''): void {
  for (const row of [nextSibling, previousSibling])
    if (row?.nodeName === kind && focusIn(row)) return;
  // A place that holds the heading is the screen or what is around it, where the first stop is the skip link. A
  // screen that loads has no heading yet.
  const screen = document.querySelector('main h1') ?? document.querySelector('main');
  for (let place: Node | null = target; place; place = place.parentNode) {
    if (place.contains(screen)) return void focusHeadingWhenReady(isNowhere);
    if (focusIn(place)) return;
  }
}

/** Whoever has moved on meanwhile keeps the focus. */
function isNowhere(): boolean {
  return document.activeElement === document.body;
}

const STOPS =
  ':is(a[href], button, input, select, textarea, [tabindex]):not([tabindex="-1"], :disabled)';

/** Focuses the first that can have it: what is hidden cannot. Says whether there was one. */
function focusIn(place: Node | null): boolean {
  if (!(place instanceof Element) || !place.isConnected) return false;
  const stops = [...(place.matches(STOPS) ? [place] : []), ...place.querySelectorAll(STOPS)];
  return stops.some((stop) => {
    // The page stays where it is: the neighbour of what was in sight is near enough.
    if (stop instanceof HTMLElement) stop.focus({ preventScroll: true });
    return document.activeElement === stop;
  });
}
