import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type SegmentedControlProps<Value extends string> = {
  /** The accessible name. */
  label: string;
  options: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  small?: boolean;
  className?: string;
};

/** A choice between a few options side by side. Radio buttons underneath provide the arrow keys. */
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
    <fieldset className={classNames('segments', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="relative inline-flex flex-1">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 m-0 cursor-pointer appearance-none rounded-sm"
          />
          <span className={classNames('segment pointer-events-none', small && 'segment-sm')}>
            {option.label}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
