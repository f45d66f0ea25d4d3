import { FileUp } from 'lucide-react';
import { type ChangeEvent, type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { type Progress, WorkProgress } from './work-progress.tsx';

export type Source = { kind: 'text'; text: string } | { kind: 'files'; files: readonly File[] };

type ChooseSourceProps = {
  isText: boolean;
  text: string;
  isReading: boolean;
  /** Of several files, or of the workouts in a text, once one of them was read. */
  progress: Progress | undefined;
  failure: string | undefined;
  /** The reason why the text has no workouts. */
  problem: string | undefined;
  onKind: (isText: boolean) => void;
  onText: (text: string) => void;
  onSource: (source: Source) => void;
  onFiles: (files: File[]) => void;
  onStop: () => void;
  /** The files that were read without a result. */
  children: ReactNode;
};

/** A box for a text, and a place for files. */
export function ChooseSource({
  isText,
  text,
  isReading,
  progress,
  failure,
  problem,
  onKind,
  onText,
  onSource,
  onFiles,
  onStop,
  children,
}: ChooseSourceProps) {
  const [error, setError] = useState<string>();

  function change({ target, nativeEvent }: ChangeEvent<HTMLTextAreaElement>): void {
    // A second paste adds to the first, so it waits for the button.
    const isFirstPaste =
      text.trim() === '' &&
      nativeEvent instanceof InputEvent &&
      nativeEvent.inputType === 'insertFromPaste';
    setError(undefined);
    onText(target.value);
    if (isFirstPaste && target.value.trim() !== '') onSource({ kind: 'text', text: target.value });
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (text.trim() === '') setError('Paste some text or choose files.');
    else onSource({ kind: 'text', text });
  }

  return (
    <>
      {failure !== undefined && (
        <Alert kind="error" title="We couldn’t read this." className="mb-4">
          {failure}
        </Alert>
      )}
      {isReading && progress && progress.of > 1 ? (
        <Card edgeToEdge>
          <WorkProgress {...{ progress, onStop }} verb="read" />
        </Card>
      ) : isReading ? (
        <Card edgeToEdge className="flex items-center gap-3 px-(--gutter) py-5 md:px-5.5">
          <Spinner className="w-5" />
          <output>Reading…</output>
          <Button className="ml-auto" onClick={onStop}>
            Stop
          </Button>
        </Card>
      ) : (
        <>
          <SegmentedControl
            label="From"
            value={isText ? 'text' : 'files'}
            options={[
              { value: 'text', label: 'Paste text' },
              { value: 'files', label: 'Choose files' },
            ]}
            className="mb-4 max-md:w-full"
            onChange={(kind) => onKind(kind === 'text')}
          />
          {isText ? (
            <Card edgeToEdge className="px-(--gutter) py-4 md:p-5.5">
              <form noValidate className="grid gap-4" onSubmit={submit}>
                <TextAreaField
                  label="Text or table"
                  hint="An email, a list, spreadsheet cells or a workout from intervals.icu."
                  className="[&_textarea]:max-h-[50dvh] [&_textarea]:min-h-48"
                  placeholder={EXAMPLE}
                  value={text}
                  error={error ?? problem}
                  onChange={change}
                />
                <Button type="submit" variant="primary" className="md:ml-auto">
                  Find workouts
                </Button>
              </form>
            </Card>
          ) : (
            <>
              <div className="mb-4 empty:hidden">{children}</div>
              <ChooseFiles onFiles={onFiles} />
            </>
          )}
        </>
      )}
    </>
  );
}

const EXAMPLE = 'Tue: 2 km easy, 6 x 800 m with 2 min jog, 2 km easy\nSun: 90 min easy';

function ChooseFiles({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Card
      edgeToEdge
      className="grid justify-items-center gap-3 px-(--gutter) py-6 text-center md:p-8"
    >
      <FileUp aria-hidden className="size-7" />
      <p className="text-xl font-semibold">
        <span className="pointer-coarse:hidden">Drop your files here</span>
        <span className="not-pointer-coarse:hidden">Your files</span>
      </p>
      <p className="max-w-[40ch] text-ink-2">
        FIT, TCX, ZWO and .workout files, Garmin JSON, a Pacewright export, ICS, CSV, or a zip of
        these. Nothing is uploaded until you add a workout.
      </p>
      <Button variant="primary" onClick={() => input.current?.click()}>
        Choose files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        aria-label="Workout files"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same file can be chosen again.
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </Card>
  );
}
