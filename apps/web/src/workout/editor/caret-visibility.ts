import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Bars that cover the bottom of the page on a phone: the Save button, and the tokens above the keyboard. */
const FIXED_BARS = ['save-bar', 'script-bar-row is-on-keyboard'];

/** Keeps the caret's line above the fixed bars. CodeMirror only considers the window. */
export function keepCaretVisible(): Extension {
  return EditorView.scrollHandler.of((view) => {
    view.requestMeasure({
      key: FIXED_BARS,
      read: () => caretBottom(view) - visibleBottom(),
      write: (hidden) => {
        if (hidden > 0) window.scrollBy(0, Math.ceil(hidden));
      },
    });
    return false;
  });
}

/** Scrolls to the caret if the editor has the focus. */
export function scrollToCaret(view: EditorView): void {
  if (view.hasFocus)
    view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head) });
}

/** The bottom of the caret's line, which is taller than its letters. */
function caretBottom(view: EditorView): number {
  const caret = view.coordsAtPos(view.state.selection.main.head);
  return caret ? (caret.top + caret.bottom + view.defaultLineHeight) / 2 : 0;
}

function visibleBottom(): number {
  const { visualViewport: seen } = window;
  const bars = FIXED_BARS.flatMap((classes) => [...document.getElementsByClassName(classes)]).map(
    (bar) => bar.getBoundingClientRect(),
  );
  return Math.min(
    seen ? seen.offsetTop + seen.height : window.innerHeight,
    ...bars.filter(({ height }) => height > 0).map(({ top }) => top),
  );
}
