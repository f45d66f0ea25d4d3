import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type RadioCardsProps<Value extends string> = {
  /** The accessible name. */
  label: string;
  options: readonly { value: Value; label: ReactNode; picture?: ReactNode; detail?: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
};

/** A choice between a few cards, each with a preview. */
export function RadioCards<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: RadioCardsProps<Value>) {
  const name = useId();

  return (
    <fieldset className={classNames('grid auto-cols-fr grid-flow-col gap-2.5', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="relative grid">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="peer absolute inset-0 m-0 cursor-pointer appearance-none focus-visible:rounded-md"
          />
          <span className="group pointer-events-none relative grid content-start gap-1 rounded-md border border-line-strong bg-surface p-2.5 text-sm font-semibold peer-hover:border-ink peer-checked:border-ink peer-checked:inset-ring peer-checked:inset-ring-ink max-md:p-2">
            {option.picture && <span className="mb-1.5">{option.picture}</span>}
            <span className="flex min-w-0 flex-wrap items-center gap-2">
              {option.label}
              <Dot checked={option.value === value} />
            </span>
            {option.detail}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Dot({ checked }: { checked: boolean }) {
  return (
    <span
      className={classNames(
        'ml-auto size-4 flex-none rounded-full',
        checked ? 'border-5 border-ink' : 'border-[1.5px] border-line-strong',
      )}
    />
  );
}
