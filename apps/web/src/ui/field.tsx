import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { FieldFrame, type FieldText } from './field-frame.tsx';

type FieldProps = FieldText &
  ComponentProps<'input'> & {
    /** Shown inside the box, before the text. */
    icon?: ReactNode;
    /** Shown inside the box, after the text, such as a button. */
    end?: ReactNode;
    inputClassName?: string;
  };

/** A single-line input. */
export function Field({
  label,
  hint,
  error,
  aside,
  labelHidden,
  icon,
  end,
  id,
  className,
  inputClassName,
  ...input
}: FieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, aside, labelHidden, id, className }}>
      {(control) => (
        <div className="relative">
          {icon && (
            <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-ink-3">
              {icon}
            </span>
          )}
          <input
            {...input}
            {...control}
            className={classNames(
              'field',
              icon ? 'pl-9.5' : undefined,
              end ? 'pr-11.5' : undefined,
              inputClassName,
            )}
          />
          {end && (
            <span className="absolute inset-y-0 right-px grid place-items-center">{end}</span>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
