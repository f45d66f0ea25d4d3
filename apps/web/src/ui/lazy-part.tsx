import { type ComponentType, lazy, type LazyExoticComponent, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Note } from './note.tsx';

/**
 * A part of a screen that loads after it. Offline it loads when the network is back. If it fails to load, a
 * note with a retry button takes its place, and the rest of the screen stays.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazyWithRetry(load, FailureNote);
}

type FailureProps = { onRetry: () => void };

/** A lazy component with another one to show if it fails to load. Errors while it renders are not caught. */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failure: ComponentType<FailureProps>,
): ComponentType<Props> {
  type Attempt = LazyExoticComponent<ComponentType<FailureProps & { props: Props }>>;
  let current: Attempt | undefined;

  function startLoading(): Attempt {
    const started: Attempt = lazy(async () => {
      const Part = await loadOnceOnline(load).catch(() => undefined);
      return { default: Part ? ({ props }: { props: Props }) => <Part {...props} /> : Failed };
    });

    function Failed({ onRetry }: FailureProps) {
      // React keeps the outcome of a lazy component, so the next attempt needs a new one.
      useEffect(
        () => () => {
          if (current === started) current = undefined;
        },
        [],
      );
      return <Failure onRetry={onRetry} />;
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

function FailureNote({ onRetry }: FailureProps) {
  return (
    <Note kind="error" title="This part of the page didn’t load.">
      <span className="flex flex-wrap items-center gap-2">
        If it keeps failing, reload the page.
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      </span>
    </Note>
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
