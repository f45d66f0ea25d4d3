import { useEffect, useRef } from 'react';
import { type NavigateOptions, type To, useNavigate, useNavigation } from 'react-router';
import { isLeavingScreen } from './leave-prompt.ts';

/** Navigates after something that took a while, unless the athlete has chosen to go elsewhere since. */
export function useNavigateAfter() {
  const navigate = useNavigate();
  const { state } = useNavigation();
  const isHere = useRef(true);

  useEffect(() => {
    isHere.current = state === 'idle';
    return () => {
      isHere.current = false;
    };
  }, [state]);

  return async (to: To, options?: NavigateOptions): Promise<void> => {
    if (isHere.current && !isLeavingScreen()) await navigate(to, options);
  };
}
