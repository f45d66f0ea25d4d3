import { type ReactNode, useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';

/**
 * What the printer gets instead of the screen. It stands beside the app, so that printing can leave
 * everything else out, and is there only while something is printed.
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
    const leaving = new AbortController();
    const { signal } = leaving;
    // At once, since the browser prints what is there when these have been told.
    const tell = (printing: boolean) => flushSync(() => setIsPrinting(printing));
    addEventListener('beforeprint', () => tell(true), { signal });
    addEventListener('afterprint', () => tell(false), { signal });
    // For a preview that is not followed by printing.
    matchMedia('print').addEventListener('change', ({ matches }) => tell(matches), { signal });
    return () => leaving.abort();
  }, []);

  return isPrinting;
}
