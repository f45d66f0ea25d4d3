import type { Answers } from '@pacewright/import';
import { FileUp } from 'lucide-react';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import type { PaceContext } from '../pace-context.ts';
import { weekOf } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { firstDayOf } from './import-days.ts';
import type { KnownWorkouts } from './import-known.ts';
import { type FilesReader, readInWorker } from './files-reader.ts';
import { type ImportActions, ImportPreview, SkippedList } from './import-preview.tsx';
import type { ReadFiles } from './read-files.ts';

type ImportDialogProps = ImportActions & {
  /** Reads the library, and the calendar from a day on. */
  readKnown: (from: string | undefined, signal: AbortSignal) => Promise<KnownWorkouts>;
  paceContext: PaceContext;
  onClose: () => void;
  read?: FilesReader;
};

/** With the answers that it was read with, and the workouts it is compared with, unless they could not be read. */
type Result = ReadFiles & { answers: Answers; known: KnownWorkouts | undefined };

/** Reads files or a text, shows what was understood and what was not, and adds the workouts. */
export function ImportDialog({
  paceContext,
  onClose,
  read = readInWorker,
  readKnown,
  ...actions
}: ImportDialogProps) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [result, setResult] = useState<Result>();
  const [failure, setFailure] = useState<string>();
  const [monday] = weekOf(useToday(), 1);
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
      // Without the library, everything is offered.
      const known = await readKnown(
        firstDayOf(found.workouts, monday ?? ''),
        controller.signal,
      ).catch(() => undefined);
      if (!controller.signal.aborted) setResult({ ...found, known, answers: given });
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
      <ImportPreview
        // Another answer is another reading.
        key={JSON.stringify(result.answers)}
        result={result}
        known={result.known}
        paceContext={paceContext}
        onAnswer={(id, choice) => void start(files, { ...result.answers, [id]: choice })}
        {...actions}
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
