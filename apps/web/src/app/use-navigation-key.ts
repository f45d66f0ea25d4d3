import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { keepsMounted } from '../ui/keep-mounted.ts';

/** A number for each screen that was navigated to, to be used as a key. */
export function useNavigationKey(): number {
  const { pathname, state } = useLocation();
  const action = useNavigationType();
  const [shown, setShown] = useState({ pathname, number: 0 });
  if (pathname === shown.pathname) return shown.number;

  // Going back has the same URL and state, but is another screen.
  const isSameScreen = action === NavigationType.Replace && keepsMounted(state);
  const next = { pathname, number: isSameScreen ? shown.number : shown.number + 1 };
  setShown(next);
  return next.number;
}
