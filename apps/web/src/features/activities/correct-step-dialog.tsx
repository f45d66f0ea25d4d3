import type { Run } from '@pacewright/activity';
import { formatDuration } from '@pacewright/script';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { RunStep } from './run-view.ts';

type CorrectStepDialogProps = {
  step: RunStep;
  run: Run;
  /** Null for a step that was skipped; undefined to find it automatically again. */
  onCorrect: (stretch: { from: number; to: number } | null | undefined) => void;
  onClose: () => void;
};

type Answer = 'run' | 'left-out';

/** The athlete's word on where a step was run. It holds, and the other steps are found around it. */
export function CorrectStepDialog({ step, run, onCorrect, onClose }: CorrectStepDialogProps) {
  const { result, name } = step;
  const stretch = result.verdict === 'missed' ? undefined : result.stretch;
  const [answer, setAnswer] = useState<Answer>('run');
  const [start, setStart] = useState(stretch ? formatDuration(stretch.from) : '');
  const [end, setEnd] = useState(stretch ? formatDuration(stretch.to) : '');
  const [isChecked, setIsChecked] = useState(false);
  const [from, to] = [readTime(start), readTime(end)];
  const startError = timeError(from, run.seconds);
  const endError =
    timeError(to, run.seconds) ??
    (from !== undefined && to !== undefined && to <= from ? 'End must be after start' : undefined);
  const round = step.planned.rounds.at(-1);
  const title = round ? `Rep ${round.round}, ${name}` : name;
  const laps = run.laps.filter((lap) => lap.to - lap.from >= 1).slice(0, 200);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (answer === 'left-out') return onCorrect(null);
    if (startError || endError || from === undefined || to === undefined) return setIsChecked(true);
    return onCorrect({ from, to });
  }

  return (
    <Dialog
      title={title}
      description="We’ll use your answer and fit the other steps around it."
      onClose={onClose}
      actions={
        <>
          {result.isCorrected && (
            <Button variant="quiet" onClick={() => onCorrect(undefined)}>
              Remove correction
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="correct-step" variant="primary">
            Save
          </Button>
        </>
      }
    >
      <form id="correct-step" noValidate onSubmit={submit} className="grid gap-4">
        <SegmentedControl
          label="Did you run it?"
          value={answer}
          onChange={setAnswer}
          options={[
            { value: 'run', label: 'I ran it' },
            { value: 'left-out', label: 'I skipped it' },
          ]}
        />
        {answer === 'run' && (
          <>
            {laps.length > 1 && (
              <SelectField
                label="Lap"
                hint="Fills in start and end"
                value=""
                onChange={({ target }) => {
                  const lap = laps[Number(target.value)];
                  if (!lap) return;
                  setStart(formatDuration(lap.from));
                  setEnd(formatDuration(lap.to));
                }}
              >
                <option value="">Choose a lap</option>
                {laps.map((lap, index) => (
                  <option key={lap.from} value={index}>
                    {index + 1}: {formatDuration(lap.from)} to {formatDuration(lap.to)}
                  </option>
                ))}
              </SelectField>
            )}
            <div className="grid grid-cols-2 gap-4">
              <Field
                label="Start"
                hint="For example, 15:00"
                inputMode="numeric"
                value={start}
                error={isChecked ? startError : undefined}
                onChange={({ target }) => setStart(target.value)}
              />
              <Field
                label="End"
                hint={`Up to ${formatDuration(run.seconds)}`}
                inputMode="numeric"
                value={end}
                error={isChecked ? endError : undefined}
                onChange={({ target }) => setEnd(target.value)}
              />
            </div>
          </>
        )}
      </form>
    </Dialog>
  );
}

function timeError(time: number | undefined, max: number): string | undefined {
  if (time === undefined) return 'Enter a time like 15:00';
  return time > max ? `The run ended at ${formatDuration(max)}` : undefined;
}

/** Seconds of "15:00" or "1:02:30". */
function readTime(text: string): number | undefined {
  const match = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/.exec(text.trim());
  if (!match) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
