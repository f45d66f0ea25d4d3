import { formatLength, LENGTH_UNITS, readScript, resolveWorkout } from '@pacewright/script';
import type { PaceContext } from '../../workout/pace-context.ts';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { ChoiceQuestion } from '../../workout/paste/choice-question.tsx';
import type { AskedQuestion } from './asked-questions.ts';

type ImportQuestionProps = {
  asked: AskedQuestion;
  /** The script now, which is that of the chosen answer. */
  script: string;
  paceContext: PaceContext;
  onAnswer: (at: number) => void;
};

/** A question about a workout, with its answers side by side. The likeliest is chosen already. */
export function ImportQuestion({ asked, script, paceContext, onAnswer }: ImportQuestionProps) {
  const { text, answers, number, times } = asked;
  return (
    <ChoiceQuestion
      number={number}
      text={text}
      times={times}
      choices={labelsOf(answers, paceContext)}
      chosen={answers.findIndex((answer) => answer.script === script)}
      onChoose={onAnswer}
    />
  );
}

/** The answers, with the totals in which their workouts differ. */
function labelsOf(answers: AskedQuestion['answers'], { speeds, units }: PaceContext): string[] {
  const totals = answers.map(({ script }) => {
    const { workout, diagnostics } = readScript(script, { speeds });
    if (diagnostics.some(({ severity }) => severity === 'error')) return [];
    const { time, distance } = resolveWorkout(workout, speeds).totals;
    return [
      formatMinutes(time.seconds),
      `${formatLength(distance.metres, units)} ${LENGTH_UNITS[units]}`,
    ];
  });
  const known = totals.filter((parts) => parts.length > 0);
  return answers.map(({ label }, index) => {
    const differing = (totals[index] ?? []).filter((part, at) =>
      known.some((other) => other[at] !== part),
    );
    return [label, differing[0]].filter(Boolean).join(', ');
  });
}
