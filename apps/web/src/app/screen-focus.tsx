import { useEffect, useRef } from 'react';
import { useNavigationKey } from './use-navigation-key.ts';

/**
 * Moves the focus to the heading of a screen that was navigated to, so that screen readers announce it and Tab
 * continues from there. The first screen of a page is left to the browser.
 */
export function ScreenFocus() {
  const screen = useNavigationKey();
  const shown = useRef(screen);

  useEffect(() => {
    if (shown.current === screen) return undefined;
    shown.current = screen;
    return focusHeadingWhenReady();
  }, [screen]);

  return null;
}

/**
 * Focuses the heading of the screen, or waits for it while the screen loads. Returns a function that cancels
 * the waiting.
 */
export function focusHeadingWhenReady(isWanted = () => true): () => void {
  if (focusHeading()) return () => {};
  const observer = new MutationObserver(() => {
    if (!isWanted() || focusHeading()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Returns whether there is one yet. */
function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  // The router decides the scroll position.
  heading.focus({ preventScroll: true });
  return true;
}
