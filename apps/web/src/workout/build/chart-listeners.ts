import type { KeyboardEvent, PointerEvent as ReactPointerEvent, RefObject } from 'react';
import { blockAt } from '../view/profile-layout.ts';
import type { MissedEvent } from './chart-edit.ts';
import type { Linked, NextIndex } from '../view/use-linked-step.ts';
import type { Builder } from './builder.ts';
import type { ChartGeometry, Point, Pointer } from './geometry.ts';
import { createGestures } from './gestures.ts';
import { createKeys } from './keys.ts';

type ChartHost = {
  chart: ChartGeometry;
  linked: Linked | undefined;
  onLink: (next: NextIndex) => void;
  onActivate: (index: number) => void;
};

type ChartPointer = ReactPointerEvent<SVGSVGElement>;

/** The listeners of a chart that is edited. */
export function createListeners(
  builder: Builder,
  drawing: RefObject<SVGSVGElement | null>,
  missed: MissedEvent[],
) {
  const gestures = createGestures(builder);
  const press = createKeys();

  function listen({ chart, linked, onLink, onActivate }: ChartHost) {
    return {
      ref: drawing,
      'aria-multiselectable': true,
      'aria-orientation': 'horizontal' as const,
      onKeyDown: (event: KeyboardEvent) => {
        event.currentTarget.removeAttribute('data-hand');
        if (event.key === 'Escape' && gestures.isDragging()) gestures.cancel();
        else {
          const at = builder.getState().chosen?.index ?? linked?.index ?? -1;
          if (!press(event.nativeEvent, { builder, at, onActivate })) return;
        }
        event.preventDefault();
      },
      onFocus: () => {
        const isFree = linked?.index === undefined && !builder.getState().chosen;
        if (isFree && chart.blocks.length > 0) onLink(0);
      },
      onBlur: () => {
        if (!builder.getState().chosen) onLink(undefined);
      },
      onPointerDown: (event: ChartPointer) => {
        // Taking the focus now would scroll; it is taken when the pointer goes up.
        event.preventDefault();
        if (event.button !== 0 || !event.isPrimary) return;
        event.currentTarget.setAttribute('data-hand', '');
        event.currentTarget.setPointerCapture(event.pointerId);
        gestures.down(pointOf(event, event.currentTarget, chart), chart, pointerOf(event), {
          isShift: event.shiftKey,
        });
      },
      onPointerMove: (event: ChartPointer) => {
        const point = pointOf(event, event.currentTarget, chart);
        if (gestures.isDragging()) {
          setOver(event.currentTarget, 'drag');
          gestures.move(point);
        } else if (event.pointerType === 'mouse') {
          setOver(event.currentTarget, gestures.hover(point, chart).kind);
          const block = blockAt(chart.blocks, point.x - chart.left);
          if (block && block.index !== linked?.index) onLink(block.index);
        }
      },
      onPointerUp: (event: ChartPointer) => {
        if (!gestures.isDragging()) return;
        gestures.up();
        event.currentTarget.removeAttribute('data-over');
        event.currentTarget.focus({ preventScroll: true });
      },
      onPointerCancel: (event: ChartPointer) => {
        event.currentTarget.removeAttribute('data-over');
        gestures.cancel();
      },
      onPointerLeave: (event: ChartPointer) => {
        gestures.leave();
        // Lifting a finger keeps its step highlighted.
        if (event.pointerType === 'mouse') onLink(builder.getState().chosen?.index);
      },
    };
  }

  /** Called with the first chart that is drawn: clicks and keys from before count, in their order. */
  function replay(chart: ChartGeometry): void {
    for (const event of missed.splice(0)) {
      if (event instanceof MouseEvent) {
        const svg = event.target instanceof Element ? event.target.closest('svg') : null;
        if (!svg) continue;
        const pointer = event instanceof PointerEvent ? pointerOf(event) : 'mouse';
        gestures.down(pointOf(event, svg, chart), chart, pointer, { isShift: event.shiftKey });
        gestures.up();
      } else {
        const at = builder.getState().chosen?.index ?? -1;
        press(event, { builder, at, onActivate: () => undefined });
      }
    }
  }

  return { listen, replay };
}

/** Shown as the cursor. Written only if it differs, because every write restyles the chart. */
function setOver(svg: Element, over: string): void {
  if (svg.getAttribute('data-over') !== over) svg.setAttribute('data-over', over);
}

/** A position of the screen in the units of the chart. */
function pointOf(
  { clientX, clientY }: { clientX: number; clientY: number },
  svg: Element,
  { right }: ChartGeometry,
): Point {
  const { left, top, width } = svg.getBoundingClientRect();
  const unit = width > 0 ? right / width : 1;
  return { x: (clientX - left) * unit, y: (clientY - top) * unit };
}

function pointerOf({ pointerType }: { pointerType: string }): Pointer {
  return pointerType === 'touch' ? 'touch' : 'mouse';
}
