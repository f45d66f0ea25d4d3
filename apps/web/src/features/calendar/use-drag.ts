import { type PointerEvent as ReactPointerEvent, useEffect, useState } from 'react';

export type Drag<Item> = { item: Item; x: number; y: number; day: string | undefined };

/** Px that a pointer moves before it drags, so that a click stays a click. */
const MIN_DISTANCE = 6;
/** Shorter than the hold that opens the menu of a link. */
const HOLD_MS = 400;
/** Px from the edge of the window within which the page scrolls, and px for each frame at the edge itself. */
const EDGE = 96;
const MAX_SCROLL = 18;

/**
 * Drags things onto days: elements with `data-day`. A finger holds before it drags, and scrolls the page otherwise. At the
 * edges the page scrolls by itself. Escape cancels.
 */
export function useDrag<Item>(onDrop: (item: Item, day: string) => void) {
  const [drag, setDrag] = useState<Drag<Item>>();
  useHeldPage();

  function start(item: Item, event: ReactPointerEvent): void {
    if (event.button !== 0) return;
    // A card's menu is a child of the card, but presses in the menu select an item.
    if (event.target instanceof Element && event.target.closest('[role=menu]')) return;
    const { clientX, clientY } = event;
    const isTouch = event.pointerType === 'touch';
    const hold = isTouch ? setTimeout(() => lift(clientX, clientY), HOLD_MS) : undefined;
    const controller = new AbortController();
    const { signal } = controller;
    let current: Drag<Item> | undefined;
    let frame = 0;

    function lift(x: number, y: number): void {
      getSelection()?.removeAllRanges();
      document.body.style.userSelect = 'none';
      isHeld = isTouch;
      show(x, y);
      frame = requestAnimationFrame(scrollAtEdge);
    }

    function show(x: number, y: number): void {
      current = { item, x, y, day: dayAt(x, y) };
      setDrag(current);
    }

    function move({ clientX: x, clientY: y }: PointerEvent): void {
      if (current) show(x, y);
      else if (Math.hypot(x - clientX, y - clientY) < MIN_DISTANCE) return;
      else if (isTouch) end();
      else lift(x, y);
    }

    function scrollAtEdge(): void {
      if (!current) return;
      const by = scrollFor(current.y);
      if (by !== 0) scrollBy({ top: by, behavior: 'instant' });
      frame = requestAnimationFrame(scrollAtEdge);
    }

    /** The page moved under the pointer, which fires no pointermove. */
    function follow(): void {
      if (current) show(current.x, current.y);
    }

    function end(): void {
      controller.abort();
      clearTimeout(hold);
      cancelAnimationFrame(frame);
      if (!current) return;
      current = undefined;
      isHeld = false;
      document.body.style.userSelect = '';
      setDrag(undefined);
    }

    function drop({ clientX: x, clientY: y }: PointerEvent): void {
      const day = current && dayAt(x, y);
      if (current) suppressNextClick();
      end();
      if (day !== undefined) onDrop(item, day);
    }

    addEventListener('pointermove', move, { signal });
    addEventListener('pointerup', drop, { signal });
    addEventListener('scroll', follow, { capture: true, passive: true, signal });
    addEventListener('pointercancel', end, { signal });
    addEventListener('blur', end, { signal });
    addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
  }

  return { drag, start };
}

/** Whether a finger drags something: there is one at a time. */
let isHeld = false;

/** While a finger drags, the page stays where it is, and a link opens no menu. */
function useHeldPage(): void {
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const keep = (event: Event) => {
      if (isHeld) event.preventDefault();
    };
    // Browsers ask at the beginning of a touch whether anything may keep the page from scrolling.
    addEventListener('touchmove', keep, { passive: false, signal });
    addEventListener('contextmenu', keep, { signal });
    return () => controller.abort();
  }, []);
}

/** Faster the nearer to the edge. */
function scrollFor(y: number): number {
  const [above, below] = [EDGE - y, y - (innerHeight - EDGE)];
  const depth = Math.min(EDGE, Math.max(above, below, 0)) / EDGE;
  return Math.round(MAX_SCROLL * (above > below ? -depth : depth));
}

function dayAt(x: number, y: number): string | undefined {
  const day = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-day]');
  return day?.dataset['day'];
}

/** Dropping an item on itself is a click for the browser, which must do nothing. */
function suppressNextClick(): void {
  const suppress = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', suppress, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', suppress, { capture: true }));
}
