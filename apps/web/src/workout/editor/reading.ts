import { type EditorState, Facet, StateEffect, StateField } from '@codemirror/state';
import type { Fix, Highlight, Span } from '@pacewright/script';
import type { PaceContext } from '../pace-context.ts';
import { readOnce } from '../read-once.ts';

/** Something to say about a text, at a range of its characters, and the edits that would fix it. */
export type EditorDiagnostic = Span & {
  code: string;
  severity: 'error' | 'advice';
  message: string;
  fixes: Fix[];
};

/** The parts of a reading that every language has. */
export type EditorReading = {
  highlights: readonly Highlight[];
  /** The pieces that are linked with another view. Later ones are inside earlier ones or after them. */
  places: readonly Span[];
  diagnostics: readonly EditorDiagnostic[];
};

/** How the text of a language is read, and which of it is shown without being asked for. */
export type TextReader = {
  read: (text: string, paceContext: PaceContext) => EditorReading;
  /** True if the piece under the pointer or at the caret is tinted. */
  tintsPieces: boolean;
  /** True if advice is underlined, and shown also when the caret is elsewhere. */
  showsAdvice: boolean;
};

const SCRIPT_READER: TextReader = {
  read: (text, { speeds }) => readOnce(text, speeds),
  tintsPieces: true,
  showsAdvice: true,
};

export const readerFacet = Facet.define<TextReader, TextReader>({
  combine: ([reader]) => reader ?? SCRIPT_READER,
});

export const paceContextFacet = Facet.define<PaceContext, PaceContext>({
  combine: ([paceContext]) => paceContext ?? { speeds: undefined, units: 'metric' },
});

/** The reading of the text, made once per change and shared by every view. */
export const readingField = StateField.define<EditorReading>({
  create: read,
  update: (reading, { docChanged, startState, state, effects }) =>
    docChanged ||
    startState.facet(paceContextFacet) !== state.facet(paceContextFacet) ||
    effects.some((effect) => effect.is(readAgainEffect))
      ? read(state)
      : reading,
});

/** Something else than the text has changed that its reading depends on. */
export const readAgainEffect = StateEffect.define();

function read(state: EditorState): EditorReading {
  return state.facet(readerFacet).read(state.doc.toString(), state.facet(paceContextFacet));
}

/** Typing has paused, so the word at the caret can be checked too. */
export const typingPausedEffect = StateEffect.define();

/** Whether someone is in the middle of a word. */
export const isTypingField = StateField.define<boolean>({
  create: () => false,
  update: (isTyping, transaction) => {
    if (transaction.effects.some((effect) => effect.is(typingPausedEffect))) return false;
    if (transaction.docChanged) return transaction.isUserEvent('input');
    return transaction.selection ? false : isTyping;
  },
});

/** Mistakes and advice, except those that the next letter may resolve. */
export function listVisibleDiagnostics(state: EditorState): readonly EditorDiagnostic[] {
  const { diagnostics } = state.field(readingField);
  if (!state.field(isTypingField)) return diagnostics;
  const { head } = state.selection.main;
  return diagnostics.filter(({ from, to }) => head < from || head > to + 1);
}

/** The diagnostic to show: at the caret, else on its line, else the first. Mistakes before advice. */
export function findActiveProblem(state: EditorState): EditorDiagnostic | undefined {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const shown = listVisibleDiagnostics(state);
  const mistakes = shown.filter(({ severity }) => severity === 'error');
  return (
    shown.find(({ from, to }) => from <= head && head <= to && to - from < line.length) ??
    mistakes.find(({ from }) => from >= line.from && from <= line.to) ??
    mistakes[0] ??
    (state.facet(readerFacet).showsAdvice
      ? shown[0]
      : shown.find(({ from }) => from >= line.from && from <= line.to))
  );
}

/** The innermost repeat or step around a position, as its number in the order of writing. */
export function findNode(
  { places }: Pick<EditorReading, 'places'>,
  position: number,
): number | undefined {
  // Later places are inside earlier ones or after them.
  const node = places.findLastIndex(({ from, to }) => from <= position && position <= to);
  return node === -1 ? undefined : node;
}
