import { applyFix, readScript } from '@pacewright/script';
import { CircleQuestionMark } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { listDistinctAnswers } from '../editor/distinct-answers.ts';
import type { PaceContext } from '../pace-context.ts';

type QuestionsProps = {
  script: string;
  paceContext: PaceContext;
  onAnswer: (script: string) => void;
};

/** The first open question of a script, and how many there are. */
export function Questions({ script, paceContext, onAnswer }: QuestionsProps) {
  const questions = listQuestions(script, paceContext);
  const [first] = questions;
  if (!first) return null;
  return (
    <div className="mt-2 grid gap-2 rounded-md bg-warn-soft px-3 py-2.5 text-sm ring-1 ring-warn-line ring-inset">
      <p className="flex items-start gap-2">
        <CircleQuestionMark aria-hidden className="mt-0.5 size-4 flex-none text-warn" />
        <span>
          {first.message}
          {questions.length > 1 && ` (1 of ${questions.length})`}
        </span>
      </p>
      {first.fixes.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {listDistinctAnswers(script, first, paceContext).map((answer) => (
            <Button key={answer.label} size="sm" onClick={() => onAnswer(applyFix(script, answer))}>
              {[answer.label, answer.result].filter(Boolean).join(', ')}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

export function listQuestions(script: string, paceContext: PaceContext) {
  return readScript(script, paceContext).diagnostics.filter(({ severity }) => severity === 'error');
}

/** For a list with at least one. */
export const OPEN_QUESTIONS = 'Open questions can wait: every workout stays editable.';
