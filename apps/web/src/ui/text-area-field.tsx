import type { ComponentProps } from 'react';
import { FieldFrame, type FieldText } from './field-frame.tsx';

type TextAreaFieldProps = FieldText & ComponentProps<'textarea'>;

/** A multi-line input. It grows with its text where the browser supports that. */
export function TextAreaField({
  label,
  hint,
  error,
  aside,
  labelHidden,
  id,
  className,
  rows = 3,
  ...area
}: TextAreaFieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, aside, labelHidden, id, className }}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          rows={rows}
          className="field field-sizing-content min-h-20 py-2 leading-normal"
        />
      )}
    </FieldFrame>
  );
}
