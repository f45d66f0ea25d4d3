import { useEffect, useRef } from 'react';
import { useScreen } from './use-screen.ts';

/**
 * Moves the focus to the heading of a screen that was navigated to, so that a screen reader says
 * where it is and Tab goes on from there. The first screen of a page is left to the browser.
 */
export function ScreenFocus() {
  const screen = useScreen();
  const shown = useRef(screen);

  useEffect(() => {
    if (shown.current === screen) return undefined;
    shown.current = screen;
    return focusHeadingWhenReady();
  }, [screen]);

  return null;
}

/** Focuses the heading of the screen, or waits for it while the screen loads. Returns how to stop waiting. */
export function focusHeadingWhenReady(isWanted = () => true): () => void {
  if (focusHeading()) return () => {};
  const observer = new MutationObserver(() => {
    if (!isWanted() || focusHeading()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Says whether there is one yet. */
function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  // The router decides where the page is scrolled to.
  heading.focus({ preventScroll: true });
  return true;
}
