import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves the focus to the heading of a screen that was navigated to, so that a screen reader says
 * where it is and Tab goes on from there. The first screen of a page is left to the browser.
 */
export function ScreenFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    if (focusHeading()) return undefined;

    // The screen is still on its way.
    const observer = new MutationObserver(() => {
      if (focusHeading()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [pathname]);

  return null;
}

function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  // The router decides where the page is scrolled to.
  heading.focus({ preventScroll: true });
  return true;
}
