import { EditorState, type Extension, type Range } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { readingField } from './reading.ts';
import { scriptClass } from './script-classes.ts';

/** The colours of the tokens that the reading is made of, in whichever theme is on. */
export function script(brackets: readonly string[] = ['(', '"']): Extension {
  return [
    readingField,
    EditorView.decorations.compute([readingField], colour),
    EditorState.languageData.of(() => [{ closeBrackets: { brackets } }]),
  ];
}

function colour(state: EditorState): DecorationSet {
  const marks: Range<Decoration>[] = state
    .field(readingField)
    .highlights.map(({ from, to, style }) => markOf(style).range(from, to));
  return Decoration.set(marks);
}

const MARKS = new Map<string, Decoration>();

function markOf(style: string): Decoration {
  const known = MARKS.get(style);
  if (known) return known;
  const mark = Decoration.mark({ class: scriptClass(style) });
  MARKS.set(style, mark);
  return mark;
}
