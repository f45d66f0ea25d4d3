import { useEffect, useState } from 'react';

/** How much of the page a phone's keyboard covers, in px: 0 where it doesn't overlap the page. */
export function useKeyboardInset(): number {
  const [inset, setInset] = useState(0);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const measure = () => {
      const covered = window.innerHeight - viewport.height - viewport.offsetTop;
      // Less than a keyboard is a browser's own bar, or zoom.
      setInset(covered > 120 && viewport.scale === 1 ? covered : 0);
    };
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
    };
  }, []);
  return inset;
}
