import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves the focus to the heading of a screen that was navigated to, so that screen readers announce it and Tab
 * continues from there, or to the text that the screen is opened to write. The first screen of a page is left to the
 * browser.
 */
export function ScreenFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    return focusHeadingWhenReady();
  }, [pathname]);

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
  const text = document.querySelector<HTMLElement>('main [data-first-focus]');
  if (text) {
    text.focus({ preventScroll: true });
    return true;
  }
  heading.tabIndex = -1;
  // The router decides the scroll position.
  heading.focus({ preventScroll: true });
  return true;
}
