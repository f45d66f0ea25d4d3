import { type RefObject, useEffect, useState } from 'react';

type Window = { first: number; last: number };

/** Rows rendered beyond the edges of the screen, so that a quick scroll shows no gaps. */
const OVERSCAN = 8;

/**
 * The visible rows of a long list. Only those are rendered, so that ten thousand scroll like one hundred. All
 * rows have the same height, and the list has the height of all of them.
 */
export function useVirtualRows(list: RefObject<HTMLElement | null>, count: number): Window {
  const [range, setRange] = useState<Window>({ first: 0, last: 30 });

  useEffect(() => {
    function measure(): void {
      const { top = 0, height = 0 } = list.current?.getBoundingClientRect() ?? {};
      if (height === 0) return;
      const row = height / count;
      const first = Math.max(0, Math.floor(-top / row) - OVERSCAN);
      const last = Math.ceil((window.innerHeight - top) / row) + OVERSCAN;
      setRange((before) =>
        before.first === first && before.last === last ? before : { first, last },
      );
    }
    measure();
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [list, count]);

  return { first: Math.min(range.first, count), last: Math.min(range.last, count) };
}
