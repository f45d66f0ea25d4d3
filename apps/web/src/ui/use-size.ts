import { type RefObject, useLayoutEffect, useState } from 'react';

type Size = { width: number; height: number };

/**
 * The size of an element in sixteenths of a rem, now and after every change. These are px at the browser's usual
 * font size. A drawing in these units grows with a larger font like the text around it. 0 before the first layout.
 */
export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [width, setWidth] = useState(0);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = () => {
      const unit = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
      setWidth(Math.floor(current.clientWidth / unit));
      setHeight(Math.floor(current.clientHeight / unit));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return { width, height };
}

/** Attributes of an SVG that is laid out in the units of `useSize`. */
export function drawingProps(width: number, height: number) {
  return {
    viewBox: `0 0 ${width} ${height}`,
    width: `${width / 16}rem`,
    height: `${height / 16}rem`,
    fontSize: 16,
  };
}
