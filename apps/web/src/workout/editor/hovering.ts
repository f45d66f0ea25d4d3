import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { findNode, readerFacet, readingField } from './reading.ts';

/** The position under the pointer, or undefined once it has left. */
const hoverEffect = StateEffect.define<number | undefined>();

const focusEffect = StateEffect.define<boolean>();

type HoverState = { hovered: number | undefined; isFocused: boolean; node: number | undefined };

/** The pointer counts until someone types or moves the caret, even if it still rests on the text. */
export const hoverField = StateField.define<HoverState>({
  create: () => ({ hovered: undefined, isFocused: false, node: undefined }),
  update: (pointing, transaction) => {
    const { state, effects, docChanged, selection } = transaction;
    let { hovered, isFocused } = pointing;
    if (docChanged || selection) hovered = undefined;
    for (const effect of effects) {
      if (effect.is(hoverEffect)) hovered = effect.value;
      if (effect.is(focusEffect)) isFocused = effect.value;
    }
    const position = hovered ?? (isFocused ? state.selection.main.head : undefined);
    const node = position === undefined ? undefined : findNode(state.field(readingField), position);
    return { hovered, isFocused, node };
  },
});

/** The repeat or step under the pointer or at the caret, by its number in the order of writing. */
export function activeNode(state: EditorState): number | undefined {
  return state.field(hoverField).node;
}

/** Tracks the pointer and the focus. */
export function trackHover(): Extension {
  return [
    hoverField,
    EditorView.domEventObservers({ focus: trackFocus, blur: trackFocus }),
    EditorView.domEventHandlers({
      mousemove: ({ clientX, clientY }, view) => {
        if (!view.state.facet(readerFacet).tintsPieces) return;
        const position = view.posAtCoords({ x: clientX, y: clientY }) ?? undefined;
        const reading = view.state.field(readingField);
        const node = position === undefined ? undefined : findNode(reading, position);
        if (node === activeNode(view.state)) return;
        view.dispatch({ effects: hoverEffect.of(position) });
        // The tint replaced the elements under the pointer, and hints wait for it to rest on the new ones.
        requestAnimationFrame(() => dispatchMouseMove(clientX, clientY));
      },
      mouseleave: (_event, view) => view.dispatch({ effects: hoverEffect.of(undefined) }),
    }),
  ];
}

/** CodeMirror's own focusChangeEffect is lost when something else is dispatched at the same time. */
function trackFocus(_event: Event, view: EditorView): void {
  // Deferred, since the view may be in the middle of an update.
  setTimeout(() => view.dispatch({ effects: focusEffect.of(view.hasFocus) }));
}

function dispatchMouseMove(clientX: number, clientY: number): void {
  const move = new MouseEvent('mousemove', { clientX, clientY, bubbles: true });
  document.elementFromPoint(clientX, clientY)?.dispatchEvent(move);
}
