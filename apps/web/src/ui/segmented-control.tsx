import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type SegmentedControlProps<Value extends string> = {
  /** What is being chosen. Said by a screen reader, not shown. */
  label: string;
  options: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  small?: boolean;
  className?: string;
};

/** One of a few, side by side. Radio buttons underneath, so arrow keys move and Tab passes by. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
  small = false,
  className,
}: SegmentedControlProps<Value>) {
  const name = useId();

  return (
    <fieldset
      className={classNames('inline-flex gap-0.5 rounded-md bg-surface-2 p-[3px]', className)}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="relative inline-flex flex-1">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="peer absolute inset-0 m-0 cursor-pointer appearance-none rounded-sm"
          />
          <span
            className={classNames(
              'pointer-events-none relative inline-flex flex-1 items-center justify-center gap-1.5 rounded-sm font-[560] whitespace-nowrap text-ink-2 peer-hover:text-ink ' +
                'peer-checked:bg-raised peer-checked:font-[640] peer-checked:text-ink peer-checked:shadow-(--shadow-1) peer-checked:ring peer-checked:ring-line ' +
                'forced-colors:peer-checked:forced-color-adjust-none forced-colors:peer-checked:bg-[Highlight] forced-colors:peer-checked:text-[HighlightText] pointer-coarse:min-h-11',
              small
                ? 'min-h-[26px] px-2.5 text-xs'
                : 'min-h-[calc(var(--control-h)-6px)] px-3.5 text-sm',
            )}
          >
            {option.label}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
