import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** What lies over the foot of the page: on a phone the bar with the Save button, and the tokens on its keyboard. */
const BARS = '.save-bar, .script-tokens.is-on-keyboard';

/** Keeps the line of the caret above what lies over the page. CodeMirror itself looks at the window only. */
export function caretInSight(): Extension {
  return EditorView.scrollHandler.of((view) => {
    view.requestMeasure({
      key: BARS,
      read: () => footOfCaret(view) - footOfPage(),
      write: (hidden) => {
        if (hidden > 0) window.scrollBy(0, Math.ceil(hidden));
      },
    });
    return false;
  });
}

/** Scrolls to the caret, if someone is writing. */
export function showCaret(view: EditorView): void {
  if (view.hasFocus)
    view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head) });
}

/** The end of its line, which is higher than its letters. */
function footOfCaret(view: EditorView): number {
  const caret = view.coordsAtPos(view.state.selection.main.head);
  return caret ? (caret.top + caret.bottom + view.defaultLineHeight) / 2 : 0;
}

function footOfPage(): number {
  const { visualViewport: seen } = window;
  const bars = [...document.querySelectorAll(BARS)].map((bar) => bar.getBoundingClientRect());
  return Math.min(
    seen ? seen.offsetTop + seen.height : window.innerHeight,
    ...bars.filter(({ height }) => height > 0).map(({ top }) => top),
  );
}
