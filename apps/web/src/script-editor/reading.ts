import { ensureSyntaxTree } from '@codemirror/language';
import { type EditorState, Facet, StateEffect, StateField } from '@codemirror/state';
import type { PaceUnits } from '@pacewright/pace';
import {
  type AthleteSpeeds,
  type Diagnostic,
  readScript,
  type ScriptReading,
} from '@pacewright/script';

/** Whose paces the editor speaks in. */
export type Athlete = { speeds: AthleteSpeeds | undefined; units: PaceUnits };

export const athleteFacet = Facet.define<Athlete, Athlete>({
  combine: ([athlete]) => athlete ?? { speeds: undefined, units: 'metric' },
});

/** What the text means, read once for every view of it, from the tree that the last letter has changed. */
export const readingField = StateField.define<ScriptReading>({
  create: read,
  update: (reading, { docChanged, startState, state }) =>
    docChanged || startState.facet(athleteFacet) !== state.facet(athleteFacet)
      ? read(state)
      : reading,
});

/** How long to wait for the editor's own tree before making another. */
const PARSE_MS = 20;

function read(state: EditorState): ScriptReading {
  const { speeds } = state.facet(athleteFacet);
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? undefined;
  return readScript(state.doc.toString(), { speeds, tree });
}

/** Typing has paused, so that what stands at the caret may be judged too. */
export const pauseEffect = StateEffect.define();

/** Whether someone is in the middle of a word. */
export const isTypingField = StateField.define<boolean>({
  create: () => false,
  update: (isTyping, transaction) => {
    if (transaction.effects.some((effect) => effect.is(pauseEffect))) return false;
    if (transaction.docChanged) return transaction.isUserEvent('input');
    return transaction.selection ? false : isTyping;
  },
});

/** Mistakes and advice, without those that the next letter may settle. */
export function listShown(state: EditorState): Diagnostic[] {
  const { diagnostics } = state.field(readingField);
  if (!state.field(isTypingField)) return diagnostics;
  const { head } = state.selection.main;
  return diagnostics.filter(({ from, to }) => head < from || head > to + 1);
}

/** The one to talk about: at the caret, else on its line, else the first. Mistakes before advice. */
export function findOpen(state: EditorState): Diagnostic | undefined {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const shown = listShown(state);
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
  // Later places stand inside earlier ones or behind them.
  const node = places.findLastIndex(({ from, to }) => from <= position && position <= to);
  return node === -1 ? undefined : node;
}
