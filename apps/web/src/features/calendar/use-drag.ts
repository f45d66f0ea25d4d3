import { type PointerEvent as ReactPointerEvent, useState } from 'react';

export type Drag<Item> = { item: Item; x: number; y: number; day: string | undefined };

/** Px that a pointer moves before it drags, so that a click stays a click. */
const MIN_DISTANCE = 6;

/**
 * Drags things onto days: elements with `data-day`. For a mouse or a pen; a finger scrolls the page instead and
 * moves things by their menus, like the keyboard. Escape cancels.
 */
export function useDrag<Item>(onDrop: (item: Item, day: string) => void) {
  const [drag, setDrag] = useState<Drag<Item>>();

  function start(item: Item, event: ReactPointerEvent): void {
    if (event.pointerType === 'touch' || event.button !== 0) return;
    // A card's menu is a child of the card, but presses in the menu select an item.
    if (event.target instanceof Element && event.target.closest('[role=menu]')) return;
    const { clientX, clientY } = event;
    const controller = new AbortController();
    const { signal } = controller;
    let current: Drag<Item> | undefined;

    function move({ clientX: x, clientY: y }: PointerEvent): void {
      if (!current) {
        if (Math.hypot(x - clientX, y - clientY) < MIN_DISTANCE) return;
        getSelection()?.removeAllRanges();
        document.body.style.userSelect = 'none';
      }
      current = { item, x, y, day: dayAt(x, y) };
      setDrag(current);
    }

    /** The page moved under the pointer, which fires no pointermove. */
    function follow(): void {
      if (!current) return;
      current = { ...current, day: dayAt(current.x, current.y) };
      setDrag(current);
    }

    function end(): void {
      controller.abort();
      if (!current) return;
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
