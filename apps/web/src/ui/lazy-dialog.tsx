import { type ComponentType, useEffect, useEffectEvent } from 'react';
import { lazyWithRetry } from './lazy-when-online.tsx';
import { showToast } from './toast.tsx';

/** A dialog that loads when it is first opened. If it fails to load, a toast offers to try again. */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazyWithRetry(load, FailureToast);
}

function FailureToast({ onRetry }: { onRetry: () => void }) {
  const retry = useEffectEvent(onRetry);
  useEffect(
    () =>
      showToast.failure('That didn’t load', {
        detail: 'Check your connection, or reload the page.',
        retry: () => retry(),
      }),
    [],
  );
  return null;
}
