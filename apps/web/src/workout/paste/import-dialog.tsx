import type { Answers, ImportedWorkout } from '@pacewright/import';
import { readScript, resolveWorkout } from '@pacewright/script';
import { FileUp } from 'lucide-react';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { ScriptText } from '../editor/script-text.tsx';
import type { PaceContext } from '../pace-context.ts';
import { MiniChart } from '../view/mini-profile.tsx';
import { type FilesReader, readInWorker } from './files-reader.ts';
import { Questions } from './paste-dialog.tsx';
import type { ReadFiles } from './read-files.ts';

type ImportDialogProps = {
  paceContext: PaceContext;
  /** Saves one workout. Repeated after a failure, it saves once. */
  onAdd: (workout: ImportedWorkout) => Promise<void>;
  /** Called when no more are added, for one undo. */
  onFinish: () => void;
  onClose: () => void;
  read?: FilesReader;
};

/** Reads files or a text, shows what was understood and what was not, and adds the workouts. */
export function ImportDialog({
  paceContext,
  onAdd,
  onFinish,
  onClose,
  read = readInWorker,
}: ImportDialogProps) {
  const [files, setFiles] = useState<readonly File[]>([]);
  // With the answers that it was read with.
  const [result, setResult] = useState<ReadFiles & { answers: Answers }>();
  const [failure, setFailure] = useState<string>();
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);

  async function start(chosen: readonly File[], given: Answers = {}): Promise<void> {
    reading.current?.abort();
    const controller = new AbortController();
    reading.current = controller;
    setFiles(chosen);
    setFailure(undefined);
    try {
      const options = { units: paceContext.units, speeds: paceContext.speeds, answers: given };
      const found = await read({ files: chosen, options }, controller.signal);
      if (!controller.signal.aborted) setResult({ ...found, answers: given });
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setFiles([]);
    }
  }

  function reset(): void {
    reading.current?.abort();
    setFiles([]);
    setResult(undefined);
  }

  if (result && result.workouts.length > 0)
    return (
      <Preview
        // Another answer is another reading.
        key={JSON.stringify(result.answers)}
        result={result}
        paceContext={paceContext}
        onAnswer={(id, choice) => void start(files, { ...result.answers, [id]: choice })}
        onAdd={onAdd}
        onFinish={onFinish}
        onBack={reset}
        onClose={onClose}
      />
    );
  return (
    <ChooseSource
      isReading={files.length > 0 && !result}
      failure={failure}
      skipped={result?.skipped ?? []}
      onFiles={(chosen) => {
        setResult(undefined);
        void start(chosen);
      }}
      onStop={reset}
      onClose={onClose}
    />
  );
}

type ChooseSourceProps = {
  isReading: boolean;
  failure: string | undefined;
  skipped: ReadFiles['skipped'];
  onFiles: (files: File[]) => void;
  onStop: () => void;
  onClose: () => void;
};

function ChooseSource({
  isReading,
  failure,
  skipped,
  onFiles,
  onStop,
  onClose,
}: ChooseSourceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const formId = useId();

  // Beside the dialog too, where the browser would open the file instead of the app.
  useEffect(() => {
    const accept = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      accept(event);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) onFiles(files);
    };
    document.addEventListener('dragover', accept);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', accept);
      document.removeEventListener('drop', drop);
    };
  }, [onFiles]);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (text.trim() === '') setError('Paste a text, or choose files.');
    else onFiles([new File([text], 'The text')]);
  }

  return (
    <Dialog
      wide
      title="Import workouts"
      description="From a watch, another program, a calendar or a spreadsheet. You’ll see each workout before it’s added."
      onClose={onClose}
      actions={
        isReading ? (
          <Button onClick={onStop}>Stop</Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" form={formId} variant="primary">
              Find workouts
            </Button>
          </>
        )
      }
    >
      {failure !== undefined && (
        <Alert kind="error" title="Nothing was read.">
          {failure}
        </Alert>
      )}
      {skipped.length > 0 && (
        <Alert kind="error" title="No workout was found.">
          <SkippedList skipped={skipped} />
        </Alert>
      )}
      {isReading ? (
        <output>Reading…</output>
      ) : (
        <div className="grid gap-4">
          <div className="grid justify-items-start gap-2">
            <Button icon={<FileUp aria-hidden />} onClick={() => input.current?.click()}>
              Choose files
            </Button>
            <p className="text-sm text-ink-2">
              Or drop them here: FIT, TCX, ZWO and .workout files, Garmin’s JSON, our own export,
              ICS, CSV, or a zip of these. They stay on this device until you add a workout.
            </p>
            <input
              ref={input}
              type="file"
              multiple
              aria-label="Files with workouts"
              tabIndex={-1}
              className="sr-only"
              onChange={({ target }) => {
                const files = [...(target.files ?? [])];
                // The same file can be chosen again.
                target.value = '';
                if (files.length > 0) onFiles(files);
              }}
            />
          </div>
          <form id={formId} noValidate onSubmit={submit}>
            <TextAreaField
              label="Or paste a text or table"
              className="[&_textarea]:max-h-[30dvh] [&_textarea]:min-h-32"
              value={text}
              error={error}
              onChange={({ target }) => {
                setText(target.value);
                setError(undefined);
              }}
            />
          </form>
        </div>
      )}
    </Dialog>
  );
}

