import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** The texts around a form control. */
export type FieldText = {
  label: ReactNode;
  /** The expected input. An error replaces it. */
  hint?: ReactNode;
  /** The error, shown under the control. */
  error?: ReactNode;
  /** Shown at the end of the label's line, such as a link. */
  aside?: ReactNode;
  /** Shows the label to screen readers only. */
  labelHidden?: boolean;
};

type ControlProps = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

type FieldFrameProps = FieldText & {
  id: string | undefined;
  className: string | undefined;
  children: (control: ControlProps) => ReactNode;
};

/** A label above a control, a hint or an error under it, linked for screen readers. */
export function FieldFrame({
  label,
  hint,
  error,
  aside,
  labelHidden = false,
  id: givenId,
  className,
  children,
}: FieldFrameProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const messageId = error || hint ? `${id}-message` : undefined;

  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <div
        className={classNames(
          'flex items-baseline justify-between gap-3',
          labelHidden && 'sr-only',
        )}
      >
        <label htmlFor={id} className="text-sm leading-[1.3] font-semibold">
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': messageId })}
      {error ? (
        <p
          id={messageId}
          className="flex items-start gap-1.5 text-sm leading-[1.4] font-medium text-danger"
        >
          <CircleAlert aria-hidden className="mt-0.5 size-4" />
          <span>{error}</span>
        </p>
      ) : (
        hint && (
          <p id={messageId} className="text-xs text-ink-3">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
