import { type RefObject, useEffect, useState } from 'react';

type Window = { first: number; last: number };

/** Rows drawn beyond the edges of the screen, so that a quick scroll meets no blank. */
const SPARE = 8;

/**
 * Which of many rows are on the screen. Only those are drawn, so that ten thousand scroll as one hundred do.
 * The list is as high as all of its rows together, and each of them as high as any other.
 */
export function useWindow(list: RefObject<HTMLElement | null>, count: number): Window {
  const [range, setRange] = useState<Window>({ first: 0, last: 30 });

  useEffect(() => {
    function look(): void {
      const { top = 0, height = 0 } = list.current?.getBoundingClientRect() ?? {};
      if (height === 0) return;
      const row = height / count;
      const first = Math.max(0, Math.floor(-top / row) - SPARE);
      const last = Math.ceil((window.innerHeight - top) / row) + SPARE;
      setRange((before) =>
        before.first === first && before.last === last ? before : { first, last },
      );
    }
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [list, count]);

  return { first: Math.min(range.first, count), last: Math.min(range.last, count) };
}
