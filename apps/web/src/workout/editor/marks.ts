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
import { activeNode, hoverField } from './hovering.ts';
import {
  findActiveProblem,
  isTypingField,
  listVisibleDiagnostics,
  readerFacet,
  readingField,
} from './reading.ts';

/** The pieces that are highlighted in another view. */
export const highlightEffect = StateEffect.define<readonly Span[]>();

/** The height of the note below a line, in px. */
export const noteHeightEffect = StateEffect.define<number>();

/** Underlines mistakes, tints the highlighted step, and reserves space for the note below its line. */
export function scriptMarks(): Extension {
  return [
    highlightField,
    noteHeightField,
    EditorView.decorations.compute([highlightField, hoverField, readingField], tint),
    EditorView.decorations.compute(['doc', 'selection', isTypingField, readingField], underline),
    EditorView.decorations.compute(
      ['doc', 'selection', isTypingField, readingField, noteHeightField],
      reserveNoteSpace,
    ),
    gutterLineClass.compute(['doc', 'selection', isTypingField, readingField], markMistakeLines),
  ];
}

const highlightField = StateField.define<readonly Span[]>({
  create: () => [],
  update: (spans, { effects, docChanged, changes, state }) => {
    for (const effect of effects) if (effect.is(highlightEffect)) return effect.value;
    if (!docChanged) return spans;
    if (state.facet(readerFacet).tintsPieces) return [];
    return spans.map(({ from, to }) => ({ from: changes.mapPos(from), to: changes.mapPos(to) }));
  },
});

const noteHeightField = StateField.define<number>({
  create: () => 0,
  update: (height, transaction) =>
    transaction.effects.findLast((effect) => effect.is(noteHeightEffect))?.value ?? height,
});

const LINKED = Decoration.mark({ class: 'cm-highlighted' });
const MISTAKE = Decoration.mark({ class: 'cm-mistake' });
const ADVICE = Decoration.mark({ class: 'cm-advice' });

/** The step highlighted elsewhere, else the one under the pointer or at the caret. */
function tint(state: EditorState): DecorationSet {
  const linked = state.field(highlightField);
  const node = state.facet(readerFacet).tintsPieces ? activeNode(state) : undefined;
  const active = node === undefined ? undefined : state.field(readingField).places[node];
  const spans = linked.length > 0 ? linked : active ? [active] : [];
  return Decoration.set(
    spans
      .filter(({ from, to }) => from < to && to <= state.doc.length)
      .map(({ from, to }) => LINKED.range(from, to)),
    true,
  );
}

function underline(state: EditorState): DecorationSet {
  const marks: Range<Decoration>[] = [];
  const { showsAdvice } = state.facet(readerFacet);
  for (const { severity, from, to } of listVisibleDiagnostics(state).slice(0, MAX_UNDERLINED))
    // Advice on the whole workout is in the note only, not under every word.
    if (severity === 'error' || (showsAdvice && to - from < state.doc.length))
      marks.push((severity === 'error' ? MISTAKE : ADVICE).range(from, to));
  return Decoration.set(marks, true);
}

/** Thousands of underlines would take the browser seconds to draw. */
const MAX_UNDERLINED = 200;

class MistakeLine extends GutterMarker {
  override elementClass = 'cm-mistake-line';
}
const MISTAKE_LINE = new MistakeLine();

function markMistakeLines(state: EditorState): RangeSet<GutterMarker> {
  const lines = listVisibleDiagnostics(state)
    .filter(({ severity, to, from }) => severity === 'error' && to - from < state.doc.length)
    .map(({ from }) => state.doc.lineAt(from).from);
  return RangeSet.of(
    [...new Set(lines)].map((from) => MISTAKE_LINE.range(from)),
    true,
  );
}

function reserveNoteSpace(state: EditorState): DecorationSet {
  const open = findActiveProblem(state);
  const height = state.field(noteHeightField);
  if (!open || height === 0) return Decoration.none;
  const { to } = state.doc.lineAt(open.from);
  return Decoration.set(
    Decoration.widget({ widget: new NoteSpacer(height), block: true, side: 1 }).range(to),
  );
}

/** Empty space for the note, which is outside the text so that screen readers don't mix the two. */
class NoteSpacer extends WidgetType {
  readonly height: number;

  constructor(height: number) {
    super();
    this.height = height;
  }

  override eq(other: NoteSpacer): boolean {
    return other.height === this.height;
  }

  override toDOM(): HTMLElement {
    const spacer = document.createElement('div');
    spacer.className = 'cm-note-space';
    spacer.style.height = `${this.height}px`;
    return spacer;
  }

  override get estimatedHeight(): number {
    return this.height;
  }
}
