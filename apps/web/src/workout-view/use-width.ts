import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of an element in whole px, now and after every change. 0 before it is on the page. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  return useSize(element).width;
}

/** Both sides of an element, as useWidth tells the one. */
export function useSize(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [width, setWidth] = useState(0);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = () => {
      setWidth(Math.floor(current.clientWidth));
      setHeight(Math.floor(current.clientHeight));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return { width, height };
}
