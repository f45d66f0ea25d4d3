import { type EditorState, Facet, StateEffect, StateField } from '@codemirror/state';
import type { Diagnostic, ScriptPreview, ScriptReading } from '@pacewright/script';
import type { PaceContext } from '../pace-context.ts';
import { readOnce } from '../read-once.ts';

export const paceContextFacet = Facet.define<PaceContext, PaceContext>({
  combine: ([paceContext]) => paceContext ?? { speeds: undefined, units: 'metric' },
});

/** The reading of the text, made once per change and shared by every view. */
export const readingField = StateField.define<ScriptPreview>({
  create: read,
  update: (reading, { docChanged, startState, state }) =>
    docChanged || startState.facet(paceContextFacet) !== state.facet(paceContextFacet)
      ? read(state)
      : reading,
});

function read(state: EditorState): ScriptPreview {
  return readOnce(state.doc.toString(), state.facet(paceContextFacet).speeds);
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
export function listVisibleDiagnostics(state: EditorState): Diagnostic[] {
  const { diagnostics } = state.field(readingField);
  if (!state.field(isTypingField)) return diagnostics;
  const { head } = state.selection.main;
  return diagnostics.filter(({ from, to }) => head < from || head > to + 1);
}

/** The diagnostic to show: at the caret, else on its line, else the first. Mistakes before advice. */
export function findActiveProblem(state: EditorState): Diagnostic | undefined {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const shown = listVisibleDiagnostics(state);
  const mistakes = shown.filter(({ severity }) => severity === 'error');
  return (
    shown.find(({ from, to }) => from <= head && head <= to && to - from < line.length) ??
    mistakes.find(({ from }) => from >= line.from && from <= line.to) ??
    mistakes[0] ??
    shown[0]
  );
}

/** The innermost repeat or step around a position, as its number in the order of writing. */
export function findNode({ places }: ScriptReading, position: number): number | undefined {
  // Later places are inside earlier ones or after them.
  const node = places.findLastIndex(({ from, to }) => from <= position && position <= to);
  return node === -1 ? undefined : node;
}
