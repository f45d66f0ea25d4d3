import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { CONTROL, FieldFrame, type FieldText } from './field-frame.tsx';

type FieldProps = FieldText &
  ComponentProps<'input'> & {
    /** Stands inside the box, before the text. */
    icon?: ReactNode;
    /** Stands inside the box, after the text, such as a button. */
    end?: ReactNode;
    inputClassName?: string;
  };

/** One line to fill in. */
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
      {(linked) => (
        <div className="relative">
          {icon && (
            <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-ink-3">
              {icon}
            </span>
          )}
          <input
            {...input}
            {...linked}
            className={classNames(
              CONTROL,
              icon ? 'pl-[38px]' : undefined,
              end ? 'pr-[46px]' : undefined,
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
