import {
  type EditorState,
  type Extension,
  type Range,
  RangeSet,
  StateEffect,
  StateField,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  gutterLineClass,
  GutterMarker,
  WidgetType,
} from '@codemirror/view';
import type { Span } from '@pacewright/script';
import { pointedNode, pointingField } from './pointing.ts';
import { findOpen, isTypingField, listShown, readingField } from './reading.ts';

/** The step that is looked at in another view of the workout. */
export const linkEffect = StateEffect.define<Span | undefined>();

/** How high what is said about a line stands below it, in px. */
export const roomEffect = StateEffect.define<number>();

/** Underlines what is wrong, tints what is linked, and keeps room below the line that is talked about. */
export function scriptMarks(): Extension {
  return [
    linkField,
    roomField,
    EditorView.decorations.compute([linkField, pointingField, readingField], tint),
    EditorView.decorations.compute(['doc', 'selection', isTypingField, readingField], underline),
    EditorView.decorations.compute(
      ['doc', 'selection', isTypingField, readingField, roomField],
      keepRoom,
    ),
    gutterLineClass.compute(['doc', 'selection', isTypingField, readingField], numberWrongLines),
  ];
}

const linkField = StateField.define<Span | undefined>({
  create: () => undefined,
  update: (span, transaction) => {
    for (const effect of transaction.effects) if (effect.is(linkEffect)) return effect.value;
    return transaction.docChanged ? undefined : span;
  },
});

const roomField = StateField.define<number>({
  create: () => 0,
  update: (height, transaction) =>
    transaction.effects.findLast((effect) => effect.is(roomEffect))?.value ?? height,
});

const LINKED = Decoration.mark({ class: 'cm-linked' });
const MISTAKE = Decoration.mark({ class: 'cm-mistake' });
const ADVICE = Decoration.mark({ class: 'cm-advice' });

/** What is looked at elsewhere, else what the pointer or the caret is in. */
function tint(state: EditorState): DecorationSet {
  const node = pointedNode(state);
  const span =
    state.field(linkField) ??
    (node === undefined ? undefined : state.field(readingField).places[node]);
  if (!span || span.from >= span.to || span.to > state.doc.length) return Decoration.none;
  return Decoration.set(LINKED.range(span.from, span.to));
}

function underline(state: EditorState): DecorationSet {
  const marks: Range<Decoration>[] = [];
  for (const { severity, from, to } of listShown(state).slice(0, MAX_UNDERLINED))
    // What concerns the whole workout is said, not drawn all over it.
    if (to - from < state.doc.length || severity === 'error')
      marks.push((severity === 'error' ? MISTAKE : ADVICE).range(from, to));
  return Decoration.set(marks, true);
}

/** Nobody reads more at once, and thousands would take the browser seconds to draw. */
const MAX_UNDERLINED = 200;

class WrongLine extends GutterMarker {
  override elementClass = 'cm-wrong-line';
}
const WRONG_LINE = new WrongLine();

function numberWrongLines(state: EditorState): RangeSet<GutterMarker> {
  const lines = listShown(state)
    .filter(({ severity, to, from }) => severity === 'error' && to - from < state.doc.length)
    .map(({ from }) => state.doc.lineAt(from).from);
  return RangeSet.of(
    [...new Set(lines)].map((from) => WRONG_LINE.range(from)),
    true,
  );
}

function keepRoom(state: EditorState): DecorationSet {
  const open = findOpen(state);
  const height = state.field(roomField);
  if (!open || height === 0) return Decoration.none;
  const { to } = state.doc.lineAt(open.from);
  return Decoration.set(
    Decoration.widget({ widget: new Room(height), block: true, side: 1 }).range(to),
  );
}

/** An empty stretch. The words stand outside the text, where a screen reader can tell them from it. */
class Room extends WidgetType {
  readonly height: number;

  constructor(height: number) {
    super();
    this.height = height;
  }

  override eq(other: Room): boolean {
    return other.height === this.height;
  }

  override toDOM(): HTMLElement {
    const room = document.createElement('div');
    room.className = 'cm-room';
    room.style.height = `${this.height}px`;
    return room;
  }

  override get estimatedHeight(): number {
    return this.height;
  }
}
