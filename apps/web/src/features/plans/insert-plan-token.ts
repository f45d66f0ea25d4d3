import { EditorSelection } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { completePlan, WEEKDAYS } from '@pacewright/plan';

/** Inserts a token at the caret: a weekday and a week on a line of their own, other tokens with the spaces they need. */
export function insertPlanToken(view: EditorView, token: string): void {
  const { from, to } = view.state.selection.main;
  const line = view.state.doc.lineAt(from);
  const before = view.state.sliceDoc(line.from, from);
  const isLineStart = before.trim() === '';

  if (isWeekday(token)) {
    const gap = isLineStart ? '' : '\n';
    const start = isLineStart ? line.from : from;
    return insert(view, start, to, `${gap}  ${token} `);
  }
  if (token === 'week') {
    const gap = isLineStart ? (line.number === 1 ? '' : '\n') : '\n\n';
    const start = isLineStart ? line.from : from;
    return insert(view, start, to, `${gap}${nextWeek(view)}\n  `);
  }
  const space = isLineStart || /[\s({]$/.test(before) ? '' : ' ';
  if (token === '{ , }') return insert(view, from, to, `${space}{, }`, space.length + 1);
  if (token === 'x( )') {
    const hasCount = /[\d}]$/.test(before);
    const head = hasCount ? 'x(' : `${space}2x(`;
    return insert(view, from, to, `${head})`, head.length);
  }
  if (token === 'min' || token === 'km') return insert(view, from, to, token);
  insert(view, from, to, `${space}${token}${/^(?:\+|or|race|\/\/)$/.test(token) ? ' ' : ''}`);
}

function isWeekday(token: string): boolean {
  return WEEKDAYS.some((day) => day === token);
}

/** "week 5", after the weeks above the caret. */
function nextWeek(view: EditorView): string {
  const above = `${view.state.sliceDoc(0, view.state.selection.main.from)}\n`;
  const words = completePlan(above, above.length)?.words ?? [];
  return words.find(({ label }) => /^week \d/.test(label))?.label ?? 'week';
}

function insert(
  view: EditorView,
  from: number,
  to: number,
  text: string,
  caret = text.length,
): void {
  view.dispatch({
    changes: { from, to, insert: text },
    selection: EditorSelection.cursor(from + caret),
    userEvent: 'input',
    scrollIntoView: true,
  });
}
