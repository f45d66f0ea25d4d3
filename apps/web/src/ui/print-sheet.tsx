import { type ReactNode, useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';

/**
 * The printed version of a screen. It is rendered outside of the app's root, which print styles hide, and only while
 * printing.
 */
export function PrintSheet({ children }: { children: () => ReactNode }) {
  const isPrinting = useIsPrinting();
  if (!isPrinting) return null;

  return createPortal(
    <div className="print-sheet hidden text-ink print:block">{children()}</div>,
    document.body,
  );
}

function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    // Synchronous, because the browser prints as soon as the listeners return.
    const update = (printing: boolean) => flushSync(() => setIsPrinting(printing));
    addEventListener('beforeprint', () => update(true), { signal });
    addEventListener('afterprint', () => update(false), { signal });
    // Emulated print media fires no print events.
    matchMedia('print').addEventListener('change', ({ matches }) => update(matches), { signal });
    return () => controller.abort();
  }, []);

  return isPrinting;
}
