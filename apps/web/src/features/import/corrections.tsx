import type { ImportedWorkout, ImportQuestion } from '@pacewright/import';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';

type CorrectionsProps = {
  corrections: readonly ImportQuestion[];
  onAnswer: (id: string, choice: number) => void;
};

/** What was not asked about the layout of a text, for a reading that is wrong as a whole. */
export function Corrections({ corrections, onAnswer }: CorrectionsProps) {
  return (
    <details className="text-sm">
      <summary className="w-fit font-semibold">Wrong days or units?</summary>
      <div className="mt-2 mb-1 grid gap-3 sm:grid-cols-2">
        {corrections.map(({ id, text, choices, chosen }) => (
          <SelectField
            key={id}
            label={text}
            value={chosen}
            onChange={({ target }) => onAnswer(id, Number(target.value))}
          >
            {choices.map((choice, index) => (
              <option key={choice} value={index}>
                {choice}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
    </details>
  );
}

type SplitChoiceProps = {
  workout: ImportedWorkout;
  text: string;
  onSplit: (at: number) => void;
  onCancel: () => void;
};

/** The places where a workout can become two, by the words that begin the second. */
export function SplitChoice({ workout, text, onSplit, onCancel }: SplitChoiceProps) {
  return (
    <fieldset className="mt-2 rounded-md bg-surface-2 px-3 py-2.5 text-sm">
      <legend className="contents">
        <span className="font-semibold">The second workout begins with</span>
      </legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {listSplits(text, workout).map(({ at, words }, index) => (
          <Button
            key={at}
            size="sm"
            ref={index === 0 ? (button) => button?.focus() : undefined}
            className="max-w-full py-1 text-left whitespace-normal!"
            onClick={() => onSplit(at)}
          >
            “{words}”
          </Button>
        ))}
        <Button size="sm" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}

/** A place where a workout can be split, and the words behind it. */
export type Split = { at: number; words: string };

const MAX_SPLITS = 8;
const MAX_WORDS = 40;

/** Behind the line breaks of a workout, or behind the marks in its only line. */
export function listSplits(text: string, { place }: Pick<ImportedWorkout, 'place'>): Split[] {
  if (!place) return [];
  const own = text.slice(place.from, place.to);
  const find = (pattern: RegExp) =>
    Array.from(own.matchAll(pattern), ({ index, 0: { length } }) => index + length);
  const lines = find(/\n\s*(?=\S)/g);
  const starts = lines.length > 0 ? lines : find(/(?:[;.,+&]|\b(?:and|then)\b)\s+(?=\S)/gi);
  return starts.slice(0, MAX_SPLITS).map((start) => {
    const line = own.slice(start).split('\n', 1)[0]?.trim() ?? '';
    const words = line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS).trimEnd()}…` : line;
    return { at: place.from + start, words };
  });
}
