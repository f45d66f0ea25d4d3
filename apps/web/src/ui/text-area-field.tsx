import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { CONTROL, FieldFrame, type FieldText } from './field-frame.tsx';

type TextAreaFieldProps = FieldText & ComponentProps<'textarea'>;

/** Several lines to fill in. It grows with its text where the browser can. */
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
      {(linked) => (
        <textarea
          {...area}
          {...linked}
          rows={rows}
          className={classNames(CONTROL, 'field-sizing-content min-h-20 py-2 leading-normal')}
        />
      )}
    </FieldFrame>
  );
}
