import { type ComponentType, useEffect, useEffectEvent } from 'react';
import { lazyWithRetry } from './lazy-when-online.tsx';
import { showToast } from './toast.tsx';

/**
 * A dialog that loads when it is first opened. If it fails to load, it closes, so that the button that opens it can
 * be used again.
 */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & Closable> {
  // A component may ignore a property.
  const loadClosable = load as () => Promise<ComponentType<Props & Closable>>;
  return lazyWithRetry(loadClosable, CloseWithToast);
}

type Closable = { onClose: () => void };

function CloseWithToast({ onClose }: Closable) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    showToast.failure('That didn’t load', {
      detail: 'Check your connection and open it again. If it keeps failing, reload the page.',
    });
    close();
  }, []);
  return null;
}
