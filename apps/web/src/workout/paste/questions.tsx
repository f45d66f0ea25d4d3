import { applyFix, type Diagnostic, readScript } from '@pacewright/script';
import { CircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { useReading } from '../use-reading.ts';
import { listDistinctAnswers } from '../editor/distinct-answers.ts';
import type { PaceContext } from '../pace-context.ts';

type QuestionsProps = {
  script: string;
  paceContext: PaceContext;
  onAnswer: (script: string) => void;
};

/** The first open question of a script, and how many there are. */
export function Questions({ script, paceContext, onAnswer }: QuestionsProps) {
  const questions = useReading(listQuestions)(script, paceContext);
  const [first] = questions;
  if (!first) return null;
  return (
    <Question
      question={first}
      icon={<CircleQuestionMark aria-hidden className="mt-0.5 size-4 text-warn" />}
      remark={questions.length > 1 && ` (1 of ${questions.length})`}
      {...{ script, paceContext, onAnswer }}
    />
  );
}

type QuestionProps = QuestionsProps & {
  question: Diagnostic;
  icon: ReactNode;
  remark?: ReactNode;
};

/** A question about a script, and its answers. */
function Question({ script, question, icon, remark, paceContext, onAnswer }: QuestionProps) {
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-warn-soft px-3 py-2.5 text-sm ring-1 ring-warn-line ring-inset">
      <p className="flex items-start gap-2">
        <span className="flex-none">{icon}</span>
        <span>
          {question.message}
          {remark}
        </span>
      </p>
      {question.fixes.length > 0 && (
        <div className="flex min-w-0 flex-wrap gap-2">
          {listDistinctAnswers(script, question, paceContext).map((answer) => (
            <Button
              key={answer.label}
              size="sm"
              // A long answer wraps on a phone instead of widening the page.
              className="max-w-full py-1 text-left whitespace-normal!"
              onClick={() => onAnswer(applyFix(script, answer))}
            >
              {[answer.label, answer.result].filter(Boolean).join(', ')}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

export function listQuestions(script: string, paceContext: PaceContext): Diagnostic[] {
  return readScript(script, paceContext).diagnostics.filter(({ severity }) => severity === 'error');
}

/** For a list with at least one. */
export const OPEN_QUESTIONS = 'You can answer questions later. Every workout stays editable.';
