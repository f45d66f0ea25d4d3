import { type ChangeEvent, type SubmitEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { type Progress, WorkProgress } from '../../ui/work-progress.tsx';

type PasteTextProps = {
  text: string;
  /** The reason why the text has no workouts. */
  problem: string | undefined;
  onText: (text: string) => void;
  onRead: (text: string) => void;
};

/** A box for a text, which is read when it is pasted. */
export function PasteText({ text, problem, onText, onRead }: PasteTextProps) {
  const [error, setError] = useState<string>();

  function change({ target, nativeEvent }: ChangeEvent<HTMLTextAreaElement>): void {
    // A second paste adds to the first, so it waits for the button.
    const isFirstPaste =
      text.trim() === '' &&
      nativeEvent instanceof InputEvent &&
      nativeEvent.inputType === 'insertFromPaste';
    setError(undefined);
    onText(target.value);
    if (isFirstPaste && target.value.trim() !== '') onRead(target.value);
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (text.trim() === '') setError('Paste some text or choose files.');
    else onRead(text);
  }

  return (
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
  );
}

const EXAMPLE = 'Tue: 2 km easy, 6 x 800 m with 2 min jog, 2 km easy\nSun: 90 min easy';

type ReadingProps = {
  /** Of several files, or of the workouts in a text, once one of them was read. */
  progress: Progress | undefined;
  onStop: () => void;
};

/** What is shown in place of a source that is being read. */
export function Reading({ progress, onStop }: ReadingProps) {
  if (progress && progress.of > 1)
    return (
      <Card edgeToEdge>
        <WorkProgress {...{ progress, onStop }} verb="read" />
      </Card>
    );
  return (
    <Card edgeToEdge className="flex items-center gap-3 px-(--gutter) py-5 md:px-5.5">
      <Spinner className="w-5" />
      <output>Reading…</output>
      <Button className="ml-auto" onClick={onStop}>
        Stop
      </Button>
    </Card>
  );
}
