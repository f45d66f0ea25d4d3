import type { ImportedWorkout } from '@pacewright/import';
import {
  type Diagnostic,
  type Fix,
  formatLength,
  LENGTH_UNITS,
  readScript,
  resolveWorkout,
} from '@pacewright/script';
import { useId } from 'react';
import { formatShortDay } from '../../platform/days/days.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { Question } from '../../workout/paste/questions.tsx';
import { AtLeastPrefix } from '../../workout/view/at-least-prefix.tsx';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { MiniChart } from '../../workout/view/mini-profile.tsx';
import { titleOnCalendar } from './import-days.ts';

type ImportedWorkoutRowProps = {
  workout: ImportedWorkout;
  day: string | undefined;
  /** The reason why it is not ticked. */
  remark: string | undefined;
  isChosen: boolean;
  questions: readonly Diagnostic[];
  /** The number of its first question on the page. */
  firstNumber: number;
  today: string;
  paceContext: PaceContext;
  onChoose: (isChosen: boolean) => void;
  onAnswer: (script: string) => void;
  /** How many other questions on the page are like one of these. */
  countAlike: (question: Diagnostic) => number;
  onAnswerAll: (question: Diagnostic, answer: Fix) => void;
};

/** A workout that was found, with its losses and questions. */
export function ImportedWorkoutRow({
  workout,
  day,
  remark,
  isChosen,
  questions,
  firstNumber,
  today,
  paceContext,
  onChoose,
  onAnswer,
  countAlike,
  onAnswerAll,
}: ImportedWorkoutRowProps) {
  const { title, script, notes, losses } = workout;
  const { speeds, units } = paceContext;
  const remarkId = useId();
  const resolved = resolveWorkout(readScript(script, { speeds }).workout, speeds);
  const { time, distance } = resolved.totals;
  const isText = workout.isUnclear === true && !isChosen;
  const shownTitle = day === undefined ? title : titleOnCalendar(workout);
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-3 gap-y-2 px-(--gutter) py-3.5 md:grid-cols-[24px_110px_minmax(0,1fr)] md:gap-x-4 md:px-5.5">
      <Checkbox
        label={<span className="sr-only">Take {shownTitle}</span>}
        className="self-start"
        aria-describedby={remark === undefined ? undefined : remarkId}
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
      />
      {!isText && <MiniChart resolved={resolved} width={110} height={36} />}
      <div className="col-start-2 min-w-0 md:col-start-3">
        <div className="flex flex-wrap items-baseline gap-x-2.5">
          {day !== undefined && (
            <span className="font-semibold text-ink-2">{formatShortDay(day, today)}</span>
          )}
          <h3 className="min-w-0 text-md break-words">{shownTitle}</h3>
          {!isText && (
            <span className="fig ml-auto text-sm text-ink-2">
              <AtLeastPrefix of={time} />
              {formatMinutes(time.seconds)} · {formatLength(distance.metres, units)}{' '}
              {LENGTH_UNITS[units]}
            </span>
          )}
        </div>
        {remark !== undefined && (
          <p id={remarkId} className="text-sm font-semibold text-ink-2">
            {remark}
          </p>
        )}
        {isText ? (
          script !== title && <p className="mt-1 break-words whitespace-pre-wrap">{script}</p>
        ) : (
          <p className="mt-1 break-words whitespace-pre-wrap">
            <ScriptText script={script} />
          </p>
        )}
        {notes !== '' && (
          <p className="mt-1 text-sm break-words whitespace-pre-wrap text-ink-2">Notes: {notes}</p>
        )}
        {losses.length > 0 && (
          <ul aria-label="What a script can’t say" className="mt-2 text-sm break-words">
            {losses.map(({ what, instead }, index) => (
              <li key={index}>
                <s>{what}</s>: {instead}
              </li>
            ))}
          </ul>
        )}
        {isChosen &&
          questions.map((question, index) => (
            <Question
              key={`${question.code} ${script.slice(question.from)}`}
              question={question}
              icon={<QuestionNumber number={firstNumber + index} />}
              others={{
                count: countAlike(question),
                onAnswerAll: (answer) => onAnswerAll(question, answer),
              }}
              {...{ script, paceContext, onAnswer }}
            />
          ))}
      </div>
    </li>
  );
}

function QuestionNumber({ number }: { number: number }) {
  return (
    <span className="grid size-5 place-items-center rounded-full bg-warn text-xs font-semibold text-surface">
      {number}
    </span>
  );
}
