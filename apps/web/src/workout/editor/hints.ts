import type { EditorState, Extension } from '@codemirror/state';
import {
  closeHoverTooltips,
  type EditorView,
  hasHoverTooltips,
  hoverTooltip,
  keymap,
  type Tooltip,
} from '@codemirror/view';
import { PACE_UNIT_LABELS } from '@pacewright/pace';
import { formatSpeed, nameTarget, nameTotals, type ResolvedItem } from '@pacewright/script';
import { readOnce } from '../read-once.ts';
import { paceContextFacet } from './reading.ts';

/**
 * Tooltips for the word under the pointer: a step's pace for this athlete, or a repeat's total. On a touch
 * screen the tooltip would cover other controls, and the chart shows the same for the step at the caret.
 */
export function scriptHints(): Extension {
  return hints(hintAt);
}

export function hints(
  findHint: (state: EditorState, position: number, side: 1 | -1) => Hint | undefined,
): Extension {
  if (window.matchMedia('(hover: none)').matches) return [];
  return [
    hoverTooltip((view, position, side) => toTooltip(findHint(view.state, position, side)), {
      hoverTime: 250,
      hideOnChange: true,
    }),
    keymap.of([{ key: 'Escape', run: closeHints }]),
  ];
}

function closeHints(view: EditorView): boolean {
  if (!hasHoverTooltips(view.state)) return false;
  view.dispatch({ effects: closeHoverTooltips });
  return true;
}

export type Hint = { from: number; to: number; words: string[] };

function toTooltip(hint: Hint | undefined): Tooltip | null {
  if (!hint) return null;
  return {
    pos: hint.from,
    end: hint.to,
    above: true,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'cm-hint';
      dom.append(
        ...hint.words.map((word, index) => {
          const part = document.createElement(index === 0 ? 'strong' : 'span');
          part.textContent = word;
          return part;
        }),
      );
      return { dom };
    },
  };
}

/** The hint for the word before or after a position. Exported for its test. */
export function hintAt(state: EditorState, position: number, side: 1 | -1): Hint | undefined {
  const { speeds, units } = state.facet(paceContextFacet);
  const reading = readOnce(state.doc.toString(), speeds);
  const token = reading.highlights.find(({ from, to }) =>
    side === 1 ? from <= position && position < to : from < position && position <= to,
  );
  if (!token || token.style === 'plus') return undefined;
  const node = reading.places.findLastIndex(({ from, to }) => from <= token.from && token.to <= to);
  const item = node === -1 ? undefined : findItem(reading.resolved.items, node);
  if (!item) return undefined;

  const { from, to } = token;
  if (item.kind === 'repeat')
    return { from, to, words: [`${item.count} times`, nameTotals(item.totals, units)] };
  if (!item.speed) return { from, to, words: [nameTarget(item.target)] };
  const pace = `${formatSpeed(item.speed, units)} ${PACE_UNIT_LABELS[units]}`;
  return {
    from,
    to,
    words: [nameTarget(item.target), item.isSpeedEstimated ? `${pace}, estimated` : pace],
  };
}

function findItem(items: readonly ResolvedItem[], node: number): ResolvedItem | undefined {
  for (const item of items) {
    if (item.node === node) return item;
    const inner = item.kind === 'repeat' ? findItem(item.items, node) : undefined;
    if (inner) return inner;
  }
  return undefined;
}
