import { useLayoutEffect } from 'react';
import { LoadingIndicator } from '../ui/loading-indicator.tsx';

/** Fills the screen while the app is loading. The bars of the app may already be there, see static-shell.ts. */
export function Loading() {
  const { dataset } = document.documentElement;
  const hasShell = 'shell' in dataset;
  useLayoutEffect(
    () => () => {
      delete dataset['shell'];
    },
    [dataset],
  );
  return (
    <div className={hasShell ? 'appear-late pt-42.5 md:pt-58' : 'appear-late'}>
      <LoadingIndicator size="large" fullScreen={!hasShell} />
    </div>
  );
}
