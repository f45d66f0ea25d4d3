import { type ComponentType, lazy, type LazyExoticComponent, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Alert } from './alert.tsx';

/**
 * A lazy component that waits for the network when the browser is offline. If it fails to load, an alert with a
 * retry button replaces it, and the rest of the screen stays.
 */
export function lazyWhenOnline<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazyWithRetry(load, LoadFailedAlert);
}

type FailureProps = { onRetry: () => void };

/** A lazy component with a fallback for load errors. Errors during rendering are not caught. */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failure: ComponentType<FailureProps & Props>,
): ComponentType<Props> {
  type Attempt = LazyExoticComponent<ComponentType<FailureProps & { props: Props }>>;
  let current: Attempt | undefined;

  function startLoading(): Attempt {
    const started: Attempt = lazy(async () => {
      const Part = await loadOnceOnline(load).catch(() => undefined);
      return { default: Part ? ({ props }: { props: Props }) => <Part {...props} /> : Failed };
    });

    function Failed({ onRetry, props }: FailureProps & { props: Props }) {
      // React caches the outcome of a lazy component, so a retry needs a new one.
      useEffect(
        () => () => {
          if (current === started) current = undefined;
        },
        [],
      );
      return <Failure {...props} onRetry={onRetry} />;
    }

    return started;
  }

  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => (current ??= startLoading()));

    function retry(): void {
      current = startLoading();
      setPart(current);
    }

    return <Part props={props} onRetry={retry} />;
  };
}

function LoadFailedAlert({ onRetry }: FailureProps) {
  return (
    <Alert kind="error" title="This part of the page didn’t load.">
      <span className="flex flex-wrap items-center gap-2">
        If it keeps failing, reload the page.
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      </span>
    </Alert>
  );
}

async function loadOnceOnline<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine) throw error;
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return loadOnceOnline(load);
  }
}
