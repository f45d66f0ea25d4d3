import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { isSameScreen } from '../ui/same-screen.ts';

/** A number for the screen that is shown, another one for each that is navigated to. */
export function useScreen(): number {
  const { pathname, state } = useLocation();
  const action = useNavigationType();
  const [shown, setShown] = useState({ pathname, number: 0 });
  if (pathname === shown.pathname) return shown.number;

  // The way back comes to the same address with the same state, and is another screen.
  const stays = action === NavigationType.Replace && isSameScreen(state);
  const next = { pathname, number: stays ? shown.number : shown.number + 1 };
  setShown(next);
  return next.number;
}
