import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { FieldFrame, type FieldText } from './field-frame.tsx';

type SelectFieldProps = FieldText & ComponentProps<'select'>;

/** A select. Its children are options. */
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
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className="field appearance-none pr-9" />
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-ink-3"
          />
        </div>
      )}
    </FieldFrame>
  );
}
