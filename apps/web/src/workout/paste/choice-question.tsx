import { useId } from 'react';

type ChoiceQuestionProps = {
  /** Also in the text, beside the words that it is about. */
  number?: number;
  text: string;
  times: number;
  choices: readonly string[];
  /** -1 if it is none of them. */
  chosen: number;
  onChoose: (at: number) => void;
};

/** A question with its answers side by side, one of them chosen. */
export function ChoiceQuestion({
  number,
  text,
  times,
  choices,
  chosen,
  onChoose,
}: ChoiceQuestionProps) {
  const name = useId();
  return (
    <fieldset className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-warn-soft px-3 py-2.5 text-sm ring-1 ring-warn-line ring-inset">
      <legend className="contents">
        <span className="flex items-start gap-2">
          {number !== undefined && (
            <span className="grid size-5 flex-none place-items-center rounded-full bg-warn text-xs font-semibold text-surface">
              {number}
            </span>
          )}
          <span>
            {text}
            {times > 1 && <span className="text-ink-2"> {times} times</span>}
          </span>
        </span>
      </legend>
      <div className="flex min-w-0 flex-wrap gap-2">
        {choices.map((label, index) => (
          <label key={label} className="relative inline-flex max-w-full min-w-0">
            <input
              type="radio"
              name={name}
              checked={index === chosen}
              onChange={() => onChoose(index)}
              className="peer absolute inset-0 m-0 cursor-pointer appearance-none rounded-md"
            />
            <span className="pointer-events-none flex min-h-9 items-center rounded-md border border-line-strong bg-surface px-3 py-1 font-medium break-words peer-checked:border-ink peer-checked:font-semibold peer-checked:inset-ring peer-checked:inset-ring-ink peer-hover:border-ink pointer-coarse:min-h-11">
              {label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