type PreviewProps = Pick<ImportDialogProps, 'paceContext' | 'onAdd' | 'onFinish' | 'onClose'> & {
  result: ReadFiles;
  onAnswer: (id: string, choice: number) => void;
  onBack: () => void;
};

/** More would slow the dialog down; they are added all the same. */
const MAX_SHOWN = 100;
/** Many workouts are added slowly, within the number of requests that an athlete may send in a minute. */
const MANY = 300;
const PAUSE_MILLISECONDS = 120;

function Preview({
  result,
  paceContext,
  onAdd,
  onFinish,
  onAnswer,
  onBack,
  onClose,
}: PreviewProps) {
  const { questions, skipped } = result;
  const [workouts, setWorkouts] = useState(result.workouts);
  const [added, setAdded] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const isStopped = useRef(false);
  const isAdding = added !== undefined;

  async function addAll(): Promise<void> {
    isStopped.current = false;
    setFailure(undefined);
    setAdded(0);
    let count = 0;
    try {
      // The last one first: lists show the newest on top, and so the plan in its order.
      for (const workout of workouts.toReversed()) {
        if (isStopped.current) break;
        await onAdd(workout);
        setAdded(++count);
        if (workouts.length > MANY) await pause(PAUSE_MILLISECONDS);
      }
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
    // Those that were added are not added again.
    setWorkouts(workouts.slice(0, workouts.length - count));
    setAdded(undefined);
    onFinish();
    if (count === workouts.length) onClose();
  }

  function change(workout: ImportedWorkout, script: string): void {
    setWorkouts((all) => all.map((one) => (one === workout ? { ...one, script } : one)));
  }

  return (
    <Dialog
      wide
      alert={isAdding}
      title={countOf(workouts.length, 'found')}
      description="Open questions can wait: every workout stays editable."
      onClose={() => {
        isStopped.current = true;
        if (!isAdding) onClose();
      }}
      actions={
        isAdding ? (
          <Button onClick={() => (isStopped.current = true)}>Stop</Button>
        ) : (
          <>
            <Button onClick={onBack}>Choose others</Button>
            <Button variant="primary" data-autofocus onClick={() => void addAll()}>
              {workouts.length === 1 ? 'Add 1 workout' : `Add ${workouts.length} workouts`}
            </Button>
          </>
        )
      }
    >
      {failure !== undefined && (
        <Alert kind="error" title="Not all of them were added.">
          {failure}
        </Alert>
      )}
      {isAdding && (
        <div className="grid gap-1 text-sm">
          <progress
            className="w-full accent-ink"
            max={workouts.length}
            value={added}
            aria-label="Added"
          />
          <output>
            {added} of {workouts.length} added
          </output>
        </div>
      )}
      {!isAdding &&
        questions.map(({ id, text, choices, chosen }) => (
          <SelectField
            key={id}
            label={text}
            value={String(chosen)}
            onChange={({ target }) => onAnswer(id, Number(target.value))}
          >
            {choices.map((choice, index) => (
              <option key={choice} value={index}>
                {choice}
              </option>
            ))}
          </SelectField>
        ))}
      {!isAdding && (
        <ol className="grid gap-3 [&_button]:scroll-my-24">
          {workouts.slice(0, MAX_SHOWN).map((workout, index) => (
            <Imported
              key={index}
              workout={workout}
              paceContext={paceContext}
              onAnswer={(script) => change(workout, script)}
            />
          ))}
        </ol>
      )}
      {!isAdding && workouts.length > MAX_SHOWN && (
        <p className="text-sm text-ink-2">And {workouts.length - MAX_SHOWN} more.</p>
      )}
      {!isAdding && skipped.length > 0 && (
        <details className="text-sm">
          <summary>
            {skipped.length === 1 ? '1 part was left out' : `${skipped.length} parts were left out`}
          </summary>
          <SkippedList skipped={skipped} />
        </details>
      )}
    </Dialog>
  );
}

function countOf(count: number, word: string): string {
  return `${count === 1 ? 'One workout' : `${count} workouts`} ${word}`;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

type ImportedProps = {
  workout: ImportedWorkout;
  paceContext: PaceContext;
  onAnswer: (script: string) => void;
};

function Imported({ workout, paceContext, onAnswer }: ImportedProps) {
  const { title, script, notes, day, losses } = workout;
  const { speeds } = paceContext;
  const resolved = resolveWorkout(readScript(script, { speeds }).workout, speeds);
  return (
    <li className="rounded-md border border-line px-3.5 py-3">
      <div className="flex items-start gap-3">
        <h3 className="min-w-0 grow text-md break-words">{title}</h3>
        <MiniChart resolved={resolved} width={110} height={40} />
      </div>
      <p className="mt-1 break-words whitespace-pre-wrap">
        <ScriptText script={script} />
      </p>
      {day !== undefined && <p className="mt-1 text-sm text-ink-2">Planned for {day}</p>}
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
      <Questions script={script} paceContext={paceContext} onAnswer={onAnswer} />
    </li>
  );
}

function SkippedList({ skipped }: { skipped: ReadFiles['skipped'] }) {
  return (
    <ul className="mt-1 grid gap-1 break-words">
      {skipped.slice(0, MAX_SHOWN).map(({ what, why }, index) => (
        <li key={index}>
          {what}: {why}
        </li>
      ))}
    </ul>
  );
}
