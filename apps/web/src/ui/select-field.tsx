import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { CONTROL, FieldFrame, type FieldText } from './field-frame.tsx';

type SelectFieldProps = FieldText & ComponentProps<'select'>;

/** A choice from a list that is too long to lay out. Its children are options. */
export function SelectField({
  label,
  hint,
  error,
  aside,
  labelHidden,
  id,
  className,
  ...select
}: SelectFieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, aside, labelHidden, id, className }}>
      {(linked) => (
        <div className="relative">
          <select {...select} {...linked} className={classNames(CONTROL, 'appearance-none pr-9')} />
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-ink-3"
          />
        </div>
      )}
    </FieldFrame>
  );
}
