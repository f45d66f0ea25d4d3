import { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import { insertToken } from './insert-token.ts';
import type { InsertableToken } from './tokens.ts';

/** The text afterwards, with the selection in brackets or the caret as a bar. */
function inserted(text: string, token: InsertableToken): string {
  const [before = '', selected = '', after = ''] = text.split('|');
  const isRange = text.split('|').length === 3;
  const view = new EditorView({
    doc: before + selected + after,
    selection: {
      anchor: before.length,
      head: isRange ? before.length + selected.length : before.length,
    },
  });
  insertToken(view, token);
  const { from, to } = view.state.selection.main;
  const doc = view.state.doc.toString();
  view.destroy();
  return from === to
    ? `${doc.slice(0, from)}|${doc.slice(from)}`
    : `${doc.slice(0, from)}[${doc.slice(from, to)}]${doc.slice(to)}`;
}

test.each<[string, InsertableToken, string]>([
  ['15m|', 'E', '15m E|'],
  ['15m |', 'E', '15m E|'],
  ['|', 'E', 'E|'],
  ['5x(|)', 'R', '5x(R|)'],
  ['15m E|', '+', '15m E + |'],
  ['15m E |', '+', '15m E + |'],
  ['15|', 'min', '15min|'],
  ['400|', 'mtr', '400mtr|'],
  ['2m|', 'jog', '2m jog|'],
  ['15m E +|', 'lap', '15m E + lap|'],
  ['30s|', 'note', '30s "|"'],
  ['30s |', 'note', '30s "|"'],
  ['30s |hill, hard|', 'note', '30s "hill, hard|"'],
  ['800mtr|', '5k', '800mtr 5k|'],
  ['15m E + 5|', 'x( )', '15m E + 5x(|)'],
  ['15m E + |', 'x( )', '15m E + [2]x()'],
  ['15m E +|', 'x( )', '15m E + [2]x()'],
  ['15m E + |3m I + 2m E|', 'x( )', '15m E + [2]x(3m I + 2m E)'],
])('%s and the key %s give %s', (text, token, after) => {
  expect(inserted(text, token)).toBe(after);
});
