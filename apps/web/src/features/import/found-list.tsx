import type { Cut } from '@pacewright/import';
import { plural } from '@pacewright/pace';
import { Button } from '../../ui/button.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { isNone, kindOf } from './asked-questions.ts';
import { MAX_SHOWN, type Row } from './import-rows.ts';
import { ImportedWorkoutRow } from './imported-workout.tsx';
import type { ReadFiles } from '../../workout/files/read-files.ts';
import type { Found } from './use-found.ts';

type FoundListProps = {
  found: Found;
  text: string | undefined;
  paceContext: PaceContext;
  onCut: (cut: Cut) => void;
};

/** The workouts that were found, as far as they are shown. */
export function FoundList({ found, text, paceContext, onCut }: FoundListProps) {
  const { rows, listed, alike, numbered, today, change } = found;

  /** Questions that are alike are asked once, also for workouts further down than are shown. */
  function answerAlike(row: Row, at: number): void {
    const { question } = row;
    const answer = question?.answers[at];
    // Words that stay as they were are for the athlete to write. The next one like it asks again.
    if (isNone(answer))
      return change([row], ({ source }) => ({ source, answer: answer?.script, choice: false }));
    change(alike.get(kindOf(question)) ?? [], ({ source, question: own }) => ({
      source,
      answer: own?.answers[at]?.script,
    }));
  }

  return (
    <>
      <ol className="divide-y divide-line">
        {listed.map(({ row, day, remark, isChosen }, index) => (
          <ImportedWorkoutRow
            key={row.key}
            {...{ day, remark, isChosen, text, today, paceContext, onCut }}
            workout={row.workout}
            above={listed[index - 1]?.row.workout.title}
            asked={numbered.of(row.place)}
            onChoose={(choice) => change([row], () => ({ choice }))}
            onAnswer={(at) => answerAlike(row, at)}
            onEdit={({ line, ...edit }) =>
              change([row], ({ source }) => ({
                ...edit,
                ...(line !== undefined && { source, line, answer: undefined }),
                choice: true,
              }))
            }
          />
        ))}
      </ol>
      {rows.length > MAX_SHOWN && (
        <p className="border-t border-line px-(--gutter) py-3 text-sm text-ink-2 md:px-5.5">
          And {rows.length - MAX_SHOWN} more.
        </p>
      )}
    </>
  );
}

/** Longer lists of skipped parts are folded. */
const MAX_SKIPPED_OPEN = 5;

type SkippedProps = Omit<FoundListProps, 'found' | 'paceContext'> & Pick<ReadFiles, 'skipped'>;

/** The parts of the source that are no workouts. */
export function Skipped({ skipped, text, onCut }: SkippedProps) {
  return (
    <details
      className="border-t border-line bg-surface-2/55 px-(--gutter) py-3.5 text-sm md:px-5.5"
      open={skipped.length <= MAX_SKIPPED_OPEN}
    >
      <summary className="font-semibold">{plural(skipped.length, 'item')} skipped</summary>
      <ul className="mt-1 grid gap-1 break-words">
        {skipped.slice(0, MAX_SHOWN).map(({ what, why, at }, index) => (
          <li key={index}>
            {what}: {why}
            {text !== undefined && at !== undefined && (
              <Button
                size="sm"
                variant="quiet"
                className="ml-1"
                onClick={() => onCut({ kind: 'run', at })}
              >
                It’s a run<span className="sr-only">: {what}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
