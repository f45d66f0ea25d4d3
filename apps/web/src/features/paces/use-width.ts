import { type RefObject, useEffect, useRef, useState } from 'react';

/** The width of an element in pixels, for drawings that are made for their place and never scaled. */
export function useWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number] {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState(0);

  useEffect(() => {
    const { current } = ref;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.floor(current.clientWidth)));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);

  return [ref, width];
}
