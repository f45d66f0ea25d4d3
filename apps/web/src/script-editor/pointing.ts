import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { findNode, readingField } from './reading.ts';

/** Where the pointer is, or nothing once it has left. */
const hoverEffect = StateEffect.define<number | undefined>();

const focusEffect = StateEffect.define<boolean>();

type Pointing = { hovered: number | undefined; isFocused: boolean; node: number | undefined };

/** The pointer is followed until someone types or moves the caret, wherever it may lie then. */
export const pointingField = StateField.define<Pointing>({
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

/** The repeat or step that is looked at in the text, by its number in the order of writing. */
export function pointedNode(state: EditorState): number | undefined {
  return state.field(pointingField).node;
}

/** Follows the pointer and the focus. */
export function followPointing(): Extension {
  return [
    pointingField,
    EditorView.domEventObservers({ focus: followFocus, blur: followFocus }),
    EditorView.domEventHandlers({
      mousemove: ({ clientX, clientY }, view) => {
        const position = view.posAtCoords({ x: clientX, y: clientY }) ?? undefined;
        const reading = view.state.field(readingField);
        const node = position === undefined ? undefined : findNode(reading, position);
        if (node === pointedNode(view.state)) return;
        view.dispatch({ effects: hoverEffect.of(position) });
        // The tint has put other elements under the pointer; hints wait for it to rest on these.
        requestAnimationFrame(() => repeatMove(clientX, clientY));
      },
      mouseleave: (_event, view) => view.dispatch({ effects: hoverEffect.of(undefined) }),
    }),
  ];
}

/** CodeMirror's own focusChangeEffect is lost when something else is dispatched at the same time. */
function followFocus(_event: Event, view: EditorView): void {
  // Not at once, since the view may be in the middle of an update.
  setTimeout(() => view.dispatch({ effects: focusEffect.of(view.hasFocus) }));
}

function repeatMove(clientX: number, clientY: number): void {
  const move = new MouseEvent('mousemove', { clientX, clientY, bubbles: true });
  document.elementFromPoint(clientX, clientY)?.dispatchEvent(move);
}
