import { EditorSelection } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { InsertableToken } from './tokens.ts';

/** Written without a space after the number. */
const UNITS: ReadonlySet<InsertableToken> = new Set(['min', 's', 'km', 'mtr']);

/** Inserts a token at the caret, with the spaces it needs. */
export function insertToken(view: EditorView, token: InsertableToken): void {
  const { from, to } = view.state.selection.main;
  const before = view.state.sliceDoc(0, from);

  if (token === 'x( )') {
    insertRepeat(view, before, view.state.sliceDoc(from, to));
    return;
  }
  if (token === 'note') {
    insertNote(view, before, view.state.sliceDoc(from, to));
    return;
  }
  const isUnit = UNITS.has(token);
  const isApart = isUnit || before === '' || /[\s(]$/.test(before);
  const insert = `${isApart ? '' : ' '}${token}${token === '+' ? ' ' : ''}`;
  view.dispatch(
    view.state.update(view.state.replaceSelection(insert), {
      userEvent: 'input',
      scrollIntoView: true,
    }),
  );
}

/** Uses the count before the caret. Without one it inserts a selected 2, ready to be typed over. */
function insertRepeat(view: EditorView, before: string, repeated: string): void {
  const { from, to } = view.state.selection.main;
  const hasCount = repeated === '' && /(?:^|[\s+(])\d{1,2}$/.test(before);
  const space = hasCount || before === '' || /[\s(]$/.test(before) ? '' : ' ';
  const head = hasCount ? 'x(' : `${space}2x(`;
  const inside = from + head.length + repeated.length;
  view.dispatch({
    changes: { from, to, insert: `${head}${repeated})` },
    selection: hasCount
      ? EditorSelection.cursor(inside)
      : EditorSelection.range(from + space.length, from + space.length + 1),
    userEvent: 'input',
    scrollIntoView: true,
  });
}

/** A pair of quotation marks, around the selection if there is one. */
function insertNote(view: EditorView, before: string, quoted: string): void {
  const { from, to } = view.state.selection.main;
  const space = before === '' || /[\s(]$/.test(before) ? '' : ' ';
  const inside = from + space.length + 1;
  view.dispatch({
    changes: { from, to, insert: `${space}"${quoted}"` },
    selection: EditorSelection.cursor(inside + quoted.length),
    userEvent: 'input',
    scrollIntoView: true,
  });
}
