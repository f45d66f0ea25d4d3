import { focusHeadingWhenReady } from './screen-focus.tsx';

/**
 * Restores the focus near an element that was removed: on the row after it, the row before it, another element
 * of its container, and at last on the heading of the screen. Without this the browser would start again at the
 * top of the page.
 */
export function restoreFocus(): () => void {
  let focused: Element | undefined;
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof Element) focused = target;
  };
  const observer = new MutationObserver((changes) => {
    if (!focused || !isFocusLost()) return;
    const removal = changes.find((change) => removedWith(focused, change));
    if (!removal) return;
    // A moved element has lost the focus too.
    if (focused.isConnected) focusIn(focused);
    else focusNear(removal, removedWith(focused, removal)?.nodeName);
  });

  document.addEventListener('focusin', remember);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}

/** The removed node that contained an element. */
function removedWith(element: Element | undefined, { removedNodes }: MutationRecord) {
  return [...removedNodes].find((node) => node.contains(element ?? null));
}

function focusNear({ nextSibling, previousSibling, target }: MutationRecord, kind = ''): void {
  // A container that has the heading is the screen or an ancestor of it, where the first focusable is the skip
  // link and a neighbour is not a row. A screen that loads has no heading yet.
  const screen = document.querySelector('main h1') ?? document.querySelector('main');
  if (!target.contains(screen))
    for (const row of [nextSibling, previousSibling])
      if (row?.nodeName === kind && focusIn(row)) return;
  for (let container: Node | null = target; container; container = container.parentNode) {
    if (container.contains(screen)) return void focusHeadingWhenReady(isFocusLost);
    if (focusIn(container)) return;
  }
}

/** The focus stays where it is if it has moved on meanwhile. */
function isFocusLost(): boolean {
  return document.activeElement === document.body;
}

const FOCUSABLE =
  ':is(a[href], button, input, select, textarea, [tabindex]):not([tabindex="-1"], :disabled)';

/** Focuses the first element that can have it: a hidden one cannot. Returns whether there was one. */
function focusIn(container: Node | null): boolean {
  if (!(container instanceof Element) || !container.isConnected) return false;
  const candidates = [
    ...(container.matches(FOCUSABLE) ? [container] : []),
    ...container.querySelectorAll(FOCUSABLE),
  ];
  return candidates.some((candidate) => {
    // The page does not scroll: a visible element's neighbour is near enough.
    if (candidate instanceof HTMLElement) candidate.focus({ preventScroll: true });
    return document.activeElement === candidate;
  });
}
