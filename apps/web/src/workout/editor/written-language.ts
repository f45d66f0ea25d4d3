import type { ReactNode } from 'react';
import type { PaceContext } from '../pace-context.ts';
import type { ActiveProblem, mountEditor } from './code-mirror.ts';
import type { DistinctAnswer } from './distinct-answers.ts';

/** The parts of a language that the editor shows around its text. */
export type WrittenLanguage = {
  /** Loads the editor's code. */
  load: () => Promise<typeof mountEditor>;
  /** The buttons below the text. */
  tokens: readonly string[];
  /** The fixes of a problem, the likeliest first. */
  listAnswers: (problem: ActiveProblem, paceContext: PaceContext) => DistinctAnswer[];
  /** How many fixes of a text can be made at once. */
  countCertain: (text: string) => number;
  /** Whether a text has another, short form. */
  canFormat: (text: string, paceContext: PaceContext) => boolean;
  formatDialog: { title: string; description: string };
  /** The text in colours, for the dialog that compares two forms. */
  renderText: (text: string) => ReactNode;
  formatCommand: string;
  helpLabel: string;
};
